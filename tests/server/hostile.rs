//! Clients that do what they should not: nothing falls over, nobody else notices, and nothing is learned by it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::served::{Client, Server, get, post, request, text};
use brink::serve::Gate;
use serde_json::{Value, json};
use tungstenite::Message;

fn duel(server: &Server) -> (Value, String) {
    let made = server.create(
        "1961",
        json!([{"who": "me", "name": "Ann"}, {"who": "open"}]),
    );
    let ben = server.join(&made, "Ben");
    (made, ben)
}

/// Somebody else still plays.
fn still_plays(server: &Server) {
    let (made, ben) = duel(server);
    let mut people = [
        server.enter(&made, text(&made["seat"])),
        server.enter(&made, &ben),
    ];
    let end = std::time::Instant::now() + crate::served::PATIENCE;
    // Who holds three alike has no first card to choose: then the other one is asked first.
    while people.iter().all(|person| person.decision().is_none()) {
        people
            .iter_mut()
            .for_each(|person| person.quiet(Duration::from_millis(20)));
        assert!(std::time::Instant::now() < end, "nobody is asked");
    }
    let asked = people
        .iter_mut()
        .find(|person| person.decision().is_some())
        .expect("one is asked");
    assert_eq!(asked.answer(|_| 0)["type"], "accepted");
}

/// A server behind a proxy that we trust, which says where everybody comes from.
fn proxied(folder: &tempfile::TempDir) -> Server {
    Server::of(
        &folder.path().join("games.sqlite"),
        Gate {
            public: None,
            proxied: true,
        },
    )
}

/// A socket of somebody who comes from that address.
fn opened(server: &Server, from: &str) -> Result<Client, u16> {
    Client::open_with(server.address, Some(("x-forwarded-for", from)))
}

#[test]
fn floods_are_shown_out_and_nobody_else_notices() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let server = proxied(&folder);
    let (made, _) = duel(&server);
    let enters = |from| {
        let opened = opened(&server, from).expect("the socket opens");
        opened.enters(text(&made["game"]), text(&made["seat"]))
    };
    let mut flood = enters("10.0.0.1");
    for _ in 0..2000 {
        if !flood.send(Message::text(r#"{"type":"why","about":"p1.1"}"#)) {
            break;
        }
    }
    flood.quiet(Duration::from_secs(5));
    assert!(
        matches!(flood.closed, Some(4002 | 4003 | 1006)),
        "{:?}",
        flood.closed
    );
    let mut pings = enters("10.0.0.2");
    for _ in 0..500 {
        if !pings.send(Message::Ping(Vec::new().into())) {
            break;
        }
    }
    pings.quiet(Duration::from_secs(5));
    assert!(pings.closed.is_some());
    still_plays(&server);
}

#[test]
fn whatever_is_sent_counts_from_the_first_byte_and_who_comes_back_at_once_waits() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let server = proxied(&folder);
    // Nobody has said who this is.
    let mut pings = opened(&server, "10.0.0.1").expect("the socket opens");
    for _ in 0..5000 {
        if !pings.send(Message::Ping(Vec::new().into())) {
            break;
        }
    }
    pings.quiet(Duration::from_secs(5));
    assert!(
        matches!(pings.closed, Some(4002 | 1006)),
        "{:?}",
        pings.closed
    );
    assert_eq!(opened(&server, "10.0.0.1").err(), Some(429));
    // A message of empty pieces that never ends.
    let mut pieces = opened(&server, "10.0.0.2").expect("others need not wait");
    let begins = [0x01, 0x80, 0, 0, 0, 0];
    let goes_on = [0x00, 0x80, 0, 0, 0, 0].repeat(100_000);
    let mut stream: &TcpStream = pieces.stream();
    // It may be shown out before all of it is sent.
    let _ = stream
        .write_all(&begins)
        .and_then(|()| stream.write_all(&goes_on));
    pieces.quiet(Duration::from_secs(5));
    assert!(
        matches!(pieces.closed, Some(4002 | 1006)),
        "{:?}",
        pieces.closed
    );
    assert_eq!(opened(&server, "10.0.0.2").err(), Some(429));
    still_plays(&server);
}

#[test]
fn tables_of_one_address_that_think_for_long_hold_up_no_stranger() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let server = proxied(&folder);
    let bots = |bot| json!([{"who": "bot", "bot": bot}, {"who": "bot", "bot": bot}, {"who": "bot", "bot": bot}]);
    for _ in 0..16 {
        server.create("1961", bots("ismcts:500ms"));
    }
    let head = "X-Forwarded-For: 10.0.0.9\r\nContent-Type: application/json\r\nConnection: close";
    let body = json!({"recipe": "1961", "first": "me", "chairs": [
        {"who": "me", "name": "Ann"}, {"who": "bot", "bot": "random"}, {"who": "bot", "bot": "ismcts:500ms"},
    ]});
    let (body, host) = (body.to_string(), server.address);
    let whole = format!(
        "POST /api/games HTTP/1.1\r\nHost: {host}\r\n{head}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let made: Value = serde_json::from_str(&request(host, &whole).2).expect("it is JSON");
    let mut ann = opened(&server, "10.0.0.9").expect("the socket opens");
    ann = ann.enters(text(&made["game"]), text(&made["seat"]));
    // One decision of the others is waited for at most; with all of them before hers it would be eight seconds for each.
    let begun = Instant::now();
    for _ in 0..3 {
        ann.until(|client| client.is_over() || client.decision().is_some());
        if let Some(id) = ann
            .decision()
            .map(|decision| decision["id"].clone())
            .filter(|_| !ann.is_over())
        {
            assert_eq!(ann.answer(|count| count - 1)["type"], "accepted");
            ann.until(|client| client.is_over() || client.state["decision"]["id"] != id);
        }
    }
    assert!(
        begun.elapsed() < Duration::from_secs(15),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn broken_messages_are_refused_and_huge_ones_shown_out() {
    let server = Server::new();
    let (made, _) = duel(&server);
    let mut client = server.enter(&made, text(&made["seat"]));
    client.until(|client| client.state != Value::Null);
    let before = client.state.clone();
    for broken in [
        "",
        "nonsense",
        "{}",
        "[]",
        "null",
        r#"{"type":"answer"}"#,
        r#"{"type":"answer","id":-1,"option":0}"#,
        r#"{"type":"answer","id":0,"option":1e99}"#,
        r#"{"type":"answer","id":0,"option":0,"seat":"p2"}"#,
        r#"{"type":"win"}"#,
        r#"{"type":"say"}"#,
        r#"{"type":"want-bot","chair":99999999999}"#,
        r#"{"type":"want-bot","chair":-1}"#,
        r#"{"type":"why","about":"\u0000\u001b[2J"}"#,
        r#"{"type":"vote","id":18446744073709551615,"yes":true}"#,
        r#"{"type":"answer","id":18446744073709551615,"option":18446744073709551615}"#,
        r#"{"type":"open-chair","chair":18446744073709551615}"#,
    ] {
        assert!(client.send(Message::text(broken)), "{broken}");
        let said = client
            .next(Duration::from_secs(20))
            .expect("it is answered");
        assert_eq!(said["type"], "refused", "{broken}: {said}");
    }
    let deep = format!("{}{}", "[".repeat(8000), "]".repeat(8000));
    assert!(client.send(Message::text(deep)));
    assert_eq!(
        client
            .next(Duration::from_secs(20))
            .expect("it is answered")["type"],
        "refused"
    );
    let mut other = server.enter(&made, text(&made["seat"]));
    other.until(|client| client.state != Value::Null);
    assert_eq!(other.state, before);
    client.send(Message::binary(vec![0; 10]));
    client.quiet(Duration::from_secs(5));
    assert_eq!(client.closed, Some(4004));
    other.send(Message::text("x".repeat(1 << 20)));
    other.quiet(Duration::from_secs(5));
    assert!(other.closed.is_some());
    // Bytes that are no frame at all.
    let raw = server.enter(&made, text(&made["seat"]));
    raw.stream().write_all_of(&[0xff; 64]);
    still_plays(&server);
}

trait Raw {
    fn write_all_of(&self, bytes: &[u8]);
}

impl Raw for TcpStream {
    fn write_all_of(&self, bytes: &[u8]) {
        let mut stream: &TcpStream = self;
        stream.write_all(bytes).expect("it is sent");
    }
}

#[test]
fn tokens_of_others_open_nothing() {
    let server = Server::new();
    let (one, ben) = duel(&server);
    let (other, _) = duel(&server);
    let tokens = [
        text(&one["seat"]).to_string(),
        ben,
        text(&one["watch"]).to_string(),
        text(&one["join"]).to_string(),
        String::new(),
        "0".repeat(26),
        "x".repeat(10_000),
    ];
    for (game, token) in tokens
        .iter()
        .map(|token| (text(&other["game"]), token))
        .chain([
            (text(&one["game"]), &tokens[3]),
            ("nothing", &tokens[0]),
            ("../../etc", &tokens[0]),
            ("", &tokens[0]),
        ])
    {
        let mut client = Client::open(server.address, None).expect("the socket opens");
        client.say(&json!({"type": "enter", "game": game, "token": token}));
        client.quiet(Duration::from_secs(5));
        assert_eq!(client.closed, Some(4001), "{game} {token}");
        assert!(
            client
                .heard
                .iter()
                .all(|message| message.contains("refused")),
            "{:?}",
            client.heard
        );
    }
    // A link for looking on opens no chair, and a seat's own token none either.
    let path = format!("/api/games/{}/join", text(&other["game"]));
    for token in [&other["watch"], &other["seat"], &one["join"]] {
        let (status, said) = post(
            server.address,
            &path,
            &json!({"join": token, "name": "Eve"}),
        );
        assert_eq!((status, text(&said["code"])), (403, "no-token"));
    }
    let (status, said) = post(
        server.address,
        &path,
        &json!({"join": other["join"], "name": "Eve"}),
    );
    assert_eq!((status, text(&said["code"])), (409, "full"));
    // The first message says who; all others are shown out.
    let mut silent = Client::open(server.address, None).expect("the socket opens");
    silent.say(&json!({"type": "answer", "id": 0, "option": 0}));
    silent.quiet(Duration::from_secs(5));
    assert_eq!(silent.closed, Some(4004));
}

#[test]
fn what_was_sent_before_does_nothing_when_it_is_sent_again() {
    let server = Server::new();
    let (made, ben) = duel(&server);
    let mut ann = server.enter(&made, text(&made["seat"]));
    let mut ben = server.enter(&made, &ben);
    let mut sent: Vec<Vec<Value>> = vec![Vec::new(), Vec::new()];
    for _ in 0..12 {
        for (client, sent) in [&mut ann, &mut ben].into_iter().zip(&mut sent) {
            client.quiet(Duration::from_millis(40));
            if let Some(decision) = client.decision() {
                let message = json!({"type": "answer", "id": decision["id"], "option": 0});
                assert_eq!(client.ask(message.clone())["type"], "accepted");
                sent.push(message);
            }
        }
    }
    ann.quiet(Duration::from_millis(100));
    let before = (ann.state.clone(), ann.log.clone());
    assert!(sent.iter().all(|sent| sent.len() > 1));
    ben.quiet(Duration::from_millis(100));
    // Each seat counts its own decisions: what the other one has sent may have the number of what is asked here now.
    let asked = ben.decision().map(|decision| decision["id"].clone());
    let late: Vec<Value> = sent
        .concat()
        .into_iter()
        .filter(|message| Some(&message["id"]) != asked.as_ref())
        .collect();
    for message in late {
        assert_eq!(ben.ask(message.clone())["type"], "refused", "{message}");
    }
    for message in &sent[0] {
        assert_eq!(ann.ask(message.clone())["type"], "refused", "{message}");
    }
    ann.quiet(Duration::from_millis(100));
    assert_eq!((ann.state, ann.log), before);
}

#[test]
fn pages_of_others_get_nowhere() {
    let server = Server::new();
    let (made, _) = duel(&server);
    let own = format!("http://{}", server.address);
    for (origin, passes) in [
        (Some(own.as_str()), true),
        (None, true),
        (Some("https://evil.example"), false),
        (Some("null"), false),
    ] {
        match Client::open(server.address, origin) {
            Ok(_) => assert!(passes, "{origin:?}"),
            Err(status) => assert!(!passes && status == 403, "{origin:?}: {status}"),
        }
    }
    let body = r#"{"recipe":"1961","chairs":[]}"#;
    let head = format!(
        "Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let host = server.address;
    let (status, ..) = request(
        host,
        &format!(
            "POST /api/games HTTP/1.1\r\nHost: {host}\r\nOrigin: https://evil.example\r\n{head}"
        ),
    );
    assert_eq!(status, 403);
    // A name of somebody else that leads here.
    let (status, ..) = request(
        host,
        &format!(
            "POST /api/games HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n{head}"
        ),
    );
    assert_eq!(status, 403);
    // Nor is the page itself shown under it, or what the page reads.
    for path in ["/", "/game/nothing", "/page/main.js", "/api/about"] {
        let asked = |name: &str| {
            request(
                host,
                &format!("GET {path} HTTP/1.1\r\n{name}Connection: close\r\n\r\n"),
            )
        };
        assert_eq!(asked(&format!("Host: {host}\r\n")).0, 200, "{path}");
        let (status, _, said) = asked("Host: evil.example\r\n");
        assert!(
            status == 403 && said.contains("--public https://NAME"),
            "{path}: {status} {said}"
        );
        assert_eq!(asked("").0, 403, "{path}");
    }
    drop(made);
}

#[test]
fn too_much_from_one_address_is_refused_whatever_it_says_of_itself() {
    let server = Server::new();
    let host = server.address;
    let mut refused = 0;
    for number in 0..60 {
        let body = r#"{"files":[]}"#;
        let (status, ..) = request(
            host,
            &format!(
                "POST /api/check HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: 10.0.0.{number}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            ),
        );
        assert!(status == 200 || status == 429, "{status}");
        refused += usize::from(status == 429);
    }
    assert!(refused > 0);
    // A proxy that we trust speaks for many.
    let folder = tempfile::tempdir().expect("a folder can be made");
    let proxied = proxied(&folder);
    let host = proxied.address;
    for number in 0..60 {
        let (status, ..) = request(
            host,
            &format!(
                "POST /api/check HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: 10.0.0.{number}\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{{\"files\":[]}}"
            ),
        );
        assert_eq!(status, 200);
    }
}

#[test]
fn sockets_that_say_nothing_hold_nobody_up() {
    let server = Server::new();
    // Half a head, half a body, and nothing at all.
    let halves: Vec<TcpStream> = (0..40)
        .map(|number| {
            let mut stream = TcpStream::connect(server.address).expect("the server is there");
            let half: &[u8] = match number % 3 {
                0 => b"",
                1 => b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-",
                _ => b"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 400000\r\n\r\n{\"files\":[",
            };
            stream.write_all(half).expect("it is sent");
            stream
        })
        .collect();
    let silent: Vec<Client> = (0..20)
        .map(|_| Client::open(server.address, None).expect("the socket opens"))
        .collect();
    let begun = Instant::now();
    still_plays(&server);
    assert!(begun.elapsed() < Duration::from_secs(20));
    // Who never says who they are is shown out, and so is half a head.
    let mut silent = silent.into_iter().next().expect("there is one");
    silent.quiet(Duration::from_secs(30));
    assert_eq!(silent.closed, Some(4003));
    let mut half = halves.into_iter().nth(1).expect("there is one");
    half.set_read_timeout(Some(Duration::from_secs(30)))
        .expect("it is a socket");
    let mut rest = Vec::new();
    half.read_to_end(&mut rest)
        .expect("it is closed, not left open");
}

#[test]
fn a_slow_reader_holds_nobody_up() {
    let server = Server::new();
    let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "random"}]);
    let made = server.create("combined", chairs);
    let slow = server.enter(&made, text(&made["watch"]));
    let mut ann = server.enter(&made, text(&made["seat"]));
    ann.until(|client| client.state != Value::Null);
    // It never reads, and the game goes on all the same.
    let mut answers = 0;
    while !ann.is_over() && answers < 40 {
        ann.quiet(Duration::from_millis(5));
        if ann.decision().is_some() && !ann.is_over() {
            assert_eq!(ann.answer(|count| count - 1)["type"], "accepted");
            answers += 1;
        }
    }
    assert!(answers > 0);
    drop(slow);
    ann.until(|client| client.table["watchers"] == json!(0));
}

#[test]
fn wrong_wishes_are_told_apart() {
    let server = Server::new();
    let me = json!({"who": "me", "name": "Ann"});
    let bot = json!({"who": "bot", "bot": "greedy"});
    for wrong in [
        json!({"recipe": "1961", "chairs": []}),
        json!({"recipe": "1961", "chairs": [me]}),
        json!({"recipe": "1961", "chairs": vec![bot.clone(); 7]}),
        json!({"recipe": "1961", "chairs": vec![bot.clone(); 300]}),
        json!({"recipe": "1961", "chairs": [me, me]}),
        json!({"recipe": "1961", "chairs": [{"who": "open"}, {"who": "open"}]}),
        json!({"recipe": "nothing", "chairs": [me, bot]}),
        json!({"recipe": "1961", "chairs": [me, {"who": "bot", "bot": "ismcts:3600s"}]}),
        json!({"recipe": "1961", "chairs": [{"who": "me", "name": "\u{202e}"}, bot]}),
        json!({"recipe": "1961", "chairs": [me, bot], "disputes": {"nothing": "on"}}),
        json!({"recipe": "1961", "chairs": [me, bot], "kinds": ["Nothing"]}),
        json!({"recipe": "1961", "chairs": [me, bot], "position": "nonsense"}),
        json!({"recipe": "1961", "chairs": [me, bot], "seed": 7}),
    ] {
        let (status, said) = post(server.address, "/api/games", &wrong);
        assert_eq!(status, 400, "{wrong}: {said}");
        assert!(!text(&said["message"]).is_empty());
    }
    assert_eq!(get(server.address, "/api/games/nothing/keep").0, 404);
}

//! Those at a table: chairs that are freed, people who are away and come back, bots that play meanwhile, and codes as they are typed.

use std::time::{Duration, Instant};

use crate::served::{Client, PATIENCE, Server, post, request, text};
use brink::serve::Gate;
use brink::serve::store::{Sqlite, Store};
use serde_json::{Value, json};

fn code(said: &Value) -> &str {
    said["code"].as_str().unwrap_or_default()
}

fn bot_asked_for(client: &mut Client, chair: usize) -> Value {
    client.ask(json!({"type": "want-bot", "chair": chair}))
}

/// Symbols are shown at the same time, and three people have to.
fn contest(server: &Server) -> (Value, [String; 2]) {
    let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "open"}, {"who": "open"}]);
    let made = server.create_with(json!({"recipe": "1961", "chairs": chairs, "first": "contest"}));
    let tokens = ["Ben", "Cleo"].map(|name| server.join(&made, name));
    (made, tokens)
}

#[test]
fn before_the_deal_a_chair_that_somebody_leaves_is_free() {
    let server = Server::new();
    let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "open"}, {"who": "open"}]);
    let made = server.create("1961", chairs);
    let mut ann = server.enter(&made, text(&made["seat"]));
    let token = server.join(&made, "Ben");
    let mut ben = server.enter(&made, &token);
    assert_eq!(ben.ask(json!({"type": "leave"}))["type"], "accepted");
    ben.quiet(Duration::from_millis(300));
    assert_eq!(ben.closed, Some(4006));
    ann.until(|client| client.table["chairs"][1]["who"] == "open");
    // Under the same name, and the host may free the chair as well.
    let again = server.join(&made, "Ben");
    let mut ben = server.enter(&made, &again);
    assert_eq!(
        code(&ben.ask(json!({"type": "open-chair", "chair": 0}))),
        "foreign"
    );
    assert_eq!(
        code(&ann.ask(json!({"type": "open-chair", "chair": 0}))),
        "not-now",
        "it is her own"
    );
    assert_eq!(
        code(&ann.ask(json!({"type": "open-chair", "chair": 2}))),
        "not-now",
        "it is free"
    );
    let taken = ann.ask(json!({"type": "seat-bot", "chair": 1, "bot": "cautious"}));
    assert_eq!(
        taken["message"],
        "Someone sits there: free the chair first."
    );
    assert_eq!(
        ann.ask(json!({"type": "open-chair", "chair": 1}))["type"],
        "accepted"
    );
    ben.quiet(Duration::from_millis(300));
    assert_eq!(ben.closed, Some(4006));
    for old in [&token, &again] {
        let mut late = Client::open(server.address, None).expect("the socket opens");
        late.say(&json!({"type": "enter", "game": made["game"], "token": old}));
        late.quiet(Duration::from_millis(300));
        assert_eq!(late.closed, Some(4001), "the chair is not theirs any more");
    }
    // When the host leaves, the next one arranges, and plays.
    let cleo = server.join(&made, "Cleo");
    let mut cleo = server.enter(&made, &cleo);
    assert_eq!(cleo.table["host"], json!(0));
    ann.ask(json!({"type": "leave"}));
    cleo.until(|client| client.table["host"] == json!(1));
    for chair in [0, 2] {
        let said = cleo.ask(json!({"type": "seat-bot", "chair": chair, "bot": "cautious"}));
        assert_eq!(said["type"], "accepted", "{said}");
    }
    cleo.until(|client| client.state != Value::Null);
    assert_eq!(
        code(&cleo.ask(json!({"type": "open-chair", "chair": 0}))),
        "not-now"
    );
}

#[test]
fn a_lost_connection_is_waited_for_and_the_vote_ends_when_it_is_back() {
    let server = Server::waiting(Duration::from_secs(15));
    let (made, [ben, cleo]) = contest(&server);
    let mut ann = server.enter(&made, text(&made["seat"]));
    let mut cleo = server.enter(&made, &cleo);
    let mut ben_there = server.enter(&made, &ben);
    ben_there.ask(json!({"type": "here"}));
    assert_eq!(ann.phase(), "contest");
    let said = bot_asked_for(&mut ann, 1);
    assert_eq!(
        said["message"],
        "Ben is here: ask for a bot when Ben has a decision to make and has done nothing for 15 seconds."
    );
    drop(ben_there);
    ann.until(|client| client.table["chairs"][1]["connected"] == json!(false));
    let said = bot_asked_for(&mut ann, 1);
    assert_eq!(
        said["message"],
        "Ben lost the connection only just now: ask for a bot when it has been lost for 5 seconds."
    );
    ann.until(|client| client.table["chairs"][1]["replaceable"] == json!(true));
    assert_eq!(bot_asked_for(&mut ann, 1)["type"], "accepted");
    cleo.until(|client| !client.table["vote"].is_null());
    let vote = cleo.table["vote"]["id"].clone();
    ann.until(|client| !client.table["vote"].is_null());
    let ben_there = server.enter(&made, &ben);
    cleo.until(|client| client.table["vote"].is_null());
    ann.until(|client| {
        client.table["vote"].is_null() && client.table["chairs"][1]["connected"] == json!(true)
    });
    assert_eq!(
        code(&cleo.ask(json!({"type": "vote", "id": vote, "yes": true}))),
        "late"
    );
    drop(ben_there);
    ann.until(|client| client.table["chairs"][1]["replaceable"] == json!(true));
    bot_asked_for(&mut ann, 1);
    cleo.until(|client| !client.table["vote"].is_null());
    let vote = cleo.table["vote"]["id"].clone();
    assert_eq!(
        cleo.ask(json!({"type": "vote", "id": vote, "yes": true}))["type"],
        "accepted"
    );
    ann.until(|client| client.table["chairs"][1]["replaced"] == json!(true));
    assert_eq!(
        ann.table["contest"]["chosen"],
        json!([1]),
        "the bot shows a symbol for Ben"
    );
    // A page may come back by itself. What was not shown yet is chosen by whoever is back.
    let mut ben = server.enter(&made, &ben);
    assert_eq!(ben.table["chairs"][1]["replaced"], json!(true));
    ben.ask(json!({"type": "here"}));
    ben.until(|client| client.table["contest"]["chosen"] == json!([]));
    let symbol = ben.table["contest"]["symbols"][0]["name"].clone();
    assert_eq!(
        ben.ask(json!({"type": "show", "round": 1, "symbol": symbol}))["type"],
        "accepted"
    );
}

#[test]
fn who_is_played_for_is_back_by_doing_anything_and_people_get_no_hints() {
    let server = Server::waiting(Duration::from_secs(3));
    let made = server.create(
        "1961",
        json!([{"who": "me", "name": "Ann"}, {"who": "open"}]),
    );
    let token = server.join(&made, "Ben");
    let (mut ann, mut ben) = (
        server.enter(&made, text(&made["seat"])),
        server.enter(&made, &token),
    );
    ann.until(|client| client.state != Value::Null);
    ben.until(|client| client.state != Value::Null);
    // Who holds three alike has no first card to choose: then Ann plays until it is Ben's turn.
    while ben.decision().is_none() {
        if ann.decision().is_some() {
            ann.answer(|count| count - 1);
        }
        ann.quiet(Duration::from_millis(50));
        ben.quiet(Duration::from_millis(50));
    }
    let id = ben.decision().expect("it is asked")["id"].clone();
    let hint = ben.ask(json!({"type": "hint", "id": id}));
    assert_eq!(
        hint["message"],
        "Hints are only available in games against bots."
    );
    // A socket that comes and goes by itself does not keep him from being idle, and does not bring him back.
    let begun = Instant::now();
    while ann.table["chairs"][1]["replaceable"] != json!(true) {
        assert!(begun.elapsed() < PATIENCE, "{}", ann.table);
        drop(server.enter(&made, &token));
        ann.quiet(Duration::from_millis(200));
    }
    assert_eq!(
        server.enter(&made, &token).table["chairs"][1]["idle"],
        json!(true)
    );
    assert_eq!(bot_asked_for(&mut ann, 1)["type"], "accepted");
    assert_eq!(
        server.enter(&made, &token).table["chairs"][1]["replaced"],
        json!(true)
    );
    ben.until(|client| client.table["chairs"][1]["replaced"] == json!(true));
    assert_eq!(ben.table["chairs"][1]["who"], "bot");
    assert_eq!(ben.ask(json!({"type": "here"}))["type"], "accepted");
    ben.until(|client| client.table["chairs"][1]["replaced"] == json!(false));
    assert_eq!(ben.table["chairs"][1]["who"], "person");
}

#[test]
fn who_came_first_arranges_and_what_was_said_keeps_its_name() {
    let server = Server::new();
    let chairs =
        json!([{"who": "me", "name": "Ann"}, {"who": "open"}, {"who": "open"}, {"who": "open"}]);
    let made = server.create("1961", chairs);
    let mut ann = server.enter(&made, text(&made["seat"]));
    let [mut ben, mut dora] =
        ["Ben", "Dora"].map(|name| server.enter(&made, &server.join(&made, name)));
    dora.ask(json!({"type": "say", "text": "I have to go."}));
    dora.ask(json!({"type": "leave"}));
    ann.ask(json!({"type": "leave"}));
    ben.until(|client| client.table["host"] == json!(1));
    // Cleo's chair is before his, and Eve's was Dora's.
    let [mut cleo, eve] =
        ["Cleo", "Eve"].map(|name| server.enter(&made, &server.join(&made, name)));
    assert_eq!(
        (&cleo.welcome["you"]["chair"], &eve.welcome["you"]["chair"]),
        (&json!(0), &json!(2))
    );
    assert_eq!(
        (&cleo.table["host"], &cleo.welcome["you"]["host"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(
        code(&cleo.ask(json!({"type": "open-chair", "chair": 1}))),
        "foreign"
    );
    let said = cleo
        .chat
        .iter()
        .find(|line| line["text"] == "I have to go.")
        .expect("it is told");
    assert_eq!((&said["chair"], text(&said["name"])), (&json!(2), "Dora"));
    assert_eq!(
        ben.ask(json!({"type": "open-chair", "chair": 0}))["type"],
        "accepted"
    );
}

#[test]
fn who_leaves_is_not_said_to_stay() {
    let server = Server::waiting(Duration::from_secs(2));
    let (made, [ben, cleo]) = contest(&server);
    let mut ann = server.enter(&made, text(&made["seat"]));
    let (mut ben, mut cleo) = (server.enter(&made, &ben), server.enter(&made, &cleo));
    ann.until(|client| client.table["chairs"][1]["idle"] == json!(true));
    assert_eq!(bot_asked_for(&mut ann, 1)["type"], "accepted");
    assert_eq!(ben.ask(json!({"type": "leave"}))["type"], "accepted");
    cleo.until(|client| client.table["chairs"][1]["left"] == json!(true));
    let vote = cleo.table["vote"]["id"].clone();
    assert_eq!(
        cleo.ask(json!({"type": "vote", "id": vote, "yes": true}))["type"],
        "accepted"
    );
    cleo.until(|client| client.table["chairs"][1]["replaced"] == json!(true));
    let told = |notice: &str| cleo.chat.iter().any(|line| line["notice"] == notice);
    assert!(
        told("Ben leaves the table.") && !told("Ben is here: no bot takes the seat."),
        "{:?}",
        cleo.chat
    );
}

#[test]
fn games_of_older_versions_go_on_with_the_bot_that_chose() {
    let mut server = Server::new();
    let (made, _) = contest(&server);
    let game = text(&made["game"]);
    server.stop();
    let store = Sqlite::open(&server.games).expect("it is a file of games");
    let kept = store
        .load(game)
        .expect("it is read")
        .expect("it is there")
        .records
        .len() as u64;
    // Which is what was kept before it was said who chooses.
    let old = [
        r#"{"what":"replaced","chair":1,"bot":"greedy"}"#,
        r#"{"what":"returned","chair":1}"#,
        r#"{"what":"shown","chair":0,"symbol":0}"#,
        r#"{"what":"shown","chair":2,"symbol":0}"#,
    ];
    store
        .append(game, kept, old.map(str::to_string).to_vec())
        .expect("it is kept");
    drop(store);
    let server = Server::of(&server.games, Gate::default());
    let ann = server.enter(&made, text(&made["seat"]));
    assert_eq!(ann.table["chairs"][1]["replaced"], json!(false));
    assert_eq!(
        ann.table["contest"]["shown"].as_array().map(Vec::len),
        Some(1),
        "{}",
        ann.table
    );
}

#[test]
fn codes_and_names_are_read_as_they_are_typed() {
    let server = Server::new();
    let made = server.create(
        "1961",
        json!([{"who": "me", "name": "Ann"}, {"who": "open"}]),
    );
    let capitals = |value: &Value| text(value).to_uppercase();
    let typed = json!({"game": capitals(&made["game"]), "join": capitals(&made["join"])});
    let token = server.join(&typed, "Ben");
    let blanks = format!("{} {}", &token[..13], token[13..].to_uppercase());
    let ben = server.enter(&typed, &blanks);
    assert_eq!(ben.welcome["you"]["chair"], json!(1));
    assert_eq!(ben.welcome["game"], made["game"]);
}

#[test]
fn a_set_alone_and_a_recipe_alone_say_which_file_is_missing() {
    let server = Server::new();
    let file = |name: &str| {
        let text = std::fs::read_to_string(format!("tests/cards/{name}")).expect("it is there");
        json!({"name": name, "text": text})
    };
    let (set, recipe) = (file("harbour.toml"), file("harbour-game.toml"));
    let check = |files: Value| post(server.address, "/api/check", &json!({"files": files})).1;
    let alone = check(json!([set]));
    assert_eq!(
        (&alone["problems"], &alone["recipes"]),
        (&json!([]), &json!([]))
    );
    let alone = check(json!([recipe]));
    let problem = &alone["problems"][0];
    assert_eq!(
        problem["message"],
        "no chosen file is called `harbour.toml`"
    );
    assert_eq!(
        problem["help"],
        "choose that file, too: a recipe and the files of its sets are read together"
    );
    let both = check(json!([recipe, set]));
    assert_eq!(both["problems"], json!([]));
    let game = &both["games"][0];
    assert_eq!(
        (text(&game["id"]), text(&game["title"])),
        ("harbour-game", "A game of the harbour")
    );
    // Variants that name their base by its file say the same of it.
    for (other, what) in [
        ("extends = \"base.toml\"\nkinds = 3\n", "recipe"),
        ("extends = \"base.toml\"\nlanguage = 2\n", "set"),
    ] {
        let lost = json!([{"name": "mine.toml", "text": format!("id = \"mine\"\ntitle = \"Mine\"\n{other}")}]);
        let problems = check(lost)["problems"].to_string();
        assert!(
            problems.contains(&format!("no {what} is called `base.toml`")),
            "{problems}"
        );
        assert!(
            problems.contains("in a browser, choose it together with this file"),
            "{problems}"
        );
    }
}

#[test]
fn people_get_a_page_where_there_is_nothing_and_a_reason_where_too_much_is_sent() {
    let server = Server::new();
    let host = server.address;
    let asked = |path: &str| {
        let accept = "Accept: text/html,*/*;q=0.8\r\nConnection: close";
        request(
            host,
            &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{accept}\r\n\r\n"),
        )
    };
    for path in ["/nothing", "/game/", "/game", "/game/a/b"] {
        let (status, head, body) = asked(path);
        assert_eq!(status, 404, "{path}");
        assert!(
            head.contains("content-type: text/html") && body.starts_with("<!doctype html>"),
            "{path}: {head}"
        );
    }
    assert_eq!(asked("/game/%E0%A4%A").0, 200);
    let (status, said) = post(
        host,
        "/api/import",
        &json!({"text": "x".repeat(600 << 10), "name": "Ann"}),
    );
    assert_eq!(
        (status, text(&said["message"])),
        (413, "The server reads at most 512 KiB at once.")
    );
    let wish = json!({"recipe": "nope", "chairs": [{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "random"}]});
    let (_, said) = post(host, "/api/games", &wish);
    assert_eq!(text(&said["message"]), "no recipe is called `nope`");
    assert!(text(&said["help"]).contains("`1961`"), "{said}");
}

//! Games over the net: made, joined, played, left and come back to, each seat with its own view.

use std::time::Duration;

use crate::served::{Client, Server, get, post, text};
use serde_json::{Value, json};

/// The recipes that come with the project.
const RECIPES: [&str; 5] = ["1961", "1971", "1981", "combined", "draft"];

/// Lets people answer in turn until the game is over, or so many answers were given. A simple rule takes the options.
fn play(people: &mut [Client], answers: usize) -> usize {
    let mut given = 0;
    let mut steady = 7u64;
    while given < answers {
        if people.iter().any(Client::is_over) {
            break;
        }
        for person in people.iter_mut() {
            let wait = if person.decision().is_some() { 1 } else { 20 };
            person.quiet(Duration::from_millis(wait));
            if person.decision().is_some() && !person.is_over() {
                steady = steady
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let drawn = (steady >> 33) as usize;
                let said = person.answer(|count| drawn % count);
                given += usize::from(said["type"] == "accepted");
            }
        }
    }
    given
}

#[test]
fn two_people_find_each_other_by_a_link_and_play_while_a_third_looks_on() {
    let server = Server::new();
    let made = server.create(
        "1961",
        json!([{"who": "me", "name": "Ann"}, {"who": "open"}]),
    );
    let mut ann = server.enter(&made, text(&made["seat"]));
    assert_eq!(ann.phase(), "gathering");
    let ben = server.join(&made, "Ben");
    let mut ben = server.enter(&made, &ben);
    let mut cleo = server.enter(&made, text(&made["watch"]));
    for client in [&mut ann, &mut ben, &mut cleo] {
        client.until(|client| client.state != Value::Null);
        assert_eq!(client.phase(), "play");
    }
    assert_eq!(
        (text(&ann.begin["seat"]), text(&ben.begin["seat"])),
        ("p1", "p2")
    );
    assert_eq!(cleo.begin["seat"], Value::Null);
    // Each sees a hand, and nobody another's.
    for (client, own) in [(&ann, Some(0)), (&ben, Some(1)), (&cleo, None)] {
        for seat in 0..2 {
            let hand = &client.state["view"]["players"][seat]["hand"];
            assert_eq!(hand["cards"].is_null(), own != Some(seat), "{hand}");
        }
    }
    assert!(cleo.decision().is_none());
    // Both choose their first cards at the same time; whoever holds three alike has nothing to choose.
    let chooses = |client: &Client, seat: usize| {
        let hand = client.state["view"]["players"][seat]["hand"]["cards"]
            .as_array()
            .expect("it is seen")
            .clone();
        hand.iter().any(|card| *card != hand[0])
    };
    let wanted = [chooses(&ann, 0), chooses(&ben, 1)];
    assert!([ann.decision().is_some(), ben.decision().is_some()] == wanted || wanted == [false; 2]);
    let mut people = [ann, ben];
    assert!(play(&mut people, 30) >= 30 || people.iter().any(Client::is_over));
    cleo.quiet(Duration::from_millis(200));
    assert!(
        cleo.log.iter().any(|line| line.contains("turn of p1")),
        "{:?}",
        cleo.log
    );
}

#[test]
fn every_recipe_is_played_to_its_end_against_a_bot() {
    let server = Server::new();
    for recipe in RECIPES {
        let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "greedy"}]);
        let made =
            server.create_with(json!({"recipe": recipe, "chairs": chairs, "first": "contest"}));
        let mut ann = server.enter(&made, text(&made["seat"]));
        while ann.phase() == "contest" {
            let round = ann.table["contest"]["round"].clone();
            let symbol = ann.table["contest"]["symbols"][0]["name"].clone();
            let said = ann.ask(json!({"type": "show", "round": round, "symbol": symbol}));
            assert_eq!(said["type"], "accepted", "{said}");
            ann.until(|client| {
                client.phase() != "contest" || client.table["contest"]["round"] != round
            });
        }
        ann.until(|client| client.state != Value::Null);
        let mut people = [ann];
        play(&mut people, 600);
        let [ann] = people;
        assert!(ann.is_over(), "{recipe}: {}", ann.state["view"]);
        // The page puts names in the place of seats: they must not stand there already.
        let (end, begin) = (text(&ann.state["outcome"]["sentence"]), ann.log.concat());
        let named = ["Ann wins", "Ann has", "Bot 2"]
            .iter()
            .any(|name| end.contains(name))
            || begin.contains("Ann:");
        assert!(!named, "{recipe}: {end} {begin}");
    }
}

#[test]
fn an_answer_that_is_late_doubled_foreign_or_invented_changes_nothing() {
    let server = Server::new();
    let made = server.create(
        "1961",
        json!([{"who": "me", "name": "Ann"}, {"who": "open"}]),
    );
    let ben = server.join(&made, "Ben");
    let mut ben = server.enter(&made, &ben);
    let mut ann = server.enter(&made, text(&made["seat"]));
    let mut onlooker = server.enter(&made, text(&made["watch"]));
    for client in [&mut ann, &mut ben] {
        client.until(|client| client.state != Value::Null);
        // Where the other has nothing to choose, the first turn begins meanwhile.
        while client.decision().is_some() && client.state["view"]["phase"] == "set-up" {
            assert_eq!(client.answer(|_| 0)["type"], "accepted");
            client.quiet(Duration::from_millis(50));
        }
    }
    ann.until(|client| client.decision().is_some());
    ben.quiet(Duration::from_millis(50));
    let decision = ann.decision().expect("it is p1's turn").clone();
    let (id, count) = (
        decision["id"].as_u64().expect("a number"),
        decision["options"].as_array().expect("a list").len(),
    );
    let code = |client: &mut Client, message: Value| text(&client.ask(message)["code"]).to_string();
    let before = ann.state.clone();
    let answer = |id: u64, option: usize| json!({"type": "answer", "id": id, "option": option});
    assert_eq!(code(&mut ann, answer(id, count)), "not-offered");
    assert_eq!(code(&mut ann, answer(id.wrapping_sub(1), 0)), "late");
    assert_eq!(code(&mut ann, answer(id + 1, 0)), "late");
    for id in 0..id + 3 {
        let said = code(&mut ben, answer(id, 0));
        assert!(said == "late" || said == "foreign", "{said}");
        assert_eq!(code(&mut onlooker, answer(id, 0)), "watching");
    }
    // Whoever looks on is never asked, and is not told to wait for it.
    let told = onlooker.ask(json!({"type": "why", "about": "p1.1"}));
    assert!(
        text(&told["message"]).contains("Ask about a line of the log, or after the game."),
        "{told}"
    );
    let told = ben.ask(json!({"type": "why", "about": "p1.1"}));
    assert_eq!(
        text(&told["message"]),
        "Ask when it is your turn to choose."
    );
    assert_eq!(
        onlooker.ask(json!({"type": "why", "about": "1"}))["type"],
        "why"
    );
    let mut again = server.enter(&made, text(&made["seat"]));
    again.until(|client| client.state != Value::Null);
    assert_eq!(again.state, before);
    assert_eq!(ann.ask(answer(id, 0))["type"], "accepted");
    assert_eq!(code(&mut ann, answer(id, 0)), "late");
    assert_eq!(code(&mut again, answer(id, 0)), "late");
}

#[test]
fn a_game_goes_on_after_the_server_was_stopped_and_started() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let games = folder.path().join("games.sqlite");
    let mut server = Server::of(&games, Default::default());
    // Chance may end a game before so many choices: then another one is made.
    let (made, ben, mut people) = (0..8)
        .map(|_| {
            let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "open"}, {"who": "bot", "bot": "cautious"}]);
            let made = server.create("combined", chairs);
            let ben = server.join(&made, "Ben");
            let mut people = [server.enter(&made, text(&made["seat"])), server.enter(&made, &ben)];
            play(&mut people, 14);
            (made, ben, people)
        })
        .find(|(.., people)| !people.iter().any(Client::is_over))
        .expect("one of the games goes on");
    people
        .iter_mut()
        .for_each(|person| person.quiet(Duration::from_millis(400)));
    let before = people.each_ref().map(|person| {
        (
            person.state.clone(),
            person.log.clone(),
            person.begin.clone(),
        )
    });
    server.stop();
    let server = Server::of(&games, Default::default());
    let mut people = [
        server.enter(&made, text(&made["seat"])),
        server.enter(&made, &ben),
    ];
    for (person, (state, log, begin)) in people.iter_mut().zip(before) {
        person.until(|client| client.state != Value::Null);
        assert_eq!(person.state, state);
        assert_eq!((&person.log, &person.begin), (&log, &begin));
    }
    assert!(play(&mut people, 10) > 0 || people.iter().any(Client::is_over));
}

#[test]
fn the_way_to_the_next_game_is_found_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let games = folder.path().join("games.sqlite");
    let mut server = Server::of(&games, Default::default());
    let made = server.create(
        "1961",
        json!([{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "random"}]),
    );
    let mut ann = server.enter(&made, text(&made["seat"]));
    ann.until(|client| client.state != Value::Null);
    assert_eq!(ann.ask(json!({"type": "concede"}))["type"], "accepted");
    assert_eq!(ann.ask(json!({"type": "rematch"}))["type"], "accepted");
    ann.until(|client| client.table["rematch"]["game"].is_string());
    let next = ann.table["rematch"]["game"].clone();
    server.stop();
    let server = Server::of(&games, Default::default());
    let again = server.enter(&made, text(&made["seat"]));
    assert_eq!(again.table["rematch"]["game"], next);
    let there = server.enter(&json!({"game": next}), text(&made["seat"]));
    assert_eq!(there.welcome["you"]["chair"], 0);
}

#[test]
fn taking_back_is_free_where_nothing_was_seen_and_never_where_it_was() {
    let server = Server::new();
    let made = server.create(
        "1961",
        json!([{"who": "me", "name": "Ann"}, {"who": "open"}]),
    );
    let ben = server.join(&made, "Ben");
    let mut ben = server.enter(&made, &ben);
    let mut ann = server.enter(&made, text(&made["seat"]));
    for client in [&mut ann, &mut ben] {
        client.until(|client| client.state != Value::Null);
        // Where the other has nothing to choose, the first turn begins meanwhile.
        while client.decision().is_some() && client.state["view"]["phase"] == "set-up" {
            client.answer(|_| 0);
            client.quiet(Duration::from_millis(50));
        }
    }
    ann.until(|client| client.decision().is_some());
    assert_eq!(ann.ask(json!({"type": "back"}))["code"], "not-now");
    let take = |client: &mut Client, wanted: &str| {
        let options = client.state["decision"]["options"]
            .as_array()
            .expect("a list")
            .clone();
        let at = options
            .iter()
            .position(|option| text(&option["label"]).starts_with(wanted))
            .expect("it is offered");
        assert_eq!(client.answer(|_| at)["type"], "accepted");
        client.quiet(Duration::from_millis(100));
    };
    let before = ann.state["view"].clone();
    take(&mut ann, "stack ");
    ann.until(|client| client.state["view"] != before);
    assert_eq!(ann.state["back"]["state"], "free", "{}", ann.state["back"]);
    assert_eq!(ann.ask(json!({"type": "back"}))["type"], "accepted");
    ann.until(|client| client.state["view"] == before);
    // What all have seen is taken back when the others agree.
    take(&mut ann, "build ");
    ann.until(|client| client.state["view"] != before);
    assert_eq!(ann.state["back"]["state"], "ask", "{}", ann.state["back"]);
    assert!(
        !ann.state["back"]["would"]
            .as_array()
            .expect("a list")
            .is_empty()
    );
    ann.ask(json!({"type": "back"}));
    ben.until(|client| !client.table["vote"].is_null());
    let vote = ben.table["vote"].clone();
    assert_eq!(
        (text(&vote["what"]), vote["needs"].clone()),
        ("back", json!([1]))
    );
    ben.ask(json!({"type": "vote", "id": vote["id"], "yes": false}));
    ann.until(|client| client.table["vote"].is_null());
    ben.until(|client| client.table["vote"].is_null());
    assert_ne!(ann.state["view"], before);
    ann.ask(json!({"type": "back"}));
    ben.until(|client| !client.table["vote"].is_null());
    ben.ask(json!({"type": "vote", "id": ben.table["vote"]["id"].clone(), "yes": true}));
    ann.until(|client| client.state["view"] == before);
    // Whoever draws a card has seen it.
    take(&mut ann, "stack ");
    ann.until(|client| client.state["view"] != before);
    take(&mut ann, "pass");
    ann.until(|client| client.state["view"]["turn"] == "p2");
    assert_eq!(ann.state["back"]["state"], "never", "{}", ann.state["back"]);
    assert_eq!(ann.ask(json!({"type": "back"}))["code"], "not-now");
}

#[test]
fn alone_everything_is_taken_back() {
    let server = Server::new();
    // A bot that chooses at random may win at once: then another game is made.
    assert!(
        (0..8).any(|_| is_taken_back_alone(&server)),
        "every game was over at once"
    );
}

/// Passes, and takes back what the bot has done, too; nothing where the game is over before.
fn is_taken_back_alone(server: &Server) -> bool {
    let made = server.create(
        "1961",
        json!([{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "random"}]),
    );
    let mut ann = server.enter(&made, text(&made["seat"]));
    let pass = |client: &Client| -> Option<usize> {
        let options = client.decision()?["options"].as_array()?;
        options
            .iter()
            .position(|option| text(&option["label"]).starts_with("pass"))
    };
    for _ in 0..20 {
        ann.until(|client| client.is_over() || client.decision().is_some());
        if ann.is_over() || pass(&ann).is_some() {
            break;
        }
        ann.answer(|_| 0);
        ann.quiet(Duration::from_millis(100));
    }
    if ann.is_over() {
        return false;
    }
    let before = ann.state["view"].clone();
    let option = pass(&ann).expect("it is offered");
    ann.answer(|_| option);
    ann.until(|client| {
        client.is_over() || client.state["view"] != before && client.decision().is_some()
    });
    if ann.is_over() {
        return false;
    }
    // A card was drawn, and the bot has played.
    assert_eq!(ann.state["back"]["state"], "free", "{}", ann.state["back"]);
    assert_eq!(ann.ask(json!({"type": "back"}))["type"], "accepted");
    ann.until(|client| client.state["view"] == before);
    true
}

#[test]
fn who_leaves_comes_back_a_bot_plays_meanwhile_and_conceding_ends_a_game_of_two() {
    let server = Server::waiting(Duration::from_secs(30));
    let made = server.create(
        "1961",
        json!([{"who": "me", "name": "Ann"}, {"who": "open"}, {"who": "open"}]),
    );
    let [ben, cleo] = ["Ben", "Cleo"].map(|name| server.join(&made, name));
    let mut ann = server.enter(&made, text(&made["seat"]));
    let ben_there = server.enter(&made, &ben);
    let mut cleo = server.enter(&made, &cleo);
    ann.until(|client| client.state != Value::Null);
    assert_eq!(
        ann.ask(json!({"type": "want-bot", "chair": 1}))["code"],
        "not-now",
        "Ben is there"
    );
    drop(ben_there);
    ann.until(|client| client.table["chairs"][1]["connected"] == json!(false));
    assert_eq!(
        ann.ask(json!({"type": "want-bot", "chair": 1}))["code"],
        "not-now",
        "Ben may be back at once"
    );
    ann.until(|client| client.table["chairs"][1]["replaceable"] == json!(true));
    assert_eq!(
        ann.ask(json!({"type": "want-bot", "chair": 1}))["type"],
        "accepted"
    );
    cleo.until(|client| !client.table["vote"].is_null());
    cleo.ask(json!({"type": "vote", "id": cleo.table["vote"]["id"].clone(), "yes": true}));
    ann.until(|client| client.table["chairs"][1]["who"] == "bot");
    assert_eq!(ann.table["chairs"][1]["name"], "Ben");
    let mut ben = server.enter(&made, &ben);
    // As a page says that somebody opens.
    ben.ask(json!({"type": "here"}));
    ann.until(|client| client.table["chairs"][1]["who"] == "person");
    assert_eq!(ben.ask(json!({"type": "concede"}))["type"], "accepted");
    ann.until(|client| client.table["chairs"][1]["conceded"] == json!(true));
    assert!(!ann.is_over());
    assert_eq!(cleo.ask(json!({"type": "concede"}))["type"], "accepted");
    ann.until(Client::is_over);
    assert_eq!(ann.state["outcome"]["winner"], "p1");
    // They play once more, and each gets a seat of the next game.
    for client in [&mut ann, &mut ben, &mut cleo] {
        assert_eq!(client.ask(json!({"type": "rematch"}))["type"], "accepted");
    }
    for client in [&mut ann, &mut ben, &mut cleo] {
        client.until(|client| client.table["rematch"]["game"].is_string());
        let next = json!({"game": client.table["rematch"]["game"].clone()});
        // The code of the old seat opens the new one, too.
        let next = server.enter(&next, &client.token);
        assert_eq!(next.welcome["you"]["chair"], client.welcome["you"]["chair"]);
    }
    // Who comes to the old game later still finds the way to the next one.
    let late = server.enter(&made, text(&made["watch"]));
    assert_eq!(late.table["rematch"]["game"], ann.table["rematch"]["game"]);
    let next = json!({"game": late.table["rematch"]["game"].clone()});
    let onlooker = server.enter(&next, text(&late.table["rematch"]["watch"]));
    assert_eq!(onlooker.welcome["you"], Value::Null);
}

#[test]
fn people_chat_where_they_may_and_a_game_that_is_over_can_be_kept_and_looked_through() {
    let server = Server::new();
    let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "open"}]);
    for (chat, phrase, free) in [
        ("free", "accepted", "accepted"),
        ("phrases", "accepted", "refused"),
        ("off", "refused", "refused"),
    ] {
        let made = server
            .create_with(json!({"recipe": "1961", "chairs": chairs, "chat": chat, "first": "me"}));
        let ben = server.join(&made, "Ben");
        let (mut ann, mut ben) = (
            server.enter(&made, text(&made["seat"])),
            server.enter(&made, &ben),
        );
        assert_eq!(
            ann.ask(json!({"type": "say", "phrase": "hello"}))["type"],
            phrase
        );
        assert_eq!(
            ann.ask(json!({"type": "say", "text": "<b>hi</b>"}))["type"],
            free
        );
        assert_eq!(
            ann.ask(json!({"type": "say", "text": "a\u{202e}b"}))["type"],
            "refused"
        );
        assert_eq!(
            ann.ask(json!({"type": "say", "text": "x".repeat(301)}))["type"],
            "refused"
        );
        ben.quiet(Duration::from_millis(100));
        let texts: Vec<&str> = ben
            .chat
            .iter()
            .map(|line| text(&line["text"]))
            .filter(|text| !text.is_empty())
            .collect();
        let wanted: &[&str] = match chat {
            "free" => &["Hello!", "<b>hi</b>"],
            "phrases" => &["Hello!"],
            _ => &[],
        };
        assert_eq!(texts, wanted);
        if chat == "off" {
            let keep = |token: &str| {
                let (game, host) = (text(&made["game"]), server.address);
                crate::served::request(
                    host,
                    &format!(
                        "GET /api/games/{game}/keep HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
                    ),
                )
            };
            assert_eq!(keep(text(&made["seat"])).0, 409, "it would tell the deck");
            ann.ask(json!({"type": "concede"}));
            assert_eq!(keep(text(&made["watch"])).0, 403);
            let (status, _, kept) = keep(text(&made["seat"]));
            assert_eq!(status, 200);
            assert!(kept.starts_with("save 2\n"), "{kept}");
            let (status, looked) = post(server.address, "/api/replay", &json!({"text": kept}));
            assert_eq!(status, 200, "{looked}");
            assert!(
                !looked["replay"]["moments"]
                    .as_array()
                    .expect("a list")
                    .is_empty()
                    && looked["start"]["cards"].is_array()
            );
            let (status, made) = post(
                server.address,
                "/api/import",
                &json!({"text": kept, "name": "Dora"}),
            );
            assert_eq!(status, 201, "{made}");
            let mut dora = server.enter(&made, text(&made["seat"]));
            dora.until(|client| client.state != Value::Null);
            let replay = ben.ask(json!({"type": "replay"}));
            assert_eq!(replay["type"], "replay", "{replay}");
            assert!(!replay["moments"].as_array().expect("a list").is_empty());
        }
    }
}

#[test]
fn the_page_comes_from_memory_with_strict_headers() {
    let server = Server::new();
    for path in ["/", "/game/abc"] {
        let (status, head, body) = get(server.address, path);
        assert_eq!(status, 200);
        assert!(
            body.starts_with("<!doctype html>") || body.starts_with("<!DOCTYPE html>"),
            "{body}"
        );
        for wanted in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "content-type: text/html; charset=utf-8",
        ] {
            assert!(head.contains(wanted), "{wanted}: {head}");
        }
        assert!(!head.contains("unsafe"), "{head}");
    }
    for path in [
        "/page/nothing.js",
        "/page/../mod.rs",
        "/page/%2e%2e/mod.rs",
        "/etc/passwd",
        "/api/nothing",
    ] {
        let (status, head, _) = get(server.address, path);
        assert_eq!(status, 404, "{path}");
        assert!(head.contains("nosniff"), "{head}");
    }
    let (status, _, about) = get(server.address, "/api/about");
    let about: Value = serde_json::from_str(&about).expect("it is JSON");
    assert_eq!(status, 200);
    let recipes: Vec<&str> = about["recipes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|recipe| text(&recipe["id"]))
        .collect();
    assert_eq!(recipes, RECIPES);
}

#[test]
fn cards_of_ones_own_are_checked_at_their_place_played_and_read_nothing_of_this_machine() {
    let server = Server::new();
    let set = "id = \"mills\"\ntitle = \"Mills\"\nlanguage = 2\n\n[[card]]\nbuilding = \"Windmill\"\naction = \"Gale\"\n\n[[victory]]\nfront = \"Great Mill\"\n\n[building.\"Windmill\"]\ntext = \"\"\"\nOnce a turn, if this is stacked: draw a card.\n\"\"\"\n\n[building.\"Great Mill\"]\ntext = \"\"\"\nWin when this has at least 4 cards.\n\"\"\"\n\n[action.\"Gale\"]\ntext = \"\"\"\nChoose a target building that is stacked. Discard the top of it.\n\"\"\"\n";
    let recipe = "id = \"mill-game\"\ntitle = \"Who fills the Great Mill?\"\nsets = [\"mills\"]\ncopies = 40\nvictory = \"same\"\nhand = 3\nshields = 1\nsecond-of-two-extra = 1\ntallies = []\n";
    let files = json!([{"name": "mills.toml", "text": set}, {"name": "game.toml", "text": recipe}]);
    let (status, checked) = post(server.address, "/api/check", &json!({"files": files}));
    assert_eq!(
        (status, &checked["problems"], &checked["recipes"]),
        (200, &json!([]), &json!(["mill-game"])),
        "{checked}"
    );
    let (status, tried) = post(
        server.address,
        "/api/random",
        &json!({"files": files, "recipe": "mill-game", "players": 2, "games": 5}),
    );
    assert_eq!(status, 200, "{tried}");
    assert!(
        tried["games"].as_u64().is_some_and(|games| games > 0),
        "{tried}"
    );
    let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "random"}]);
    let made = server.create_with(
        json!({"recipe": "mill-game", "chairs": chairs, "files": files, "first": "me"}),
    );
    let mut people = [server.enter(&made, text(&made["seat"]))];
    people[0].until(|client| client.state != Value::Null);
    assert!(play(&mut people, 5) > 0);

    let wrong = set.replace("Discard the top", "Discard the tpo");
    let (_, checked) = post(
        server.address,
        "/api/check",
        &json!({"files": [{"name": "mills.toml", "text": wrong}]}),
    );
    let problem = &checked["problems"][0];
    assert_eq!(
        (text(&problem["file"]), problem["line"].as_u64()),
        ("mills.toml", Some(24)),
        "{checked}"
    );

    for path in [
        "/etc/passwd",
        "../../etc/passwd",
        "cards/core.toml",
        "./Cargo.toml",
    ] {
        let stealing = format!("id = \"x\"\ntitle = \"X\"\nsets = [\"{path}\"]\n");
        let (_, checked) = post(
            server.address,
            "/api/check",
            &json!({"files": [{"name": "x.toml", "text": stealing}]}),
        );
        let told = checked.to_string();
        assert!(
            !told.contains("root:") && !told.contains("edition"),
            "{told}"
        );
        assert!(
            !checked["problems"].as_array().expect("a list").is_empty(),
            "{checked}"
        );
    }
    for name in ["../x.toml", "/x.toml", "x", "x.toml\u{0}", ".toml"] {
        let (status, _) = post(
            server.address,
            "/api/check",
            &json!({"files": [{"name": name, "text": ""}]}),
        );
        assert_eq!(status, 400, "{name}");
    }
}

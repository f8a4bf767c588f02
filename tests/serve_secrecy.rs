//! What lies hidden from a seat changes nothing in what the server tells it, and chance is told to nobody.

use std::time::Duration;

use brink::serve::room::{Heard, Reader, Room};
use brink::serve::store::{Sqlite, Store};
use brink::serve::wire::{FromPage, ToPage};
use brink::serve::{Hall, Wanted};
use serde_json::{Value, json};
use served::{Server, text};

#[path = "support/served/mod.rs"]
mod served;

/// All that a reader is told of a game as it is now.
fn told(room: &Room, reader: Reader) -> Vec<String> {
    let all = [
        Some(room.welcome(reader)),
        Some(room.gathered(reader)),
        room.log(reader, 0),
        room.state(reader),
        Some(room.chat(0)),
    ];
    all.iter().flatten().map(ToPage::text).collect()
}

/// The numbers of a small generator.
fn drawn(words: &mut u64) -> usize {
    *words = words.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*words >> 33) as usize
}

/// Plays a game by all of its seats, and looks through all eyes before each decision. Answers how often a world was another one.
fn play(recipe: &str, players: usize, seed: u64) -> usize {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let store = Sqlite::open(&folder.path().join("games.sqlite")).expect("the file can be made");
    let hall = Hall::new(Box::new(store), 1, Duration::from_secs(90));
    let mut chairs = vec![json!({"who": "open"}); players];
    chairs[0] = json!({"who": "me", "name": "A0"});
    let wanted: Wanted = serde_json::from_value(json!({"recipe": recipe, "chairs": chairs, "first": "random"}))
        .expect("it is asked well");
    let made = hall.create(wanted, None).expect("it is made");
    for number in 1..players {
        hall.join(&made.game, &made.join, &format!("A{number}")).expect("a chair is open");
    }
    let readers: Vec<Reader> = (0..players).map(Reader::Chair).chain([Reader::Onlooker]).collect();
    let mut words = seed;
    let mut others = 0;
    hall.look(&made.game, |room| {
        for step in 0..32 {
            for reader in &readers {
                // The cards of the game are the same all along.
                let begin = |room: &mut Room| room.begin(*reader);
                if step == 0 {
                    let here = begin(room);
                    assert!(Some(here) == room.in_another_world(*reader, 1, begin), "{recipe} {players} {reader:?}");
                }
                let here = told(room, *reader);
                let there = |room: &mut Room| {
                    let everywhere: Vec<String> = readers.iter().flat_map(|reader| told(room, *reader)).collect();
                    (told(room, *reader), everywhere)
                };
                let everywhere: Vec<String> = readers.iter().flat_map(|reader| told(room, *reader)).collect();
                let seed = drawn(&mut words) as u64;
                let (other, all) = room.in_another_world(*reader, seed, there).expect("cards are dealt");
                for (here, other) in here.iter().zip(&other) {
                    let alike = here.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
                    let end = |text: &str| text[alike..].chars().take(200).collect::<String>();
                    assert!(here == other, "{recipe} {players} {step} {reader:?}: {} | {}", end(here), end(other));
                }
                assert_eq!(here.len(), other.len());
                others += usize::from(all != everywhere);
            }
            let asked = readers.iter().filter_map(|reader| {
                let Some(ToPage::State(state)) = room.state(*reader) else { return None };
                let decision = state.decision?;
                Some((*reader, decision.id, decision.options.len()))
            });
            let asked: Vec<(Reader, u64, usize)> = asked.collect();
            let Some((reader, id, count)) = asked.get(drawn(&mut words) % asked.len().max(1)).copied() else { break };
            let option = drawn(&mut words) % count;
            match room.hear(reader, FromPage::Answer { id, option, re: None }) {
                Ok(Heard::Records(records)) => records.into_iter().for_each(|record| room.apply(record)),
                Ok(_) => panic!("an answer is kept"),
                Err(refusal) => panic!("{refusal:?}"),
            }
        }
    })
    .expect("it is loaded");
    others
}

#[test]
fn two_worlds_that_a_seat_cannot_tell_apart_give_the_same_bytes() {
    for (recipe, players) in [("1961", 2), ("1971", 3), ("combined", 2), ("draft", 4)] {
        let others = play(recipe, players, 11 + players as u64);
        assert!(others > 20, "{recipe}: the worlds were other ones: {others}");
    }
}

#[test]
fn no_seed_and_no_secret_of_another_is_ever_sent() {
    let server = Server::new();
    let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "open"}, {"who": "bot", "bot": "greedy"}]);
    let made = server.create_with(json!({"recipe": "combined", "chairs": chairs, "first": "contest"}));
    let ben = server.join(&made, "Ben");
    let mut people = [server.enter(&made, text(&made["seat"])), server.enter(&made, &ben)];
    let mut cleo = server.enter(&made, text(&made["watch"]));
    for _ in 0..40 {
        for person in &mut people {
            person.quiet(Duration::from_millis(15));
            if person.phase() == "contest" {
                let contest = person.table["contest"].clone();
                let symbol = contest["symbols"][0]["name"].clone();
                person.ask(json!({"type": "show", "round": contest["round"], "symbol": symbol}));
            } else if person.decision().is_some() {
                person.answer(|count| count / 2);
            }
        }
    }
    cleo.quiet(Duration::from_millis(200));
    let store = Sqlite::open(&server.games).expect("it is opened");
    let kept = store.load(text(&made["game"])).expect("it is read").expect("it is there");
    let setup: Value = serde_json::from_str(&kept.setup).expect("it is JSON");
    let seed = setup["seed"].as_u64().expect("a number").to_string();
    assert!(seed.len() > 5, "{seed}");
    let secrets = [seed, text(&made["seat"]).to_string(), ben.clone()];
    for client in people.iter().chain([&cleo]) {
        assert!(client.heard.len() > 20, "{}", client.heard.len());
        for message in &client.heard {
            assert!(secrets.iter().all(|secret| !message.contains(secret)), "{message}");
        }
    }
    // Of tokens of seats the file has hashes alone.
    let bytes = std::fs::read(&server.games).expect("it is there");
    let wal = std::fs::read(server.games.with_extension("sqlite-wal")).unwrap_or_default();
    for token in [text(&made["seat"]), &ben] {
        for file in [&bytes, &wal] {
            assert!(!file.windows(token.len()).any(|part| part == token.as_bytes()));
        }
    }
}

#[test]
fn what_is_chosen_in_secret_changes_nothing_for_others_before_all_have_chosen() {
    let server = Server::new();
    // Now and then somebody holds three alike, and has nothing to choose.
    let both_choose = || {
        let made = server.create("combined", json!([{"who": "me", "name": "Ann"}, {"who": "open"}]));
        let ben = server.join(&made, "Ben");
        let mut both = [server.enter(&made, text(&made["seat"])), server.enter(&made, &ben)];
        both.iter_mut().for_each(|client| client.until(|client| client.state != Value::Null));
        both.iter().all(|client| client.decision().is_some()).then_some(both)
    };
    let [mut ann, mut ben] = (0..10).find_map(|_| both_choose()).expect("hands are mixed");
    assert_eq!(ann.state["asked"], json!(["p1", "p2"]));
    let before = (ben.state["decision"].clone(), ben.state["view"].clone(), ben.log.clone());
    assert_eq!(ann.answer(|count| count - 1)["type"], "accepted");
    ann.until(|client| client.decision().is_none());
    ben.quiet(Duration::from_millis(200));
    assert_eq!((ben.state["decision"].clone(), ben.state["view"].clone(), ben.log.clone()), before);
    // That somebody has but one choice, and so is not asked, tells of the hand: nobody sees who is still asked.
    assert_eq!(ben.state["asked"], json!(["p1", "p2"]));
    assert_eq!(ann.state["asked"], json!(["p2"]));
}

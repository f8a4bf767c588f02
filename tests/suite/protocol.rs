//! What is said to programs of the outside world: as the schema has it, nothing that the seat cannot know; and what
//! becomes of those that do not keep to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::support::schema::Schema;
use brink::board::{CardSet, Seat, View};
use brink::bots::BotSpec;
use brink::bots::chance::{Policy, RandomPlayer};
use brink::bots::hosted::{Chair, Ended, Hosted, Program};
use brink::bots::protocol::{
    self, Bounds, Clock, Decide, Fault, FromBot, Sort, Start, ToBot, Wants,
};
use brink::engine::{Game, Script, Words};
use brink::explain::options::decision::Decision;
use brink::rules::{Library, Settings};
use serde_json::{Value, json};

/// What a program does when it is asked.
type Answer = Box<dyn FnMut(&Value) -> Result<Option<FromBot>, Fault>>;

/// A program that lives in the test.
struct Inside {
    /// All that it was told.
    told: Vec<Value>,
    answer: Answer,
    dismissed: Option<Fault>,
}

impl Inside {
    fn new(answer: impl FnMut(&Value) -> Result<Option<FromBot>, Fault> + 'static) -> Inside {
        Inside {
            told: Vec::new(),
            answer: Box::new(answer),
            dismissed: None,
        }
    }

    /// Takes any sort of option, and of that sort any.
    fn random(seed: u64) -> Inside {
        let mut words = Words::new(seed, 9);
        Inside::new(move |asked| {
            let options = asked["options"].as_array().expect("there are options");
            let sorts: BTreeSet<&str> = options
                .iter()
                .filter_map(|option| option["what"].as_str())
                .collect();
            let sort = sorts
                .iter()
                .nth(words.below(sorts.len() as u32) as usize)
                .expect("there is one");
            let of_sort: Vec<&Value> = options
                .iter()
                .filter(|option| option["what"] == **sort)
                .collect();
            let number = &of_sort[words.below(of_sort.len() as u32) as usize]["n"];
            Ok(Some(choose(
                asked,
                number.as_u64().expect("it is a number"),
            )))
        })
    }

    fn last(&self) -> &Value {
        self.told.last().expect("it was told something")
    }
}

fn choose(asked: &Value, option: u64) -> FromBot {
    FromBot::Choose {
        id: asked["id"].as_u64().expect("an id is a number"),
        option,
    }
}

impl Program for Inside {
    fn begin(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn runs(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn wants(&self) -> Wants {
        Wants {
            log: true,
            events: true,
            observation: true,
            single: true,
        }
    }

    fn say(&mut self, message: &ToBot) {
        let line = message.line();
        assert!(
            line.ends_with("}\n") && line.matches('\n').count() == 1,
            "{line}"
        );
        assert!(line.starts_with("{\"type\":\""), "{line}");
        self.told
            .push(serde_json::from_str(&line).expect("messages are JSON"));
    }

    fn hear(&mut self, _limit: Duration) -> Result<Option<FromBot>, Fault> {
        (self.answer)(&self.told[self.told.len() - 1])
    }

    fn dismiss(&mut self, fault: &Fault) -> Vec<String> {
        self.say(&ToBot::Error {
            code: fault.code(),
            message: fault.to_string(),
        });
        self.dismissed = Some(fault.clone());
        Vec::new()
    }
}

fn hosted(script: Arc<Script>, seed: u64, limit: u32) -> Hosted {
    let (move_time, game_time) = (Duration::from_secs(60), Some(Duration::from_secs(600)));
    Hosted {
        script,
        seed,
        number: 1,
        limit,
        move_time,
        game_time,
    }
}

/// Plays a game that nobody stops.
fn play(hosted: &Hosted, chairs: Vec<Chair<'_>>) -> Ended {
    hosted.play(chairs, &|| false).expect("nobody stops it")
}

/// Fan cards with counters, with what is known of the deck, with what holds for a while, with laws.
const OWN: [&str; 4] = [
    "book/07-game.toml",
    "book/15-game.toml",
    "book/18-game.toml",
    "book/27-game.toml",
];

/// What only these show.
const CARRIED: [&str; 3] = ["counters", "known_in_deck", "pending"];

/// A printed game, or that of a file of `tests/cards`.
fn script(recipe: &str) -> Arc<Script> {
    if recipe.ends_with(".toml") {
        crate::support::own::own_script(recipe)
    } else {
        crate::support::scripts::script(recipe)
    }
}

/// Games of all recipes between programs that take anything; each program with what it was told.
fn games() -> Vec<(Ended, Vec<Inside>)> {
    let mut games = Vec::new();
    let printed = [
        ("1961", 2),
        ("1971", 2),
        ("1971", 3),
        ("combined", 4),
        ("draft", 6),
        ("1961", 5),
    ];
    let tables = printed.into_iter().chain(OWN.into_iter().zip(2..));
    for ((recipe, players), seed) in tables.flat_map(|table| (0..3).map(move |seed| (table, seed)))
    {
        let mut programs: Vec<Inside> = (0..players)
            .map(|seat| Inside::random(seed * 6 + seat))
            .collect();
        let chairs = programs
            .iter_mut()
            .map(|program| Chair::Program(program))
            .collect();
        let ended = play(&hosted(script(recipe), seed, 300), chairs);
        assert_eq!(ended.faults, vec![None; players as usize]);
        games.push((ended, programs));
    }
    games
}

#[test]
fn every_message_of_whole_games_is_what_the_schema_says() {
    let schema = Schema::read("protocol");
    let mut seen = BTreeMap::new();
    for (ended, programs) in games() {
        for (seat, program) in programs.iter().enumerate() {
            for message in &program.told {
                schema
                    .check("to-bot", message)
                    .unwrap_or_else(|fault| panic!("{fault}\n{message:#}"));
                *seen.entry(message["type"].to_string()).or_insert(0) += 1;
                for carried in CARRIED
                    .into_iter()
                    .filter(|key| message.to_string().contains(&format!("\"{key}\":[{{")))
                {
                    *seen.entry(carried.to_string()).or_insert(0) += 1;
                }
                for event in message["events"].as_array().into_iter().flatten() {
                    *seen
                        .entry(format!(
                            "event {}",
                            event["event"].as_str().unwrap_or_default()
                        ))
                        .or_insert(0) += 1;
                }
                for option in message["options"].as_array().into_iter().flatten() {
                    *seen.entry(option["what"].to_string()).or_insert(0) += 1;
                }
            }
            assert_eq!(program.told[0]["type"], "start");
            assert_eq!(program.last()["type"], "result");
            assert_eq!(
                program.last()["you_won"],
                ended.winner == Some(Seat(seat as u8))
            );
        }
    }
    // Most of what can happen does; the rest needs cards that only few sets have.
    let sorts = serde_json::to_value(Sort::ALL).expect("they are words");
    let sorts = sorts.as_array().expect("it is a list");
    let met =
        |sort: &&Value| seen.contains_key(&format!("event {}", sort.as_str().unwrap_or_default()));
    let happened = sorts.iter().filter(met).count();
    assert!(
        happened >= 30,
        "{happened} of {} sorts of events",
        sorts.len()
    );
    let expected = [
        "start", "log", "events", "decide", "result", "build", "stack", "action", "use", "pass",
        "shield", "side",
    ];
    for name in expected.iter().chain(&[
        "player", "building", "top", "place", "card", "branch", "decline",
    ]) {
        assert!(
            seen.contains_key(&format!("\"{name}\"")),
            "no {name} in {seen:?}"
        );
    }
    for carried in CARRIED {
        assert!(seen.contains_key(carried), "no {carried} in {seen:?}");
    }
    for message in [
        ToBot::Hello {
            protocol: 3,
            program: "brink".into(),
            version: "1.0.0".into(),
        },
        ToBot::Bye,
    ] {
        let message = serde_json::from_str(&message.line()).expect("messages are JSON");
        assert_eq!(schema.check("to-bot", &message), Ok(()));
    }
}

#[test]
fn the_schemas_are_those_of_the_types() {
    for (name, schema) in [
        ("protocol", protocol::schema()),
        ("analyse", brink::app::schema()),
    ] {
        let path = format!(
            "{}/docs/bots/{name}.schema.json",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = serde_json::to_string_pretty(&schema).expect("it is JSON") + "\n";
        if std::env::var_os("WRITE_SCHEMA").is_some() {
            fs::write(&path, &text).expect("it can be written");
        }
        let written = fs::read_to_string(path).expect("the schema is there");
        assert!(
            written == text,
            "the types of messages have changed: WRITE_SCHEMA=1 cargo test schema writes the new schema"
        );
    }
}

#[test]
fn the_schema_leaves_no_room_for_anything_more() {
    let schema = Schema::read("protocol");
    // One key more, one key less, or another value anywhere in a message is found.
    let (_, programs) = games().swap_remove(0);
    let decide = programs[0]
        .told
        .iter()
        .rfind(|message| message["type"] == "decide")
        .expect("it was asked");
    for message in [&programs[0].told[0], decide, programs[0].last()] {
        let places = places(message, String::new());
        assert!(places.len() > 1 || message["type"] == "result", "{message}");
        for place in places {
            let change = |change: &dyn Fn(&mut Value)| {
                let mut other = message.clone();
                change(
                    other
                        .pointer_mut(&place)
                        .expect("it is a place of the message"),
                );
                assert!(
                    schema.check("to-bot", &other).is_err(),
                    "{place} can be changed: {other:#}"
                );
            };
            change(&|object| object["hidden"] = json!("a card"));
            for key in message
                .pointer(&place)
                .and_then(Value::as_object)
                .expect("it is an object")
                .keys()
            {
                change(&|object| {
                    drop(object.as_object_mut().expect("it is an object").remove(key))
                });
                change(&|object| object[key] = json!({ "hidden": 1.5 }));
            }
        }
    }
}

/// The places of all objects in a value, as JSON pointers.
fn places(value: &Value, at: String) -> Vec<String> {
    let inside: Vec<(String, &Value)> = match value {
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| (format!("{at}/{key}"), value))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, value)| (format!("{at}/{index}"), value))
            .collect(),
        _ => Vec::new(),
    };
    let own = value.is_object().then_some(at);
    own.into_iter()
        .chain(inside.into_iter().flat_map(|(at, value)| places(value, at)))
        .collect()
}

#[test]
fn what_programs_say_is_read_when_and_only_when_the_schema_says_so() {
    let schema = Schema::read("protocol");
    let name = "n".repeat(41);
    for line in [
        json!({ "type": "hello", "name": "me", "version": "1", "wants": [] }),
        json!({ "type": "hello", "name": "me", "version": "1", "wants": ["log", "events", "observation", "single"] }),
        json!({ "type": "hello", "name": "me", "version": "1", "wants": ["all"] }),
        json!({ "type": "hello", "name": "me", "version": "1", "wants": "log" }),
        json!({ "type": "hello", "name": "me", "version": "1" }),
        json!({ "type": "hello", "name": "", "version": "1", "wants": [] }),
        json!({ "type": "hello", "name": name, "version": "1", "wants": [] }),
        json!({ "type": "hello", "name": "me" }),
        json!({ "type": "hello", "name": "me", "version": 1, "wants": [] }),
        json!({ "type": "choose", "id": 1, "option": 0 }),
        json!({ "type": "choose", "id": 1, "option": -1 }),
        json!({ "type": "choose", "id": 1, "option": "0" }),
        json!({ "type": "choose", "id": 1, "option": 0, "why": "it is the first" }),
        json!({ "type": "choose", "option": 0 }),
        json!({ "type": "worlds", "state": null, "seat": "p1", "seed": 1, "into": [0, 1] }),
        json!({ "type": "worlds", "state": 7, "seat": "p6", "seed": u64::MAX, "into": [] }),
        json!({ "type": "worlds", "seat": "p1", "seed": 1, "into": [0] }),
        json!({ "type": "worlds", "state": null, "seat": "p7", "seed": 1, "into": [0] }),
        json!({ "type": "worlds", "state": null, "seat": "p1", "seed": -1, "into": [0] }),
        json!({ "type": "reset", "games": [[0, u64::MAX]] }),
        json!({ "type": "reset", "games": [[0]] }),
        json!({ "type": "clone", "copies": [[0, 1]] }),
        json!({ "type": "apply", "steps": [[0, 1], [1, 1]] }),
        json!({ "type": "apply", "steps": [[0, 1, 2]] }),
        json!({ "type": "apply", "steps": [[0, "pass"]] }),
        json!({ "type": "pick", "steps": [] }),
        json!({ "type": "undo", "steps": [[0, 1]], "all": true }),
        json!({ "type": "outcome", "states": [0] }),
        json!({ "type": "outcome" }),
        json!({ "type": "options", "states": [0.5] }),
        json!({ "type": "view", "views": [[0, "p1"]] }),
        json!({ "type": "observe", "views": [[0, "p0"]] }),
        json!({ "type": "drop", "states": [4_294_967_295u32] }),
        json!({ "type": "drop", "states": [4_294_967_296u64] }),
        json!({ "type": "resign" }),
        json!([]),
    ] {
        let read = FromBot::read(line.to_string().as_bytes()).is_ok();
        assert_eq!(read, schema.check("from-bot", &line).is_ok(), "{line}");
    }
}

#[test]
fn what_a_seat_cannot_know_changes_no_message_to_it() {
    let clock = Clock {
        move_ms: 1000,
        game_ms: None,
    };
    let messages = |game: &Game, seat: Seat| {
        let rules = &game.script().rules;
        let view = View::of(game.board(), &rules.cards, seat);
        let decision = Decision::of(game).expect("somebody is asked");
        let start =
            Start::new(rules, 1, game.board().seats, seat, clock).within(Bounds::hosted(400));
        let decide =
            Decide::new(rules, &view, &decision, 1, 1, clock).observed(rules, &view, &decision);
        [ToBot::Start(start).line(), ToBot::Decide(decide).line()]
    };
    let (mut asked, mut different) = (0, 0);
    for recipe in ["1961", "1971", "combined", "draft"].into_iter().chain(OWN) {
        for players in [2, 4] {
            let mut words = Words::new(3, 3);
            let mut game = Game::deal(script(recipe), players, 7, &mut ());
            let mut player = RandomPlayer::new(Policy::Mixed, 7);
            let mut decisions = 0;
            while let Some((seat, _)) = game.decision().filter(|_| decisions < 150) {
                let other = game.with_hidden_permuted(seat, &CardSet::default(), &mut words);
                assert_eq!(
                    messages(&game, seat),
                    messages(&other, seat),
                    "{seat} is told what it cannot know"
                );
                different += u32::from(game.script().rules.cards != other.script().rules.cards);
                (asked, decisions) = (asked + 1, decisions + 1);
                let choice = player.choose(&game);
                game.take(choice, &mut ())
                    .expect("random players choose among the options");
            }
        }
    }
    assert!(
        asked > 500 && different * 10 > asked * 9,
        "{asked} decisions, {different} worlds that differ"
    );
}

/// A game of 1961 in which the first program does that after some answers that fit; the others are bots.
fn faulty(
    players: u8,
    after: u64,
    fault: impl Fn(&Value) -> Result<Option<FromBot>, Fault> + 'static,
) -> (Ended, Inside) {
    let mut program = Inside::new(move |asked| match asked["id"].as_u64() {
        Some(id) if id <= after => Ok(Some(choose(asked, 0))),
        _ => fault(asked),
    });
    let mut chairs = vec![Chair::Program(&mut program)];
    chairs.extend((1..players).map(|_| Chair::Bot(BotSpec::Cautious)));
    let ended = play(
        &hosted(crate::support::scripts::script("1961"), 2, 400),
        chairs,
    );
    (ended, program)
}

#[test]
fn a_fault_loses_the_game_with_its_code() {
    let faults: [(&str, Answer); 6] = [
        ("move-time", Box::new(|_| Ok(None))),
        (
            "no-option",
            Box::new(|asked| {
                Ok(Some(choose(
                    asked,
                    asked["options"].as_array().unwrap().len() as u64,
                )))
            }),
        ),
        (
            "no-option",
            Box::new(|asked| Ok(Some(choose(asked, u64::MAX)))),
        ),
        (
            "wrong-id",
            Box::new(|_| Ok(Some(FromBot::Choose { id: 1, option: 0 }))),
        ),
        (
            "unexpected",
            Box::new(|_| {
                Ok(Some(FromBot::Hello {
                    name: "me".into(),
                    version: "1".into(),
                    wants: Vec::new(),
                }))
            }),
        ),
        (
            "ended",
            Box::new(|_| Err(Fault::Ended("exit status: 1".into()))),
        ),
    ];
    for (code, answer) in faults {
        let answer = std::cell::RefCell::new(answer);
        let (ended, program) = faulty(2, 3, move |asked| (answer.borrow_mut())(asked));
        assert_eq!(program.dismissed.map(|fault| fault.code()), Some(code));
        assert_eq!(
            program.told.last().map(|last| &last["code"]),
            Some(&json!(code)),
            "the error is the last message"
        );
        assert_eq!(
            Schema::read("protocol").check("to-bot", &program.told[program.told.len() - 1]),
            Ok(())
        );
        assert_eq!(ended.winner, Some(Seat(1)), "the other one has won");
        assert_eq!(
            ended.reason.as_deref(),
            Some("no other bot played without a fault")
        );
        assert_eq!(ended.thoughts[0].answers, 4);
    }
}

#[test]
fn the_others_play_on_when_one_of_several_is_gone() {
    let (ended, _) = faulty(4, 3, |_| Err(Fault::Closed));
    assert_eq!(ended.faults, [Some(Fault::Closed), None, None, None]);
    assert!(ended.turns > 8, "{ended:?}");
    assert!(
        ended.winner.is_some_and(|winner| winner != Seat(0)),
        "{ended:?}"
    );
}

/// A game whose first building has an ability that may be used for ever.
fn bells() -> Arc<Script> {
    let set = "id = 'bells'\ntitle = 'Bells'\nlanguage = 2\n\n[[card]]\nbuilding = 'Inn'\naction = 'Song'\n\n[[victory]]\n\
               front = 'Chapel'\n\n[building.'Inn']\ntext = ''\n\n[action.'Song']\ntext = 'Draw a card.'\n\n\
               [building.'Chapel']\ntext = \"\"\"\nUse: look at the top of this.\nWin when this has at least 9 cards.\n\"\"\"\n";
    let recipe = "id = 'bell-game'\ntitle = 'Ringing'\nsets = ['bells.toml']\ncopies = 30\nvictory = 'same'\nhand = 3\n\
                  shields = 1\ntallies = []\n";
    let folder = tempfile::tempdir().expect("there is room for files");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("bells.toml"), set).expect("there is room for files");
    fs::write(path("bell-game.toml"), recipe).expect("there is room for files");
    let library =
        Library::load(&[path("bell-game.toml")]).unwrap_or_else(|report| panic!("{report:?}"));
    let rules = library
        .compile("bell-game", &Settings::default())
        .unwrap_or_else(|report| panic!("{report:?}"));
    Arc::new(Script::new(rules))
}

#[test]
fn a_program_is_told_what_happens_when_nothing_is_left_to_draw() {
    let start = |script: Arc<Script>| {
        let clock = Clock {
            move_ms: 1,
            game_ms: None,
        };
        let start = Start::new(&script.rules, 1, 2, Seat(0), clock).within(Bounds::hosted(400));
        let message = serde_json::to_value(ToBot::Start(start)).expect("it is JSON");
        assert_eq!(Schema::read("protocol").check("to-bot", &message), Ok(()));
        message["crisis"].clone()
    };
    let crisis = start(crate::support::scripts::script("1961"));
    let text = crisis.as_str().expect("there is a crisis");
    assert!(
        text.starts_with("When nothing is left to draw:") && text.contains("missile at it"),
        "{text}"
    );
    assert_eq!(crisis, start(crate::support::scripts::script("combined")));
}

#[test]
fn a_turn_without_end_is_a_fault() {
    let mut program = Inside::new(|asked| {
        let options = asked["options"].as_array().expect("there are options");
        let number = options
            .iter()
            .position(|option| option["what"] == "use")
            .unwrap_or(0);
        Ok(Some(choose(asked, number as u64)))
    });
    let ended = play(
        &hosted(bells(), 1, 50),
        vec![Chair::Program(&mut program), Chair::Bot(BotSpec::Cautious)],
    );
    assert_eq!(program.dismissed, Some(Fault::Stalled(1000)));
    assert_eq!(ended.winner, Some(Seat(1)));
}

#[test]
fn the_time_for_a_game_is_used_up() {
    let mut program = Inside::new(|asked| {
        let left = asked["clock"]["game_ms"]
            .as_u64()
            .expect("there is a limit");
        assert_eq!(asked["clock"]["move_ms"].as_u64(), Some(left));
        if left < 30 {
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
        Ok(Some(choose(asked, 0)))
    });
    let mut game = hosted(crate::support::scripts::script("1961"), 2, 400);
    // However busy the machine is, it is the time for the game that ends first.
    (game.move_time, game.game_time) = (Duration::from_secs(600), Some(Duration::from_millis(200)));
    let ended = play(
        &game,
        vec![Chair::Bot(BotSpec::Cautious), Chair::Program(&mut program)],
    );
    assert_eq!(program.dismissed, Some(Fault::GameTime(200)));
    assert_eq!(ended.winner, Some(Seat(0)));
}

#[test]
fn a_game_that_is_stopped_is_nobodys_fault() {
    // Ctrl-C ends the program as well.
    let stop = Arc::new(AtomicBool::new(false));
    let interrupt = stop.clone();
    let mut program = Inside::new(move |asked| {
        if asked["id"] == 3 {
            interrupt.store(true, Ordering::Relaxed);
            return Err(Fault::Ended("signal: 2 (SIGINT)".to_string()));
        }
        Ok(Some(choose(asked, 0)))
    });
    let chairs = vec![Chair::Program(&mut program), Chair::Bot(BotSpec::Cautious)];
    assert_eq!(
        hosted(crate::support::scripts::script("1961"), 2, 400)
            .play(chairs, &|| stop.load(Ordering::Relaxed)),
        None
    );
    assert!(program.dismissed.is_some());
}

#[test]
fn the_first_messages_of_a_game_read_like_this() {
    let mut program = Inside::random(1);
    let chairs = vec![Chair::Program(&mut program), Chair::Bot(BotSpec::Cautious)];
    play(
        &hosted(crate::support::scripts::script("1961"), 1, 1),
        chairs,
    );
    let without_clock = |message: &Value| {
        let mut message = message.clone();
        // It runs.
        if message["type"] == "decide" {
            message["clock"]["game_ms"] = json!("...");
        }
        format!("{message:#}\n")
    };
    let text: String = program.told[1..5].iter().map(without_clock).collect();
    insta::assert_snapshot!(text);
}

/// What a number of an option stands for, as `start` tells it: its sort, and its parts from 0.
fn meant(start: &Value, action: u64) -> (String, Vec<(String, u64)>) {
    let blocks = start["actions"].as_array().expect("there are blocks");
    let number = |value: &Value| value.as_u64().expect("it is a number");
    let holds = |block: &&Value| {
        (0..number(&block["size"])).contains(&action.wrapping_sub(number(&block["first"])))
    };
    let block = blocks.iter().find(holds).expect("it is in a block");
    let mut left = action - number(&block["first"]);
    let mut parts = Vec::new();
    for part in block["parts"]
        .as_array()
        .expect("there are parts")
        .iter()
        .rev()
    {
        let below = number(&part["below"]);
        parts.push((
            part["part"].as_str().expect("it is a word").to_string(),
            left % below,
        ));
        left /= below;
    }
    parts.reverse();
    (
        block["what"].as_str().expect("it is a word").to_string(),
        parts,
    )
}

#[test]
fn the_number_of_an_option_says_what_it_is_about() {
    let (mut told, mut others) = (BTreeMap::new(), 0);
    for (_, programs) in games() {
        for program in programs {
            let start = &program.told[0];
            let size = start["action_size"].as_u64().expect("it is a number");
            let players = start["players"].as_u64().expect("it is a number");
            for asked in program
                .told
                .iter()
                .filter(|message| message["type"] == "decide")
            {
                let row = asked["observation"].as_str().expect("it wants it");
                assert_eq!(
                    Some(row.len() as u64),
                    start["observation_size"].as_u64().map(|size| 2 * size)
                );
                let seat_of = |value: &Value| {
                    value
                        .as_str()
                        .and_then(|seat| seat[1..].parse::<u64>().ok())
                };
                let me = seat_of(&asked["seat"]).expect("somebody is asked");
                let mut used = BTreeSet::new();
                for option in asked["options"].as_array().into_iter().flatten() {
                    let Some(action) = option["action"].as_u64() else {
                        continue;
                    };
                    assert!(
                        action < size && used.insert(action),
                        "{action} of {size}: {asked:#}"
                    );
                    let (what, parts) = meant(start, action);
                    *told.entry(what.clone()).or_insert(0) += 1;
                    match what.as_str() {
                        "other" => {
                            others += 1;
                            continue;
                        }
                        "number" | "name" => assert_eq!(option["what"], "branch"),
                        what => assert_eq!(option["what"], what, "{option}"),
                    }
                    for (part, value) in parts {
                        match part.as_str() {
                            "card" => assert_eq!(
                                start["cards"][value as usize]["card"], option["card"],
                                "{option}"
                            ),
                            "seat" => {
                                assert_eq!(
                                    seat_of(&option["seat"]),
                                    Some((me - 1 + value) % players + 1),
                                    "{option}"
                                )
                            }
                            "place" | "ability" => assert_eq!(option[&part], value + 1, "{option}"),
                            "number" if what == "number" => {
                                assert_eq!(option["label"], value.to_string())
                            }
                            "number" => assert_eq!(option["number"], value + 1, "{option}"),
                            _ => {}
                        }
                    }
                }
            }
        }
    }
    for what in [
        "pass", "decline", "side", "shield", "action", "build", "stack", "use", "player",
        "building", "top", "card",
    ] {
        assert!(told.contains_key(what), "no {what} in {told:?}");
    }
    let all: u64 = told.values().sum();
    assert!(
        others * 100 < all,
        "{others} of {all} options have no number of their own"
    );
}

/// What a program does that asks before it answers.
fn asking(line: Value) -> FromBot {
    FromBot::read(line.to_string().as_bytes()).expect("it is a message")
}

#[test]
fn what_is_asked_while_a_program_decides_changes_nothing_of_the_game() {
    let run = |asks: bool| {
        let (mut asked, mut option) = (0, 0);
        let mut program = Inside::new(move |told| {
            // Each decision is thought about in three steps: worlds are drawn, played on, and then something is chosen.
            let into: Vec<u64> = (0..5).collect();
            match told["type"].as_str() {
                Some("decide") => {
                    asked = told["id"].as_u64().expect("it is a number");
                    option = asked * 7 % told["options"].as_array().map_or(1, Vec::len) as u64;
                }
                Some("states")
                    if told["states"]
                        .as_array()
                        .is_some_and(|states| states.len() == 5) =>
                {
                    let going = told["states"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter(|state| state["over"].is_null());
                    let mut steps: Vec<Value> =
                        going.map(|state| json!([state["state"], 0])).collect();
                    steps.truncate(4);
                    return Ok(Some(asking(json!({ "type": "pick", "steps": steps }))));
                }
                _ => return Ok(Some(FromBot::Choose { id: asked, option })),
            }
            let seat = told["seat"].clone();
            let worlds = json!({ "type": "worlds", "state": null, "seat": seat, "seed": asked, "into": into });
            Ok(Some(if asks {
                asking(worlds)
            } else {
                FromBot::Choose { id: asked, option }
            }))
        });
        let chairs = vec![Chair::Program(&mut program), Chair::Bot(BotSpec::Cautious)];
        let ended = play(
            &hosted(crate::support::scripts::script("combined"), 4, 200),
            chairs,
        );
        assert_eq!(ended.faults, [None, None]);
        let schema = Schema::read("protocol");
        let mut told = program.told;
        told.iter().for_each(|message| {
            schema
                .check("to-bot", message)
                .unwrap_or_else(|fault| panic!("{fault}"))
        });
        let all = told.len();
        told.retain(|message| message["type"] != "states");
        for message in told
            .iter_mut()
            .filter(|message| message["type"] == "decide")
        {
            // It runs.
            message["clock"] = Value::Null;
        }
        (told, all, ended.reason, ended.turns)
    };
    let (plain, thoughtful) = (run(false), run(true));
    assert_eq!(
        (&plain.0, &plain.2, plain.3),
        (&thoughtful.0, &thoughtful.2, thoughtful.3)
    );
    assert!(
        thoughtful.1 > plain.1 + 30,
        "{} and {}",
        thoughtful.1,
        plain.1
    );
}

#[test]
fn who_only_asks_runs_out_of_time() {
    let mut program =
        Inside::new(|_| Ok(Some(asking(json!({ "type": "outcome", "states": [0] })))));
    let chairs = vec![Chair::Program(&mut program), Chair::Bot(BotSpec::Cautious)];
    let hosted = Hosted {
        move_time: Duration::from_millis(50),
        ..hosted(crate::support::scripts::script("1961"), 1, 40)
    };
    let ended = play(&hosted, chairs);
    assert_eq!(ended.faults[0].as_ref().map(Fault::code), Some("move-time"));
    assert!(
        program.told.iter().any(|told| told["code"] == "no-state"),
        "it was answered until then"
    );
}

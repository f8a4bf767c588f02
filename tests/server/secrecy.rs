//! What lies hidden from a seat changes nothing in what the server tells it, and chance is told to nobody.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::served::{Server, text};
use brink::board::{CardSet, Chooser, Seat};
use brink::bots::BotSpec;
use brink::engine::{Game, Script, Words};
use brink::explain::options::decision::Taken;
use brink::record::positions::print::print_open;
use brink::record::traces::timeline::Eyes;
use brink::rules::{Library, Settings};
use brink::serve::room::{Reader, Reply, Room};
use brink::serve::store::{Sqlite, Store};
use brink::serve::wire::{FromPage, PageRequest, ToPage};
use brink::serve::{Entry, GameRequest, Hall, Out};
use brink::session::opening::{Given, Opening, Seating};
use brink::session::save::{NotGiven, Saved};
use brink::session::screen::Memory;
use brink::session::sitting::Sitting;
use serde_json::{Value, json};
use tokio::sync::mpsc;

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
    *words = words
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*words >> 33) as usize
}

/// Plays a game by all of its seats, and looks through all eyes before each decision. Answers how often a world was another one.
fn play(recipe: &str, players: usize, seed: u64) -> usize {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let store = Sqlite::open(&folder.path().join("games.sqlite")).expect("the file can be made");
    let hall = Hall::new(Box::new(store), 1, Duration::from_secs(90));
    let mut chairs = vec![json!({"who": "open"}); players];
    chairs[0] = json!({"who": "me", "name": "A0"});
    let wanted: GameRequest =
        serde_json::from_value(json!({"recipe": recipe, "chairs": chairs, "first": "random"}))
            .expect("it is asked well");
    let made = hall.create(wanted, None).expect("it is made");
    for number in 1..players {
        hall.join(&made.game, &made.join, &format!("A{number}"))
            .expect("a chair is open");
    }
    let readers: Vec<Reader> = (0..players)
        .map(Reader::Chair)
        .chain([Reader::Onlooker])
        .collect();
    let mut words = seed;
    let mut others = 0;
    hall.look(&made.game, |room| {
        for step in 0..32 {
            for reader in &readers {
                // The cards of the game are the same all along.
                let begin = |room: &mut Room| room.begin(*reader);
                if step == 0 {
                    let here = begin(room);
                    assert!(
                        Some(here) == room.in_another_world(*reader, 1, begin),
                        "{recipe} {players} {reader:?}"
                    );
                }
                let here = told(room, *reader);
                let there = |room: &mut Room| {
                    let everywhere: Vec<String> = readers
                        .iter()
                        .flat_map(|reader| told(room, *reader))
                        .collect();
                    (told(room, *reader), everywhere)
                };
                let everywhere: Vec<String> = readers
                    .iter()
                    .flat_map(|reader| told(room, *reader))
                    .collect();
                let seed = drawn(&mut words) as u64;
                let (other, all) = room
                    .in_another_world(*reader, seed, there)
                    .expect("cards are dealt");
                for (here, other) in here.iter().zip(&other) {
                    let alike = here
                        .bytes()
                        .zip(other.bytes())
                        .take_while(|(one, other)| one == other)
                        .count();
                    let end = |text: &str| text[alike..].chars().take(200).collect::<String>();
                    assert!(
                        here == other,
                        "{recipe} {players} {step} {reader:?}: {} | {}",
                        end(here),
                        end(other)
                    );
                }
                assert_eq!(here.len(), other.len());
                others += usize::from(all != everywhere);
            }
            let asked = readers.iter().filter_map(|reader| {
                let Some(ToPage::State(state)) = room.state(*reader) else {
                    return None;
                };
                let decision = state.decision?;
                Some((*reader, decision.id, decision.options.len()))
            });
            let asked: Vec<(Reader, u64, usize)> = asked.collect();
            let Some((reader, id, count)) =
                asked.get(drawn(&mut words) % asked.len().max(1)).copied()
            else {
                break;
            };
            let option = drawn(&mut words) % count;
            match room.hear(
                reader,
                FromPage {
                    re: None,
                    asked: PageRequest::Answer { id, option },
                },
            ) {
                Ok(Reply::Records(records)) => {
                    records.into_iter().for_each(|record| room.apply(record))
                }
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
        // Each game has a seed of its own, and may be over soon.
        let others: usize = (0..3)
            .map(|game| play(recipe, players, 11 + game + players as u64))
            .sum();
        assert!(
            others > 20,
            "{recipe}: the worlds were other ones: {others}"
        );
    }
}

#[test]
fn no_seed_and_no_secret_of_another_is_ever_sent() {
    let server = Server::new();
    let chairs =
        json!([{"who": "me", "name": "Ann"}, {"who": "open"}, {"who": "bot", "bot": "greedy"}]);
    let made =
        server.create_with(json!({"recipe": "combined", "chairs": chairs, "first": "contest"}));
    let ben = server.join(&made, "Ben");
    let mut people = [
        server.enter(&made, text(&made["seat"])),
        server.enter(&made, &ben),
    ];
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
    let kept = store
        .load(text(&made["game"]))
        .expect("it is read")
        .expect("it is there");
    let setup: Value = serde_json::from_str(&kept.setup).expect("it is JSON");
    let seed = setup["seed"].as_u64().expect("a number").to_string();
    assert!(seed.len() > 5, "{seed}");
    let secrets = [seed, text(&made["seat"]).to_string(), ben.clone()];
    for client in people.iter().chain([&cleo]) {
        assert!(client.heard.len() > 20, "{}", client.heard.len());
        for message in &client.heard {
            assert!(
                secrets.iter().all(|secret| !message.contains(secret)),
                "{message}"
            );
        }
    }
    // Of tokens of seats the file has hashes alone.
    let bytes = std::fs::read(&server.games).expect("it is there");
    let wal = std::fs::read(server.games.with_extension("sqlite-wal")).unwrap_or_default();
    for token in [text(&made["seat"]), &ben] {
        for file in [&bytes, &wal] {
            assert!(
                !file
                    .windows(token.len())
                    .any(|part| part == token.as_bytes())
            );
        }
    }
}

#[test]
fn what_is_chosen_in_secret_changes_nothing_for_others_before_all_have_chosen() {
    let server = Server::new();
    // Now and then somebody holds three alike, and is asked all the same.
    let made = server.create(
        "combined",
        json!([{"who": "me", "name": "Ann"}, {"who": "open"}]),
    );
    let ben = server.join(&made, "Ben");
    let [mut ann, mut ben] = [
        server.enter(&made, text(&made["seat"])),
        server.enter(&made, &ben),
    ];
    [&mut ann, &mut ben]
        .into_iter()
        .for_each(|client| client.until(|client| client.decision().is_some()));
    assert_eq!(ann.state["asked"], json!(["p1", "p2"]));
    let before = (
        ben.state["decision"].clone(),
        ben.state["view"].clone(),
        ben.log.clone(),
    );
    assert_eq!(ann.answer(|count| count - 1)["type"], "accepted");
    ann.until(|client| client.decision().is_none());
    ben.quiet(Duration::from_millis(200));
    assert_eq!(
        (
            ben.state["decision"].clone(),
            ben.state["view"].clone(),
            ben.log.clone()
        ),
        before
    );
    // Nobody sees who is still asked.
    assert_eq!(ben.state["asked"], json!(["p1", "p2"]));
    assert_eq!(ann.state["asked"], json!(["p2"]));
}

/// A table with people at all of its chairs and one who looks on, and what each has been told since it was taken last.
struct Company {
    hall: Arc<Hall>,
    /// The people, then whoever looks on.
    there: Vec<(Entry, mpsc::Receiver<Out>)>,
    asked: Vec<Value>,
}

impl Company {
    fn new(hall: &Arc<Hall>, wanted: &Value, players: usize) -> Company {
        let made = hall
            .create(
                serde_json::from_value(wanted.clone()).expect("it is asked well"),
                None,
            )
            .expect("it is made");
        let mut tokens = vec![made.seat.as_ref().expect("a chair is theirs").to_string()];
        for number in 1..players {
            let (token, _) = hall
                .join(&made.game, &made.join, &format!("A{number}"))
                .expect("a chair is open");
            tokens.push(token.to_string());
        }
        tokens.push(made.watch.clone());
        let enter = |token: &String| {
            let (out, told) = mpsc::channel(4096);
            (
                hall.enter(&made.game, token, IpAddr::from([127, 0, 0, 1]), out)
                    .expect("they are let in"),
                told,
            )
        };
        Company {
            hall: hall.clone(),
            there: tokens.iter().map(enter).collect(),
            asked: vec![Value::Null; players],
        }
    }

    /// The messages that each has had since, one by one, without what is no part of the game.
    fn told(&mut self) -> Vec<Vec<Value>> {
        let mut all = Vec::new();
        for (number, (_, waiting)) in self.there.iter_mut().enumerate() {
            let mut told = Vec::new();
            while let Ok(Out::Text(text)) = waiting.try_recv() {
                let message: Value = serde_json::from_str(&text).expect("it is JSON");
                if message["type"] == "state" && number < self.asked.len() {
                    self.asked[number] = message["decision"].clone();
                }
                if ["log", "beats", "state", "table"].contains(&text_of(&message["type"])) {
                    told.push(message);
                }
            }
            all.push(told);
        }
        all
    }

    /// What that chair may choose; nothing where it is not asked.
    fn labels(&self, chair: usize) -> Option<Vec<String>> {
        let options = self.asked[chair]["options"].as_array()?;
        Some(
            options
                .iter()
                .map(|option| text_of(&option["label"]).to_string())
                .collect(),
        )
    }

    fn answer(&mut self, chair: usize, label: &str) {
        let option = self
            .labels(chair)
            .and_then(|labels| labels.iter().position(|other| other == label));
        let id = self.asked[chair]["id"].as_u64().expect("it is asked");
        let option = option.expect("it is offered");
        let answer = FromPage {
            re: None,
            asked: PageRequest::Answer { id, option },
        };
        self.hall.heard(&self.there[chair].0, answer);
    }
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// All sentences of these messages.
fn sentences(messages: &[Value]) -> Vec<&str> {
    let logs = messages
        .iter()
        .filter_map(|message| message["lines"].as_array());
    logs.flatten().map(|line| text_of(&line["text"])).collect()
}

/// Two games that a seat cannot tell apart.
struct Pair {
    both: [Company; 2],
    seat: usize,
    at: String,
}

impl Pair {
    fn new(
        hall: &Arc<Hall>,
        (recipe, files): (&str, &Value),
        positions: [String; 2],
        players: usize,
        seat: usize,
    ) -> Pair {
        let mut chairs = vec![json!({"who": "open"}); players];
        chairs[0] = json!({"who": "me", "name": "A0"});
        let at = format!("{recipe}, p{}\n{}", seat + 1, positions[0]);
        let both = positions.map(|position| {
            let wanted =
                json!({"recipe": recipe, "chairs": chairs, "first": "me", "files": files, "position": position});
            Company::new(hall, &wanted, players)
        });
        Pair { both, seat, at }
    }

    /// What that seat and those who look on are told is the same, message by message. Answers `false` once a card that is another one
    /// has come to light.
    fn is_told_alike(&mut self) -> bool {
        let [here, there] = self.both.each_mut().map(Company::told);
        for eyes in [self.seat, here.len() - 1] {
            let (here, there) = (&here[eyes], &there[eyes]);
            let (said, other) = (sentences(here), sentences(there));
            if said.iter().zip(&other).any(|(one, other)| one != other) {
                return false;
            }
            let short = |told: &[Value]| -> Vec<String> {
                told.iter()
                    .map(|message| format!("{} {}", message["type"], message["asked"]))
                    .collect()
            };
            assert_eq!((said, short(here)), (other, short(there)), "{}", self.at);
            assert!(here == there, "{}: {here:?}\n{there:?}", self.at);
        }
        true
    }

    /// Who is asked in both, and what both offer.
    fn asked(&self) -> Vec<(usize, [Vec<String>; 2])> {
        let [one, other] = &self.both;
        let chairs = 0..one.asked.len();
        let asked = chairs.filter_map(|chair| match (one.labels(chair), other.labels(chair)) {
            (None, None) => None,
            (one, other) => Some((
                chair,
                [one.expect("both are asked"), other.expect("both are asked")],
            )),
        });
        asked.collect()
    }

    fn answer(&mut self, chair: usize, label: &str) {
        self.both
            .iter_mut()
            .for_each(|company| company.answer(chair, label));
    }
}

/// Two games that go on by the same choices, until a card that is another one comes to light. Answers at how many of these somebody else
/// had one option in the one game, and several in the other.
fn played_alike(
    hall: &Arc<Hall>,
    cards: (&str, &Value),
    script: &Arc<Script>,
    players: u8,
    seed: u64,
) -> usize {
    let mut words = seed;
    let mut chance = Words::new(seed, 1);
    let mut game = Game::deal(script.clone(), players, seed, &mut ());
    let far = 12 + drawn(&mut words) % 30;
    for taken in 0.. {
        if game.decision().is_none() {
            return 0;
        }
        if taken >= far && game.menu().is_some() {
            break;
        }
        game.take_nth(&mut (), |count| chance.below(count));
    }
    let seat = drawn(&mut words) % usize::from(players);
    let other = game.with_hidden_permuted(Seat(seat as u8), &CardSet::default(), &mut chance);
    let positions = [&game, &other].map(|game| print_open(game, true));
    let mut pair = Pair::new(hall, cards, positions, players.into(), seat);
    let mut single = 0;
    for _ in 0..30 {
        if !pair.is_told_alike() {
            break;
        }
        let asked = pair.asked();
        let Some((chair, [labels, others])) = asked.get(drawn(&mut words) % asked.len().max(1))
        else {
            break;
        };
        let few = labels.len().min(others.len()) == 1 && labels.len() != others.len();
        single += usize::from(*chair != seat && few);
        let common: Vec<&String> = labels
            .iter()
            .filter(|label| others.contains(label))
            .collect();
        let Some(label) = common.get(drawn(&mut words) % common.len().max(1)) else {
            break;
        };
        pair.answer(*chair, label);
    }
    single
}

fn hall(folder: &tempfile::TempDir) -> Arc<Hall> {
    let store = Sqlite::open(&folder.path().join("games.sqlite")).expect("the file can be made");
    Hall::new(Box::new(store), 1, Duration::from_secs(90))
}

/// A set in which the number of options hangs on hidden cards in each way in which texts ask.
fn toll_gates() -> (Value, Library) {
    let cards = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cards");
    let file = |name: &str| json!({"name": name, "text": std::fs::read_to_string(cards.join(name)).expect("it is there")});
    let library =
        Library::load(&[cards.join("toll-gates-game.toml")]).expect("the cards are sound");
    (
        json!([file("toll-gates.toml"), file("toll-gates-game.toml")]),
        library,
    )
}

#[test]
fn games_that_a_seat_cannot_tell_apart_send_it_the_same_messages_in_the_same_order() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let hall = hall(&folder);
    let (files, library) = toll_gates();
    let printed = || Library::builtin().expect("the cards are sound");
    for (recipe, files, library, games, least) in [
        ("1961", &Value::Null, printed(), 2, 0),
        ("1971", &Value::Null, printed(), 2, 0),
        ("toll-gates-game", &files, library, 30, 3),
    ] {
        let rules = library
            .compile(recipe, &Settings::default())
            .expect("the recipe is sound");
        let script = Arc::new(Script::new(rules));
        let play = |seed| played_alike(&hall, (recipe, files), &script, 2 + (seed % 3) as u8, seed);
        let single: usize = (0..games).map(play).sum();
        assert!(
            single >= least,
            "{recipe}: so often somebody had a choice in one game alone: {single}"
        );
    }
}

/// Two hands that somebody cannot tell apart, of which the first leaves no choice.
struct Case {
    recipe: &'static str,
    positions: [String; 2],
    leads: Vec<(usize, &'static str)>,
    /// What is taken, the first of it by whoever has no choice.
    takes: Vec<(usize, &'static str)>,
}

fn cases() -> Vec<Case> {
    let printed = |hand: &str| {
        format!(
            "turn p1 start\ndeck: Research, Research, Research\np1 hand: {hand}\np1: Moon Lander[] Secret Facility[]\np2 hand: Research\np2: Moon Lander[]\n"
        )
    };
    let own = |hand: &str| {
        format!(
            "turn p1 main\ndeck: Plea, Plea, Plea, Plea\np1 hand: Tithe, Wager, Plea, Toll\np1: Keep[]\np2 hand: {hand}\np2: Keep[]\np3 hand: Plea, Tithe\np3: Keep[]\n"
        )
    };
    let case = |hands: [&str; 2], leads: [&'static str; 2], takes: &[(usize, &'static str)]| Case {
        recipe: "toll-gates-game",
        positions: hands.map(own),
        leads: leads.map(|label| (0, label)).to_vec(),
        takes: takes.to_vec(),
    };
    vec![
        Case {
            recipe: "1961",
            positions: ["Embargo, Embargo", "Embargo, Missile Launch"].map(printed),
            leads: vec![(0, "use p1.2")],
            takes: vec![(0, "Factory")],
        },
        case(
            ["Plea, Plea", "Plea, Toll"],
            ["action Tithe", "p2"],
            &[(1, "Plea")],
        ),
        case(
            ["Plea, Plea", "Plea, Toll"],
            ["action Wager", "Plea"],
            &[(1, "Plea"), (2, "Tithe")],
        ),
        case(
            ["Plea, Toll", "Plea, Wager"],
            ["action Plea", "p2"],
            &[(1, "decline")],
        ),
        case(
            ["Toll, Tithe", "Toll, Plea"],
            ["action Toll", "p2"],
            &[(1, "yield")],
        ),
    ]
}

#[test]
fn who_has_no_choice_is_asked_and_nobody_else_can_tell() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let hall = hall(&folder);
    let (files, _) = toll_gates();
    for Case {
        recipe,
        positions,
        leads,
        takes,
    } in cases()
    {
        let seat = if recipe == "1961" { 1 } else { 2 };
        let files = if recipe == "1961" {
            &Value::Null
        } else {
            &files
        };
        let mut pair = Pair::new(&hall, (recipe, files), positions, seat + 1, seat);
        assert!(pair.is_told_alike());
        for (chair, label) in leads {
            pair.answer(chair, label);
            assert!(pair.is_told_alike());
        }
        for (chair, label) in &takes {
            let asked = pair.asked();
            let (_, [one, other]) = asked
                .iter()
                .find(|(asked, _)| asked == chair)
                .expect("they are asked");
            if takes[0] == (*chair, *label) {
                assert_eq!((one.len(), other.len()), (1, 2), "{one:?} {other:?}");
                let prompt = text_of(&pair.both[0].asked[*chair]["prompt"]);
                assert_eq!(
                    prompt,
                    "You have only one option, but the others cannot see that. Continue:"
                );
            }
            pair.answer(*chair, label);
            assert!(pair.is_told_alike(), "{label}");
        }
    }
}

/// What that seat sees of a game, moment by moment, and the game as it is kept.
fn moments(
    script: &Arc<Script>,
    position: &str,
    taken: &[(usize, &str)],
    seat: Seat,
) -> (Vec<String>, Saved) {
    let given = Given::read(position, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let players = given.setup.nations.len() as u8;
    let seating = Seating {
        script: script.clone(),
        players,
        seed: 1,
        seat,
        guests: Vec::new(),
        names: Vec::new(),
        bots: BotSpec::Random,
        given: Some(Arc::new(given)),
        opening: Opening::default(),
    };
    let mut sitting = Sitting::begin(seating);
    for (chair, label) in taken {
        let taken = Taken::new(
            Chooser {
                seat: Seat(*chair as u8),
                by: Seat(*chair as u8),
            },
            *label,
        );
        let number = sitting
            .number_of(&taken)
            .unwrap_or_else(|misfit| panic!("{label}: {misfit}"));
        assert!(sitting.decide(number));
    }
    let timeline = sitting.timeline();
    let eyes = Eyes::Seat(seat);
    let moment = |at| {
        format!(
            "{:?} {:?} {:?}",
            timeline.before(at, eyes),
            timeline.lines(at, eyes),
            timeline.view(at, eyes)
        )
    };
    (
        (0..=timeline.last()).map(moment).collect(),
        Saved::of(&sitting, Memory::default()),
    )
}

#[test]
fn a_game_that_is_looked_through_with_the_eyes_of_one_seat_has_the_same_moments() {
    let printed = || Library::builtin().expect("the cards are sound");
    for Case {
        recipe,
        positions,
        leads,
        takes,
    } in cases()
    {
        let (library, seat) = if recipe == "1961" {
            (printed(), Seat(1))
        } else {
            (toll_gates().1, Seat(2))
        };
        let rules = library
            .compile(recipe, &Settings::default())
            .expect("the recipe is sound");
        let script = Arc::new(Script::new(rules));
        let mut taken: Vec<(usize, &str)> = leads;
        taken.push(takes[0]);
        let [here, there] = positions.map(|position| moments(&script, &position, &taken, seat));
        assert_eq!(here.0, there.0);
        // It is kept without what nobody had to choose, and goes on the same.
        assert_eq!(
            (here.1.taken.len(), there.1.taken.len()),
            (taken.len() - 1, taken.len())
        );
        let scripts = here
            .1
            .scripts::<NotGiven>(|_| Ok(script.clone()))
            .expect("the position is sound");
        let again = here
            .1
            .sit(&scripts)
            .unwrap_or_else(|(_, misfit)| panic!("{misfit}"));
        assert_eq!(
            Saved::of(&again, Memory::default()).to_string(),
            here.1.to_string()
        );
    }
}

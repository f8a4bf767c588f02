//! What people are told of a decision: that it is secret, which one of several it is, for whom, between which numbers; and what laws,
//! what is pending, and gifts say.

use std::sync::Arc;

use crate::support::large::Large;
use crate::support::own::own_script;
use crate::support::scripts::builtin;
use brink::board::{Seat, View};
use brink::engine::{Game, Script};
use brink::explain::log::Log;
use brink::explain::options::decision::Decision;
use brink::explain::options::label::labels;
use brink::explain::options::spoken::{meant, spoken};
use brink::record::positions::read::read_position;
use brink::rules::Settings;
use brink::session::screen::Memory;
use brink::session::screen::{Lines, asker, draw, question};

fn game(set: &str, position: &str, log: &mut Log) -> Game {
    let script = own_script(&format!("{set}-game.toml"));
    let setup =
        read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    Game::from_setup(script, &setup, 0, log)
}

fn take(game: &mut Game, log: &mut Log, wanted: &[&str]) {
    for wanted in wanted {
        let found = labels(game).into_iter().find(|(_, label)| label == wanted);
        let (choice, _) =
            found.unwrap_or_else(|| panic!("`{wanted}` is not among {:?}", labels(game)));
        game.take(choice, log).expect("the option is offered");
    }
}

fn asked(game: &Game) -> String {
    question(&Decision::of(game).expect("somebody is asked"))
}

/// The table as that seat sees it, in one line.
fn screen(game: &Game, seat: u8) -> String {
    let rules = &game.script().rules;
    let view = View::of(game.board(), &rules.cards, Seat(seat));
    let drawn = draw(
        rules,
        view,
        &[],
        None,
        Seat(seat),
        Memory::Assisted,
        Lines::new(false).within(400),
    );
    drawn.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_may_is_answered_by_yes_or_no_and_a_price_says_for_what() {
    let script = Large {
        kinds: 2,
        actions: &["You may draw a card.", "Draw a card."],
        buildings: &["Use: pay a card. Draw a card.", ""],
        ..Large::default()
    }
    .script();
    let position = "p1 hand: Act 0, Act 1\np1: Castle[] Hut 0[]\np2: Castle[]\ndeck: Act 0, Act 0";
    let setup = read_position(position, 0, &script.rules).expect("it is well written");
    let mut log = Log::new(Seat(0));
    let begun = Game::from_setup(script, &setup, 0, &mut log);
    let mut may = begun.clone();
    take(&mut may, &mut log, &["action Act 0"]);
    assert_eq!(asked(&may), "Yes or no?");
    let decision = Decision::of(&may).expect("somebody is asked");
    let rules = &may.script().rules;
    let view = View::of(may.board(), &rules.cards, Seat(0));
    let said = spoken(rules, &view, &decision);
    let (yes, no) = (meant("y", &said, true), meant("No", &said, true));
    assert_eq!(no.ok(), decision.declining());
    assert!(yes.is_ok() && yes != meant("n", &said, true));
    let mut price = begun.clone();
    take(&mut price, &mut log, &["use p1.2"]);
    let decision = Decision::of(&price).expect("somebody is asked");
    let face = decision.asks.expect("a text asks");
    assert_eq!(asker(rules, face, &decision), "To pay for Hut 0");
    assert_eq!(asked(&price), "Choose a card:");
}

#[test]
fn a_secret_choice_says_so_and_a_number_says_between_which() {
    let mut log = Log::new(Seat(0));
    let mut game = game(
        "bids",
        "p1 hand: Auction, Levy, Levy\np1: Hoard[]\np2 hand: Levy\np2: Hoard[]",
        &mut log,
    );
    take(&mut game, &mut log, &["action Auction"]);
    assert_eq!(
        asked(&game),
        "Choose a number from 0 to 2, in secret until all have chosen:"
    );
    take(&mut game, &mut log, &["0", "1"]);
    assert!(
        log.lines().contains(&"p2 has chosen 1.".to_string()),
        "{:?}",
        log.lines()
    );
    let mut puppets = self::game(
        "puppets",
        "p1 hand: Conclave\np1: Crown[]\np2: Crown[]",
        &mut log,
    );
    take(&mut puppets, &mut log, &["action Conclave"]);
    assert_eq!(
        asked(&puppets),
        "Choose a player, in secret until all have chosen:"
    );
}

#[test]
fn what_a_thing_is_picked_for_is_asked() {
    let library = builtin();
    let rules = library
        .compile("combined", &Settings::default())
        .expect("the recipe is sound");
    let script = Arc::new(Script::new(rules));
    let text = "p1 hand: Espionage, Counterculture, Civil Reform, Invasion\np1: Shuttle Program[Sabotage] Interstate Highway[Legislate]\np2: Shuttle Program[Legislate]\n";
    let setup = read_position(text, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let said = |moves: &[&str]| {
        let (mut log, mut asked_for) = (Log::new(Seat(0)), Vec::new());
        let mut game = Game::from_setup(script.clone(), &setup, 0, &mut log);
        for wanted in moves {
            take(&mut game, &mut log, &[wanted]);
            asked_for.push(asked(&game));
        }
        asked_for
    };
    assert_eq!(
        said(&["action Espionage", "p2.1", "p1.1"])[1..],
        [
            "Look at the top card of which stack?",
            "Discard the top card of which stack?"
        ]
    );
    assert_eq!(
        said(&["action Counterculture", "p2.1"]),
        [
            "Move the top card of which stack?",
            "Move it onto the stack of which building?"
        ]
    );
    assert_eq!(
        said(&["action Civil Reform"]),
        ["Put it onto which building?"]
    );
    assert_eq!(said(&["action Invasion"]), ["Choose a building:"]);
}

#[test]
fn of_several_branches_it_is_said_which_one_is_chosen() {
    let mut log = Log::new(Seat(0));
    let mut game = game(
        "bids",
        "p1 hand: Levy\np1: Hoard[] Chancellery[]\np2: Hoard[]",
        &mut log,
    );
    take(&mut game, &mut log, &["use p1.2"]);
    assert_eq!(asked(&game), "Choose the first:");
    take(&mut game, &mut log, &["hoard"]);
    let asked = Decision::of(&game).map(|decision| decision.nth);
    assert!(asked == Some(Some(2)) || asked == Some(None), "{asked:?}");
}

#[test]
fn who_decides_for_another_is_told_for_whom_and_the_other_is_told_who_does() {
    let mut log = Log::new(Seat(1));
    let position = "turn p1 main played\ndeck: Conclave, Conclave, Conclave\npending: Regency of p1 (turn p2, foe p2)\np1: Crown[]\n\
                    p2 hand: Uprising\np2: Crown[]";
    let mut game = game("puppets", position, &mut log);
    let said = screen(&game, 1);
    assert!(said.contains("Regency of p1: During the next turn of p2, you see the hand and make all decisions of p2."), "{said}");
    assert!(said.contains("Here \"you\" is p1."), "{said}");
    assert!(
        !screen(&game, 0).contains("Here \"you\""),
        "{}",
        screen(&game, 0)
    );
    take(&mut game, &mut log, &["pass"]);
    assert_eq!(
        asked(&game),
        "It is p2's turn, and you decide for p2. Choose:"
    );
    assert!(
        log.lines()
            .contains(&"p1 makes your decisions from now on.".to_string()),
        "{:?}",
        log.lines()
    );
    assert!(
        screen(&game, 0).contains("p2: 2 cards in hand (you see Uprising, Conclave)"),
        "{}",
        screen(&game, 0)
    );
    take(&mut game, &mut log, &["stack Uprising on p2.1", "pass"]);
    assert!(
        log.lines()
            .contains(&"p1 no longer makes your decisions.".to_string()),
        "{:?}",
        log.lines()
    );
}

#[test]
fn laws_are_listed_with_what_they_say_and_gifts_with_whose_they_were() {
    let mut log = Log::new(Seat(1));
    let position = "laws: Decree, Decree\np1 hand: Levy\np1: Hoard[] Almshouse[]\np2: Hoard[]";
    let mut game = game("bids", position, &mut log);
    let said = screen(&game, 1);
    assert_eq!(
        said.matches("Decree: While this is a law, at the end of each turn,")
            .count(),
        1,
        "{said}"
    );
    take(&mut game, &mut log, &["use p1.2"]);
    assert!(
        log.lines()
            .iter()
            .any(|line| line.ends_with(" from the hand of p1.")),
        "{:?}",
        log.lines()
    );
}

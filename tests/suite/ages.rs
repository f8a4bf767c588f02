//! DIS-5 with cards that disable each other in a ring, which no built-in cards do: the oldest wins.

use crate::support::own::own_script;
use brink::board::{Seat, View};
use brink::engine::Game;
use brink::explain::names::building_label;
use brink::record::positions::print::print_view;
use brink::record::positions::read::read_position;
use brink::rules::ir::DISABLED;

fn game(position: &str) -> Game {
    let script = own_script("rings-game.toml");
    let setup = read_position(position, 0, &script.rules)
        .unwrap_or_else(|faults| panic!("{faults:?}\n{position}"));
    Game::from_setup(script, &setup, 0, &mut ())
}

/// The names of the disabled buildings, by seat, left to right.
fn disabled(game: &Game) -> Vec<&str> {
    with_status(game, DISABLED)
}

fn with_status(game: &Game, status: u8) -> Vec<&str> {
    let rules = &game.script().rules;
    let given = game
        .board()
        .buildings()
        .iter()
        .filter(|card| game.board().card(**card).status >> status & 1 == 1);
    given
        .map(|card| building_label(rules, rules.cards[card.index()], false))
        .collect()
}

/// Reads a position with these ages and answers which buildings are disabled.
fn check(nations: &str, ages: &str, expected: &[&str]) {
    let line = if ages.is_empty() {
        String::new()
    } else {
        format!("ages: {ages}\n")
    };
    let game = game(&format!("{nations}\n{line}"));
    assert_eq!(disabled(&game), expected, "{nations} | {ages}");
}

#[test]
fn of_two_that_disable_each_other_the_older_one_wins() {
    check("p1: Dam[] Quay[]\np2: Sluice[]", "", &["Sluice"]);
    check("p1: Dam[] Quay[]\np2: Sluice[]", "p2.1 p1.1", &["Dam"]);
    check("p1: Sluice[] Dam[]\np2: Quay[]", "p1.2 p1.1", &["Sluice"]);
}

#[test]
fn of_a_ring_of_three_the_oldest_is_active_and_whom_it_disables_disables_nobody() {
    // The Dam disables the Lock, so the Weir stays active; the Dam was settled before it.
    check("p1: Dam[] Lock[] Weir[]\np2: Quay[]", "", &["Lock"]);
    check("p1: Dam[] Lock[] Weir[]\np2: Quay[]", "p1.2", &["Weir"]);
    check("p1: Dam[] Lock[] Weir[]\np2: Quay[]", "p1.3 p1.2", &["Dam"]);
}

#[test]
fn what_a_ring_disables_waits_for_the_ring_however_old_it_is() {
    // The Mill is the oldest, and stands outside of the ring.
    check(
        "p1: Mill[] Dam[]\np2: Sluice[] Quay[]",
        "p1.1 p2.1 p1.2",
        &["Mill", "Dam"],
    );
    check(
        "p1: Mill[] Dam[]\np2: Sluice[] Quay[]",
        "p1.1 p1.2 p2.1",
        &["Sluice", "Quay"],
    );
}

#[test]
fn other_statuses_are_given_by_what_is_active_in_the_end() {
    let quiet = |ages: &str| {
        let game = game(&format!(
            "p1: Dam[]\np2: Quay[] Sluice[] Lock[]\nages: {ages}\n"
        ));
        let status = game
            .script()
            .rules
            .statuses
            .iter()
            .position(|name| name == "quiet")
            .expect("it is declared");
        with_status(&game, status as u8).len()
    };
    assert_eq!((quiet("p2.2"), quiet("p1.1")), (2, 0));
}

#[test]
fn ages_are_printed_where_they_decide_and_read_again() {
    let print = |game: &Game| {
        let rules = &game.script().rules;
        print_view(rules, &View::open(game.board(), &rules.cards), true)
    };
    let ring = "p1: Dam[] Quay[]\np2: Sluice[]\n";
    let older = game(&format!("{ring}ages: p2.1 p1.1\n"));
    assert!(older.ages_decide());
    let text = print(&older);
    assert!(text.ends_with("ages: p2.1 p1.1 p1.2\n"), "{text}");
    let again = game(&text);
    assert_eq!((print(&again), disabled(&again)), (text, disabled(&older)));
    let rules = &older.script().rules;
    let seen = print_view(
        rules,
        &View::of(older.board(), &rules.cards, Seat(1)),
        false,
    );
    assert!(
        seen.ends_with("ages: p2.1 p1.1 p1.2\n"),
        "ages are open to all: {seen}"
    );

    // Seat order says the same, or nobody disables each other.
    let first = game(ring);
    assert!(first.ages_decide() && !print(&first).contains("ages"));
    let alone = game("p1: Dam[] Quay[]\np2: Quay[]\nages: p2.1 p1.1\n");
    assert!(!alone.ages_decide() && !print(&alone).contains("ages"));
}

#[test]
fn a_building_that_comes_later_is_younger_wherever_it_stands() {
    let mut game = game("p1 hand: Ebb, Drought\np1: Dam[] Quay[]\np2: Quay[]\n");
    let build = game.options().into_iter().find(|choice| {
        brink::explain::options::label::label(&game, *choice) == "build Sluice at p1.1"
    });
    game.take(build.expect("a card in hand can be built"), &mut ())
        .expect("it is offered");
    assert_eq!(disabled(&game), ["Sluice"]);
    let rules = &game.script().rules;
    let text = print_view(rules, &View::open(game.board(), &rules.cards), false);
    assert!(text.ends_with("ages: p1.2 p1.3 p2.1 p1.1\n"), "{text}");
}

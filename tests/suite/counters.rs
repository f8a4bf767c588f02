//! Counters on laws, and counters of whatever sort.

use std::sync::Arc;

use crate::support::scripts::told;
use brink::board::{Seat, View};
use brink::engine::{Game, Outcome, Script};
use brink::explain::options::label::labels;
use brink::record::positions::print::{print_open, print_view};
use brink::record::positions::read::read_position;
use brink::rules::{Library, Settings};
use brink::text::Source;

/// A game in which the building Lamp and the action Rain say this.
fn loaded(lamp: &str, rain: &str) -> Result<Arc<Script>, String> {
    loaded_with("", lamp, rain)
}

fn loaded_with(words: &str, lamp: &str, rain: &str) -> Result<Arc<Script>, String> {
    let set = format!(
        "id = \"a\"\ntitle = \"A\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Rain\"\n[[card]]\nbuilding = \"Lamp\"\n\
         action = \"Calm\"\n[[victory]]\nfront = \"Hall\"\n[counter.tick]\nmeaning = \"time\"\n[counter.fuse]\nmeaning = \"fire\"\n\
         [counter.burn]\nmeaning = \"whose\"\nowned = true\n{words}[building.Mill]\ntext = \"\"\n[building.Hall]\ntext = \"\"\n\
         [building.Lamp]\ntext = '''\n{lamp}\n'''\n[action.Calm]\ntext = \"\"\n[action.Rain]\ntext = '''\n{rain}\n'''\n"
    );
    let recipe = "id = \"g\"\ntitle = \"G\"\nsets = [\"a\"]\ncopies = 9\nvictory = \"same\"\nhand = 3\nshields = 1\n";
    let sources = [Source::new("a.toml", set), Source::new("g.toml", recipe)];
    let told = |report| told(&report);
    let library = Library::parse(sources.into()).map_err(told)?;
    Ok(Arc::new(Script::new(
        library.compile("g", &Settings::default()).map_err(told)?,
    )))
}

fn refused(lamp: &str, rain: &str) -> String {
    loaded(lamp, rain)
        .err()
        .unwrap_or_else(|| panic!("{lamp}{rain} is loaded"))
}

/// The game from that position on, when these options have been taken one after the other.
fn played(lamp: &str, rain: &str, position: &str, taken: &[&str]) -> Game {
    let script = loaded(lamp, rain).unwrap_or_else(|faults| panic!("{lamp}\n{rain}\n{faults}"));
    let setup =
        read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut game = Game::from_setup(script, &setup, 0, &mut ());
    taken.iter().for_each(|wanted| take(&mut game, wanted));
    game.audit().expect("what is kept is so");
    game
}

fn take(game: &mut Game, wanted: &str) {
    let all = labels(game);
    let found = all.iter().find(|(_, label)| label == wanted);
    let (choice, _) = found.unwrap_or_else(|| {
        panic!(
            "`{wanted}` is not among {:?}\n{}",
            offered(game),
            print_open(game, true)
        )
    });
    game.take(*choice, &mut ()).expect("the option is offered");
}

fn offered(game: &Game) -> Vec<String> {
    labels(game).into_iter().map(|(_, label)| label).collect()
}

/// The table has that line.
fn shows(game: &Game, line: &str) {
    let printed = print_open(game, true);
    assert!(
        printed.lines().any(|other| other == line),
        "{line}\n{printed}"
    );
}

const TWO: &str = "p1 hand: Rain, Rain\np1: Hall[] Lamp[]\np2 hand: Calm\np2: Hall[Calm]\ndeck: Calm, Calm, Calm, Calm";

const TIMED: &str = "This becomes a law. Put 2 ticks on this.\nWhile this is a law, players cannot draw a card by an effect.\n\
    While this is a law, at the end of each turn, take a tick off this.\nWhile this is a law, when this has no ticks, discard this.";

#[test]
fn a_law_counts_down_and_goes_with_its_counters() {
    let mut game = played("", TIMED, TWO, &["action Rain"]);
    shows(&game, "laws: Rain(tick 2)");
    take(&mut game, "pass");
    shows(&game, "laws: Rain(tick 1)");
    take(&mut game, "stack Calm on p2.1");
    take(&mut game, "pass");
    let printed = print_open(&game, true);
    assert!(
        !printed.contains("laws:") && !printed.contains("tick"),
        "{printed}"
    );
    shows(&game, "discard: Rain");
}

#[test]
fn a_position_with_counters_on_a_law_is_read_back_shown_to_all_and_played_on() {
    let position = format!("turn p1 main played\n{TWO}\nlaws: Rain(tick 1, burn 2 of p2), Calm");
    let mut game = played("", TIMED, &position, &[]);
    shows(&game, "laws: Rain(tick 1, burn 2 of p2), Calm");
    let printed = print_open(&game, true);
    let again = read_position(&printed, 0, &game.script().rules).expect("what is printed is read");
    let again = Game::from_setup(Arc::clone(game.script()), &again, 0, &mut ());
    assert_eq!(print_open(&again, true), printed);
    let rules = &game.script().rules;
    let seen = print_view(rules, &View::of(game.board(), &rules.cards, Seat(1)), false);
    assert!(
        seen.contains("laws: Rain(tick 1, burn 2 of p2), Calm"),
        "{seen}"
    );
    take(&mut game, "pass");
    shows(&game, "laws: Calm");
}

#[test]
fn laws_of_one_name_share_their_counters_and_are_one() {
    let mut game = played(
        "Use: put a tick on a law.",
        TIMED,
        &format!("turn p1 main\nlaws: Rain(tick 1)\n{TWO}"),
        &["action Rain"],
    );
    shows(&game, "laws: Rain(tick 3), Rain");
    // There is only one to choose.
    take(&mut game, "use p1.2");
    shows(&game, "laws: Rain(tick 4), Rain");
    let twice = played("", TIMED, &format!("laws: Rain, Rain(tick 2)\n{TWO}"), &[]);
    shows(&twice, "laws: Rain(tick 2), Rain");
}

#[test]
fn laws_are_a_set_like_others() {
    let lamp =
        "Use: choose a law that has at least 1 tick as rule. Take all ticks off rule. Take rule.";
    let position = format!("turn p1 main\nlaws: Calm(tick 1), Rain\n{TWO}");
    let rain = "This becomes a law.";
    let game = played(lamp, rain, &position, &["use p1.2"]);
    shows(&game, "laws: Rain");
    shows(&game, "p1 hand: Rain, Rain, Calm");
    let each = "Use: for each law as rule: put a fuse on rule.";
    let game = played(each, rain, &position, &["use p1.2"]);
    shows(&game, "laws: Calm(tick 1, fuse 1), Rain(fuse 1)");
    let chosen = played("Use: discard a law.", rain, &position, &["use p1.2"]);
    assert_eq!(offered(&chosen), ["Calm", "Rain"]);
    for (wins, outcome) in [
        ("Win when there are at least 2 laws.", Outcome::Won(Seat(0))),
        (
            "Win when there is a law named \"Rain\".",
            Outcome::Won(Seat(0)),
        ),
        (
            "Win when (the number of ticks on laws) is at least 1.",
            Outcome::Won(Seat(0)),
        ),
        (
            "Win when there is a law that has at least 2 ticks.",
            Outcome::Running,
        ),
    ] {
        let game = played(wins, rain, &position, &[]);
        assert_eq!(game.outcome(), outcome, "{wins}");
    }
}

#[test]
fn what_happens_to_counters_on_laws_is_heard_forbidden_priced_and_replaced() {
    let position = format!("turn p1 main\nlaws: Calm(tick 1)\n{TWO}");
    let rain = "Put a tick on the first of laws.";
    let marked = |lamp: &str| played(lamp, rain, &position, &["action Rain"]);
    shows(
        &marked("When a tick is put on a law, put a fuse on this."),
        "p1: Hall[] Lamp(fuse 1)[]",
    );
    shows(
        &marked("When a law has 2 ticks, put a fuse on this."),
        "p1: Hall[] Lamp(fuse 1)[]",
    );
    shows(
        &marked("Ticks cannot be put on a law."),
        "laws: Calm(tick 1)",
    );
    shows(
        &marked("If a tick would be put on a law, instead put a fuse on it."),
        "laws: Calm(tick 1, fuse 1)",
    );
    let game = played(
        "Putting ticks on laws costs 1 card.",
        rain,
        &position,
        &["action Rain"],
    );
    shows(&game, "p1 hand:");
    shows(&game, "laws: Calm(tick 2)");
}

#[test]
fn counters_for_cards_lie_on_laws_and_speak_there() {
    let words = "[counter.seal]\nmeaning = \"it speaks\"\non = \"cards\"\nowned = true\ntext = '''\nAt the end of each turn, put a tick on this.\n'''\n";
    let load = |rain: &str| loaded_with(words, "", rain);
    let script =
        load("This becomes a law. Put a seal on this.").unwrap_or_else(|faults| panic!("{faults}"));
    let setup =
        read_position(&format!("turn p1 main\n{TWO}"), 0, &script.rules).expect("a position");
    let mut game = Game::from_setup(script, &setup, 0, &mut ());
    take(&mut game, "action Rain");
    take(&mut game, "pass");
    shows(&game, "laws: Rain(tick 1, seal 1 of p1)");
    let told = load("Put a seal on a building.").expect_err("it lies on cards");
    assert!(told.contains("a card is needed"), "{told}");
}

#[test]
fn what_is_no_law_yet_and_what_a_law_does_not_do_is_refused() {
    assert!(
        refused("", "Put a tick on this. This becomes a law.")
            .contains("`this becomes a law` first")
    );
    assert!(refused("Use: play a law.", "").contains("a law is neither played nor set aside"));
    assert!(
        refused("Use: destroy a law.", "").contains("only a building or a card that lies on one")
    );
    assert!(refused("Use: put a tick on a card in your hand.", "").contains("or is a law"));
}

const MIXED: &str = "turn p1 main\np1 hand: Rain\np1: Hall[] Lamp(tick 2, fuse 1)[]\np2 hand: Calm, Calm\np2: Hall(fuse 1)[Calm]\np2 has: tick 1\n\
    deck: Calm, Calm, Calm, Calm";

#[test]
fn whoever_takes_a_counter_off_chooses_its_sort() {
    let mut game = played(
        "",
        "Take a counter off the last of your buildings.",
        MIXED,
        &["action Rain"],
    );
    assert_eq!(offered(&game), ["tick", "fuse"]);
    take(&mut game, "fuse");
    shows(&game, "p1: Hall[] Lamp(tick 2)[]");
    // One after the other, and nothing is asked where one sort is left.
    let mut two = played(
        "",
        "Take 2 counters off the last of your buildings. Draw a card.",
        MIXED,
        &["action Rain"],
    );
    take(&mut two, "fuse");
    shows(&two, "p1: Hall[] Lamp(tick 1)[]");
    let all = played(
        "",
        "Take all counters off the last of your buildings.",
        MIXED,
        &["action Rain"],
    );
    shows(&all, "p1: Hall[] Lamp[]");
    let many = played(
        "",
        "Take 9 counters off the last of your buildings. Draw a card.",
        MIXED,
        &["action Rain", "tick", "tick"],
    );
    shows(&many, "p1: Hall[] Lamp[]");
    shows(&many, "p1 hand: Calm");
    let none = played(
        "",
        "Take a counter off the first of your buildings. Draw a card.",
        MIXED,
        &["action Rain"],
    );
    shows(&none, "p1 hand: Calm");
    let foe =
        "Let foe be the last of other players. Foe takes a counter off the last of your buildings.";
    let mut game = played("", foe, MIXED, &["action Rain"]);
    assert_eq!(game.decision().map(|(seat, _)| seat), Some(Seat(1)));
    take(&mut game, "fuse");
    shows(&game, "p1: Hall[] Lamp(tick 2)[]");
    // Who takes all decides nothing, and what is chosen then is somebody else's.
    let then = "Let foe be the last of other players. Foe draws a card. Foe takes all counters off the last of your buildings. \
        Discard a card.";
    let position = MIXED.replace("p1 hand: Rain", "p1 hand: Rain, Rain, Calm");
    let game = played("", then, &position, &["action Rain"]);
    shows(&game, "p1: Hall[] Lamp[]");
    assert_eq!(game.decision().map(|(seat, _)| seat), Some(Seat(0)));
    // A law belongs to nobody.
    let law =
        "This becomes a law. Put a tick on this.\nWhile this is a law, at the end of each turn,";
    let told = refused("", &format!("{law} take a counter off this."));
    assert!(told.contains("there is no `you` here"), "{told}");
    for sound in [
        "provoker takes a counter off this.",
        "take all counters off this.",
    ] {
        assert_eq!(loaded("", &format!("{law} {sound}")).err(), None);
    }
}

#[test]
fn another_player_pays_with_counters_of_any_sort() {
    let pays = |text: &str, taken: &[&str]| {
        let text = format!("Let foe be the last of other players. {text}");
        let position = MIXED.replace("p2 has: tick 1", "p2 has: tick 1, fuse 2");
        let mut all = vec!["action Rain"];
        all.extend(taken);
        played("", &text, &position, &all)
    };
    let game = pays("Foe pays 2 counters.", &[]);
    assert_eq!(game.decision().map(|(seat, _)| seat), Some(Seat(1)));
    assert_eq!(offered(&game), ["tick", "fuse"]);
    let game = pays("Foe pays 2 counters.", &["tick"]);
    shows(&game, "p2 has: fuse 1");
    // All of it, or nothing.
    let game = pays("Foe pays 4 counters.", &[]);
    shows(&game, "p2 has: tick 1, fuse 2");
    let then = "Foe takes a counter off the last of your buildings. If they do, draw a card.";
    shows(&pays(then, &["fuse"]), "p1 hand: Calm");
}

#[test]
fn counters_of_any_sort_are_counted() {
    for (wins, won) in [
        ("Win when this has at least 3 counters.", true),
        ("Win when this has at least 4 counters.", false),
        (
            "Win when (the number of counters on buildings) is exactly 4.",
            true,
        ),
        ("Win when there is a building that has no counters.", true),
        (
            "Win when the top of the last building has at least 1 counter.",
            false,
        ),
        (
            "Win when there is another player that has at least 1 counter.",
            true,
        ),
        (
            "Win when this is in (your buildings that have the most counters).",
            true,
        ),
        ("Win when you have at least 1 counter.", false),
    ] {
        let game = played(wins, "", MIXED, &[]);
        assert_eq!(game.outcome() == Outcome::Won(Seat(0)), won, "{wins}");
    }
}

#[test]
fn what_happens_to_counters_of_any_sort_is_one_happening() {
    let rain = "Put a fuse on the first of your buildings. Put a tick on you.";
    let marked = |lamp: &str| played(lamp, rain, MIXED, &["action Rain"]);
    shows(
        &marked("When a counter is put on one of your buildings, draw a card."),
        "p1 hand: Calm",
    );
    shows(
        &marked("When a counter is put on you, draw a card."),
        "p1 hand: Calm",
    );
    shows(
        &marked("Counters cannot be put on one of your buildings."),
        "p1: Hall[] Lamp(tick 2, fuse 1)[]",
    );
    shows(
        &marked("Counters cannot be put on one of your buildings."),
        "p1 has: tick 1",
    );
    let game = played(
        "When this has no counters, draw 2 cards.",
        "Take all counters off the last of your buildings.",
        MIXED,
        &["action Rain"],
    );
    shows(&game, "p1 hand: Calm, Calm");
    let bound = played(
        "Fuses cannot be taken off one of your buildings.",
        "Take 9 counters off the last of your buildings.",
        MIXED,
        &["action Rain"],
    );
    shows(&bound, "p1: Hall[] Lamp(fuse 1)[]");
}

#[test]
fn counters_of_any_sort_pay() {
    let mut game = played(
        "Use: pay 2 counters. Draw a card.",
        "",
        MIXED,
        &["use p1.2"],
    );
    assert_eq!(offered(&game), ["tick", "fuse"]);
    take(&mut game, "fuse");
    shows(&game, "p1: Hall[] Lamp(tick 1)[]");
    assert!(
        !offered(&game).contains(&"use p1.2".to_string()),
        "one is left"
    );
    // What cannot be done once it is paid is not offered.
    let then = "Use: pay 3 counters. Discard a top of your buildings.";
    let game = played(then, "", MIXED, &[]);
    assert!(!offered(&game).contains(&"use p1.2".to_string()));
    let priced = "Playing actions costs other players 1 counter.";
    let position = MIXED
        .replace("turn p1", "turn p2")
        .replace("p2 hand: Calm, Calm", "p2 hand: Rain, Calm");
    let game = played(priced, "Draw a card.", &position, &["action Rain"]);
    assert!(
        !print_open(&game, true).contains("p2 has"),
        "{}",
        print_open(&game, true)
    );
}

#[test]
fn a_counter_that_is_put_is_of_one_sort_and_none_is_called_so() {
    let told = refused("", "Put a counter on a building.");
    assert!(
        told.contains("this does not say which counters are put there")
            && told.contains("such as `tick`"),
        "{told}"
    );
    let told =
        loaded_with("[counter.counter]\nmeaning = \"x\"\n", "", "").expect_err("it has a meaning");
    assert!(
        told.contains("texts cannot use the name `counter`"),
        "{told}"
    );
}

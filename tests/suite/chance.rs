//! What is left to chance: it comes from the seed, stands in traces, is prescribed by rulings, and gives nothing away.

use std::sync::Arc;

use brink::board::Seat;
use brink::bots::chance::{Policy, trace_game};
use brink::engine::{Choice, Game, Script, Words};
use brink::explain::options::label::labels;
use brink::record::judge::run_ruling;
use brink::record::positions::print::print_open;
use brink::record::positions::read::read_position;
use brink::record::ruling::read_rulings;
use brink::record::traces::replay::replay;
use brink::rules::{Library, Settings};
use brink::text::Source;

/// A game of coins, dice, random things, chosen numbers and modes.
fn fair() -> Arc<Script> {
    let set = r#"id = "fair"
title = "A fair"
language = 2
[[card]]
building = "Booth"
action = "Wager"
[[card]]
building = "Wheel"
action = "Snatch"
[[card]]
building = "Tent"
action = "Feast"
[[victory]]
front = "Gate"
[building.Gate]
text = 'Win when this has at least 9 cards.'
[building.Booth]
text = '''
Once a turn: choose a number from 1 to the number of cards in your nation as stake. Repeat stake times: discard a top of your buildings. Roll a die as rolled. If rolled is more than stake, draw (half of rolled, rounded up) cards.
'''
[building.Wheel]
text = '''
Once a turn:
  choose up to 2 different of, in chosen order:
    spin: discard a random top
    move: move a random top onto a building
    draw: draw ((twice 1) minus 1) cards
'''
[building.Tent]
text = ""
[action.Wager]
text = '''
For each player clockwise from you as gambler:
  repeat at most 3 times:
    toss a coin
    if heads, draw a card
    if tails:
      if gambler has a card in hand, stop
      discard a random card
'''
[action.Snatch]
text = '''
Choose another player as foe. Choose a random card in foe's hand as loot. Choose a building as den. Put loot face down on den.
'''
[action.Feast]
text = '''
Discard 2 random cards from the hand of the first of players.
'''
"#;
    let recipe = "id = \"fair-game\"\ntitle = \"A fair\"\nsets = [\"fair\"]\ncopies = 8\nvictory = \"same\"\nhand = 3\nshields = 1\n";
    let library = Library::parse(vec![
        Source::new("fair.toml", set),
        Source::new("fair-game.toml", recipe),
    ]);
    let library = library.unwrap_or_else(|report| panic!("{:#?}", report.faults));
    Arc::new(Script::new(
        library
            .compile("fair-game", &Settings::default())
            .expect("it is sound"),
    ))
}

#[test]
fn traces_have_a_line_for_all_that_falls_and_replay_by_it() {
    let script = fair();
    let mut all = String::new();
    for (players, seed) in (2..=4).flat_map(|players| (0..30).map(move |seed| (players, seed))) {
        let trace = trace_game(&script, players, seed, Policy::Mixed, 60);
        assert_eq!(
            trace,
            trace_game(&script, players, seed, Policy::Mixed, 60),
            "a seed is always the same game"
        );
        let replayed = replay(trace.as_bytes(), &mut |_| Ok(script.clone()));
        assert!(replayed.is_ok(), "{replayed:?}\n{trace}");
        all += &trace;
    }
    for line in [
        "\ncoin: heads",
        "\ncoin: tails",
        "\ndie: 1",
        "\ndie: 6",
        "\nrandom: p1.",
        "\nrandom: Wager",
    ] {
        assert!(all.contains(line), "no {line}");
    }
    // What has fallen is taken from the line, not from the seed.
    let trace = trace_game(&script, 2, 7, Policy::Mixed, 60);
    let other = [
        ("coin: heads", "coin: tails"),
        ("die: ", "die: 7"),
        ("random: ", "random: p9.9 "),
    ];
    let changed = other
        .iter()
        .filter(|(line, _)| trace.contains(line))
        .map(|(line, into)| trace.replacen(line, into, 1));
    for changed in changed {
        assert!(
            replay(changed.as_bytes(), &mut |_| Ok(script.clone())).is_err(),
            "{changed}"
        );
    }
}

#[test]
fn a_ruling_says_how_chance_falls_and_nothing_else() {
    let script = fair();
    let verdict = |moves: &str| {
        let text = format!(
            "[[ruling]]\nid = \"a\"\ntitle = \"Chance\"\nrules = []\ngame = \"fair-game\"\nposition = \"\"\"\np1 hand: Snatch, Feast\n\
             p1: Gate[]\np2 hand: Wager, Feast, Wager\np2: Gate[]\n\"\"\"\nmoves = \"\"\"\n{moves}\n\"\"\"\n[ruling.expect]\n\
             position = \"\"\"\np2 hand: Wager, Wager\n\"\"\"\n"
        );
        let source = Source::new("chance.toml", text);
        let rulings = read_rulings(&source).expect("it is well written");
        let told = |faults: Vec<brink::record::ruling::Failure>| {
            faults
                .iter()
                .map(|fault| {
                    format!(
                        "{}; {}",
                        fault.reason,
                        fault.help.clone().unwrap_or_default()
                    )
                })
                .collect()
        };
        run_ruling(&source, &rulings[0], script.clone())
            .err()
            .map_or(String::new(), told)
    };
    assert_eq!(verdict("p1: action Snatch [random: Feast] > p2.1"), "");
    assert_eq!(
        verdict("p1: action Snatch [RANDOM: tent] > p2.1"),
        "",
        "by its other face, in whatever case"
    );
    assert_eq!(
        verdict("p1: action Snatch > p2.1"),
        "this move has a random result, which is missing; \
         write the result after the label: [random: Wager], [random: Feast], [random: card 3 of p2's hand]"
    );
    assert!(
        verdict("p1: action Snatch [random: Snatch] > p2.1")
            .starts_with("this random result is not possible here; it can be [")
    );
    assert!(
        verdict("p1: action Snatch [coin: heads] > p2.1")
            .starts_with("this random result is not possible here")
    );
    assert!(
        verdict("p1: action Snatch [random: Feast] [die: 2] > p2.1")
            .starts_with("nothing is random here")
    );
    assert!(
        verdict("p1: action Snatch [random: Feast] > p2.1 [die: 2]")
            .starts_with("nothing is random here")
    );
}

#[test]
fn what_chance_will_decide_is_in_no_information_set() {
    let script = fair();
    let position =
        "p1 hand: Wager, Wager\np1: Gate[] Wheel[Feast]\np2 hand: Wager\np2: Gate[Snatch]";
    let setup =
        read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let game = |seed| Game::from_setup(script.clone(), &setup, seed, &mut ());
    // By two seeds it is the same to everybody.
    for seat in [Seat(0), Seat(1)] {
        assert!(game(1).worlds(seat) == game(2).worlds(seat));
    }
    // In the worlds of one game the same coin falls both ways.
    let mut worlds = game(1).worlds(Seat(0));
    let mut words = Words::new(5, 1);
    let mut hands = [0, 0];
    for _ in 0..40 {
        let world = worlds.sample(&mut words);
        let wager = world
            .options()
            .into_iter()
            .find(|choice| matches!(choice, Choice::Action(_)));
        world
            .take(wager.expect("a wager can be played"), &mut ())
            .expect("it is offered");
        hands[usize::from(
            print_open(world, false)
                .lines()
                .any(|line| line.starts_with("p1 hand") && line.contains(',')),
        )] += 1;
    }
    assert!(hands[0] > 5 && hands[1] > 5, "{hands:?}");
}

#[test]
fn a_number_is_chosen_by_its_digits_and_what_is_one_alone_is_not_asked() {
    let script = fair();
    let offered = |position: &str, label: &str| {
        let setup =
            read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut game = Game::from_setup(script.clone(), &setup, 0, &mut ());
        let found = labels(&game).into_iter().find(|(_, other)| other == label);
        let Some((choice, _)) = found else {
            return vec!["not offered".to_string()];
        };
        game.take(choice, &mut ()).expect("it is offered");
        labels(&game).into_iter().map(|(_, label)| label).collect()
    };
    assert_eq!(
        offered(
            "p1: Gate[Feast] Booth[Feast, Wager]\np2: Gate[]",
            "use p1.2"
        ),
        ["1", "2", "3"]
    );
    assert_eq!(
        offered("p1: Gate[] Booth[]\np2: Gate[]", "use p1.2"),
        ["not offered"]
    );
    assert_eq!(
        offered("p1: Gate[] Wheel[]\np2: Gate[]", "use p1.2"),
        ["spin", "move", "draw", "stop"]
    );
}

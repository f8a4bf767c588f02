//! Games that programs move on by themselves: what is answered, what is refused, and that nothing of a drawn game hangs on what the
//! seat cannot know.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::schema::Schema;
use brink::board::{CardSet, Seat};
use brink::bots::chance::{Policy, RandomPlayer};
use brink::bots::forward::States;
use brink::bots::protocol::{Answer, Bounds, FromBot, Report, Request, ToBot, Wants};
use brink::engine::{Game, Script, Words};
use serde_json::{Value, json};

const ALL: Wants = Wants {
    log: true,
    events: true,
    observation: true,
    single: true,
};

/// Printed games, and such as have decisions and counters of other sorts.
const RECIPES: [&str; 6] = [
    "1961",
    "1971",
    "combined",
    "draft",
    "book/07-game.toml",
    "book/18-game.toml",
];

fn script(recipe: &str) -> Arc<Script> {
    if recipe.ends_with(".toml") {
        crate::support::own::own_script(recipe)
    } else {
        crate::support::scripts::script(recipe)
    }
}

fn states(recipe: &str, players: u8, wants: Wants) -> States {
    States::new(script(recipe), players, Bounds::env(400), wants)
}

/// What is written is read as a program's line is.
fn request(line: &Value) -> Request {
    match FromBot::read_any(line.to_string().as_bytes()) {
        Ok(FromBot::Ask(request)) => request,
        other => panic!("{line}: {other:?}"),
    }
}

fn reports(answer: Answer) -> Vec<Report> {
    match answer {
        Answer::States { states } => states,
        other => panic!("{other:?}"),
    }
}

fn ask(states: &mut States, line: &Value) -> Answer {
    let answer = states.answer(&request(line), None);
    let message =
        serde_json::from_str(&ToBot::Answer(answer.clone()).line()).expect("messages are JSON");
    Schema::read("protocol")
        .check("to-bot", &message)
        .unwrap_or_else(|fault| panic!("{fault}\n{message:#}"));
    answer
}

/// Without what has happened: that is told once.
fn table(report: &Report, state: u32) -> Report {
    Report {
        state,
        events: None,
        ..report.clone()
    }
}

/// A number of one of the options.
fn any(report: &Report, words: &mut Words) -> u32 {
    words.below(report.actions.len() as u32)
}

#[test]
fn many_games_are_played_at_once_each_as_it_would_be_alone() {
    for recipe in RECIPES {
        let (mut many, mut words) = (states(recipe, 3, Wants::default()), Words::new(1, 9));
        let mut at = reports(many.answer(
            &request(&json!({ "type": "reset", "games": [[0, 5], [1, 6], [2, 7]] })),
            None,
        ));
        let mut played: Vec<Vec<u32>> = vec![Vec::new(); 3];
        while at.iter().any(|report| report.over.is_none()) {
            let going = at.iter().filter(|report| report.over.is_none());
            let steps: Vec<(u32, u32)> = going
                .map(|report| (report.state, any(report, &mut words)))
                .collect();
            steps
                .iter()
                .for_each(|(state, option)| played[*state as usize].push(*option));
            for report in reports(many.answer(&Request::Pick { steps }, None)) {
                let state = report.state as usize;
                at[state] = report;
            }
        }
        for (state, options) in (0..).zip(&played) {
            let mut alone = states(recipe, 3, Wants::default());
            let mut last = ask(
                &mut alone,
                &json!({ "type": "reset", "games": [[9, 5 + state]] }),
            );
            for option in options {
                last = alone.answer(
                    &Request::Pick {
                        steps: vec![(9, *option)],
                    },
                    None,
                );
            }
            assert_eq!(
                table(&reports(last)[0], state),
                at[state as usize],
                "{recipe}"
            );
        }
    }
}

#[test]
fn what_is_taken_back_or_copied_is_as_it_was() {
    for recipe in RECIPES {
        for wants in [Wants::default(), ALL] {
            let (mut states, mut words) = (states(recipe, 2, wants), Words::new(2, 9));
            let mut last = reports(ask(
                &mut states,
                &json!({ "type": "reset", "games": [[0, 11]] }),
            ))
            .remove(0);
            let mut before = Vec::new();
            while last.over.is_none() && before.len() < 60 {
                let action = last.actions[any(&last, &mut words) as usize]
                    .expect("the first ones have numbers");
                before.push((last, action));
                last = reports(ask(
                    &mut states,
                    &json!({ "type": "apply", "steps": [[0, action]] }),
                ))
                .remove(0);
            }
            let copy = reports(ask(
                &mut states,
                &json!({ "type": "clone", "copies": [[0, 1]] }),
            ))
            .remove(0);
            assert_eq!(table(&copy, 0), table(&last, 0), "{recipe}");
            let taken = before.len() as u32;
            let back = reports(ask(
                &mut states,
                &json!({ "type": "undo", "steps": [[0, taken]] }),
            ))
            .remove(0);
            assert_eq!(
                table(&back, 0),
                table(&before[0].0, 0),
                "{recipe}: back to the beginning"
            );
            for (report, _) in before.iter().rev() {
                let back = reports(ask(
                    &mut states,
                    &json!({ "type": "undo", "steps": [[1, 1]] }),
                ))
                .remove(0);
                assert_eq!(
                    table(&back, 0),
                    table(report, 0),
                    "{recipe}: one step back in a copy"
                );
            }
            // Chance falls as before, and what happens is told again.
            for (number, (_, action)) in before.iter().enumerate() {
                let again = reports(ask(
                    &mut states,
                    &json!({ "type": "apply", "steps": [[0, action]] }),
                ))
                .remove(0);
                let as_before = before.get(number + 1).map_or(&last, |(report, _)| report);
                assert_eq!(&again, as_before, "{recipe}");
            }
        }
    }
}

#[test]
fn what_a_seat_cannot_know_changes_nothing_that_is_drawn_for_it() {
    let (mut drawn, mut different, mut worlds) = (0, 0, BTreeSet::new());
    for recipe in RECIPES {
        for players in [2, 4] {
            let mut words = Words::new(4, 9);
            let mut game = Game::deal(script(recipe), players, 13, &mut ());
            let mut player = RandomPlayer::new(Policy::Mixed, 13);
            for decision in 0..60 {
                let Some(seat) = game.chooser().map(|chooser| chooser.by) else {
                    break;
                };
                let other = game.with_hidden_permuted(seat, &CardSet::default(), &mut words);
                different += u32::from(game.script().rules.cards != other.script().rules.cards);
                // All that could be asked in both, the other seats' views of what was drawn included.
                let told = |real: &Game| -> String {
                    let mut states =
                        States::new(game.script().clone(), players, Bounds::hosted(400), ALL);
                    let mut picks = Words::new(decision, 8);
                    let line = json!({ "type": "worlds", "state": null, "seat": seat.to_string(), "seed": decision, "into": [0, 1] });
                    let mut answer = states.answer(&request(&line), Some((real, seat)));
                    let mut told = format!("{answer:?}\n");
                    for _ in 0..6 {
                        let going = reports(answer)
                            .into_iter()
                            .filter(|report| report.over.is_none());
                        let steps = going
                            .map(|report| (report.state, any(&report, &mut picks)))
                            .collect();
                        answer = states.answer(&Request::Pick { steps }, Some((real, seat)));
                        told += &format!("{answer:?}\n");
                    }
                    let views = (0..players)
                        .map(|seat| json!([0, Seat(seat).to_string()]))
                        .collect::<Vec<_>>();
                    for line in [
                        json!({ "type": "view", "views": views }),
                        json!({ "type": "options", "states": [0, 1] }),
                    ] {
                        told +=
                            &format!("{:?}\n", states.answer(&request(&line), Some((real, seat))));
                    }
                    told
                };
                let (here, there) = (told(&game), told(&other));
                assert!(here == there, "{recipe}: {seat} can tell worlds apart");
                worlds.insert(here);
                drawn += 1;
                let choice = player.choose(&game);
                game.take(choice, &mut ())
                    .expect("random players choose among the options");
            }
        }
    }
    assert!(
        drawn > 400 && different * 10 > drawn * 9 && worlds.len() > 400,
        "{drawn} drawn, {different} differ"
    );
}

#[test]
fn a_world_is_one_that_the_seat_could_be_in() {
    let mut states = states("1961", 2, ALL);
    let mut last = reports(ask(
        &mut states,
        &json!({ "type": "reset", "games": [[0, 3]] }),
    ))
    .remove(0);
    let (mut words, mut hands) = (Words::new(3, 9), BTreeSet::new());
    for step in 0..40 {
        let Some(seat) = last.seat else { break };
        let own = serde_json::to_value(seat).expect("it is a name");
        let line =
            json!({ "type": "worlds", "state": 0, "seat": own, "seed": step, "into": [1, 2, 3] });
        for world in reports(ask(&mut states, &line)) {
            let (actions, row) = (BTreeSet::from_iter(&world.actions), &world.observation);
            assert_eq!(
                (actions, row),
                (BTreeSet::from_iter(&last.actions), &last.observation)
            );
            let other = if own == json!("p1") { "p2" } else { "p1" };
            let seen = ask(
                &mut states,
                &json!({ "type": "view", "views": [[0, own], [world.state, own], [world.state, other]] }),
            );
            let Answer::Views { views } = seen else {
                panic!("{seen:?}")
            };
            assert_eq!(views[0].view, views[1].view, "what the seat sees");
            hands.insert(format!("{:?}", views[2].view.players));
        }
        let action = last.actions[any(&last, &mut words) as usize];
        last = reports(ask(
            &mut states,
            &json!({ "type": "apply", "steps": [[0, action]] }),
        ))
        .remove(0);
    }
    assert!(
        hands.len() > 60,
        "{}: the others' cards differ",
        hands.len()
    );
}

/// Also where another seat decides, and where what it holds there leaves it one option: nothing is taken by itself in what is drawn.
#[test]
fn a_world_stands_where_the_state_does_that_it_is_drawn_from() {
    let (mut alone, mut back) = (0, 0);
    for seed in 0..15 {
        let mut states = states(
            "1971",
            3,
            Wants {
                single: false,
                ..ALL
            },
        );
        let mut last = reports(ask(
            &mut states,
            &json!({ "type": "reset", "games": [[0, seed]] }),
        ))
        .remove(0);
        let mut words = Words::new(seed, 9);
        for step in 0..8 {
            for own in ["p1", "p2", "p3"] {
                let (drawn_by, into) = (seed * 100 + step, [1, 2, 3, 4, 5, 6]);
                let line = json!({ "type": "worlds", "state": 0, "seat": own, "seed": drawn_by, "into": into });
                let view = json!({ "type": "view", "views": [[0, own], [1, own], [2, own], [3, own], [4, own], [5, own], [6, own]] });
                let drawn = reports(ask(&mut states, &line));
                for world in &drawn {
                    assert_eq!((world.seat, world.turn), (last.seat, last.turn));
                    alone += u32::from(world.actions.len() == 1);
                }
                let Answer::Views { views } = ask(&mut states, &view) else {
                    panic!("views are answered")
                };
                assert!(
                    views.iter().all(|seen| seen.view == views[0].view),
                    "what {own} sees"
                );
                // What is taken back leads there again.
                let action = drawn[0].actions[any(&drawn[0], &mut words) as usize];
                reports(ask(
                    &mut states,
                    &json!({ "type": "apply", "steps": [[1, action]] }),
                ));
                let again = reports(ask(
                    &mut states,
                    &json!({ "type": "undo", "steps": [[1, 1]] }),
                ))
                .remove(0);
                assert_eq!(table(&again, 1), table(&drawn[0], 1));
                back += 1;
            }
            let action = last.actions[any(&last, &mut words) as usize];
            last = reports(ask(
                &mut states,
                &json!({ "type": "apply", "steps": [[0, action]] }),
            ))
            .remove(0);
        }
    }
    assert!(
        alone > 2 && back > 120,
        "{alone} with one option, {back} taken back"
    );
}

/// Whoever chooses a side is told of which card, in the option and in numbers.
#[test]
fn whose_side_is_chosen_is_part_of_what_is_observed() {
    let (mut cards, mut rows) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..40 {
        let mut states = states("1971", 2, ALL);
        let first = reports(ask(
            &mut states,
            &json!({ "type": "reset", "games": [[0, seed]] }),
        ))
        .remove(0);
        let Answer::Options { states: listed } =
            ask(&mut states, &json!({ "type": "options", "states": [0] }))
        else {
            panic!("options are answered")
        };
        let options = serde_json::to_value(&listed[0].options).expect("options are JSON");
        let card = options[0]["card"]
            .as_str()
            .expect("it names the side")
            .to_string();
        assert_eq!(options[0]["label"], format!("side {card}"));
        cards.insert(card);
        let row = first.observation.expect("it was asked for");
        rows.insert(row[row.len() - 2..].to_string());
    }
    assert!(
        cards.len() == 3 && rows.len() == 3 && !rows.contains("00"),
        "{cards:?} {rows:?}"
    );
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let mut states = states("1961", 2, Wants::default());
    let first = reports(ask(
        &mut states,
        &json!({ "type": "reset", "games": [[0, 1], [1, 2]] }),
    ));
    let offered = first[0].actions[0].expect("it has a number");
    let into = |count: u32| (2..2 + count).collect::<Vec<_>>();
    for (code, line) in [
        (
            "no-state",
            json!({ "type": "apply", "steps": [[0, offered], [2, 0]] }),
        ),
        (
            "no-state",
            json!({ "type": "clone", "copies": [[0, 3], [2, 4]] }),
        ),
        ("no-state", json!({ "type": "drop", "states": [0, 2] })),
        (
            "no-state",
            json!({ "type": "outcome", "states": [u32::MAX] }),
        ),
        ("no-state", json!({ "type": "undo", "steps": [[2, 0]] })),
        ("no-state", json!({ "type": "options", "states": [2] })),
        ("no-state", json!({ "type": "view", "views": [[2, "p1"]] })),
        (
            "too-many",
            json!({ "type": "reset", "games": [[0, 9], [4096, 1]] }),
        ),
        (
            "too-many",
            json!({ "type": "clone", "copies": [[0, 4096]] }),
        ),
        (
            "too-much",
            json!({ "type": "outcome", "states": vec![0; 4097] }),
        ),
        (
            "too-much",
            json!({ "type": "view", "views": vec![json!([0, "p1"]); 4097] }),
        ),
        (
            "twice",
            json!({ "type": "reset", "games": [[0, 9], [0, 9]] }),
        ),
        (
            "twice",
            json!({ "type": "apply", "steps": [[0, offered], [0, offered]] }),
        ),
        (
            "twice",
            json!({ "type": "undo", "steps": [[0, 0], [0, 0]] }),
        ),
        (
            "twice",
            json!({ "type": "worlds", "state": 0, "seat": "p1", "seed": 1, "into": [5, 5] }),
        ),
        (
            "no-action",
            json!({ "type": "apply", "steps": [[1, first[1].actions[0]], [0, 0]] }),
        ),
        (
            "no-action",
            json!({ "type": "apply", "steps": [[0, u32::MAX]] }),
        ),
        (
            "no-option",
            json!({ "type": "pick", "steps": [[0, first[0].actions.len()]] }),
        ),
        ("no-step", json!({ "type": "undo", "steps": [[0, 1]] })),
        (
            "no-seat",
            json!({ "type": "worlds", "state": 0, "seat": "p3", "seed": 1, "into": [5] }),
        ),
        (
            "no-seat",
            json!({ "type": "observe", "views": [[0, "p6"]] }),
        ),
        (
            "no-game",
            json!({ "type": "worlds", "state": null, "seat": "p1", "seed": 1, "into": [5] }),
        ),
        (
            "too-many-worlds",
            json!({ "type": "worlds", "state": 0, "seat": "p1", "seed": 1, "into": into(257) }),
        ),
    ] {
        let Answer::Refused {
            code: told,
            message,
        } = ask(&mut states, &line)
        else {
            panic!("{line} is not refused")
        };
        assert_eq!(told, code, "{line}: {message}");
        let now = reports(ask(
            &mut states,
            &json!({ "type": "outcome", "states": [0, 1] }),
        ));
        assert_eq!(now, first, "{line}");
    }
    assert_eq!(
        reports(ask(
            &mut states,
            &json!({ "type": "outcome", "states": vec![0; 4096] })
        ))
        .len(),
        4096
    );
    // As many as may be drawn; what they take the place of is not counted, copies of one are one, and dropped ones are gone.
    let draw = |count: u32| json!({ "type": "worlds", "state": 0, "seat": "p1", "seed": 1, "into": into(count) });
    assert_eq!(reports(ask(&mut states, &draw(256))).len(), 256);
    assert_eq!(reports(ask(&mut states, &draw(256))).len(), 256);
    reports(ask(
        &mut states,
        &json!({ "type": "clone", "copies": [[2, 1000], [2, 1001]] }),
    ));
    let one = json!({ "type": "worlds", "state": 0, "seat": "p1", "seed": 1, "into": [2000] });
    assert!(matches!(
        ask(&mut states, &one),
        Answer::Refused {
            code: "too-many-worlds",
            ..
        }
    ));
    reports(ask(&mut states, &json!({ "type": "drop", "states": [3] })));
    assert_eq!(reports(ask(&mut states, &one)).len(), 1);
}

#[test]
fn a_program_that_is_asked_in_a_game_draws_for_its_own_seat_alone() {
    let game = Game::deal(script("1961"), 2, 1, &mut ());
    let mut states = States::new(
        game.script().clone(),
        2,
        Bounds::hosted(400),
        Wants::default(),
    );
    let mut code = |line: Value| match states.answer(&request(&line), Some((&game, Seat(0)))) {
        Answer::Refused { code, .. } => code,
        _ => "done",
    };
    let draw = |seat: &str, into: u32| json!({ "type": "worlds", "state": null, "seat": seat, "seed": 1, "into": [into] });
    assert_eq!(code(draw("p2", 0)), "not-yours");
    assert_eq!(
        code(json!({ "type": "reset", "games": [[0, 1]] })),
        "no-deals"
    );
    assert_eq!(code(draw("p1", 256)), "too-many");
    assert_eq!(code(draw("p1", 255)), "done");
}

#[test]
fn a_game_that_is_over_asks_nobody_and_one_too_long_is_left() {
    let mut states = States::new(script("1961"), 2, Bounds::env(1), ALL);
    let mut last = reports(ask(
        &mut states,
        &json!({ "type": "reset", "games": [[0, 1]] }),
    ))
    .remove(0);
    while last.over.is_none() {
        last = reports(ask(
            &mut states,
            &json!({ "type": "pick", "steps": [[0, last.actions.len() - 1]] }),
        ))
        .remove(0);
    }
    assert!(
        last.over
            .is_some_and(|over| over.unfinished && over.winner.is_none() && !over.draw)
    );
    assert_eq!(
        (last.seat, last.actions.len(), last.observation.clone()),
        (None, 0, None)
    );
    for line in [
        json!({ "type": "pick", "steps": [[0, 0]] }),
        json!({ "type": "worlds", "state": 0, "seat": "p1", "seed": 1, "into": [1] }),
    ] {
        assert!(
            matches!(
                ask(&mut states, &line),
                Answer::Refused { code: "over", .. }
            ),
            "{line}"
        );
    }
    let Answer::Options { states: options } =
        ask(&mut states, &json!({ "type": "options", "states": [0] }))
    else {
        panic!()
    };
    assert!(options[0].options.is_empty());
    // It can still be looked at, and taken back.
    assert!(matches!(
        ask(
            &mut states,
            &json!({ "type": "observe", "views": [[0, "p1"]] })
        ),
        Answer::Observations { .. }
    ));
    let back = reports(ask(
        &mut states,
        &json!({ "type": "undo", "steps": [[0, 1]] }),
    ))
    .remove(0);
    assert!(back.over.is_none() && back.seat.is_some());
}

/// A game whose first building has an ability that may be used for ever.
#[test]
fn a_state_in_which_too_much_was_taken_goes_no_further() {
    let set = "id = 'bells'\ntitle = 'Bells'\nlanguage = 2\n\n[[card]]\nbuilding = 'Inn'\naction = 'Song'\n\n[[victory]]\n\
               front = 'Chapel'\n\n[building.'Inn']\ntext = ''\n\n[action.'Song']\ntext = 'Draw a card.'\n\n\
               [building.'Chapel']\ntext = \"\"\"\nUse: look at the top of this.\nWin when this has at least 9 cards.\n\"\"\"\n";
    let recipe = "id = 'bell-game'\ntitle = 'Ringing'\nsets = ['bells']\ncopies = 30\nvictory = 'same'\nhand = 3\n\
                  shields = 1\ntallies = []\n";
    let sources = [("bells.toml", set), ("bell-game.toml", recipe)]
        .map(|(name, text)| brink::text::Source::new(name, text));
    let library = brink::rules::Library::parse(sources.into()).expect("the cards are sound");
    let rules = library
        .compile("bell-game", &brink::rules::Settings::default())
        .expect("the recipe is sound");
    let mut states = States::new(
        Arc::new(Script::new(rules)),
        2,
        Bounds::env(400),
        Wants::default(),
    );
    let mut last = reports(ask(
        &mut states,
        &json!({ "type": "reset", "games": [[0, 1]] }),
    ))
    .remove(0);
    let mut taken = 0;
    let rings = loop {
        let Answer::Options { states: options } =
            ask(&mut states, &json!({ "type": "options", "states": [0] }))
        else {
            panic!()
        };
        match options[0]
            .options
            .iter()
            .position(|option| option.label.starts_with("use"))
        {
            Some(rings) => break rings as u32,
            None => {
                last = reports(ask(
                    &mut states,
                    &json!({ "type": "pick", "steps": [[0, 0]] }),
                ))
                .remove(0)
            }
        }
        taken += 1;
    };
    let ring = Request::Pick {
        steps: vec![(0, rings)],
    };
    loop {
        match states.answer(&ring, None) {
            Answer::States { .. } => taken += 1,
            Answer::Refused { code, .. } => break assert_eq!(code, "too-far"),
            other => panic!("{other:?}"),
        }
        assert!(taken <= Bounds::env(400).steps, "{last:?}");
    }
    // One request plays no more than one state may have, however many it names.
    reports(ask(
        &mut states,
        &json!({ "type": "clone", "copies": [[0, 1]] }),
    ));
    match ask(
        &mut states,
        &json!({ "type": "undo", "steps": [[0, 1], [1, 1]] }),
    ) {
        Answer::Refused { code, message } => assert!(
            code == "too-much" && message.contains("at a time"),
            "{message}"
        ),
        other => panic!("{other:?}"),
    }
    let back = reports(ask(
        &mut states,
        &json!({ "type": "undo", "steps": [[0, 1]] }),
    ))
    .remove(0);
    assert!(back.seat.is_some());
    assert!(matches!(states.answer(&ring, None), Answer::States { .. }));
}

//! Laws that hold in every position of every game, tried on random games.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::again::read_again;
use crate::support::laws::{keeps_all_cards, knows_its_stacks};
use crate::support::options::{are_counted, are_distinct, none_is_refused, nothing_else_is_taken};
use brink::board::{Seat, View};
use brink::bots::chance::{Policy, RandomPlayer, trace_game};
use brink::engine::{Asked, Game, NotNow, Outcome, Script};
use brink::explain::options::label::labels;
use brink::record::positions::print::print_view;
use brink::record::traces::replay::replay;
use brink::rules::{Library, Settings};
use brink::text::Source;

const RECIPES: [&str; 4] = ["1961", "1971", "combined", "draft"];

/// Plays random games of a recipe for 2 to 6 players and shows each decision to `look`.
fn play(recipe: &str, games: u64, mut look: impl FnMut(&Game, u64)) {
    let script = crate::support::scripts::script(recipe);
    for players in 2..=6 {
        for seed in 0..games {
            let policy = if seed % 2 == 0 {
                Policy::Uniform
            } else {
                Policy::Mixed
            };
            let mut game = Game::deal(script.clone(), players, seed, &mut ());
            let mut player = RandomPlayer::new(policy, seed);
            while game.decision().is_some() && game.state().turns < 400 {
                look(&game, seed);
                let choice = player.choose(&game);
                game.take(choice, &mut ())
                    .expect("random players choose among the options");
            }
            look(&game, seed);
        }
    }
}

#[test]
fn cards_are_conserved() {
    for recipe in RECIPES {
        play(recipe, 20, |game, _| {
            assert_eq!(keeps_all_cards(game), Ok(()))
        });
    }
}

// PLY-4: a card is aside, or its action under way, only as long as that goes on.
#[test]
fn between_effects_no_card_is_aside_or_under_way() {
    for recipe in RECIPES {
        let mut met = 0;
        play(recipe, 10, |game, _| {
            let board = game.board();
            let under_way = board
                .discard()
                .cards()
                .iter()
                .filter(|card| board.is_under_way(**card))
                .count();
            match game.decision() {
                Some((_, Asked::Menu)) => assert_eq!((board.aside().len(), under_way), (0, 0)),
                _ => met += under_way,
            }
        });
        assert!(met > 100, "{recipe}: {met} cards were met under way");
    }
}

#[test]
fn heights_and_tops_agree_with_the_stacks() {
    for recipe in RECIPES {
        play(recipe, 10, |game, _| {
            assert_eq!(knows_its_stacks(game), Ok(()))
        });
    }
}

#[test]
fn every_option_that_is_offered_can_be_taken_and_no_two_share_a_label() {
    for recipe in RECIPES {
        let mut tried = 0;
        play(recipe, 4, |game, seed| {
            if (game.state().turns as u64 + seed).is_multiple_of(5) {
                let options = labels(game);
                assert_eq!(are_distinct(game), Ok(()));
                for (choice, label) in &options {
                    let mut copy = game.clone();
                    copy.take(*choice, &mut ())
                        .unwrap_or_else(|_| panic!("`{label}` can be taken"));
                    tried += 1;
                }
            }
        });
        assert!(tried > 5000, "{tried} options were tried");
    }
}

#[test]
fn an_option_that_is_not_offered_changes_nothing() {
    for recipe in RECIPES {
        play(recipe, 3, |game, _| {
            assert_eq!(nothing_else_is_taken(game), Ok(()))
        });
    }
}

#[test]
fn counting_options_agrees_with_listing_them() {
    for recipe in RECIPES {
        play(recipe, 6, |game, _| assert_eq!(are_counted(game), Ok(())));
    }
}

#[test]
fn nothing_is_said_to_keep_out_what_is_offered() {
    for recipe in RECIPES {
        play(recipe, 3, |game, _| {
            assert_eq!(none_is_refused(game), Ok(()))
        });
    }
}

#[test]
fn a_printed_position_reads_back_to_the_same_and_offers_the_same() {
    for recipe in RECIPES {
        let mut read = 0;
        play(recipe, 6, |game, _| {
            let rules = &game.script().rules;
            let menu = matches!(game.decision(), Some((_, Asked::Menu)));
            if menu {
                read += 1;
                let again = read_again(game).unwrap_or_else(|fault| panic!("{fault}"));
                for seat in Seat(0).clockwise(game.board().seats) {
                    let view = |game: &Game| {
                        print_view(rules, &View::of(game.board(), &rules.cards, seat), false)
                    };
                    assert_eq!(view(&again), view(game));
                }
            }
        });
        assert!(read > 1000, "{read} positions were read");
    }
}

/// Rules for the headers of traces that this suite writes.
fn compile(
    script: &Arc<Script>,
) -> impl FnMut(&brink::record::traces::replay::Header) -> Result<Arc<Script>, String> {
    let script = script.clone();
    move |_| Ok(script.clone())
}

#[test]
fn a_game_goes_on_under_other_answers_to_disputes_and_back_as_if_nothing_had_happened() {
    for recipe in RECIPES {
        let script = crate::support::scripts::script(recipe);
        let others: Vec<Arc<Script>> = script
            .rules
            .disputes
            .iter()
            .flat_map(|dispute| {
                dispute
                    .values
                    .iter()
                    .map(|(value, _)| (dispute.name.as_str(), value.as_str()))
            })
            .map(|answer| crate::support::scripts::script_with(recipe, &[answer], &kinds(recipe)))
            .collect();
        let mut menus = 0;
        for players in 2..=6 {
            let mut game = Game::deal(script.clone(), players, 7, &mut ());
            let mut player = RandomPlayer::new(Policy::Mixed, 7);
            while game.decision().is_some() && game.state().turns < 60 {
                if game.menu().is_some() {
                    let other = &others[menus % others.len()];
                    let there = game
                        .under(other.clone(), &mut ())
                        .expect("it is a turn menu");
                    assert_eq!(open(&there), open(&game));
                    assert!(Arc::ptr_eq(there.script(), other));
                    if there.decision().is_some() {
                        let back = there
                            .under(script.clone(), &mut ())
                            .expect("it is a turn menu");
                        assert_eq!(
                            (back.options(), back.state()),
                            (game.options(), game.state())
                        );
                        game = back;
                    }
                    menus += 1;
                } else {
                    assert_eq!(
                        game.under(script.clone(), &mut ()).err(),
                        Some(NotNow::UnderWay)
                    );
                }
                let choice = player.choose(&game);
                game.take(choice, &mut ())
                    .expect("random players choose among the options");
            }
        }
        assert!(menus > 100, "{menus} menus");
    }
    let other = crate::support::scripts::script("1971");
    let mut game = Game::deal(crate::support::scripts::script("1961"), 2, 7, &mut ());
    while game.menu().is_none() {
        game.take(game.options()[0], &mut ())
            .expect("it is offered");
    }
    assert_eq!(game.under(other, &mut ()).err(), Some(NotNow::OtherCards));
}

fn open(game: &Game) -> String {
    let rules = &game.script().rules;
    print_view(rules, &View::open(game.board(), &rules.cards), true)
}

/// The kinds of a draft, as [`crate::support::scripts::script`] has them.
fn kinds(recipe: &str) -> Vec<&'static str> {
    match recipe {
        "draft" => vec![
            "Factory",
            "Agency",
            "Embassy",
            "Hippies",
            "University",
            "Interstate Highway",
        ],
        _ => Vec::new(),
    }
}

#[test]
fn a_trace_replays_without_a_difference() {
    for recipe in RECIPES {
        let script = crate::support::scripts::script(recipe);
        for players in 2..=6 {
            for policy in [Policy::Uniform, Policy::Mixed] {
                let traces: String = (0..10)
                    .map(|seed| trace_game(&script, players, seed, policy, 400))
                    .collect();
                let replayed = replay(traces.as_bytes(), &mut compile(&script))
                    .unwrap_or_else(|fault| panic!("{fault}"));
                assert_eq!(replayed.traces, 10);
                assert_eq!(replayed.decisions as usize, traces.matches("\n> ").count());
            }
        }
    }
}

#[test]
fn a_trace_replays_whatever_victory_cards_are_dealt() {
    let (mut dealt, mut one_sided) = (BTreeSet::new(), 0);
    for players in 2..=6 {
        for name in ["market-game.toml", "harbour-game.toml"] {
            let script = crate::support::own::own_script(name);
            let traces: String = (0..20)
                .map(|seed| trace_game(&script, players, seed, Policy::Mixed, 100))
                .collect();
            one_sided += traces.matches(" Wall[").count();
            dealt.extend(
                traces
                    .lines()
                    .filter(|line| line.starts_with("p1: "))
                    .map(|line| line.to_string()),
            );
            let replayed = replay(traces.as_bytes(), &mut compile(&script))
                .unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(replayed.traces, 20);
        }
    }
    assert!(one_sided > 0 && dealt.len() > 50);
}

#[test]
fn a_trace_of_a_game_that_is_over_before_its_first_position_replays() {
    let set = "id = \"races\"\ntitle = \"Who is there first\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Gust\"\n\
               [[victory]]\nfront = \"Goal\"\n[[victory]]\nfront = \"Start\"\nback = \"Rest\"\n\
               [building.Mill]\ntext = ''\n[building.Goal]\ntext = 'Win when you have a building.'\n\
               [building.Start]\ntext = ''\n[building.Rest]\ntext = ''\n[action.Gust]\ntext = ''\n";
    let recipe = "id = \"race\"\ntitle = \"A race\"\nsets = [\"races\"]\ncopies = 30\nvictory = \"random\"\n\
                  victory-cards = [{ kind = \"Goal\", copies = 1 }, { kind = \"Start\", copies = 5 }]\nhand = 2\nshields = 1\n";
    let library = Library::parse(vec![
        Source::new("races.toml", set),
        Source::new("race.toml", recipe),
    ]);
    let rules = library
        .expect("the files are sound")
        .compile("race", &Settings::default())
        .expect("it is sound");
    let script = Arc::new(Script::new(rules));
    let mut unseen = 0;
    for (players, seed) in (2..=6).flat_map(|players| (0..20).map(move |seed| (players, seed))) {
        let trace = trace_game(&script, players, seed, Policy::Uniform, 10);
        unseen += u64::from(!trace.contains("position"));
        let replayed = replay(trace.as_bytes(), &mut compile(&script));
        assert!(replayed.is_ok(), "{replayed:?}\n{trace}");
    }
    assert!(
        unseen > 20,
        "{unseen} games were over before their first position"
    );
}

#[test]
fn a_trace_of_nobody_or_of_too_many_is_told_at_its_line() {
    let script = crate::support::scripts::script("1961");
    for players in ["0", "1", "7", "255", "256", "two", ""] {
        let text = format!("trace 1\ngame 1961\nplayers {players}\nseed 1\nwinner p1\n");
        let fault = replay(text.as_bytes(), &mut compile(&script)).expect_err("nobody can play so");
        assert_eq!(fault.line, 3, "{fault}");
        assert!(
            fault
                .what
                .contains("expected a number of players, `2` to `6`"),
            "{fault}"
        );
    }
}

#[test]
fn a_trace_with_one_line_changed_is_caught_at_that_line() {
    let script = crate::support::scripts::script("1961");
    let trace = trace_game(&script, 2, 5, Policy::Uniform, 400);
    let lines: Vec<&str> = trace.lines().collect();
    let mut caught = 0;
    for (index, line) in lines.iter().enumerate() {
        let changed = match line.split_once(": ") {
            Some(("p1", rest)) if rest.contains('[') => format!("p1: Embassy[] {rest}"),
            Some(("? p1", rest)) => format!("? p1: {rest} | use p2.9"),
            Some(("discard", rest)) => format!("discard: {rest}, Espionage"),
            _ => continue,
        };
        let mut text: Vec<&str> = lines.clone();
        text[index] = &changed;
        let fault = replay(text.join("\n").as_bytes(), &mut compile(&script))
            .expect_err("the change is caught");
        assert_eq!(fault.line, index + 1, "{fault}");
        caught += 1;
    }
    assert!(caught > 30, "{caught}");
}

#[test]
fn a_trace_without_its_positions_or_with_other_shuffles_is_caught() {
    let script = crate::support::scripts::script("1961");
    let trace = trace_game(&script, 2, 5, Policy::Uniform, 400);
    let start = trace.find("position\n").expect("a trace has positions");
    let end = start + trace[start..].find("end\n").expect("a position ends") + 4;
    let without = format!("{}{}", &trace[..start], &trace[end..]);
    let fault = replay(without.as_bytes(), &mut compile(&script)).expect_err("the gap is caught");
    assert!(fault.what.contains("`position` block"), "{fault}");

    let line = 1 + trace
        .lines()
        .position(|line| line.starts_with("shuffle:"))
        .expect("a trace has shuffles");
    let other = trace.replacen("shuffle: ", "shuffle: Embargo, ", 1);
    let fault =
        replay(other.as_bytes(), &mut compile(&script)).expect_err("a card too many is caught");
    assert_eq!(
        (fault.line, fault.what.as_str()),
        (line, "these are not the cards being shuffled")
    );
}

#[test]
fn the_same_seed_gives_the_same_trace_and_another_seed_another() {
    let script = crate::support::scripts::script("1961");
    let trace = |seed| trace_game(&script, 3, seed, Policy::Mixed, 400);
    assert_eq!(trace(7), trace(7));
    assert_ne!(trace(7), trace(8));
}

#[test]
fn a_finished_game_asks_nobody_and_has_a_living_winner() {
    for recipe in RECIPES {
        play(recipe, 30, |game, _| {
            if let Outcome::Won(seat) = game.outcome() {
                assert!(game.options().is_empty() && game.decision().is_none());
                assert!(game.board().living.has(seat));
            }
        });
    }
}

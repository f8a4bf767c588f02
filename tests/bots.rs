//! What the bots do, and leave.

mod support;

use brink::board::Seat;
use brink::engine::{Game, Outcome};
use brink::table::bots::{BotSpec, Course, Seen};
use brink::table::decision::{Decision, Offer, What};

/// Plays a game of bots; `seen` is shown each decision and what was chosen.
fn play(names: &[BotSpec], seed: u64, seen: &mut dyn FnMut(&Decision, &Offer)) -> Outcome {
    let script = support::script("1961");
    let mut game = Game::deal(script.clone(), names.len() as u8, seed, &mut ());
    let mut bots: Vec<_> = names.iter().map(|name| name.seated(seed)).collect();
    let mut course = Course::default();
    while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 500) {
        let number = bots[decision.seat.index()].choose(&Seen::new(&game, &decision, course));
        seen(&decision, &decision.offers[number]);
        let choice = game.options()[number];
        game.take(choice, &mut ()).expect("bots choose among the options");
        course.advance(&game);
    }
    game.outcome()
}

#[test]
fn the_cautious_one_builds_at_home_and_picks_on_others() {
    for seed in 0..30 {
        play(&[BotSpec::Cautious; 4], seed, &mut |decision, offer| {
            let others = decision.offers.iter().any(|offer| match offer.what {
                What::Player(seat) => seat != decision.seat,
                What::Building(at) | What::Top(at) => at.seat != decision.seat,
                _ => false,
            });
            match offer.what {
                What::Build { at, .. } | What::Stack { on: at, .. } => assert_eq!(at.seat, decision.seat),
                What::Player(seat) if others => assert_ne!(seat, decision.seat),
                What::Building(at) | What::Top(at) if others && decision.targeted => {
                    assert_ne!(at.seat, decision.seat);
                }
                _ => {}
            }
        });
    }
}

#[test]
fn the_cautious_one_wins_more_games_than_one_that_takes_anything() {
    let mut won = 0;
    for seed in 0..60 {
        let names = [BotSpec::Cautious, BotSpec::Random];
        let swapped = [BotSpec::Random, BotSpec::Cautious];
        won += u32::from(play(&names, seed, &mut |_, _| {}) == Outcome::Won(Seat(0)));
        won += u32::from(play(&swapped, seed, &mut |_, _| {}) == Outcome::Won(Seat(1)));
    }
    assert!(won > 90, "{won} of 120");
}

#[test]
fn a_seed_makes_the_same_game_of_bots() {
    let labels = || {
        let mut labels = Vec::new();
        play(&[BotSpec::Cautious, BotSpec::Random, BotSpec::Cautious], 4, &mut |_, offer| {
            labels.push(offer.label.clone());
        });
        labels
    };
    assert_eq!(labels(), labels());
}

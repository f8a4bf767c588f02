//! What the bots do, and leave.

mod support {
    pub mod scripts;
}

use brink::board::{Seat, View};
use brink::engine::{Game, Outcome};
use brink::table::bots::{Bot, BotName};
use brink::table::decision::{Decision, Offer, What};

/// Plays a game of bots; `seen` is shown each decision and what was chosen.
fn play(names: &[BotName], seed: u64, seen: &mut dyn FnMut(&Decision, &Offer)) -> Outcome {
    let script = support::scripts::script("1961");
    let mut game = Game::deal(script.clone(), names.len() as u8, seed, &mut ());
    let seated = names.iter().enumerate().map(|(seat, name)| name.seated(seed, Seat(seat as u8)));
    let mut bots: Vec<Box<dyn Bot>> = seated.collect();
    while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 500) {
        let view = View::of(game.board(), &script.rules.cards, decision.seat);
        let number = bots[decision.seat.index()].choose(&script.rules, &view, &decision);
        seen(&decision, &decision.offers[number]);
        let choice = game.options()[number];
        game.take(choice, &mut ()).expect("bots choose among the options");
    }
    game.outcome()
}

#[test]
fn the_cautious_one_builds_at_home_and_picks_on_others() {
    for seed in 0..30 {
        play(&[BotName::Cautious; 4], seed, &mut |decision, offer| {
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
        let names = [BotName::Cautious, BotName::Random];
        let swapped = [BotName::Random, BotName::Cautious];
        won += u32::from(play(&names, seed, &mut |_, _| {}) == Outcome::Won(Seat(0)));
        won += u32::from(play(&swapped, seed, &mut |_, _| {}) == Outcome::Won(Seat(1)));
    }
    assert!(won > 90, "{won} of 120");
}

#[test]
fn a_seed_makes_the_same_game_of_bots() {
    let labels = || {
        let mut labels = Vec::new();
        play(&[BotName::Cautious, BotName::Random, BotName::Cautious], 4, &mut |_, offer| {
            labels.push(offer.label.clone());
        });
        labels
    };
    assert_eq!(labels(), labels());
}

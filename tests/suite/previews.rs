//! What is said of a choice before it is taken comes true, whatever lies hidden.

use std::sync::Arc;

use crate::support::own::own_script;
use brink::board::Seat;
use brink::bots::chance::{Policy, RandomPlayer};
use brink::engine::{Game, Script};
use brink::explain::log::Log;
use brink::session::preview::preview;

/// Games of the recipes that the program comes with, and of sets whose texts look into hands and stacks.
fn scripts() -> Vec<Arc<Script>> {
    let mut scripts: Vec<Arc<Script>> = ["1961", "1971", "combined"]
        .map(crate::support::scripts::script)
        .into();
    for game in [
        "market", "thieves", "harbour", "rings", "puppets", "sayings",
    ] {
        scripts.push(own_script(&format!("{game}-game.toml")));
    }
    scripts
}

/// The sentences that are told when the option is taken.
fn happened(game: &Game, number: usize, seat: Seat) -> Vec<String> {
    let (mut game, mut log) = (game.clone(), Log::new(seat));
    let choice = game.options()[number];
    game.take(choice, &mut log).expect("it is offered");
    log.take_lines()
}

#[test]
fn what_is_said_of_a_choice_happens_when_it_is_taken() {
    let (mut said, mut positions) = (0, 0);
    for script in scripts() {
        for seed in 0..4 {
            let mut game = Game::deal(script.clone(), 2 + (seed % 4) as u8, seed, &mut ());
            let mut player = RandomPlayer::new(
                if seed % 2 == 0 {
                    Policy::Mixed
                } else {
                    Policy::Uniform
                },
                seed,
            );
            while let Some(seat) = game
                .chooser()
                .map(|who| who.by)
                .filter(|_| game.state().turns < 40)
            {
                positions += 1;
                if positions % 6 == 0 {
                    for number in (0..game.options().len()).step_by(3) {
                        let told = preview(&game, number).expect("it is offered");
                        let happened = happened(&game, number, seat);
                        let mut rest = happened.iter();
                        for sentence in &told.certain {
                            let status = sentence.contains(") becomes ")
                                || sentence.contains(") is no longer ");
                            assert!(
                                status || rest.any(|there| there == sentence),
                                "{}, seed {seed}: {sentence}\n{happened:#?}\n{told:#?}",
                                script.rules.game
                            );
                            said += 1;
                        }
                    }
                }
                let choice = player.choose(&game);
                game.take(choice, &mut ())
                    .expect("random players choose among the options");
            }
        }
    }
    assert!(said >= 1000, "{said} sentences in {positions} positions");
}

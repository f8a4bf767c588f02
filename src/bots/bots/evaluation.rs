//! How good a table is for each seat: what stands and lies there, and how far it is from winning. It knows no card.

mod features;
mod general;

use board::{MAX_SEATS, Seats};
use engine::{Game, Outcome};
use rules::ir::weights::Weights;

pub use features::{Features, features};
pub use general::GENERAL;

/// A number for each seat.
pub type Rewards = [f32; MAX_SEATS];

/// How likely each seat is to win, as far as this can tell: numbers from 0 to 1 whose sum is 1. A game that is over has
/// one winner, or is shared by all who are still in it when it is a draw. It is told by weights of the bot's own, or else
/// by those of the game, or by those that suit any game.
pub fn chances(game: &Game, own: Option<&Weights>) -> Rewards {
    let mut chances = [0.0; MAX_SEATS];
    if let Outcome::Won(seat) = game.outcome() {
        chances[seat.index()] = 1.0;
        return chances;
    }
    if game.outcome() == Outcome::Drawn {
        let living = game.board().living;
        let left = if living.count() > 0 {
            living
        } else {
            Seats((1 << game.board().seats) - 1)
        };
        left.iter()
            .for_each(|seat| chances[seat.index()] = 1.0 / left.count() as f32);
        return chances;
    }
    let weights = own.or(game.script().rules.weights.as_ref());
    let mut most = f32::NEG_INFINITY;
    for seat in game.board().living.iter() {
        let strength = match weights {
            Some(weights) => strength(weights, &features(game, seat)),
            None => general::strength(game, seat),
        };
        chances[seat.index()] = strength;
        most = most.max(strength);
    }
    // Weights of a file may make strengths of which e to that power is no number; the general ones never do.
    let off = if weights.is_some() { most } else { 0.0 };
    let mut total = 0.0;
    for seat in game.board().living.iter() {
        let chance = (chances[seat.index()] - off).exp();
        chances[seat.index()] = chance;
        total += chance;
    }
    chances.iter_mut().for_each(|chance| *chance /= total);
    chances
}

/// How strong a living seat stands; the scale is that of the logarithm of its odds.
fn strength(weights: &Weights, features: &Features) -> f32 {
    weights
        .0
        .iter()
        .zip(features)
        .map(|(weight, feature)| weight * feature)
        .sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{GENERAL, chances, features, strength};
    use engine::{Game, Outcome, Script, Words};
    use rules::ir::weights::{WEIGHTS, Weights};
    use rules::{Library, Settings};

    /// Sees tables of random games.
    fn tables(see: &mut dyn FnMut(&Game)) {
        let library = Library::builtin().expect("the cards are sound");
        for (recipe, players) in [("1961", 2), ("1971", 3), ("combined", 4)] {
            let mut rules = library
                .compile(recipe, &Settings::default())
                .expect("the recipe is sound");
            rules.weights = None;
            let mut game = Game::deal(Arc::new(Script::new(rules)), players, 3, &mut ());
            let mut words = Words::new(3, 7);
            while game.decision().is_some() && game.state().turns < 80 {
                see(&game);
                game.take_nth(&mut (), |count| words.below(count));
            }
        }
    }

    #[test]
    fn the_general_weights_say_what_is_told_without_any() {
        let mut seen = 0;
        tables(&mut |game| {
            let (quick, summed) = (chances(game, None), chances(game, Some(&GENERAL)));
            let near = quick
                .iter()
                .zip(&summed)
                .all(|(quick, summed)| (quick - summed).abs() < 1e-4);
            assert!(near, "{quick:?} {summed:?}");
            seen += 1;
        });
        assert!(seen > 300, "{seen}");
    }

    #[test]
    fn chances_add_up_whatever_the_weights() {
        tables(&mut |game| {
            if game.outcome() == Outcome::Running {
                let mut odd = GENERAL;
                odd.0.iter_mut().for_each(|weight| *weight = 1.5 - *weight);
                // As large as a file may say, too.
                for weights in [odd, Weights([1000.0; WEIGHTS]), Weights([-1000.0; WEIGHTS])] {
                    let total: f32 = chances(game, Some(&weights)).iter().sum();
                    assert!((total - 1.0).abs() < 1e-4, "{total}");
                }
                let seats = game.board().living.iter();
                assert!(
                    seats
                        .map(|seat| strength(&odd, &features(game, seat)))
                        .all(f32::is_finite)
                );
            }
        });
    }
}

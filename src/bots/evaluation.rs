//! How good a table is for each seat: what stands and lies there, and how far it is from winning. It knows no card.

use board::{CardId, MAX_SEATS, Seat, Seats};
use engine::{Game, Outcome};
use rules::ir::weights::{SOON, STEPS, WEIGHTS, Weights};

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
            None => quick_strength(game, seat),
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
    let both = weights.0.iter().zip(features);
    both.map(|(weight, feature)| weight * feature).sum()
}

/// Of one seat, in the order of [`PARTS`](rules::ir::weights::PARTS).
pub type Features = [f32; WEIGHTS];

const NEAR: usize = 0;
const FURTHER: usize = NEAR + STEPS;
const TURN: usize = FURTHER + STEPS;
const NEXT: usize = TURN + SOON;
const PLAIN: usize = NEXT + SOON;

/// What can be told of a living seat.
pub fn features(game: &Game, seat: Seat) -> Features {
    let board = game.board();
    let mut of = [0.0; WEIGHTS];
    let (mut least, mut nearest, mut ways) = (f32::INFINITY, None, 0.0);
    game.each_goal_of(seat, &mut |building, missing| {
        share(&mut of[FURTHER..TURN], missing, 1.0);
        if missing < least {
            (least, nearest) = (missing, building);
        }
        ways += f32::from(u8::from(building.is_some()));
    });
    // The nearest one is none of the further ones.
    share(&mut of[FURTHER..TURN], least, -1.0);
    share(&mut of[NEAR..FURTHER], least, 1.0);
    let turn = board.turn == seat;
    if turn {
        share(&mut of[TURN..NEXT], least, 1.0);
    } else if board.next_living(board.turn) == Some(seat) {
        share(&mut of[NEXT..PLAIN], least, 1.0);
    }
    let row = board.row(seat);
    let (mut disabled, mut able, mut bare, mut open, mut tallest) = (0.0, 0.0, 0.0, 0.0, 0.0f32);
    for building in row {
        let state = board.card(*building);
        if !game.is_active(*building) {
            disabled += 1.0;
        } else if game.has_ability(*building) {
            able += 1.0;
        }
        if state.height == 0 {
            bare += 1.0;
        }
        open += f32::from(state.ups);
        tallest = tallest.max(f32::from(state.height));
    }
    let guard = nearest.map_or(0.0, |building: CardId| {
        f32::from(board.card(building).height)
    });
    let buildings = row.len() as f32;
    let stacked = board.cards_in(seat) as f32;
    let held = board.hand(seat).len() as f32;
    let pending = board
        .pending()
        .all()
        .iter()
        .filter(|pended| pended.you == seat)
        .count() as f32;
    let plain = [
        f32::from(u8::from(turn)),
        buildings,
        stacked,
        held,
        1.0 / (buildings + stacked).max(1.0),
        disabled,
        bare,
        open,
        tallest,
        guard,
        guard.min(1.0),
        ways,
        1.0 / (1.0 + held),
        pending,
        able,
    ];
    of[PLAIN..].copy_from_slice(&plain);
    of
}

/// Adds to the whole numbers that it lies between, to each as much as it is near. Who has no way to win lacks no number of steps.
fn share(into: &mut [f32], missing: f32, much: f32) {
    if !missing.is_finite() {
        return;
    }
    let below = missing as usize;
    let part = missing - below as f32;
    if let Some(near) = into.get_mut(below) {
        *near += much * (1.0 - part);
    }
    if let Some(far) = into.get_mut(below + 1) {
        *far += much * part;
    }
}

/// What a way to win is worth that lacks so many steps.
const GOAL: [f32; STEPS] = [4.0, 2.2, 1.2, 0.65, 0.35, 0.15, 0.0];
/// What further ways to win are worth, by how much less than the best.
const LESS: f32 = 0.4;
/// What a building is worth, what a card on it, and what a card in hand.
const BUILDING: f32 = 0.12;
const STACKED: f32 = 0.10;
const HELD: f32 = 0.10;
/// What the first building or card on one is worth beyond that: without any a nation is eliminated.
const STANDING: f32 = 1.2;

/// The same as weights for all features.
pub const GENERAL: Weights = Weights(all());

const fn all() -> [f32; WEIGHTS] {
    let mut all = [0.0; WEIGHTS];
    let mut at = 0;
    while at < STEPS {
        all[at] = GOAL[at];
        all[STEPS + at] = LESS * GOAL[at];
        at += 1;
    }
    let turn = 2 * STEPS + 2 * SOON;
    (all[turn + 1], all[turn + 2], all[turn + 3], all[turn + 4]) =
        (BUILDING, STACKED, HELD, -STANDING);
    all
}

/// How strong a living seat stands by them, sooner told than feature by feature.
fn quick_strength(game: &Game, seat: Seat) -> f32 {
    let board = game.board();
    let (mut best, mut all) = (0.0f32, 0.0);
    game.each_goal(seat, &mut |missing| {
        let worth = goal(missing);
        best = best.max(worth);
        all += worth;
    });
    let goals = best + LESS * (all - best);
    let row = board.row(seat);
    let buildings = row.len() as f32;
    let stacked: f32 = row
        .iter()
        .map(|building| f32::from(board.card(*building).height))
        .sum();
    let held = board.hand(seat).len() as f32;
    let standing = STANDING * (1.0 - 1.0 / (buildings + stacked).max(1.0));
    goals + BUILDING * buildings + STACKED * stacked + HELD * held + standing
}

/// Between two numbers of the table it goes in a straight line.
fn goal(missing: f32) -> f32 {
    let below = missing as usize;
    match (GOAL.get(below), GOAL.get(below + 1)) {
        (Some(near), Some(far)) => near + (far - near) * (missing - below as f32),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{GENERAL, chances, features, share, strength};
    use crate::testing::{play_at_random, script};
    use engine::{Game, Outcome, Script, Words};
    use rules::ir::weights::{WEIGHTS, Weights};

    /// Sees tables of random games without weights of their own.
    fn tables(see: &mut dyn FnMut(&Game)) {
        for (recipe, players) in [("1961", 2), ("1971", 3), ("combined", 4)] {
            let mut rules = script(recipe).rules.clone();
            rules.weights = None;
            let mut game = Game::deal(Arc::new(Script::new(rules)), players, 3, &mut ());
            play_at_random(&mut game, &mut Words::new(3, 7), 80, &mut |game, _| {
                see(game)
            });
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

    #[test]
    fn steps_are_shared_between_whole_numbers_and_who_cannot_win_has_none() {
        let mut into = [0.0; 3];
        share(&mut into, 1.25, 1.0);
        share(&mut into, 9.5, 1.0);
        share(&mut into, f32::INFINITY, 1.0);
        assert_eq!(into, [0.0, 0.75, 0.25]);
    }
}

//! How good a table is for each seat: what stands and lies there, and how far it is from winning. It knows no card.

use crate::board::{MAX_SEATS, Seat, Seats};
use crate::engine::{Game, Outcome};

/// A number for each seat.
pub type Rewards = [f32; MAX_SEATS];

/// What a way to win is worth that lacks so many steps.
const GOAL: [f32; 7] = [4.0, 2.2, 1.2, 0.65, 0.35, 0.15, 0.0];
/// What further ways to win are worth, by how much less than the best.
const FURTHER: f32 = 0.4;
/// What a building is worth, what a card on it, and what a card in hand.
const BUILDING: f32 = 0.12;
const STACKED: f32 = 0.10;
const HELD: f32 = 0.10;
/// What the first building or card on one is worth beyond that: without any a nation is eliminated.
const STANDING: f32 = 1.2;

/// How likely each seat is to win, as far as this can tell: numbers from 0 to 1 whose sum is 1. A game that is over has
/// one winner, or is shared by all who are still in it when it is a draw.
pub fn chances(game: &Game) -> Rewards {
    let mut chances = [0.0; MAX_SEATS];
    if let Outcome::Won(seat) = game.outcome() {
        chances[seat.index()] = 1.0;
        return chances;
    }
    if game.outcome() == Outcome::Drawn {
        let living = game.board().living;
        let left = if living.count() > 0 { living } else { Seats((1 << game.board().seats) - 1) };
        left.iter().for_each(|seat| chances[seat.index()] = 1.0 / left.count() as f32);
        return chances;
    }
    let mut total = 0.0;
    for seat in game.board().living.iter() {
        let chance = strength(game, seat).exp();
        chances[seat.index()] = chance;
        total += chance;
    }
    chances.iter_mut().for_each(|chance| *chance /= total);
    chances
}

/// How strong a living seat stands; the scale is that of the logarithm of its odds.
pub fn strength(game: &Game, seat: Seat) -> f32 {
    let board = game.board();
    let (mut best, mut all) = (0.0f32, 0.0);
    game.each_goal(seat, &mut |missing| {
        let worth = goal(missing);
        best = best.max(worth);
        all += worth;
    });
    let goals = best + FURTHER * (all - best);
    let row = board.row(seat);
    let buildings = row.len() as f32;
    let stacked: f32 = row.iter().map(|building| f32::from(board.card(*building).height)).sum();
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

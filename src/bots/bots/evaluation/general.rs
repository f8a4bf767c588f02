//! Weights that suit any game, found by hand.

use board::Seat;
use engine::Game;
use rules::ir::weights::{SOON, STEPS, WEIGHTS, Weights};

/// What a way to win is worth that lacks so many steps.
const GOAL: [f32; STEPS] = [4.0, 2.2, 1.2, 0.65, 0.35, 0.15, 0.0];
/// What further ways to win are worth, by how much less than the best.
const FURTHER: f32 = 0.4;
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
        all[STEPS + at] = FURTHER * GOAL[at];
        at += 1;
    }
    let turn = 2 * STEPS + 2 * SOON;
    (all[turn + 1], all[turn + 2], all[turn + 3], all[turn + 4]) =
        (BUILDING, STACKED, HELD, -STANDING);
    all
}

/// How strong a living seat stands by them, sooner told than feature by feature.
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

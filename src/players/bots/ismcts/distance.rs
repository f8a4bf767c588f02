//! How far a seat is from winning.

use crate::board::Seat;
use crate::engine::Game;

/// Whoever lacks more steps than that is not thought to win in a turn.
pub const NEAR: f32 = 4.0;

/// How far the seat is from winning: the steps of its nearest goal, or what the others still have.
pub fn lacks(game: &Game, seat: Seat) -> f32 {
    let mut least = f32::INFINITY;
    game.each_goal(seat, &mut |missing| least = least.min(missing));
    let board = game.board();
    let others = board.living.iter().filter(|other| *other != seat).map(|other| board.row(other).len()).sum::<usize>();
    least.min(others as f32)
}

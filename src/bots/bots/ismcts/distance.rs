//! How far a seat is from winning.

use board::Seat;
use engine::Game;

/// Whoever lacks more steps than that is not thought to win in a turn.
pub const NEAR: f32 = 4.0;

/// How far the seat is from winning: the steps of its nearest goal, or what the others still have.
pub fn lacks(game: &Game, seat: Seat) -> f32 {
    let mut least = f32::INFINITY;
    game.each_goal(seat, &mut |missing| least = least.min(missing));
    least.min(left_to_others(game, seat))
}

/// The orders in which a search of a turn goes on: how many of them there are.
pub const ORDERS: usize = 2;

/// What a missing step counts.
const STEP: f32 = 64.0;
/// What a choice that was taken counts.
const TAKEN: [f32; ORDERS] = [8.0, 3.0];
/// What a card on a building of the others counts.
const OTHERS: f32 = 12.0;
/// What a way to win counts that lacks nothing; one that lacks n steps counts e^n times less.
const WAY: f32 = 84.0;
/// What nothing counts, so that no table comes to less than that: one with so many ways to win is as near as can be.
const NOTHING: f32 = 1024.0;

/// How far a table is from a win in the turn, after so many choices: by the nearest goal alone, which comes to what others pass by, and by all ways to win,
/// and by what the others have left, which mostly comes there sooner.
pub fn orders(game: &Game, seat: Seat, taken: u32) -> [u32; ORDERS] {
    let (mut least, mut ways) = (left_to_others(game, seat), 0.0);
    game.each_goal(seat, &mut |missing| {
        least = least.min(missing);
        ways += (-missing).exp();
    });
    let board = game.board();
    let others: usize = board
        .living
        .iter()
        .filter(|other| *other != seat)
        .map(|other| board.cards_in(other))
        .sum();
    let steps = NOTHING + least * STEP;
    let nearest = steps + taken as f32 * TAKEN[0];
    let all = steps + taken as f32 * TAKEN[1] + others as f32 * OTHERS - ways * WAY;
    [nearest, all].map(|far| far as u32)
}

/// The buildings that the others have: without any they are out.
fn left_to_others(game: &Game, seat: Seat) -> f32 {
    let board = game.board();
    board
        .living
        .iter()
        .filter(|other| *other != seat)
        .map(|other| board.row(other).len())
        .sum::<usize>() as f32
}

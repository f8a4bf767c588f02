//! Learning to judge tables, in one of two ways: games of bots are played, tables of them kept with how the games ended, and the weights found
//! that say it best; or weights play against weights beside them, and go where they win. The same seed finds the same, whatever the threads.

mod climb;
mod fit;
mod gather;
mod score;

pub use climb::{Climb, Climbed, climb};
pub use fit::fit;
pub use gather::{Learner, Plan, Samples, gather};
pub use score::{Apart, Score, Scores, scores};

use bots::evaluation::Features;

/// A table of a game, as the evaluation sees it, and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// By living seat.
    pub seats: Vec<Features>,
    /// By the same: the part of the game that it has won in the end.
    pub won: Vec<f32>,
}

/// Tables of one game.
pub type Tables = Vec<Table>;

/// Every fifth game is none to learn from: it tells what was learned.
const HELD_OUT: u64 = 5;

/// The game with that number is held out.
fn is_held_out(game: u64) -> bool {
    game % HELD_OUT == HELD_OUT - 1
}

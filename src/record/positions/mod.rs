//! Tables as the notation writes them: read, printed, told apart, and played on from by moves.

mod cards;
pub mod moves;
pub mod print;
pub mod read;
mod unknown;

//! The text in which people, rulings, saved games, traces and bots speak of a game.

mod grammar;
mod label;
mod moves;
mod parse;
mod position;
mod record;
mod trace;
mod words;

pub use label::{Match, is_same, matches};
pub use moves::{Fallen, Lot, MoveLine, parse_moves};
pub use parse::parse_position;
pub use position::{
    Building, Card, Cards, Counter, Law, Line, Mark, Nation, Phase, Place, PositionText,
    StackEntry, TurnSoFar,
};
pub use record::{Record, parse_trace_line};
pub use trace::{TraceError, TraceReader, TraceRecord};
pub use words::{Mover, NoPlayer, Player};

//! The table: who sits where, which card lies where, who knows what. Knows no language.

mod card;

pub use card::{CardId, Kind, MAX_CARDS, MAX_KINDS};

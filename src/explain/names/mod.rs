//! What cards are called: by the notation, as printed, and by people who write them.

pub mod find;
pub use find::{chooser_of, seat_of};
pub mod notation;
pub mod printed;

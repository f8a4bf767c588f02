//! Rulings: read, played, judged, told, written, and what they cover of the card texts.

pub mod casebook;
pub mod coverage;
pub mod differences;
pub mod expect;
pub mod file;
pub mod index;
pub mod judge;
pub mod mutation;
pub mod ruling;
pub mod trail;
pub mod transcript;
pub mod written;

//! Whole games: written down, replayed, looked at moment by moment.

pub mod replay;
pub mod settlement;
pub mod timeline;
pub mod write;

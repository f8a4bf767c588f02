//! Whole games: written down, replayed, looked at moment by moment.

mod begun;
mod lines;
pub mod replay;
#[doc(hidden)]
pub mod settlement;
#[doc(hidden)]
pub mod timeline;
pub mod write;

//! Whole games: written down, replayed, looked at moment by moment.

mod begun;
pub mod replay;
#[doc(hidden)]
pub mod settlement;
#[doc(hidden)]
pub mod timeline;
pub mod write;

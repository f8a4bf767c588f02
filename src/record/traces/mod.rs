//! Whole games: written down, replayed, looked at moment by moment.

mod chance;
pub mod replay;
#[doc(hidden)]
pub mod timeline;
pub mod write;

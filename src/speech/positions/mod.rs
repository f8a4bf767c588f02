//! Tables as the notation writes them: read, printed, told apart, and played on from by moves.

#[doc(hidden)]
pub mod fingerprint;
pub mod moves;
pub mod print;
pub mod read;

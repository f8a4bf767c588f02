//! Tables as the notation writes them: read, printed, told apart, and played on from by moves.

#[doc(hidden)]
pub mod fingerprint;
mod marks;
pub mod moves;
pub mod print;
pub mod read;
mod unknown;

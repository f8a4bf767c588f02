//! Everything that is said of a game: what cards and options are called, positions, logs, reasons, traces. It tells and reads, and
//! decides nothing.

#[doc(hidden)]
pub mod cut;
#[doc(hidden)]
pub mod ending;
pub mod fallen;
#[doc(hidden)]
pub mod goals;
pub mod log;
pub mod names;
pub mod options;
#[doc(hidden)]
pub mod pending;
#[doc(hidden)]
pub mod reading;
#[doc(hidden)]
pub mod reasons;
#[doc(hidden)]
pub mod rulebook;

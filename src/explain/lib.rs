//! Says what happens in a game and why: names of cards, decisions and their labels, the log, reasons, goals. It decides nothing.

pub mod chance;
#[doc(hidden)]
pub mod cut;
#[doc(hidden)]
pub mod ending;
#[doc(hidden)]
pub mod entries;
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

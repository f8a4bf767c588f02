//! Everything that is said of a game: what cards and options are called, positions, logs, reasons, traces. It tells and reads, and
//! decides nothing.

pub mod cut;
pub mod ending;
pub mod goals;
pub mod log;
pub mod names;
pub mod options;
pub mod positions;
pub mod reading;
pub mod reasons;
pub mod rulebook;
pub mod screen;
pub mod traces;

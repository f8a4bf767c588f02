//! Who sits and plays: labels and positions in the notation, traces, simulation.

pub mod label;
pub mod print;
pub mod simulate;
pub mod trace;

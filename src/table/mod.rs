//! Who sits and plays: labels and positions in the notation, traces, simulation.

pub mod label;
pub mod names;
pub mod position;
pub mod print;
pub mod replay;
pub mod ruling;
pub mod simulate;
pub mod trace;

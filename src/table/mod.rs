//! Who sits and plays: labels and positions in the notation, replays, rulings, logs, screens, bots, sittings,
//! programs of the outside world, traces, simulation.

pub mod arena;
pub mod aside;
pub mod because;
pub mod bots;
pub mod casebook;
pub mod contest;
pub mod coverage;
pub mod cut;
pub mod decision;
pub mod draft;
pub mod hosted;
pub mod label;
pub mod log;
pub mod lying;
pub mod memory;
pub mod mutate;
pub mod names;
pub mod position;
pub mod print;
pub mod protocol;
mod quote;
pub mod replay;
pub mod rules_index;
pub mod ruling;
pub mod saved;
pub mod screen;
pub mod simulate;
pub mod sitting;
pub mod trace;
pub mod transcript;
pub mod why;

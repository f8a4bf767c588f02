//! Many games without people: bots against each other, and games in bulk with their statistics.

pub mod arena;
pub mod interval;
pub mod series;
pub mod simulate;
pub mod train;

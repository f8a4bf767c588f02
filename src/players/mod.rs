//! Players that are programs: bots, plain chance, and programs of the outside world.

pub mod bots;
pub mod chance;
pub mod hosted;
pub mod protocol;

//! Players that are programs: bots, plain chance, and programs of the outside world.

pub mod bots;
pub mod chance;
#[doc(hidden)]
pub mod forward;
#[doc(hidden)]
pub mod hosted;
#[doc(hidden)]
pub mod protocol;

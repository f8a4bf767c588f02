//! Players that are programs: bots, plain chance, and programs of the outside world.

mod bot;
mod cautious;
pub mod chance;
mod checkpoint;
pub mod evaluation;
#[doc(hidden)]
pub mod forward;
mod greedy;
#[doc(hidden)]
pub mod hosted;
mod ismcts;
mod policy;
#[doc(hidden)]
pub mod protocol;
mod slot;
mod spec;
#[cfg(test)]
mod testing;

pub use bot::{Bot, Course, Random, Seen, Stop};
pub use cautious::Cautious;
pub use greedy::Greedy;
pub use ismcts::{Analysis, Ismcts, MOST_ITERATIONS, Weighed, Wins, open_win};
pub use spec::{BotSpec, Budget, NoBot};

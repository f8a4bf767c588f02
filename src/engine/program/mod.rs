//! What is worked out of a lowered program once, when a game of it is made ready.

pub(super) mod clauses;
pub(super) mod conditions;
mod destinations;
pub(super) mod kinds;
pub(super) mod lasting;
pub(super) mod lent;
pub(super) mod needs;
mod programs;
mod reader;
pub(super) mod reads;
pub(super) mod registers;
pub(super) mod script;
pub(super) mod set_plans;
pub(super) mod speaks;
pub(super) mod tallies;
pub(super) mod traits;
pub(super) mod worst_case;

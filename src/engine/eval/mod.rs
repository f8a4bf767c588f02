//! What the words of a text stand for on a table: items, sets, conditions, numbers.

pub(super) mod ahead;
pub(super) mod alters;
pub(super) mod bars;
pub(super) mod building_sets;
pub(super) mod context;
pub(super) mod lent;
pub(super) mod looks;
mod membership;
mod numbers;
mod order;
pub(super) mod playable;
mod players;
pub(super) mod sets;
mod speakers;

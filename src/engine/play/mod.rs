//! Games under way: decisions, running texts, what they do, and what follows from it.

pub(super) mod act;
pub(super) mod actions;
mod aiming;
mod asker;
pub(super) mod charging;
pub(super) mod choice;
pub(super) mod choose;
pub(super) mod cut_off;
pub(super) mod disputed;
pub(super) mod fuel;
pub(super) mod game;
mod hearing;
pub(super) mod lots;
mod memory;
pub(super) mod moment;
pub(super) mod options;
mod over;
mod pending;
mod replacing;
pub(super) mod run;
pub(super) mod setup;
pub(super) mod statuses;
pub(super) mod top_text;
pub(super) mod trial;
pub(super) mod triggers;
pub(super) mod watch;
mod writing;

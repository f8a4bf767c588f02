//! Says checked texts in plain English, as a card would: what is read here is what the engine does.
//!
//! It works on the checked tree. In a game disputes are settled, and what does not hold there is not said; elsewhere the
//! disputes are named.

mod against;
mod alters;
mod asks;
mod calls;
mod declared;
mod faces;
mod flow;
mod given;
mod happening;
mod having;
mod line;
mod notes;
mod numbers;
mod pending;
mod places;
mod seats;
mod speaker;
mod steps;
mod text;
mod things;
mod used;
mod walk;

pub(super) use against::texts;
pub(super) use calls::{keyword, usage};
pub(super) use declared::{counters, statuses, tally};
pub(super) use faces::{face, mark, wins};
pub(super) use line::sentence;
pub(super) use pending::pending;
pub(super) use speaker::Words;
pub(super) use text::crisis;
pub(super) use used::{Used, by_face, by_text, by_word};

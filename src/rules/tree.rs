//! Checked texts, and walks through them.

mod against;
mod among;
mod carried;
mod faces;
mod naming;
mod nodes;
mod parts;

pub(super) use against::{Against, Cause};
pub(super) use carried::{Carried, Local};
pub(super) use faces::{
    Ability, Alteration, Alters, Checked, CheckedSet, CountsAs, Disputed, Face, Keyword, Starred,
};
pub(super) use naming::Naming;
pub(super) use nodes::{
    Alone, Among, Argument, Body, Branch, Cond, Deed, Head, Item, Lasting, Num, Pattern, Pending,
    Remembered, Says, Set, SetKind, Source, Step, Text, Trigger,
};
pub(super) use parts::Part;

/// The labels by which players are asked whether something is done once more.
pub(super) const AGAIN: &str = "again";
pub(super) const STOP: &str = "stop";

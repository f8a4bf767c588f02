//! Checked texts, and walks through them.

mod faces;
mod nodes;
mod parts;

pub(super) use faces::{
    Ability, Alteration, Alters, Checked, CheckedSet, CountsAs, Disputed, Face, Keyword, Starred,
};
pub(super) use nodes::{
    Against, Alone, Among, Argument, Block, Body, Branch, Carried, Cause, Cond, Deed, Head, Item,
    Lasting, Local, Num, Pattern, Pending, Remembered, Says, Set, SetKind, Source, Step, Text,
    Trigger,
};
pub(super) use parts::Part;

/// The labels by which players are asked whether something is done once more.
pub(super) const AGAIN: &str = "again";
pub(super) const STOP: &str = "stop";

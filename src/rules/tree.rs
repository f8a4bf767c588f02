//! Checked texts, and walks through them.

mod faces;
mod nodes;
mod parts;
mod things;

pub(super) use faces::{
    Ability, Alteration, Alters, Checked, CheckedSet, CountsAs, Disputed, Face, Keyword, Starred,
};
pub(super) use nodes::{
    Against, Alone, Argument, Block, Body, Branch, Carried, Cause, Deed, Head, Lasting, Local,
    Pattern, Pending, Remembered, Says, Step, Text, Trigger,
};
pub(super) use parts::Part;
pub(super) use things::{Among, Cond, Item, Num, Set, SetKind, Source};

/// The labels by which players are asked whether something is done once more.
pub(super) const AGAIN: &str = "again";
pub(super) const STOP: &str = "stop";

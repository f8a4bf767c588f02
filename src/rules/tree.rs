//! Checked texts, and walks through them.

mod faces;
mod nodes;
mod parts;
mod things;

pub(super) use faces::{
    Ability, Alteration, Alters, Checked, CheckedSet, CountsAs, Disputed, Face, Keyword, Starred,
};
pub(super) use nodes::{
    Act, Against, Alone, Block, Body, Branch, Capture, Cause, Deed, Head, Lasting, Local, Pattern,
    Pending, Says, Text, Trigger, Value,
};
pub(super) use parts::{Node, Part};
pub(super) use things::{Among, Cond, Item, Num, Set, SetKind, Source};

/// The labels by which players are asked whether something is done once more.
pub(super) const AGAIN: &str = "again";
pub(super) const STOP: &str = "stop";

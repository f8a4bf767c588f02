//! Checked texts, and walks through them.

mod faces;
mod nodes;
mod parts;

pub(super) use faces::{
    Ability, Checked, CheckedSet, CountsAs, Disputed, Face, Head, Keyword, Lasting, Pattern, Trigger,
};
pub(super) use nodes::{
    AGAIN, Alone, Among, Argument, Body, Branch, Cond, Item, Local, Num, STOP, Set, SetKind, Source, Step, Text,
};
pub(super) use parts::Part;

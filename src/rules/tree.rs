//! Checked texts, and walks through them.

mod nodes;
mod parts;

pub(super) use nodes::{
    Ability, Alone, Argument, Body, Branch, Checked, CheckedSet, Cond, CountsAs, Disputed, Face, Head, Item, Keyword,
    Lasting, Local, Num, Pattern, Set, SetKind, Source, Step, Text, Trigger,
};
pub(super) use parts::Part;

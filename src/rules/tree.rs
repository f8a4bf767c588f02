//! Checked texts, and walks through them.

mod alters;
mod faces;
mod nodes;
mod parts;

pub(super) use alters::{Alteration, Alters, Starred};
pub(super) use faces::{Ability, Checked, CheckedSet, CountsAs, Disputed, Face, Keyword, Lasting};
pub(super) use nodes::{
    AGAIN, Alone, Among, Argument, Body, Branch, Cond, Head, Item, Local, Num, Pattern, STOP, Set, SetKind, Source,
    Step, Text, Trigger,
};
pub(super) use parts::Part;

//! Checked texts, and walks through them.

mod alters;
mod faces;
mod nodes;
mod parts;

pub(super) use alters::{Alteration, Alters, Starred};
pub(super) use faces::{Ability, Checked, CheckedSet, CountsAs, Disputed, Face, Keyword};
pub(super) use nodes::{
    AGAIN, Alone, Among, Argument, Body, Branch, Carried, Cond, Deed, Head, Item, Lasting, Local, Num, Pattern,
    Pending, STOP, Says, Set, SetKind, Source, Step, Text, Trigger,
};
pub(super) use parts::Part;

//! Checked texts, and walks through them.

mod faces;
mod nodes;
mod parts;

pub(super) use faces::{Ability, Alteration, Alters, Checked, CheckedSet, CountsAs, Disputed, Face, Keyword, Starred};
pub(super) use nodes::{
    AGAIN, Alone, Among, Argument, Body, Branch, Carried, Cond, Deed, Head, Item, Lasting, Local, Num, Pattern,
    Pending, Remembered, STOP, Says, Set, SetKind, Source, Step, Text, Trigger,
};
pub(super) use parts::Part;

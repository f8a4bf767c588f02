//! Checked texts, and walks through them.

mod nodes;
mod parts;

pub(super) use nodes::{
    AGAIN, Ability, Alone, Among, Argument, Body, Branch, Checked, CheckedSet, Cond, CountsAs, Disputed, Face, Head,
    Item, Keyword, Lasting, Local, Num, Pattern, STOP, Set, SetKind, Source, Step, Text, Trigger,
};
pub(super) use parts::Part;

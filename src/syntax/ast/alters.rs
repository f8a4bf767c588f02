//! Clauses that change what the words of the rules and of other texts mean.

use super::{Cond, ItemExpr, NumExpr, SetExpr, Text, Word};
use crate::base::Spanned;

/// `while COND: ...`: what is so as long as it lasts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alters {
    pub condition: Option<Spanned<Cond>>,
    pub what: Alteration,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alteration {
    /// `for each SET as NAME, SET and SET are neighbours`; of one set, all of it of each other
    Neighbours { each: Option<Box<(SetExpr, Option<Word>)>>, left: SetExpr, right: Option<Box<SetExpr>> },
    /// `lower the starred numbers of PLAYERS by NUMBER, but never below NUMBER`
    Starred { of: SetExpr, change: Starred },
    /// `SET bear the name written on ITEM`, or that `of ITEM`
    Name { set: SetExpr, written: bool, of: ItemExpr },
    /// `SET have the text of ITEM`
    TextOf { set: SetExpr, of: ItemExpr },
    /// `SET have: ...`: clauses that they have besides their own
    Has { set: SetExpr, text: Text },
}

/// What becomes of starred numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Starred {
    Raise(Spanned<NumExpr>),
    Lower { by: Spanned<NumExpr>, floor: Spanned<NumExpr> },
    Double,
}

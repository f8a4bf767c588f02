//! Numbers as texts say them.

use super::{Cond, Deed, ItemExpr, SetExpr, Word};
use crate::base::Spanned;

/// A number, read where the text comes to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NumExpr {
    Number(u16),
    /// `2*`: raised by other cards
    Starred(u16),
    /// `the number of SET`
    Count(Box<SetExpr>),
    /// `the number of cards on X` lowers to a count; `the number of different names among SET`
    DifferentNames(Box<SetExpr>),
    /// `the largest number of the same name among SET`
    MostAlike(Box<SetExpr>),
    /// `the number of ticks on X`
    Counters {
        counter: Word,
        on: Box<ItemExpr>,
    },
    /// So many counters, of those that a player has put there.
    Whose {
        number: Box<Spanned<NumExpr>>,
        of: Box<ItemExpr>,
    },
    /// `the number of seats`: players at the start of the game
    Seats,
    /// `(N if COND otherwise M)`
    If {
        condition: Box<Spanned<Cond>>,
        then: Box<Spanned<NumExpr>>,
        otherwise: Box<Spanned<NumExpr>>,
    },
    Plus(Box<Spanned<NumExpr>>, Box<Spanned<NumExpr>>),
    /// `the NAME of PLAYER`
    Entry(Box<(Word, ItemExpr)>),
    /// Never below 0.
    Minus(Box<Spanned<NumExpr>>, Box<Spanned<NumExpr>>),
    /// `half of NUMBER, rounded up`
    Half {
        of: Box<Spanned<NumExpr>>,
        up: bool,
    },
    /// `twice NUMBER`
    Twice(Box<Spanned<NumExpr>>),
    /// `the larger of NUMBER and NUMBER`
    OfTwo {
        larger: bool,
        left: Box<Spanned<NumExpr>>,
        right: Box<Spanned<NumExpr>>,
    },
    /// `the largest number of SET among SET`: in the first `it` is one of the second
    Among {
        largest: bool,
        of: Box<SetExpr>,
        among: Box<SetExpr>,
    },
    /// `how often X has played an action this turn`
    Often(Box<Deed>),
    /// A name given by `let` or a parameter.
    Name(String),
}

impl NumExpr {
    /// Without whose counters they are.
    pub fn plain(&self) -> &NumExpr {
        match self {
            NumExpr::Whose { number, .. } => &number.node,
            number => number,
        }
    }
}

/// `from NUMBER to NUMBER`
pub type Range = (Spanned<NumExpr>, Spanned<NumExpr>);

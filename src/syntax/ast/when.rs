//! Clauses that wait for something to happen.

use super::{Body, Cond, Filter, Happening, LetValue, NumExpr, SetExpr, Word};
use crate::base::Spanned;

/// A clause that waits for something to happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trigger {
    /// It waits only while that holds.
    pub during: Option<Spanned<Cond>>,
    /// Any of these; several are said in the same voice.
    pub happenings: Vec<Spanned<Happening>>,
    pub voice: Voice,
    /// Who does it, where that is said.
    pub who: Option<SetExpr>,
    /// What it happens to; without it, whatever that is. In the short voice it is `this`.
    pub what: Option<Role>,
    /// Of what happens to counters: their sort, as one of them is called.
    pub counter: Option<Word>,
    /// The building that a card comes to lie on.
    pub onto: Option<Role>,
    /// Keyword names; empty for whatever causes it.
    pub causes: Vec<Word>,
    /// And it must hold then.
    pub condition: Option<Spanned<Cond>>,
    /// Things and numbers as they are then, by the names that the text gives them.
    pub remembers: Vec<(Word, LetValue)>,
    /// What whoever does it pays for it.
    pub price: Option<Price>,
    /// It comes in the place of what happens only if `you` like.
    pub may: bool,
    pub body: Body,
}

impl Trigger {
    /// Waits for nothing yet.
    pub fn empty() -> Trigger {
        Trigger {
            during: None,
            happenings: Vec::new(),
            voice: Voice::Passive,
            who: None,
            what: None,
            counter: None,
            onto: None,
            causes: Vec::new(),
            condition: None,
            remembers: Vec::new(),
            price: None,
            may: false,
            body: Body { statements: Vec::new() },
        }
    }
}

/// What something costs: so many of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    pub number: Spanned<NumExpr>,
    pub fee: Fee,
}

/// What is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fee {
    /// Cards of the hand are discarded.
    Cards,
    /// Top cards of one's own stacks are discarded.
    Stacked,
    /// Counters that one has are taken off.
    Counters(Word),
}

/// How a happening is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Voice {
    /// `revealed by ember`: of `this`
    Short,
    /// `another player builds a building`
    Active,
    /// `a building is built`
    Passive,
}

/// Something that takes part in a happening, with the name that the text gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    pub pattern: Pattern,
    pub name: Option<Word>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// `a card that ...`: wherever it comes from or goes to.
    Card(Vec<Spanned<Filter>>),
    /// One of a set.
    Of(SetExpr),
}

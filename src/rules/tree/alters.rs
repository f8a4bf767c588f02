//! Clauses that change what the words of the rules and of other texts mean, checked.

use super::nodes::{Cond, Local, Num, Set};
use super::parts::Part;

#[derive(Debug, Clone)]
pub(in crate::rules) struct Alters {
    pub(in crate::rules) condition: Option<Cond>,
    pub(in crate::rules) what: Alteration,
}

#[derive(Debug, Clone)]
pub(in crate::rules) enum Alteration {
    /// These and those are neighbours of each other, for each of a set.
    Neighbours { each: Option<(Set, Local)>, left: Set, right: Option<Set> },
    /// What becomes of the starred numbers of these players.
    Starred { of: Set, change: Starred },
}

#[derive(Debug, Clone)]
pub(in crate::rules) enum Starred {
    Raise(Num),
    Lower { by: Num, floor: Num },
    Double,
}

impl Alters {
    pub(in crate::rules) fn each_part<'t>(&'t self, see: &mut dyn FnMut(Part<'t>)) {
        self.condition.iter().for_each(|cond| see(Part::Cond(cond)));
        self.what.each_part(see);
    }
}

impl Alteration {
    /// The parts of it, in the order in which they are written.
    pub(in crate::rules) fn each_part<'t>(&'t self, see: &mut dyn FnMut(Part<'t>)) {
        match self {
            Alteration::Neighbours { each, left, right } => {
                let each = each.iter().map(|(set, _)| set);
                each.chain([left]).chain(right).for_each(|set| see(Part::Set(set)));
            }
            Alteration::Starred { of, change } => {
                see(Part::Set(of));
                match change {
                    Starred::Raise(by) => see(Part::Num(by)),
                    Starred::Lower { by, floor } => {
                        see(Part::Num(by));
                        see(Part::Num(floor));
                    }
                    Starred::Double => {}
                }
            }
        }
    }
}

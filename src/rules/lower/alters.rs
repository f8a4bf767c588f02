//! Lowers clauses that change what the words of the rules and of other texts mean.

use super::{Binding, Lowering};
use crate::ir;
use crate::tree::{Alone, Alteration, Alters, Starred};

impl Lowering<'_> {
    /// What the clause gives to others besides a name is lowered as a face of its own, with that number.
    pub fn alters(&mut self, clause: &Alone<Alters>, face: ir::FaceId) -> ir::Alters {
        self.alone(clause, |lowering, clause| {
            let condition = clause.condition.as_ref().map(|cond| lowering.pred(cond));
            ir::Alters {
                condition,
                what: lowering.alteration(&clause.what, face),
            }
        })
    }

    pub(super) fn alteration(&mut self, what: &Alteration, face: ir::FaceId) -> ir::Alteration {
        match what {
            Alteration::Neighbours {
                each: None,
                left,
                right,
            } => {
                let left = self.set(left);
                let right = right.as_ref().map_or(left, |right| self.set(right));
                ir::Alteration::Neighbours {
                    each: None,
                    left,
                    right,
                }
            }
            Alteration::Neighbours {
                each: Some((each, it)),
                left,
                right,
            } => {
                let mut both = None;
                let each = self.set_where(each, |lowering| {
                    let depth = lowering.candidates.len() - 1;
                    lowering.bind(*it, Binding::Candidate(depth));
                    let left = lowering.set(left);
                    both = Some((
                        left,
                        right.as_ref().map_or(left, |right| lowering.set(right)),
                    ));
                    None
                });
                let (left, right) = both.expect("a set is asked for its elements");
                ir::Alteration::Neighbours {
                    each: Some(each),
                    left,
                    right,
                }
            }
            Alteration::Name { set, written, of } => ir::Alteration::Name {
                set: self.set(set),
                written: *written,
                of: self.item(of),
            },
            Alteration::Called { set, name } => ir::Alteration::Called {
                set: self.set(set),
                name: self.arena.name(name),
            },
            Alteration::KeepsName { set } => ir::Alteration::KeepsName { set: self.set(set) },
            Alteration::TextOf { set, of } => ir::Alteration::TextOf {
                set: self.set(set),
                of: self.item(of),
            },
            Alteration::Has { set, face: _ } => ir::Alteration::Has {
                set: self.set(set),
                face,
            },
            Alteration::Starred { of, change } => {
                let of = self.set(of);
                let change = match change {
                    Starred::Raise(by) => ir::Starred::Raise(self.num(by)),
                    Starred::Lower { by, floor } => ir::Starred::Lower {
                        by: self.num(by),
                        floor: self.num(floor),
                    },
                    Starred::Double => ir::Starred::Double,
                };
                ir::Alteration::Starred { of, change }
            }
        }
    }
}

//! Lowers what holds as long as a clause stands, and what counts for tallies.

use super::{Lowering, plain};
use crate::ir::{self, Element, FaceId};
use crate::tree::{Alone, Alteration, Alters, Cond, CountsAs, Item, Set, Source, Starred};

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
            Alteration::Neighbours { each, left, right } => {
                let both = |lowering: &mut Self| {
                    let left = lowering.set(left);
                    let right = right.as_ref().map_or(left, |right| lowering.set(right));
                    (left, right)
                };
                let (each, (left, right)) = match each {
                    None => (None, both(self)),
                    Some((each, it)) => {
                        let (each, both) = self.of_each_one(each, *it, both);
                        (Some(each), both)
                    }
                };
                ir::Alteration::Neighbours { each, left, right }
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

/// A face that says of itself that it counts for a tally.
pub struct Own<'t> {
    pub face: FaceId,
    pub name: &'t str,
    pub building: bool,
    /// No other card of the game goes by that name.
    pub only_one: bool,
    /// In this game what is disabled may keep its name.
    pub names_kept: bool,
    pub counts: &'t CountsAs,
}

impl Lowering<'_> {
    /// What the clause says to count, as it stands on its card.
    pub fn what_counts(&mut self, counts: &CountsAs) -> ir::SetId {
        self.alone(&counts.clause, |lowering, (condition, set)| {
            lowering.set_where(set, |lowering| {
                condition.as_ref().map(|cond| lowering.pred(cond))
            })
        })
    }

    /// All that counts for a tally: what its own text counts, and of the player's cards all with a face that says so of
    /// itself.
    pub fn all_counted(&mut self, text: Option<&Alone<Set>>, own: &[Own]) -> ir::SetId {
        let text = text.map(|text| self.alone(text, |lowering, set| lowering.set(set)));
        let sets: Vec<ir::SetId> = text
            .into_iter()
            .chain(own.iter().map(|own| self.alike(own)))
            .collect();
        self.together(sets)
    }

    fn together(&mut self, sets: Vec<ir::SetId>) -> ir::SetId {
        let joined = sets.into_iter().reduce(|left, right| {
            let element = self.arena.at_set(left).element;
            self.arena
                .set(plain(ir::Source::Plus(left, right), element))
        });
        joined.unwrap_or_else(|| {
            let you = self.arena.item(ir::Item::You);
            let filter = Some(self.arena.truth(false));
            self.arena.set(ir::Set {
                filter,
                ..plain(ir::Source::BuildingsOf(you), Element::Building)
            })
        })
    }

    /// What counts for a tally more than once, the second time, the third, and so on.
    pub fn counted_more(&mut self, own: &[Own]) -> Vec<ir::SetId> {
        let most = own.iter().map(|own| own.counts.times).max().unwrap_or(1);
        let more = (2..=most).map(|times| {
            let sets: Vec<ir::SetId> = own
                .iter()
                .filter(|own| own.counts.times >= times)
                .map(|own| self.alike(own))
                .collect();
            self.together(sets)
        });
        more.collect()
    }

    /// The player's cards with that face, as far as its condition holds for each.
    fn alike(&mut self, own: &Own) -> ir::SetId {
        let Alone {
            file,
            span,
            locals,
            node: (condition, _),
        } = &own.counts.clause;
        let candidate = *locals;
        let (source, element) = match own.building {
            true => (Source::BuildingsOf(Item::You), Element::Building),
            false => (Source::CardsIn(Item::You), Element::StackedCard),
        };
        let set = Set::all(source, element, candidate);
        let alike = Alone {
            file: *file,
            span: *span,
            locals: locals + 1,
            node: set,
        };
        self.alone(&alike, |lowering, set| {
            lowering.this = Some(candidate);
            lowering.set_where(set, |lowering| {
                let it = Item::Local(candidate);
                let is_it = match (own.only_one, own.building) {
                    (true, building) => {
                        let named =
                            lowering.pred(&Cond::Named(it.clone(), own.name.to_string(), *span));
                        match building && own.names_kept {
                            true => {
                                let active = lowering.pred(&Cond::Active(it));
                                lowering.arena.and(active, named)
                            }
                            false => named,
                        }
                    }
                    (false, true) => {
                        let active = lowering.pred(&Cond::Active(it.clone()));
                        let face = lowering.has_face(&it, own.face);
                        lowering.arena.and(active, face)
                    }
                    (false, false) => lowering.has_face(&it, own.face),
                };
                let holds = condition.as_ref().map(|cond| lowering.pred(cond));
                Some(holds.map_or(is_it, |holds| lowering.arena.and(is_it, holds)))
            })
        })
    }

    fn has_face(&mut self, item: &Item, face: FaceId) -> ir::PredId {
        let item = self.item(item);
        self.arena.pred(ir::Pred::Face(item, face))
    }
}

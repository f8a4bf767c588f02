//! What texts change of what words mean: who is a neighbour, and what starred numbers come to.

use crate::Value;
use crate::eval::context::Context;
use crate::program::clauses::Clauses;
use crate::program::speaks::Topic;
use crate::state::frame::Stars;
use crate::state::value::card_value;
use board::{CardId, CardSet, Seat, Zone};
use rules::ir::{Alteration, Alters, FaceId, NAMES, NEIGHBOURS, STARRED, Starred, TEXTS};

/// A clause that changes something costs so much to ask, as looks.
const ASKED: usize = 16;
/// What a clause that raises numbers costs, as looks.
const RAISE: usize = 64;

/// Is told of a clause, in the context of its text, and which one of which face it is.
type Found<'f, 'a> = dyn FnMut(&Context<'a>, &Alters, (FaceId, usize)) + 'f;

impl<'a> Context<'a> {
    /// A card has a name that the other one has, too.
    pub(super) fn named_like(&self, card: CardId, other: CardId) -> bool {
        if self.board.card(other).zone == Zone::Row {
            return self
                .active_name(other)
                .is_some_and(|name| self.named(card, name));
        }
        self.reads(other);
        let facts = self.script.facts(other);
        let faces = facts.action.into_iter().chain(facts.building);
        faces
            .filter_map(|face| self.face(face).name)
            .any(|name| self.named(card, name))
    }

    /// Calls `found` with each clause of such sorts that holds now, and whose text it stands in: by seat, left to right, a
    /// building before what lies on it, bottom to top, laws last.
    pub fn each_alteration(&self, sorts: u8, found: &mut Found<'_, 'a>) {
        // What gives names and texts is not itself given: it would have to be known before it is.
        let own = self.printed || sorts & (NAMES | TEXTS) != 0 || self.script.lent.is_empty();
        let mut of_face = |face, this, you| self.alterations_of(sorts, (face, this, you), found);
        let mut found = |face, this, you| {
            of_face(face, this, you);
            false
        };
        match own {
            true => self.each_speaker_itself(Topic::Alters(sorts), self.board.turn, &mut found),
            false => self.each_speaker(Topic::Alters(sorts), self.board.turn, &mut found),
        };
    }

    /// The same of what gives such clauses to that building, or lets it borrow them.
    #[inline(always)]
    pub(super) fn each_lender(
        &self,
        building: CardId,
        clauses: Clauses,
        found: &mut Found<'_, 'a>,
    ) {
        if !self.may_be_lent_by_others(building, clauses) {
            let state = self.board.card(building);
            let own = self.script.building_face(building, state.second_side());
            return self.alterations_of(TEXTS, (own, building, state.seat()), found);
        }
        self.each_lender_to(
            (building, clauses),
            self.board.turn,
            &mut |face, this, you| {
                self.alterations_of(TEXTS, (face, this, you), found);
                false
            },
        );
    }

    /// Those of one text on the table.
    fn alterations_of(
        &self,
        sorts: u8,
        (face, this, you): (FaceId, CardId, Seat),
        found: &mut Found<'_, 'a>,
    ) {
        let script = self.script;
        for (index, clause) in self.face(face).alters.iter().enumerate() {
            if clause.what.sort() & sorts == 0 {
                continue;
            }
            let printed = self.printed || clause.what.sort() & (NAMES | TEXTS) != 0;
            let context = Context {
                you,
                printed,
                ..self.beside(this)
            };
            context.spend(|| {
                ASKED
                    + clause
                        .condition
                        .map_or(0, |pred| script.weights[pred.index()] as usize)
            });
            if clause
                .condition
                .is_none_or(|condition| context.holds(condition))
            {
                found(&context, clause, (face, index));
            }
        }
    }

    /// Calls `found` with the neighbours of a building, until it answers that it is done: left, then right, then those that
    /// texts make its neighbours, each nation left to right.
    #[inline]
    pub fn each_neighbour(&self, building: CardId, found: &mut dyn FnMut(Value) -> bool) -> bool {
        let beside = self.board.beside(building);
        if beside.into_iter().any(|other| found(card_value(other))) {
            return true;
        }
        if !self.script.speaks.alters(NEIGHBOURS) || !self.may_be_said(Topic::Alters(NEIGHBOURS)) {
            return false;
        }
        let linked = self.linked(building);
        if linked.is_empty() {
            return false;
        }
        let mut all = self
            .buildings()
            .filter(|other| linked.has(*other) && !beside.contains(other));
        all.any(|other| found(card_value(other)))
    }

    /// The buildings that texts make neighbours of a building, wherever they stand.
    fn linked(&self, building: CardId) -> CardSet {
        let mut linked = CardSet::default();
        self.each_alteration(NEIGHBOURS, &mut |context, clause, _| {
            let Alteration::Neighbours { each, left, right } = clause.what else {
                return;
            };
            let mut link = |context: &Context| {
                for (here, there) in [(left, right), (right, left)] {
                    if context.is_in(card_value(building), here) {
                        context.each(there, &mut |other| {
                            linked.insert(CardId(other));
                            false
                        });
                    }
                }
            };
            match each {
                None => link(context),
                Some(each) => {
                    let bind = context.script.rules.sets[each.index()].bind;
                    context.each(each, &mut |value| {
                        context.with_it(bind, value, || link(context));
                        false
                    });
                }
            }
        });
        linked.remove(building);
        linked
    }

    /// What becomes of the starred numbers of `you`: what its own buildings say, and what other texts do.
    pub fn stars(&self) -> Stars {
        let mut stars = Stars {
            raise: self.raised(),
            ..Stars::PLAIN
        };
        self.each_star_clause(&mut |_, _, does| stars = stars.and(does));
        stars
    }

    /// What the active buildings of `you` add to starred numbers.
    fn raised(&self) -> u16 {
        let mut raise: u16 = 0;
        self.each_raise(&mut |_, _, more| raise = raise.saturating_add(more));
        raise
    }

    /// What each of their texts adds: the building, the face and the number of its clause.
    pub fn each_raise(&self, found: &mut impl FnMut(CardId, (FaceId, usize), u16)) {
        for building in self.board.row(self.you) {
            let second = self.board.card(*building).second_side();
            if self.script.traits(*building, second).raises && self.active(*building) {
                let context = self.beside(*building);
                for face in self.faces_of(*building, Clauses::RAISES) {
                    self.spend(|| RAISE * self.face(face).raises.len());
                    for (index, number) in self.face(face).raises.iter().enumerate() {
                        found(*building, (face, index), context.number(*number));
                    }
                }
            }
        }
    }

    /// Calls `found` with each clause that changes the starred numbers of `you`, besides those of its own buildings that
    /// raise them, and what it does.
    pub fn each_star_clause(&self, found: &mut dyn FnMut(CardId, (FaceId, usize), Stars)) {
        if !self.script.speaks.alters(STARRED) {
            return;
        }
        let you = Value::from(self.you.0);
        self.each_alteration(STARRED, &mut |context, clause, at| {
            let Alteration::Starred { of, change } = clause.what else {
                return;
            };
            if context.is_in(you, of) {
                found(context.this.get(), at, context.change(change));
            }
        });
    }

    fn change(&self, change: Starred) -> Stars {
        match change {
            Starred::Raise(by) => Stars {
                raise: self.number(by),
                ..Stars::PLAIN
            },
            Starred::Double => Stars {
                doubled: 1,
                ..Stars::PLAIN
            },
            Starred::Lower { by, floor } => Stars {
                lower: self.number(by),
                floor: self.number(floor),
                ..Stars::PLAIN
            },
        }
    }
}

impl Context<'_> {
    /// There is something that the clause changes as the table stands.
    pub fn alters_something(&self, clause: &Alters) -> bool {
        match clause.what {
            Alteration::Neighbours {
                each: Some(each),
                left,
                right,
            } => {
                let bind = self.script.rules.sets[each.index()].bind;
                self.each(each, &mut |value| {
                    self.with_it(bind, value, || self.exists(left) && self.exists(right))
                })
            }
            Alteration::Neighbours {
                each: None,
                left,
                right,
            } => self.exists(left) && self.exists(right),
            Alteration::Starred { of: set, .. }
            | Alteration::Name { set, .. }
            | Alteration::Called { set, .. }
            | Alteration::KeepsName { set }
            | Alteration::TextOf { set, .. }
            | Alteration::Has { set, .. } => self.exists(set),
        }
    }
}

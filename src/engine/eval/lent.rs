//! What texts make of buildings: the names that they bear, and the texts that they have besides their own.

use arrayvec::ArrayVec;

use crate::eval::context::Context;
use crate::program::clauses::Clauses;
use crate::state::frame::Frame;
use crate::state::value::card_value;
use crate::{GONE, Value};
use board::{Bearer, CardId, WRITTEN, Zone};
use rules::ir::{Alteration, Alters, FaceId, ItemId, NAMES, NameId, Says, Side, TEXTS};
use text::limits::LENT;

/// The faces that a building has besides its own.
#[derive(Debug, Clone, Default)]
pub struct Lent {
    /// The text of another building.
    pub borrowed: Option<FaceId>,
    /// Texts that were given to it, each once.
    pub given: ArrayVec<FaceId, LENT>,
}

impl Lent {
    /// All of them, borrowed ones first.
    pub fn faces(&self) -> impl Iterator<Item = FaceId> + '_ {
        self.borrowed.into_iter().chain(self.given.iter().copied())
    }
}

/// What all buildings have besides their own texts.
pub struct LentToAll {
    borrowed: FewLent,
    given: FewLent,
}

impl LentToAll {
    /// What that one has.
    pub fn to(&self, building: CardId) -> Lent {
        let mut lent = Lent::default();
        let of = |(other, _): &&(CardId, FaceId)| *other == building;
        lent.borrowed = self.borrowed.iter().find(of).map(|(_, face)| *face);
        for (_, face) in self.given.iter().filter(of) {
            // The compiler has seen to it that there is room.
            let _ = lent.given.try_push(*face);
        }
        lent
    }
}

/// Texts that buildings have besides their own, as many as there are on most tables.
pub(super) type FewLent = ArrayVec<(CardId, FaceId), 64>;

impl<'a> Context<'a> {
    /// The name that an active building bears: by what was said for a while; by what lies on it, the top one first; by its own text; by what others say;
    /// else its own.
    #[cold]
    pub(super) fn borne_name(&self, building: CardId, own: Option<NameId>) -> Option<NameId> {
        let (mut by_stack, mut by_itself, mut by_others) = (None, None, None);
        let mut for_a_while = None;
        if self.script.renames_for_a_while {
            // The last that was said holds.
            self.each_name_for_a_while(&mut |context, clause| {
                if let Alteration::Name { set, .. } | Alteration::Called { set, .. } = clause.what
                    && context.is_in(card_value(building), set)
                {
                    for_a_while = context.said_name(clause).or(for_a_while);
                }
                false
            });
        }
        self.each_alteration(NAMES, &mut |context, clause, _| {
            let (Alteration::Name { set, .. } | Alteration::Called { set, .. }) = clause.what
            else {
                return;
            };
            if !context.is_in(card_value(building), set) {
                return;
            }
            let Some(name) = context.said_name(clause) else {
                return;
            };
            let by = context.this.get();
            // The last one of a stack is the top one.
            match (self.board.under(by) == Some(building), by == building) {
                (true, _) => by_stack = Some(name),
                (_, true) => by_itself = by_itself.or(Some(name)),
                _ => by_others = by_others.or(Some(name)),
            }
        });
        for_a_while.or(by_stack).or(by_itself).or(by_others).or(own)
    }

    /// Calls `found` with what texts have said of names for a while, until it answers `true`.
    #[cold]
    pub(super) fn each_name_for_a_while(
        &self,
        found: &mut dyn FnMut(&Context<'_>, &Alters) -> bool,
    ) -> bool {
        self.board.pending().in_force().any(|pended| {
            let Some(said) = self.script.rules.pending.get(usize::from(pended.clause)) else {
                return false;
            };
            let Says::Names(clause) = &said.says else {
                return false;
            };
            let mut frame = Frame {
                this: pended.this,
                you: pended.you,
                ..Frame::IDLE
            };
            frame.carries(said, pended, 0);
            let context = Context::running(self.script, self.board, &frame).counting(self.looks);
            found(
                &Context {
                    printed: true,
                    ..context
                },
                clause,
            )
        })
    }

    /// A text says that this building keeps its name, though it is disabled.
    #[cold]
    pub(super) fn keeps_name(&self, building: CardId) -> bool {
        let mut keeps = false;
        if self.script.renames_for_a_while {
            self.each_name_for_a_while(&mut |context, clause| {
                if let Alteration::KeepsName { set } = clause.what {
                    keeps |= context.is_in(card_value(building), set);
                }
                keeps
            });
        }
        self.each_alteration(NAMES, &mut |context, clause, _| {
            if let Alteration::KeepsName { set } = clause.what {
                keeps |= context.is_in(card_value(building), set);
            }
        });
        keeps
    }

    fn said_name(&self, clause: &Alters) -> Option<NameId> {
        match clause.what {
            Alteration::Called { name, .. } => Some(name),
            Alteration::Name {
                written: true, of, ..
            } => self.written_on(self.card(of)?),
            Alteration::Name {
                written: false, of, ..
            } => {
                let of = self.building(of)?;
                // What another text says of that building is what lies on it at most.
                let state = self.board.card(of);
                let written = self
                    .board
                    .stack_from_top(of)
                    .filter(|card| self.board.card(*card).face_up());
                let mut written = written.filter_map(|card| self.written_on(card));
                self.active(of).then_some(())?;
                written
                    .next()
                    .or(self.script.facts(of).name[usize::from(state.second_side())])
            }
            _ => None,
        }
    }

    /// What a card is called, or the name that is written on it.
    #[cold]
    pub(super) fn called(&self, item: ItemId, itself: bool) -> Value {
        let name = |card| {
            if itself {
                self.name_of(card)
            } else {
                self.written_on(card)
            }
        };
        self.card(item).and_then(name).map_or(GONE, |name| name.0)
    }

    /// What a card is called: a building by the name that it has now, any other by its action if it has one.
    fn name_of(&self, card: CardId) -> Option<NameId> {
        if self.board.card(card).zone == Zone::Row {
            return self.active_name(card);
        }
        self.reads(card);
        let facts = self.script.facts(card);
        let mut faces = facts.action.into_iter().chain(facts.building);
        faces.find_map(|face| self.face(face).name)
    }

    /// The name that is written on a card.
    fn written_on(&self, card: CardId) -> Option<NameId> {
        let number = self.board.carried().number(Bearer::Card(card), WRITTEN);
        number.checked_sub(1).map(NameId)
    }

    /// The faces that a building has besides its own, where such clauses may be among them; a disabled one has none.
    #[cold]
    pub fn lent(&self, building: CardId, clauses: Clauses) -> Lent {
        let mut lent = Lent::default();
        if !self.active(building) || !self.may_have(building, clauses) {
            return lent;
        }
        if let Some(side) = self.borrows_beside(building, clauses) {
            let [left, right] = self.board.beside(building);
            let of = if side == Side::Left { left } else { right };
            let lends = of.is_some() && self.active(of);
            lent.borrowed = lends.then(|| {
                self.script
                    .building_face(of, self.board.card(of).second_side())
            });
            return lent;
        }
        self.each_lender(
            building,
            clauses,
            &mut |context, clause, _| match clause.what {
                Alteration::TextOf { set, of }
                    if lent.borrowed.is_none() && context.is_in(card_value(building), set) =>
                {
                    let of = context
                        .building(of)
                        .filter(|of| *of != building && context.active(*of));
                    lent.borrowed = of.map(|of| {
                        self.script
                            .building_face(of, self.board.card(of).second_side())
                    });
                }
                Alteration::Has { set, face }
                    if !lent.given.contains(&face) && context.is_in(card_value(building), set) =>
                {
                    // The compiler has seen to it that there is room.
                    let _ = lent.given.try_push(face);
                }
                _ => {}
            },
        );
        lent
    }

    /// All that a building has besides its own text is that of what stands on this side of it.
    #[inline(always)]
    fn borrows_beside(&self, building: CardId, clauses: Clauses) -> Option<Side> {
        let own = self
            .script
            .building_face(building, self.board.card(building).second_side());
        self.script
            .lent
            .beside(own)
            .filter(|_| !self.may_be_lent_by_others(building, clauses))
    }

    /// What all active buildings have besides their own texts, asked once for all of them, each building's in its own order;
    /// answers whether there is room for it. Where there is none, they are left empty.
    pub(super) fn all_lent(&self, borrowed: &mut FewLent, given: &mut FewLent) -> bool {
        let mut fits = true;
        self.each_alteration(TEXTS, &mut |context, clause, _| match clause.what {
            Alteration::TextOf { set, of } => {
                let Some(of) = context.building(of).filter(|of| context.active(*of)) else {
                    return;
                };
                let face = self
                    .script
                    .building_face(of, self.board.card(of).second_side());
                context.each(set, &mut |value| {
                    let building = CardId(value);
                    let first = borrowed.iter().all(|(other, _)| *other != building);
                    if building != of && first && self.active(building) {
                        fits &= borrowed.try_push((building, face)).is_ok();
                    }
                    false
                });
            }
            Alteration::Has { set, face } => {
                context.each(set, &mut |value| {
                    let lent = (CardId(value), face);
                    if !given.contains(&lent) && self.active(lent.0) {
                        fits &= given.try_push(lent).is_ok();
                    }
                    false
                });
            }
            _ => {}
        });
        if !fits {
            (*borrowed, *given) = (FewLent::new(), FewLent::new());
        }
        fits
    }

    /// What each active building has besides its own text, asked once for all of them; nothing where there is no room for it.
    pub fn lent_to_all(&self) -> Option<LentToAll> {
        let mut all = LentToAll {
            borrowed: FewLent::new(),
            given: FewLent::new(),
        };
        self.all_lent(&mut all.borrowed, &mut all.given)
            .then_some(all)
    }

    /// The face that a building shows, and those that it has besides, where such clauses may be among these.
    pub fn faces_of(&self, building: CardId, clauses: Clauses) -> ArrayVec<FaceId, { LENT + 2 }> {
        let second = self.board.card(building).second_side();
        let mut faces = ArrayVec::new();
        faces.push(self.script.building_face(building, second));
        faces.extend(self.lent(building, clauses).faces());
        faces
    }

    /// Which ability of which face that number of a building's stands for: first its own, then those of the text that it has
    /// borrowed; those that were given to it have the last numbers.
    pub fn ability(&self, building: CardId, number: u8) -> Option<(FaceId, u8)> {
        if !self.may_have(building, Clauses::ABILITIES) {
            // It has its own alone.
            let own = self
                .script
                .building_face(building, self.board.card(building).second_side());
            return Some((own, number)).filter(|_| {
                usize::from(number) < self.script.rules.faces[own.index()].abilities.len()
            });
        }
        let mut found = None;
        self.each_ability(building, &mut |other, face, index| {
            if other == number {
                found = Some((face, index));
            }
        });
        found
    }

    /// Calls `found` with the number of each ability of a building, the face it is of, and which one of these it is.
    pub fn each_ability(&self, building: CardId, found: &mut dyn FnMut(u8, FaceId, u8)) {
        let own = self
            .script
            .building_face(building, self.board.card(building).second_side());
        let count = |face: FaceId| self.script.rules.faces[face.index()].abilities.len() as u8;
        (0..count(own)).for_each(|index| found(index, own, index));
        if !self.may_have(building, Clauses::ABILITIES) {
            return;
        }
        self.each_lent_ability(building, &self.lent(building, Clauses::ABILITIES), found);
    }

    /// The same of those alone that it has besides its own, where these texts are known.
    pub fn each_lent_ability(
        &self,
        building: CardId,
        lent: &Lent,
        found: &mut dyn FnMut(u8, FaceId, u8),
    ) {
        let count = |face: FaceId| self.script.rules.faces[face.index()].abilities.len() as u8;
        if let Some(face) = lent.borrowed {
            let own = count(
                self.script
                    .building_face(building, self.board.card(building).second_side()),
            );
            (0..count(face)).for_each(|index| found(own + index, face, index));
        }
        for (number, face, index) in self.script.lent.given() {
            if lent.given.contains(face) {
                found(*number, *face, *index);
            }
        }
    }
}

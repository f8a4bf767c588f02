//! What texts forbid.

use crate::board::{CardId, Pended, Seat};
use crate::engine::Value;
use crate::engine::eval::context::Context;
use crate::engine::state::frame::Frame;
use crate::rules::ir::{Bar, FaceId, Happening, ROLES};

impl Context<'_> {
    /// No active text forbids `you` to do that, to the first of these and onto the second.
    pub(in crate::engine) fn allows(&self, happening: Happening, roles: [Value; ROLES]) -> bool {
        self.script.forbids & happening.bit() == 0 || self.no_text_bars(happening, roles)
    }

    #[cold]
    fn no_text_bars(&self, happening: Happening, roles: [Value; ROLES]) -> bool {
        let board = self.board;
        self.spend(|| board.buildings().len());
        let of_building = |building: &CardId| {
            let state = board.card(*building);
            let (owner, second) = (state.seat(), state.second_side());
            let face = self.script.building_face(*building, second);
            let barred = self.active(*building) && self.face_bars(face, (*building, owner), happening, roles);
            barred || self.script.stacks_forbid && self.stack_bars((*building, owner), happening, roles)
        };
        let of_law = |law: CardId| {
            let face = self.script.facts(law).action;
            face.is_some_and(|face| self.face_bars(face, (law, self.you()), happening, roles))
        };
        let barred = board.buildings().iter().any(of_building) || board.laws().any(of_law);
        !barred && !self.pending_bars(happening, roles)
    }

    /// What texts have said for a while, whatever has become of their cards.
    fn pending_bars(&self, happening: Happening, roles: [Value; ROLES]) -> bool {
        let pending = &self.script.rules.pending;
        let bars = |pended: &Pended| match pending.get(usize::from(pended.clause)) {
            Some(said) => self.bars(&said.bar, (CardId::NONE, pended.you), happening, roles),
            None => false,
        };
        self.board.pending().all().iter().any(bars)
    }

    fn stack_bars(&self, (building, owner): (CardId, Seat), happening: Happening, roles: [Value; ROLES]) -> bool {
        let mut card = self.board.card(building).top();
        while card.is_some() {
            let state = self.board.card(card);
            let face = self.script.facts(card).action.filter(|_| state.face_up());
            if face.is_some_and(|face| self.face_bars(face, (card, owner), happening, roles)) {
                return true;
            }
            card = state.below();
        }
        false
    }

    fn face_bars(
        &self,
        face: FaceId,
        (this, you): (CardId, Seat),
        happening: Happening,
        roles: [Value; ROLES],
    ) -> bool {
        self.script.rules.faces[face.index()].bars.iter().any(|bar| self.bars(bar, (this, you), happening, roles))
    }

    fn bars(&self, bar: &Bar, (this, you): (CardId, Seat), happening: Happening, roles: [Value; ROLES]) -> bool {
        if bar.happenings & happening.bit() == 0 {
            return false;
        }
        let Some(condition) = bar.condition else { return true };
        let mut frame = Frame { this, you, provoker: self.you().0.into(), ..Frame::IDLE };
        (0..).zip(roles).for_each(|(reg, role)| frame.bind(reg, role, bar.cards >> reg & 1 == 1));
        Context::running(self.script, self.board, &frame).counting(self.looks).holds(condition)
    }
}

//! Buildings that come to stand elsewhere, with all that lies on them.

use crate::play::run::{Runner, Watch};
use crate::state::value::card_value;
use crate::{GONE, Reads};
use board::{CardId, Event, Seat};
use rules::ir::Happening;

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Two buildings take each other's place; nothing is built.
    pub(super) fn exchange(&mut self, one: CardId, other: CardId) {
        if one == other {
            return;
        }
        // Both are moved, whichever is named first.
        let barred = Happening::Shifted.bit() & self.script.forbids != 0
            && !self
                .context()
                .allows(Happening::Shifted, [card_value(other), GONE]);
        if barred {
            return;
        }
        if self.script.hears & Happening::Shifted.bit() != 0 {
            [one, other]
                .into_iter()
                .for_each(|building| self.hear_shift(building));
        }
        self.emit(Event::Exchanged { one, other });
        for building in [one, other] {
            let state = *self.state.board.card(building);
            self.look_again_at(state.seat());
            self.arrived(building, state.seat(), state.second_side());
        }
    }

    /// A building comes to stand at another place, counted from 0 in the row without it; nothing is built.
    #[cold]
    pub(super) fn shift(&mut self, building: CardId, seat: Seat, place: u16) {
        let from = self.state.board.card(building).seat();
        let at = self.state.board.place(building).unwrap_or(0) as u16;
        let others = self.state.board.row(seat).len() as u16 - u16::from(from == seat);
        let place = place.min(others);
        if (from, at) == (seat, place) {
            return;
        }
        if self.script.hears & Happening::Shifted.bit() != 0 {
            self.hear_shift(building);
        }
        self.emit(Event::Shifted {
            building,
            seat,
            place,
        });
        self.touch(from, Reads::ROWS.and(Reads::STACKS).and(Reads::FACE_UP));
        self.look_again_at(from);
        self.look_again_at(seat);
        let second_side = self.state.board.card(building).second_side();
        self.arrived(building, seat, second_side);
    }
}

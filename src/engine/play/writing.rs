//! Names that are written on cards.

use crate::Value;
use crate::play::run::{Runner, Watch};
use crate::state::value::card_of;
use crate::{GONE, Reads};
use board::{CardId, Event, Zone};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// A name is written on what lies or stands in a nation.
    pub fn write(&mut self, name: Value, on: Value) {
        let stands =
            |card: &CardId| matches!(self.state.board.card(*card).zone, Zone::Row | Zone::Stack);
        let Some(card) = card_of(on).filter(|card| name != GONE && stands(card)) else {
            return;
        };
        self.emit(Event::Written { card, name });
        if let Some(seat) = self.state.board.owner(card) {
            self.touch(seat, Reads::COUNTERS.and(Reads::FACE_UP));
        }
        self.settle();
    }
}

//! Cards and buildings that leave where they are, before they do: what that changes, and what nobody can say any more.

use crate::board::{CardId, Event, Seat, Seats, Zone};
use crate::engine::Reads;
use crate::engine::play::run::{Runner, Watch};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// A card or building is about to leave where it is. That is most often a hand, which takes no more than this.
    #[inline(always)]
    pub fn leave(&mut self, card: CardId) {
        let state = self.state.board.card(card);
        match state.zone {
            Zone::Hand => self.leave_hand(card),
            _ => self.leave_anywhere(card),
        }
    }

    #[inline(always)]
    fn leave_hand(&mut self, card: CardId) {
        self.forget_copies(card);
        self.touch_cards();
    }

    #[inline(never)]
    fn leave_anywhere(&mut self, card: CardId) {
        let state = *self.state.board.card(card);
        match state.zone {
            Zone::Stack => {
                let seat = self.state.board.card(state.building()).seat();
                self.touch_stack(seat, state.face_up());
            }
            Zone::Row => {
                let seat = state.seat();
                self.touch(seat, Reads::ROWS.and(Reads::STACKS).and(Reads::FACE_UP));
                self.departs(card, seat);
            }
            Zone::Hand => self.leave_hand(card),
            Zone::Deck | Zone::Discard | Zone::Aside | Zone::Removed => self.touch_cards(),
            Zone::Law => self.repeal(card),
        }
        // A building that goes leaves nothing standing on air.
        if state.zone == Zone::Row {
            self.touch_cards();
            while self.state.board.card(card).top().is_some() {
                let top = self.state.board.card(card).top();
                self.emit(Event::Discarded { card: top });
            }
        }
    }

    /// A card of a hand leaves it for all to see: of another copy there nobody can say any more whether it is the one
    /// that they have seen.
    #[inline(always)]
    pub fn forget_copies(&mut self, card: CardId) {
        let seat = self.state.board.card(card).seat();
        if self.state.board.is_seen(seat) {
            self.forget_copies_in(seat, card);
        }
    }

    #[inline(never)]
    fn forget_copies_in(&mut self, seat: Seat, card: CardId) {
        let script = self.script;
        for at in 0..self.state.board.hand(seat).len() {
            let other = self.state.board.hand(seat)[at];
            let alike = script.kind[other.index()] == script.kind[card.index()];
            let beyond = Seats(self.state.board.card(other).known.0 & !self.state.board.watchers(seat).0);
            if alike && other != card && beyond != Seats::NONE {
                self.emit(Event::Forgotten { card: other });
            }
        }
    }

    /// A card is where it is to be: no longer one of those that were picked.
    pub(super) fn is_none_of_the_rest(&mut self, card: CardId) {
        self.top().marks.iter_mut().for_each(|marks| marks.remove(card));
    }

    /// A card of the deck is about to leave its place without the others seeing which one it is.
    pub(super) fn leave_unseen(&mut self, card: CardId) {
        if self.state.board.card(card).zone == Zone::Deck {
            let seat = self.top().you;
            self.emit(Event::DeckHandled { seat });
        }
    }
}

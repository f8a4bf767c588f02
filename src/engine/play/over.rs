//! Who sees whose hand, and who makes whose decisions, while texts say so.

use crate::board::{CardId, Cards, Event, Seat, Seats};
use crate::engine::play::run::{Runner, Watch};
use crate::engine::program::speaks::{Topic, standing_bit};
use crate::rules::ir::{LED, OPEN, SEEN};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// What texts say of that holds from now on, and whoever may see by it what lies hidden sees it.
    #[cold]
    pub(super) fn oversee(&mut self) {
        if self.says_nothing_of_hands() {
            return;
        }
        let living = self.state.board.living;
        let mut open = Seats::NONE;
        for seat in living.iter().filter(|seat| self.context_of(CardId::NONE, *seat).has_standing(*seat, OPEN)) {
            open = open.with(seat);
        }
        if open != self.state.board.open_hands() {
            self.emit(Event::HandsOpen { seats: open });
        }
        let everyone = self.state.board.everyone();
        for seat in open.iter() {
            let hidden = |card: &&CardId| self.state.board.card(**card).known != everyone;
            let hidden: Cards = self.state.board.hand(seat).iter().filter(hidden).copied().collect();
            hidden.into_iter().for_each(|card| self.emit_by(Event::Shown { card }, None));
        }
        for seat in living.iter() {
            let over = [SEEN, LED].map(|status| self.context_of(CardId::NONE, seat).given_by(seat, status));
            if over != self.state.board.over(seat) {
                let [seen_by, led_by] = over;
                self.emit(Event::Overseen { seat, seen_by, led_by });
            }
            if over != [Seats::NONE; 2] {
                self.lay_open(seat);
            }
        }
    }

    /// No text says anything of that, and none has until now.
    fn says_nothing_of_hands(&self) -> bool {
        let board = &self.state.board;
        let topic = Topic::Gives([OPEN, SEEN, LED].into_iter().fold(0, |all, status| all | standing_bit(status)));
        let never = |seat: Seat| board.over(seat) == [Seats::NONE; 2];
        board.open_hands() == Seats::NONE
            && board.pending().all().is_empty()
            && board.living.iter().all(never)
            && !self.context_of(CardId::NONE, board.turn).may_be_said(topic)
    }

    /// Those who see a hand see what has come there; whoever decides for a player knows all that the player knows.
    fn lay_open(&mut self, seat: Seat) {
        let by = self.state.board.chooser(seat).by;
        for watcher in self.state.board.watchers(seat).iter() {
            let board = &self.state.board;
            let hidden = |card: &CardId| !board.card(*card).is_known_to(watcher);
            let hand = board.hand(seat).iter().copied();
            let cards = (0..self.script.rules.cards.len()).map(|card| CardId(card as u16));
            let known = cards.filter(|card| watcher == by && board.card(*card).known.has(seat));
            let mut seen = Cards::new();
            hand.chain(known).filter(hidden).for_each(|card| {
                if !seen.contains(&card) {
                    seen.push(card);
                }
            });
            // Nobody looks at anything for this: no text waits for it.
            for card in seen {
                let event = Event::Seen { card, seat: watcher };
                self.watch.event_by(self.script, &self.state.board, &event, None);
                self.state.board.apply(event);
            }
        }
    }
}

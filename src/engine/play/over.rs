//! Who sees whose hand, and who makes whose decisions, while texts say so.

use crate::play::run::{Runner, Watch};
use board::{CardId, Cards, Event, Seat, Seats};
use rules::ir::{LED, OPEN, SEEN};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// What texts say of that holds from now on, and whoever may see by it what lies hidden sees it.
    #[cold]
    pub(super) fn oversee(&mut self) {
        let board = &self.state.board;
        let (living, turn) = (board.living, board.turn);
        let context = self.context_of(CardId::NONE, turn);
        let any = context.may_have_standing(&[OPEN, SEEN, LED]);
        let [opens, sees, leads] =
            [OPEN, SEEN, LED].map(|status| any && context.may_have_standing(&[status]));
        let never = |seat: Seat| board.over(seat) == [Seats::NONE; 2];
        if !any && board.open_hands() == Seats::NONE && board.living.iter().all(never) {
            return;
        }
        let mut open = Seats::NONE;
        let opened = |seat: &Seat| {
            opens
                && self
                    .context_of(CardId::NONE, *seat)
                    .has_standing(*seat, OPEN)
        };
        for seat in living.iter().filter(opened) {
            open = open.with(seat);
        }
        if open != self.state.board.open_hands() {
            self.emit(Event::HandsOpen { seats: open });
        }
        let everyone = self.state.board.everyone();
        for seat in open.iter() {
            let hidden = |card: &&CardId| self.state.board.card(**card).known != everyone;
            let hidden: Cards = self
                .state
                .board
                .hand(seat)
                .iter()
                .filter(hidden)
                .copied()
                .collect();
            hidden
                .into_iter()
                .for_each(|card| self.emit_by(Event::Shown { card }, None));
        }
        for seat in living.iter() {
            let over = [(SEEN, sees), (LED, leads)].map(|(status, may)| match may {
                true => self.context_of(CardId::NONE, seat).given_by(seat, status),
                false => Seats::NONE,
            });
            if over != self.state.board.over(seat) {
                let [seen_by, led_by] = over;
                self.emit(Event::Overseen {
                    seat,
                    seen_by,
                    led_by,
                });
            }
            if over != [Seats::NONE; 2] {
                self.lay_open(seat);
            }
        }
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
                let event = Event::Seen {
                    card,
                    seat: watcher,
                };
                self.watch
                    .event_by(self.script, &self.state.board, &event, None);
                self.state.board.apply(event);
            }
        }
    }
}

//! Who can tell which card is which, who sees whose hand, and who makes whose decisions.

use crate::Watch;
use crate::effects::runner::Runner;
use board::{CardId, Cards, Event, Seat, Seats};
use rules::ir::{Item, ItemId, LED, OPEN, Op, SEEN};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// A card of a hand is about to leave it, and these see which one it is: who has known cards of that hand may know less of it.
    #[inline(always)]
    pub fn lose_track(&mut self, card: CardId, seen_by: Seats) {
        let owner = self.state.board.card(card).seat();
        if self.state.board.is_seen(owner) {
            self.lose_track_in(owner, card, seen_by);
        }
    }

    /// Of equal cards nobody can say which one has left, so who sees one leave knows one fewer there. Who sees none knows none there any
    /// more, unless all of them are known and alike.
    #[inline(never)]
    fn lose_track_in(&mut self, owner: Seat, card: CardId, seen_by: Seats) {
        let (script, board) = (self.script, &self.state.board);
        let kind = |card: CardId| script.kind[card.index()];
        let hand: Cards = board.hand(owner).iter().copied().collect();
        let sure = Seats(board.watchers(owner).0 | self.pointed_at(card).0);
        for seat in Seats(board.everyone().0 & !sure.0).iter() {
            let board = &self.state.board;
            let knows = |card: &CardId| board.card(*card).known.has(seat);
            let forgotten: Cards = match seen_by.has(seat) {
                true if knows(&card) => continue,
                true => hand
                    .iter()
                    .copied()
                    .filter(|other| knows(other) && kind(*other) == kind(card))
                    .take(1)
                    .collect(),
                false
                    if hand
                        .iter()
                        .all(|other| knows(other) && kind(*other) == kind(card)) =>
                {
                    continue;
                }
                false => hand.iter().copied().filter(knows).collect(),
            };
            forgotten
                .into_iter()
                .for_each(|card| self.emit(Event::Forgotten { card, seat }));
        }
    }

    /// Who can tell that it is this card to which a statement does something: they have chosen it, or the text has shown it to them.
    fn pointed_at(&self, card: CardId) -> Seats {
        let Some(frame) = self.state.frames.last() else {
            return Seats::NONE;
        };
        let Some(Op::Do(_, item, with)) = self.script.rules.code[..usize::from(frame.pc)].last()
        else {
            return Seats::NONE;
        };
        let told = |item: ItemId| {
            if self.card(item) == Some(card) {
                self.told(item)
            } else {
                Seats::NONE
            }
        };
        Seats(told(*item).0 | with.map_or(Seats::NONE, told).0)
    }

    /// Who can tell which card an item stands for.
    #[inline(always)]
    pub fn told(&self, item: ItemId) -> Seats {
        match (
            self.script.rules.items[item.index()],
            self.state.frames.last(),
        ) {
            (Item::Reg(reg), Some(frame)) => frame.told[usize::from(reg)],
            _ => Seats::NONE,
        }
    }

    /// These can tell from now on which card an item stands for.
    #[inline]
    pub fn tell(&mut self, item: ItemId, seats: Seats) {
        if let Item::Reg(reg) = self.script.rules.items[item.index()] {
            let seats = self.state.board.with_deciders(seats);
            let told = &mut self.top().told[usize::from(reg)];
            *told = Seats(told.0 | seats.0);
        }
    }

    /// A card is where it is to be: no longer one of those that were picked.
    pub fn is_none_of_the_rest(&mut self, card: CardId) {
        self.top()
            .marks
            .iter_mut()
            .for_each(|marks| marks.remove(card));
    }

    /// What texts say of that holds from now on, and whoever may see by it what lies hidden sees it.
    #[cold]
    pub fn oversee(&mut self) {
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

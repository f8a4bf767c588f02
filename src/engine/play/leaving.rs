//! Cards and buildings that leave where they are, before they do: what that changes, and what nobody can say any more.

use crate::Reads;
use crate::play::run::{Runner, Watch};
use board::{CardId, Cards, Event, Seat, Seats, Zone};
use rules::ir::{Item, ItemId, Op};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// A card or building is about to leave where it is, for all to see. That is most often a hand, which takes no more than this.
    #[inline(always)]
    pub fn leave(&mut self, card: CardId) {
        self.leave_seen_by(Seats::ALL, card);
    }

    /// The same, but these alone see which card it is, besides those who see the hand that it is in.
    #[inline(always)]
    pub fn leave_seen_by(&mut self, seats: Seats, card: CardId) {
        let state = self.state.board.card(card);
        match state.zone {
            Zone::Hand => self.leave_hand(card, seats),
            _ => self.leave_anywhere(card),
        }
    }

    #[inline(always)]
    fn leave_hand(&mut self, card: CardId, seen_by: Seats) {
        self.lose_track(card, seen_by);
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
            Zone::Hand => self.leave_hand(card, Seats::ALL),
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
    pub(super) fn told(&self, item: ItemId) -> Seats {
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
    pub(super) fn tell(&mut self, item: ItemId, seats: Seats) {
        if let Item::Reg(reg) = self.script.rules.items[item.index()] {
            let seats = self.state.board.with_deciders(seats);
            let told = &mut self.top().told[usize::from(reg)];
            *told = Seats(told.0 | seats.0);
        }
    }

    /// A card is where it is to be: no longer one of those that were picked.
    pub(super) fn is_none_of_the_rest(&mut self, card: CardId) {
        self.top()
            .marks
            .iter_mut()
            .for_each(|marks| marks.remove(card));
    }

    /// A card is about to leave where it is, and these alone see which one it is, besides those who see the hand that it is in. Of the deck
    /// nobody else can say any more which card is which.
    pub(super) fn leave_unseen(&mut self, card: CardId, seen_by: Seats) {
        if self.state.board.card(card).zone == Zone::Deck {
            let seat = self.top().you;
            self.emit(Event::DeckHandled { seat });
        }
        self.leave_seen_by(seen_by, card);
    }
}

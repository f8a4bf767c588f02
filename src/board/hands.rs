//! Who sees what of hands, and who makes whose decisions, besides what is so by the rules.

use arrayvec::ArrayVec;

use crate::{Board, CardId, Cards, Chooser, Event, MAX_SEATS, Seat, Seats, Zone};

/// See the top of the file. Nothing, where no text says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Over {
    /// Whose hands all may see.
    pub(super) open: Seats,
    /// By seat: who else sees that player's hand.
    pub(super) seen_by: [Seats; MAX_SEATS],
    /// By seat: who makes that player's decisions.
    pub(super) led_by: [Seats; MAX_SEATS],
}

impl Over {
    /// Nobody sees anything, and everybody decides for themselves.
    pub(super) const NOBODY: Over = Over {
        open: Seats::NONE,
        seen_by: [Seats::NONE; MAX_SEATS],
        led_by: [Seats::NONE; MAX_SEATS],
    };
}

impl Board {
    /// Whose hands all may see.
    #[inline(always)]
    pub fn open_hands(&self) -> Seats {
        self.over.open
    }

    /// Who sees that player's hand because a text says so, and who makes that player's decisions.
    #[inline(always)]
    pub fn over(&self, seat: Seat) -> [Seats; 2] {
        [
            self.over.seen_by[seat.index()],
            self.over.led_by[seat.index()],
        ]
    }

    /// Who makes the decisions of that player: as a rule that player.
    #[inline(always)]
    pub fn chooser(&self, seat: Seat) -> Chooser {
        if self.over.led_by[seat.index()] == Seats::NONE {
            Chooser::own(seat)
        } else {
            self.led(seat)
        }
    }

    /// Of several the first one clockwise, from the player on: whoever is told to decide for themselves does.
    #[cold]
    fn led(&self, seat: Seat) -> Chooser {
        let leads = |by: &Seat| self.over.led_by[seat.index()].has(*by) && self.living.has(*by);
        Chooser {
            seat,
            by: seat.clockwise(self.seats).find(leads).unwrap_or(seat),
        }
    }

    /// Who sees that hand: its player, those who see it because a text says so, and whoever decides for one of them.
    pub fn watchers(&self, seat: Seat) -> Seats {
        if self.over.open.has(seat) {
            return self.everyone();
        }
        self.with_deciders(Seats(self.over.seen_by[seat.index()].0 & self.living.0).with(seat))
    }

    /// These players, and all who know what they know: whoever decides for one of them, and for whoever does.
    pub fn with_deciders(&self, seats: Seats) -> Seats {
        let (mut all, mut asked) = (seats, Seats::NONE);
        while let Some(seat) = Seats(all.0 & !asked.0).iter().next() {
            asked = asked.with(seat);
            all = all.with(self.chooser(seat).by);
        }
        all
    }

    /// Whether others may know a card of a hand, once somebody has forgotten one.
    #[cold]
    pub(super) fn look_again_who_is_seen(&mut self, seat: Seat) {
        self.seen_hands = self.seen_hands.without(seat);
        let hand: Cards = self.hands.of(seat).iter().copied().collect();
        hand.into_iter().for_each(|card| self.note_seen(card));
    }

    /// That seat knows which card it is. An onlooker knows what everybody knows.
    #[inline]
    pub fn is_known_to(&self, card: CardId, seat: Seat) -> bool {
        let state = self.card(card);
        let by_all =
            || seat == Seat::ONLOOKER && state.known.0 & self.everyone().0 == self.everyone().0;
        state.is_known_to(seat) || by_all()
    }

    /// Others may know a card of that hand.
    #[inline(always)]
    pub fn is_seen(&self, seat: Seat) -> bool {
        self.seen_hands.has(seat)
    }

    /// Who has the hand of that player once hands have moved so.
    pub fn next_hand(&self, seat: Seat, event: &Event<'_>) -> Seat {
        let (from, to) = match *event {
            Event::HandsSwapped { one, other } if seat == one => return other,
            Event::HandsSwapped { one, other } if seat == other => return one,
            Event::HandsPassed { from, to } if self.living.has(seat) => (from, to),
            _ => return seat,
        };
        let players = |first: Seat| {
            first
                .clockwise(self.seats)
                .filter(|seat| self.living.has(*seat))
        };
        let steps = players(from).position(|seat| seat == to).unwrap_or(0);
        players(seat).nth(steps).unwrap_or(seat)
    }

    /// Hands go from one player to another, all in one step. Whoever has known a card still knows it, and where it is.
    #[cold]
    pub(super) fn move_hands(&mut self, event: &Event<'_>) {
        let mut hands = ArrayVec::<(Seat, Cards), MAX_SEATS>::new();
        for seat in Seat(0).clockwise(self.seats) {
            let to = self.next_hand(seat, event);
            if to != seat {
                let cards: Cards = self.hands.of(seat).iter().copied().collect();
                cards.iter().for_each(|card| self.hands.remove(seat, *card));
                self.seen_hands = self.seen_hands.without(seat);
                hands.push((to, cards));
            }
        }
        for (to, cards) in &hands {
            for card in cards {
                self.hands.push(*to, *card);
                let state = &mut self.cards[card.index()];
                (state.host, state.known) = (to.0.into(), state.known.with(*to));
                self.note_seen(*card);
            }
        }
    }

    /// Notes that others may know a card, where it is in a hand.
    #[inline(always)]
    pub(super) fn note_seen(&mut self, card: CardId) {
        let state = self.card(card);
        if state.zone == Zone::Hand && state.known != Seats::NONE.with(state.seat()) {
            self.seen_hands = self.seen_hands.with(state.seat());
        }
    }
}

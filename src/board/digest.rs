//! A table in one number: equal tables have equal ones, and others hardly ever. It is compared within one run alone.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;

use crate::{Board, CardId, CardSet, Kind, Seat, Zone};

impl Board {
    /// See the top of the file. What is derived is left out, and so is how many buildings there have been: what comes to
    /// stand later is younger in any case.
    pub fn digest(&self) -> u64 {
        // All of them by name, so that none is forgotten.
        let Board {
            seats,
            living,
            turn,
            phase,
            played,
            plays,
            next_age: _,
            seen_hands,
            over,
            spent_in: _,
            cards_in: _,
            stacked: _,
            stacked_set: _,
            statused: _,
            open: _,
            rows,
            hands,
            deck,
            discard,
            aside,
            removed,
            cards,
            ages,
            carried,
            pending,
            used,
            first_law,
        } = self;
        let used = usize::from(*used);
        let mut hasher = FixedState::default().build_hasher();
        (seats, living, turn, phase, played, plays, seen_hands, over).hash(&mut hasher);
        (
            rows.all(),
            hands.all(),
            deck.cards(),
            discard.cards(),
            aside.cards(),
            removed.cards(),
        )
            .hash(&mut hasher);
        cards[..used]
            .iter()
            .for_each(|card| hasher.write_u128(card.in_short()));
        for building in rows.all() {
            ages[building.index()].hash(&mut hasher);
        }
        (carried.all(), pending.all(), first_law).hash(&mut hasher);
        hasher.finish()
    }

    /// The same of what that seat sees, or somebody to whom all lies open, in whatever order cards have come to the discard pile. Of hands
    /// and the deck it is how many they hold, and where those cards are that were `known` to begin with. `kinds` gives each card's kind.
    pub fn digest_as_seen(&self, kinds: &[Kind], known: &CardSet, seat: Option<Seat>) -> u64 {
        let kind = |card: CardId| u64::from(kinds[card.index()].0);
        // Those alone have the same number in all games that the seat cannot tell apart.
        let name = |card: CardId| {
            if known.has(card) {
                u64::from(card.0) | 1 << 16
            } else {
                kind(card)
            }
        };
        let sees = |card: CardId| seat.is_none_or(|seat| self.is_known_to(card, seat));
        let seen = |card: CardId| {
            if sees(card) {
                name(card)
            } else {
                u64::from(u16::MAX)
            }
        };
        let Board {
            turn,
            phase,
            played,
            plays,
            living,
            ..
        } = self;
        let mut sum =
            Sum(u64::from(*played) << 8 | u64::from(*plays) << 16 | u64::from(living.0) << 24);
        sum.add(*phase as u64 | u64::from(turn.0) << 8);
        let by_age = self.ages_decide();
        for other in living.iter() {
            sum.add(self.hand(other).len() as u64 | (self.row(other).len() as u64) << 32);
            for building in self.row(other) {
                let state = self.card(*building);
                let status = u64::from(state.spent) << 24 | u64::from(state.status) << 32;
                sum.add(
                    name(*building)
                        | status
                        | u64::from(state.second_side()) << 40
                        | u64::from(state.height) << 48,
                );
                if by_age {
                    sum.add(self.age(*building).into());
                }
                for card in self.stack(*building) {
                    sum.add(seen(card) | u64::from(self.card(card).face_up()) << 24);
                }
            }
        }
        let mut where_known = 0u64;
        for card in known.iter().filter(|card| sees(*card)) {
            let state = self.card(card);
            let place = match state.zone {
                Zone::Hand => u64::from(state.seat().0),
                Zone::Deck => {
                    let above = self
                        .deck()
                        .cards()
                        .iter()
                        .rev()
                        .position(|other| *other == card);
                    1 << 32 | above.unwrap_or_default() as u64
                }
                _ => continue,
            };
            where_known = where_known.wrapping_add(Sum(card.0.into()).with(place));
        }
        sum.add(where_known);
        // In whatever order, and of what lies aside what is known.
        let all = |cards: &[CardId], name: &dyn Fn(CardId) -> u64| {
            cards
                .iter()
                .map(|card| Sum(0).with(name(*card)))
                .fold(0, u64::wrapping_add)
        };
        for pile in [self.discard(), self.removed()] {
            sum.add(all(pile.cards(), &kind));
        }
        sum.add(all(self.aside().cards(), &seen));
        self.laws().for_each(|law| sum.add(kind(law)));
        if !self.carried.all().is_empty() || !self.pending.all().is_empty() {
            let pending = self.pending.all().iter();
            let pending =
                pending.map(|pended| seat.map_or(*pended, |seat| pended.as_seen_by(seat)));
            let pending = pending.collect::<arrayvec::ArrayVec<_, { text::limits::PENDING }>>();
            sum.add(FixedState::default().hash_one((self.carried.all(), pending)));
        }
        sum.0
    }
}

/// Numbers in one, in their order.
struct Sum(u64);

impl Sum {
    fn add(&mut self, number: u64) {
        // Two odd numbers without a pattern: splitmix64 (Steele, Lea, Flood 2014).
        let mixed = (self.0.rotate_left(23) ^ number).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 = (mixed ^ mixed >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
    }

    fn with(mut self, number: u64) -> u64 {
        self.add(number);
        self.0
    }
}

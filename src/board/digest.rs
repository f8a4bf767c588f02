//! A table in one number: equal tables have equal ones, and others hardly ever. It is compared within one run alone.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::board::{Board, CardId, Kind, Seat};

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
        let mut hasher = DefaultHasher::new();
        (seats, living, turn, phase, played, plays, seen_hands, over).hash(&mut hasher);
        (rows.all(), hands.all(), deck.cards(), discard.cards(), aside.cards(), removed.cards()).hash(&mut hasher);
        cards[..used].iter().for_each(|card| card.hash(&mut hasher));
        for building in rows.all() {
            ages[building.index()].hash(&mut hasher);
        }
        (carried.all(), pending.all(), first_law).hash(&mut hasher);
        hasher.finish()
    }

    /// The same of what that seat sees on the table, or somebody to whom all lies open: whatever hands and the deck hold, and in whatever
    /// order cards have come to the discard pile. `kinds` gives each card's kind.
    pub fn digest_as_seen(&self, kinds: &[Kind], seat: Option<Seat>) -> u64 {
        let kind = |card: CardId| u64::from(kinds[card.index()].0) + 1;
        let known = |card: CardId| seat.is_none_or(|seat| self.is_known_to(card, seat));
        let seen = |card: CardId| if known(card) { kind(card) } else { 0 };
        let Board { turn, phase, played, plays, living, .. } = self;
        let mut sum = Sum(u64::from(*played) << 8 | u64::from(*plays) << 16 | u64::from(living.0) << 24);
        sum.add(*phase as u64 | u64::from(turn.0) << 8);
        for other in living.iter() {
            sum.add(self.hand(other).len() as u64);
            for building in self.row(other) {
                let state = self.card(*building);
                let status = u64::from(state.spent) << 8 | u64::from(state.status) << 16;
                sum.add(
                    kind(*building) | status | u64::from(state.second_side()) << 24 | u64::from(state.height) << 32,
                );
                for card in self.stack(*building) {
                    sum.add(seen(card) | u64::from(self.card(card).face_up()) << 8);
                }
            }
        }
        // In whatever order, and of what lies aside what is known.
        let all = |cards: &[CardId], kind: &dyn Fn(CardId) -> u64| {
            cards.iter().map(|card| Sum(0).with(kind(*card))).fold(0, u64::wrapping_add)
        };
        for pile in [self.discard(), self.removed()] {
            sum.add(all(pile.cards(), &kind));
        }
        sum.add(all(self.aside().cards(), &seen));
        if !self.carried.all().is_empty() || !self.pending.all().is_empty() || self.first_law.is_some() {
            let mut hasher = DefaultHasher::new();
            (self.carried.all(), self.pending.all(), self.first_law).hash(&mut hasher);
            sum.add(hasher.finish());
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

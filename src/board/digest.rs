//! A table in one number: equal tables have equal ones, and others hardly ever. It is compared within one run alone.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::board::Board;

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
}

//! Tells of counters, and of who or what carries them.

use super::Teller;
use board::{Bearer, CardId, Seat, Zone};

impl Teller<'_> {
    /// `1 tick`, `2 ticks`.
    pub(super) fn counters(&self, sort: u8, number: u16) -> String {
        match self
            .rules
            .counters
            .get(usize::from(sort))
            .filter(|_| number != 1)
        {
            Some(counter) => format!("{number} {}", counter.plural),
            None => format!("{number} {}", self.rules.counter(sort)),
        }
    }

    /// The same, of another player than the one who does it.
    pub(super) fn counters_of(&self, sort: u8, by: Option<Seat>, number: u16) -> String {
        let counters = self.counters(sort, number);
        match by.filter(|by| *by != self.actor()) {
            Some(by) => format!(
                "{counters} of {}",
                if self.is_viewer(by) {
                    "yours".into()
                } else {
                    by.to_string()
                }
            ),
            None => counters,
        }
    }

    /// A name is written on a card.
    pub(super) fn written(&self, card: CardId, name: u16) -> String {
        let (name, on) = (
            &self.rules.names[usize::from(name)],
            self.bearer(Bearer::Card(card)),
        );
        format!(
            "{} the name {name} on {on}.",
            self.does(self.actor(), "write", "writes")
        )
    }

    /// Who or what carries counters.
    pub(super) fn bearer(&self, bearer: Bearer) -> String {
        match bearer {
            Bearer::Player(seat) if self.is_viewer(seat) && self.actor() == seat => {
                "yourself".to_string()
            }
            Bearer::Player(seat) if self.is_viewer(seat) => "you".to_string(),
            Bearer::Player(seat) => seat.to_string(),
            Bearer::Card(card) if self.board.card(card).zone == Zone::Row => {
                format!("{} ({})", self.building(card), self.place(card))
            }
            Bearer::Card(card) => match self.card(card) {
                name if name == "a card" => self.whereabouts(card),
                name => format!("{name} on {}", self.place_of(card)),
            },
        }
    }
}

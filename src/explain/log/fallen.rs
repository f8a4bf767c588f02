//! Tells what chance has decided.

use super::Teller;
use board::{Fell, Seat, Zone};

impl Teller<'_> {
    /// What chance has decided.
    pub(super) fn fell(&self, seat: Seat, what: Fell) -> String {
        let chance = match what {
            Fell::Coin { heads } => {
                let side = if heads { "heads" } else { "tails" };
                return format!("{} a coin: {side}.", self.does(seat, "toss", "tosses"));
            }
            Fell::Die(number) => {
                return format!("{} a die: {number}.", self.does(seat, "roll", "rolls"));
            }
            Fell::Player(chosen) if self.is_viewer(chosen) => "you".to_string(),
            Fell::Player(chosen) => chosen.to_string(),
            Fell::Card(card) => match self.board.card(card).zone {
                Zone::Row => format!("{} ({})", self.building(card), self.place(card)),
                // Chance has no secrets from those who see all, and from whoever holds the card.
                Zone::Hand if self.card(card) != "a card" => {
                    format!(
                        "{} in {}",
                        self.card(card),
                        self.hand_of(self.board.card(card).seat())
                    )
                }
                Zone::Discard => self.open_card(card),
                _ => self.whereabouts(card),
            },
            Fell::Place(seat, place) => format!("{seat}.{}", place + 1),
            Fell::Number(number) => number.to_string(),
        };
        format!("Chance picks {chance}.")
    }
}

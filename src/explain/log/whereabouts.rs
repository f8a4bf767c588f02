//! Tells where cards lie, and of those that are set aside, shown, or put into the deck.

use super::Teller;
use board::{CardId, Seat, Zone};
use text::capital;

impl Teller<'_> {
    /// A card lies aside, for who knew it under its name.
    pub(super) fn set_aside(&self, card: CardId, by: Seat) -> String {
        let what = match self.card(card) {
            name if name == "a card" && self.board.card(card).zone != Zone::Hand => {
                self.whereabouts(card)
            }
            name => name + &self.out_of_hand(card, by),
        };
        format!("{} {what} aside.", self.does(by, "set", "sets"))
    }

    /// A card goes into the deck.
    pub(super) fn put_in_deck(&self, card: CardId, top: bool, by: Seat) -> String {
        let place = if top {
            "on top of the deck"
        } else {
            "at the bottom of the deck"
        };
        format!(
            "{} {}{} {place}.",
            self.does(by, "put", "puts"),
            self.card(card),
            self.out_of_hand(card, by)
        )
    }

    /// Out of whose hand it comes, where that is another's.
    fn out_of_hand(&self, card: CardId, by: Seat) -> String {
        let state = self.board.card(card);
        match state.zone == Zone::Hand && state.seat() != by {
            true => format!(" from {}", self.hand_of(state.seat())),
            false => String::new(),
        }
    }

    /// All see a card: where it lies, or who has set it aside.
    pub(super) fn shown(&self, card: CardId) -> String {
        let by = self
            .aside
            .iter()
            .find(|(aside, _)| *aside == card && self.board.card(card).zone == Zone::Aside);
        let which = match by {
            Some((_, by)) if self.is_viewer(*by) => "The card that you have set aside".to_string(),
            Some((_, by)) => format!("The card that {by} has set aside"),
            None => capital(&self.whereabouts(card)),
        };
        format!("{which} is shown to all: it is {}.", self.open_card(card))
    }

    /// Where a card lies, without its name.
    pub(super) fn whereabouts(&self, card: CardId) -> String {
        let state = self.board.card(card);
        match state.zone {
            Zone::Deck => "a card of the deck".to_string(),
            Zone::Discard => "a card of the discard pile".to_string(),
            Zone::Aside | Zone::Removed => "a card".to_string(),
            Zone::Law => "a law".to_string(),
            Zone::Hand => format!("a card in {}", self.hand_of(state.seat())),
            Zone::Row => format!("the building at {}", self.place(card)),
            Zone::Stack => {
                let top = self
                    .board
                    .under(card)
                    .is_some_and(|building| self.board.card(building).top() == card);
                format!(
                    "{} card on {}",
                    if top { "the top" } else { "a" },
                    self.place_of(card)
                )
            }
        }
    }
}

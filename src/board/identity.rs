//! IDN-1: when a card becomes a new one, of which texts know nothing, and which cards texts can hold on to.

use crate::{Bearer, Board, CardId, Event, Pended, Zone};

/// A card that goes from the one zone to the other is a new card.
#[inline(always)]
fn is_new(from: Zone, to: Zone) -> bool {
    match from {
        // Everybody can follow it there.
        Zone::Row | Zone::Stack => !matches!(to, Zone::Row | Zone::Stack),
        Zone::Discard => to != Zone::Discard,
        // It became a new one as it was laid aside. Now it comes to where it was on its way to.
        Zone::Aside => matches!(to, Zone::Hand | Zone::Deck | Zone::Removed),
        Zone::Hand | Zone::Deck | Zone::Removed | Zone::Law => true,
    }
}

impl Board {
    /// The card that the event makes a new one. Where a building is swapped, the card from the hand is one, too.
    #[inline(always)]
    pub fn renewed(&self, event: &Event<'_>) -> Option<CardId> {
        let (card, to) = match *event {
            Event::Drawn { card, .. }
            | Event::ToHand { card, .. }
            | Event::Swapped { building: card, .. } => (card, Zone::Hand),
            Event::Taken { card, .. }
            | Event::SetAside { card, .. }
            | Event::LaidAside { card, .. } => (card, Zone::Aside),
            Event::PutUnderWay { card, .. } | Event::Discarded { card } => (card, Zone::Discard),
            Event::Stacked { card, .. } => (card, Zone::Stack),
            Event::Built { card, .. } => (card, Zone::Row),
            Event::Removed { card } => (card, Zone::Removed),
            Event::Enacted { card } => (card, Zone::Law),
            Event::PutInDeck { card, .. } => (card, Zone::Deck),
            _ => return None,
        };
        is_new(self.card(card).zone, to).then_some(card)
    }

    /// It is a new card: what it has carried is gone, and so it is for what lasts or comes later.
    #[inline(always)]
    pub(super) fn renew(&mut self, card: CardId) {
        if !self.carried.is_empty() {
            self.carried.clear(Bearer::Card(card));
        }
        if !self.pending.all().is_empty() {
            self.pending.forget(|other| other == card);
        }
    }

    /// What is to last or to come later holds on to cards that everybody can follow. What lies in a hand or in the deck, or is
    /// aside unseen, is gone for it.
    pub fn holding(&self, mut pended: Pended) -> Pended {
        pended.forget(|card| {
            let state = self.card(card);
            match state.zone {
                Zone::Hand | Zone::Deck => true,
                Zone::Aside => state.known != self.everyone(),
                Zone::Row | Zone::Stack | Zone::Discard | Zone::Removed | Zone::Law => false,
            }
        });
        pended
    }
}

//! IDN-1: when a card becomes a new one, of which texts know nothing; and how cards leave where they lie.

use crate::{Bearer, Board, BuildingSet, CardId, CardState, Event, MANY_UP, Pended, Zone};

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

    /// Takes a card away from where it lies. That is most often a hand, which takes no more than this.
    #[inline(always)]
    pub(super) fn lift(&mut self, card: CardId) {
        let state = self.cards[card.index()];
        match state.zone {
            Zone::Hand => {
                self.hands.remove(state.seat(), card);
            }
            _ => self.lift_from_anywhere(card, state),
        }
    }

    #[inline(never)]
    fn lift_from_anywhere(&mut self, card: CardId, state: CardState) {
        match state.zone {
            Zone::Hand => {
                self.hands.remove(state.seat(), card);
            }
            Zone::Deck => self.deck.remove(card),
            Zone::Discard => {
                self.discard.remove(card);
                self.cards[card.index()].ups = 0;
            }
            Zone::Aside => {
                self.aside.remove(card);
                self.cards[card.index()].ups = 0;
            }
            Zone::Removed => self.removed.remove(card),
            Zone::Row => {
                let at = state.position;
                self.rows.remove_at(state.seat(), at);
                self.clear_building(card);
                self.number(at);
                self.close(at);
            }
            Zone::Stack => self.unstack(card, state),
            Zone::Law => self.repeal(card),
        }
    }

    /// The same, but the side that it shows stays the one it is.
    #[inline]
    pub(super) fn lift_as_shown(&mut self, card: CardId) {
        let second = self.cards[card.index()].second_side;
        self.lift(card);
        self.cards[card.index()].second_side = second;
    }

    #[inline]
    fn unstack(&mut self, card: CardId, state: CardState) {
        let on = state.building();
        let building = &mut self.cards[on.index()];
        building.height -= 1;
        self.cards_in[usize::from(building.host)] -= 1;
        if building.height == 0 {
            self.stacked -= 1;
            self.stacked_set = self
                .stacked_set
                .without(BuildingSet::one(building.position));
        }
        let many = building.ups == MANY_UP;
        building.ups -= u8::from(state.face_up());
        if building.next == card {
            building.next = state.next;
        } else {
            let mut above = building.next;
            while self.cards[above.index()].next != card {
                above = self.cards[above.index()].next;
            }
            self.cards[above.index()].next = state.next;
        }
        let state = &mut self.cards[card.index()];
        (state.face_up, state.next) = (false, CardId::NONE);
        self.open.actions.remove(card);
        if many {
            self.count_ups(on);
        }
    }
}

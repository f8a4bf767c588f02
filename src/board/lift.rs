//! Takes cards and buildings away from where they lie.

use crate::{Board, BuildingSet, CardId, CardState, MANY_UP, Zone};

impl Board {
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
            Zone::Discard => self.discard.remove(card),
            Zone::Aside => self.aside.remove(card),
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
        self.open.remove(card);
        if many {
            self.count_ups(on);
        }
    }
}

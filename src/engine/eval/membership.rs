//! Whether a thing is in a set, without walking through it where a look at the thing tells.

use crate::eval::context::Context;
use crate::program::set_plans::SetPlan;
use crate::{GONE, Value};
use board::{CARD_ROOM, CardId, Seat, Zone};
use rules::ir::{Element, ItemId, Set, SetId, Source};
use text::limits::PASSED;

impl Context<'_> {
    /// The thing is in the set.
    pub fn is_in(&self, value: Value, id: SetId) -> bool {
        let set = &self.script.rules.sets[id.index()];
        match set.source {
            Source::Marked(marks)
                if set.element != Element::Building
                    && set.filter.is_none()
                    && !set.target
                    && value != GONE =>
            {
                let card = CardId(value);
                let lies = matches!(
                    self.board.card(card).zone,
                    Zone::Stack | Zone::Hand | Zone::Discard | Zone::Aside | Zone::Deck
                );
                lies && self.frame.marks[marks as usize].has(card)
            }
            Source::One(item)
                if set.element == Element::Building && set.filter.is_none() && !set.target =>
            {
                value != GONE
                    && self.item(item) == value
                    && self.building(item).is_some()
                    && !self.is_spent()
            }
            _ => match self.at_once(id) {
                Some(plan) => self.is_in_at_once(plan, value),
                None => self.is_in_walked(id, value),
            },
        }
    }

    /// The same of a set that is walked: what it asks is asked of that thing alone.
    fn is_in_walked(&self, id: SetId, value: Value) -> bool {
        if self.is_spent() {
            return false;
        }
        let set = &self.script.rules.sets[id.index()];
        if let Some(lies) = self.lies_in(set.source, value) {
            self.spend(|| 1 + self.script.set_weights[id.index()] as usize);
            return lies && self.passes(set, self.script.sets.get(id), value) && !self.is_spent();
        }
        let mut passed = 0;
        let asked = |set: &Set, plan: &SetPlan, other: Value| {
            other == value && self.passes(set, plan, other)
        };
        let is_in = self.walk_where(id, &mut passed, asked, &mut |_: Value| true);
        self.spend(|| 1 + passed / PASSED + self.script.set_weights[id.index()] as usize);
        is_in
    }

    /// Whether the set is taken from where that thing is, where a look at the thing tells it.
    fn lies_in(&self, source: Source, value: Value) -> Option<bool> {
        if usize::from(value) >= CARD_ROOM {
            return None;
        }
        let card = CardId(value);
        let of = |player: ItemId| {
            self.board
                .owner(card)
                .is_some_and(|owner| self.seat(player) == Some(owner))
        };
        Some(match source {
            Source::Players | Source::PlayersFrom(_) => {
                value < self.board.seats.into() && self.board.living.has(Seat(value as u8))
            }
            Source::CardsIn(player) => self.board.card(card).zone == Zone::Stack && of(player),
            Source::CardsOn(building) | Source::CardsOnFromTop(building) => {
                let under = self.board.under(card);
                under.is_some() && under == self.building(building)
            }
            Source::Hand(player) => {
                self.board.card(card).zone == Zone::Hand
                    && of(player)
                    && !self.without.contains(&card)
            }
            Source::Discard => self.board.card(card).zone == Zone::Discard && !self.is_played(card),
            Source::Deck => self.board.card(card).zone == Zone::Deck,
            Source::Laws => self.script.laws(self.board).any(|law| law == card),
            _ => return None,
        })
    }
}

//! In which order texts go through what lies before several players (ORD-1).

use crate::eval::context::Context;
use crate::{GONE, Value, place_value};
use board::{CardId, Seat};
use rules::ir::{Pick, SetId, Source};

impl Context<'_> {
    /// Calls `found` with each element in the order in which texts go through them: clockwise from `you`, each nation left to
    /// right. In a law, which is nobody's, `you` is whoever does what it waits for, else the player whose turn it is.
    pub fn each_in_turn(&self, set: SetId, found: &mut dyn FnMut(Value) -> bool) -> bool {
        let outer = self.leader.replace(self.you);
        let stopped = self.each(set, found);
        self.leader.set(outer);
        stopped
    }

    pub fn first(&self, set: SetId) -> Value {
        let mut found = GONE;
        self.each_in_turn(set, &mut |value| {
            found = value;
            true
        });
        found
    }

    /// The one of a set that is meant; of buildings that are alike in this, the first one.
    pub(super) fn picked(&self, pick: Pick, set: SetId) -> Value {
        if pick == Pick::Last && self.top_is_covered(set) {
            return GONE;
        }
        let mut best: Option<(Value, u16)> = None;
        let place = |value: Value| {
            let building = CardId(value);
            let (seat, seats) = (self.board.card(building).seat(), self.board.seats);
            let behind = (seat.0 + seats - self.you.0) % seats;
            place_value(Seat(behind), self.board.place(building).unwrap_or(0))
        };
        self.each_in_turn(set, &mut |value| {
            let rank = match pick {
                Pick::Last => 0,
                Pick::Leftmost => place(value),
                Pick::Rightmost => u16::MAX - place(value),
                Pick::Oldest => self.board.age(CardId(value)),
                Pick::Newest => u16::MAX - self.board.age(CardId(value)),
            };
            if pick == Pick::Last || best.is_none_or(|(_, before)| rank < before) {
                best = Some((value, rank));
            }
            false
        });
        best.map_or(GONE, |(value, _)| value)
    }

    /// GAP-1: the set is the discard pile, and a card under way lies on top of it. What is said all along then finds no top
    /// card; a text that is running, or would be, reads what lies below.
    fn top_is_covered(&self, set: SetId) -> bool {
        let set = &self.script.rules.sets[set.index()];
        let runs = !self.frame.draining || self.without != [CardId::NONE; 2];
        let top = || self.board.discard().cards().last();
        let is_pile = set.source == Source::Discard && set.filter.is_none();
        is_pile && !runs && top().is_some_and(|card| self.board.is_under_way(*card))
    }

    /// All buildings, the leader's first.
    #[inline(always)]
    pub(super) fn buildings(&self) -> impl Iterator<Item = CardId> {
        self.board.buildings_from(self.leader.get())
    }

    /// All seats, the leader's first.
    #[inline(always)]
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
        self.leader.get().clockwise(self.board.seats)
    }
}

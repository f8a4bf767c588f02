//! What the engine derives of buildings, kept on the table: their statuses, and what is told of them.

use crate::{Board, BuildingSet, CARD_ROOM, CardId, Seat};

impl Board {
    /// Those that have a status, or are silenced.
    #[inline(always)]
    pub fn statused_set(&self) -> BuildingSet {
        self.statused
    }

    /// Takes all statuses off a nation's buildings, and notes which each of them had.
    #[inline(always)]
    pub fn clear_statuses(&mut self, seat: Seat, before: &mut arrayvec::ArrayVec<u8, CARD_ROOM>) {
        for building in self.rows.of(seat) {
            let state = &mut self.cards[building.index()];
            state.forget_derived();
            before.push(std::mem::take(&mut state.status));
        }
        self.statused = self.statused.without(self.nation_set(seat));
    }

    /// Sets a building's statuses, which the engine derives from the rest.
    #[inline(always)]
    pub fn set_status(&mut self, building: CardId, status: u8) {
        self.cards[building.index()].status = status;
        self.note_status(building);
    }

    /// Notes whether a building has a status.
    #[inline(always)]
    pub(super) fn note_status(&mut self, building: CardId) {
        let state = self.card(building);
        let here = BuildingSet::one(state.position);
        self.statused = self
            .statused
            .without(here)
            .or(here.when(state.has_any_status()));
    }

    /// Sets the statuses of a nation, which the engine derives, and whether other cards' texts disable its buildings, a bit
    /// each building in the order of the row. The first `used` statuses are in use. It takes a table that
    /// fits into a set. Answers whether that changes a status.
    #[inline]
    pub fn set_statuses(&mut self, seat: Seat, used: usize, having: &[u64], silenced: u64) -> bool {
        let (start, nation) = (self.rows.start(seat), self.nation_set(seat));
        let now = BuildingSet(
            having[..used]
                .iter()
                .fold(silenced, |any, having| any | having)
                << (start % 64),
        );
        // The others have no status, and get none.
        let touched = self.statused.and(nation).or(now);
        self.statused = self.statused.without(nation).or(now);
        let mut changed = 0;
        for position in touched.iter() {
            let (at, mut status) = (position as u16 - start, 0);
            for (number, having) in having[..used].iter().enumerate() {
                status |= ((having >> at & 1) as u8) << number;
            }
            let state = &mut self.cards[self.rows.at(position as u16).index()];
            changed |= status ^ std::mem::replace(&mut state.status, status);
            state.set_silenced(silenced >> at & 1 == 1);
        }
        changed != 0
    }

    /// Sets whether another card's text disables a building, which the engine derives.
    #[inline(always)]
    pub fn set_silenced(&mut self, building: CardId, silenced: bool) {
        self.cards[building.index()].set_silenced(silenced);
        self.note_status(building);
    }

    /// Sets whether a building is active by its age alone, which the engine derives.
    #[inline(always)]
    pub fn set_by_age(&mut self, building: CardId, by_age: bool) {
        self.cards[building.index()].set_by_age(by_age);
    }

    /// Buildings disable each other in a ring, so that their ages decide (DIS-5).
    pub fn ages_decide(&self) -> bool {
        self.buildings()
            .iter()
            .any(|building| self.card(*building).by_age())
    }
}

//! Buildings as sets, and what the engine derives of them: their statuses.

use crate::{Board, BuildingSet, CARD_ROOM, CardId, Seat};

impl Board {
    /// There are no more buildings than a [`BuildingSet`] has room for. What follows holds as long as that is so.
    #[inline(always)]
    pub fn fits_sets(&self) -> bool {
        self.buildings().len() <= BuildingSet::ROOM
    }

    /// All buildings.
    #[inline(always)]
    pub fn building_set(&self) -> BuildingSet {
        BuildingSet::below(self.rows.total())
    }

    /// Those of one nation.
    #[inline(always)]
    pub fn nation_set(&self, seat: Seat) -> BuildingSet {
        BuildingSet::below(self.rows.end(seat)).without(BuildingSet::below(self.rows.start(seat)))
    }

    /// Those of all seats before that one.
    #[inline(always)]
    pub fn seats_before(&self, seat: Seat) -> BuildingSet {
        BuildingSet::below(self.rows.start(seat))
    }

    /// Those that have a card on them.
    #[inline(always)]
    pub fn stacked_set(&self) -> BuildingSet {
        self.stacked_set
    }

    /// Which buildings of a nation have a card on them, a bit each in the order of the row; none when the table does not
    /// fit.
    #[inline(always)]
    pub fn stacked_in_row(&self, seat: Seat) -> Option<u64> {
        self.fits_sets().then(|| {
            self.stacked_set
                .0
                .wrapping_shr(u32::from(self.rows.start(seat)))
        })
    }

    /// One building.
    #[inline(always)]
    pub fn set_of(&self, building: CardId) -> BuildingSet {
        BuildingSet::one(self.card(building).position)
    }

    /// Those beside a building, in the same nation.
    #[inline(always)]
    pub fn beside_set(&self, building: CardId) -> BuildingSet {
        self.set_of(building)
            .beside()
            .and(self.nation_set(self.card(building).seat()))
    }

    /// Those beside a building that a card lies on, and this one itself where there is one beside it.
    #[inline(always)]
    pub fn tops_around(&self, building: CardId) -> BuildingSet {
        let beside = self.beside_set(building);
        let around = if beside.is_empty() {
            beside
        } else {
            beside.or(self.set_of(building))
        };
        around.and(self.stacked_set)
    }

    /// Counts positions anew from one on.
    pub(super) fn number(&mut self, from: u16) {
        for (at, building) in (from..).zip(&self.rows.all()[usize::from(from)..]) {
            self.cards[building.index()].position = at;
        }
    }

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

//! What has been done is remembered where some text asks for it, as counters that players carry, or the buildings to which it was done.

use arrayvec::ArrayVec;

use crate::base::limits::BEARERS;
use crate::board::{Bearer, Counters, Event, Seat};
use crate::engine::play::hearing::Heard;
use crate::engine::play::run::{Runner, Watch};
use crate::engine::state::value::bearer_of;
use crate::engine::{Reads, Value};
use crate::rules::ir::{Num, NumId};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Players have done something that some text asks for.
    #[cold]
    pub(super) fn remember(&mut self, heard: Heard) {
        let script = self.script;
        let first = script.rules.counters.len();
        for (at, memory) in script.rules.memories.iter().enumerate() {
            if self.deed_is(&memory.of, heard)
                && let Ok(sort) = u8::try_from(first + at)
                && let Some(on) = self.noted(memory.to_it, heard)
                && self.state.board.carried().takes(on, sort, None, 1)
            {
                self.state.board.apply(Event::CountersPut { on, sort, by: None, number: 1 });
                match memory.to_it {
                    true => self.touch_all(Reads::COUNTERS),
                    false => self.touch(heard.by, Reads::COUNTERS),
                }
            }
        }
        for (clause, said) in (0..).zip(&script.rules.pending) {
            if let Some(counts) = &said.counts
                && self.deed_is(counts, heard)
            {
                self.state.board.apply(Event::Noted { clause, seat: heard.by });
            }
        }
    }

    /// Who it is noted of: who does it, or the building to which it is done.
    fn noted(&self, to_it: bool, heard: Heard) -> Option<Bearer> {
        match to_it {
            true => bearer_of(&self.state.board, heard.roles[0], false),
            false => Some(Bearer::Player(heard.by)),
        }
    }

    /// Whose counters so many are, where that is said.
    pub(super) fn put_by(&self, number: NumId) -> Option<Value> {
        match self.script.rules.nums[number.index()] {
            Num::Whose(_, of) => Some(self.item(of)),
            _ => None,
        }
    }

    /// What is remembered of a turn is forgotten as the next one begins.
    #[cold]
    pub(super) fn forget_turn(&mut self) {
        let script = self.script;
        let (first, seats) = (script.rules.counters.len(), self.state.board.seats);
        for (at, memory) in script.rules.memories.iter().enumerate().filter(|(_, memory)| memory.of_turn) {
            let sort = u8::try_from(first + at).unwrap_or(u8::MAX);
            if memory.to_it {
                self.forget_of_buildings(sort);
                continue;
            }
            for seat in Seat(0).clockwise(seats) {
                let (off, sort) = (Bearer::Player(seat), sort);
                let number = self.state.board.carried().number(off, sort);
                if number > 0 {
                    self.state.board.apply(Event::CountersTaken { off, sort, by: None, number });
                    self.touch(seat, Reads::COUNTERS);
                }
            }
        }
    }

    /// What buildings carry may be read anywhere.
    pub(super) fn touch_all(&mut self, what: Reads) {
        let seats = self.state.board.seats;
        Seat(0).clockwise(seats).for_each(|seat| self.touch(seat, what));
    }

    fn forget_of_buildings(&mut self, sort: u8) {
        let carried = self.state.board.carried().all();
        let noted = |counters: &&Counters| counters.sort == sort && matches!(counters.on, Bearer::Card(_));
        let noted: ArrayVec<Counters, BEARERS> = carried.iter().filter(noted).copied().collect();
        for Counters { on: off, number, .. } in noted {
            self.state.board.apply(Event::CountersTaken { off, sort, by: None, number });
        }
        self.touch_all(Reads::COUNTERS);
    }
}

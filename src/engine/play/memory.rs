//! What players have done is remembered where some text asks for it, as counters that they carry.

use crate::board::{Bearer, Event, Seat};
use crate::engine::play::hearing::Heard;
use crate::engine::play::run::{Runner, Watch};
use crate::engine::{Reads, Value};
use crate::rules::ir::{Num, NumId};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Players have done something that some text asks for.
    #[cold]
    pub(super) fn remember(&mut self, heard: Heard) {
        let script = self.script;
        let first = script.rules.counters.len();
        for (at, memory) in script.rules.memories.iter().enumerate() {
            if memory.of.happenings & heard.happening.bit() != 0
                && self.deed_is(memory.of.condition, heard)
                && let (Ok(sort), on) = (u8::try_from(first + at), Bearer::Player(heard.by))
                && self.state.board.carried().takes(on, sort, None, 1)
            {
                self.state.board.apply(Event::CountersPut { on, sort, by: None, number: 1 });
                self.touch(heard.by, Reads::COUNTERS);
            }
        }
        for (clause, said) in (0..).zip(&script.rules.pending) {
            if let Some(counts) = &said.counts
                && counts.happenings & heard.happening.bit() != 0
                && self.deed_is(counts.condition, heard)
            {
                self.state.board.apply(Event::Noted { clause, seat: heard.by });
            }
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
        for (at, _) in script.rules.memories.iter().enumerate().filter(|(_, memory)| memory.of_turn) {
            for seat in Seat(0).clockwise(seats) {
                let (off, sort) = (Bearer::Player(seat), u8::try_from(first + at).unwrap_or(u8::MAX));
                let number = self.state.board.carried().number(off, sort);
                if number > 0 {
                    self.state.board.apply(Event::CountersTaken { off, sort, by: None, number });
                    self.touch(seat, Reads::COUNTERS);
                }
            }
        }
    }
}

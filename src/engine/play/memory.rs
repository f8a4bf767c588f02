//! What has been done is remembered where some text asks for it, as counters that players carry, or the buildings to which it was done.

use arrayvec::ArrayVec;

use crate::play::hearing::Heard;
use crate::play::run::{Runner, Watch};
use crate::state::value::bearer_of;
use crate::{Reads, Value};
use board::{Bearer, Counters, Event, Seat};
use rules::ir::{Num, NumId};
use text::limits::BEARERS;

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Players have done something that some text asks for.
    #[cold]
    pub(super) fn remember(&mut self, heard: Heard) {
        let script = self.script;
        let first = script.rules.counters.len();
        for (at, memory) in script.rules.memories.iter().enumerate() {
            let (Ok(sort), Some(on)) = (u8::try_from(first + at), self.noted(memory.to_it, heard))
            else {
                continue;
            };
            if memory.to_each {
                for you in self.state.board.living.iter() {
                    if self.deed_is(&memory.of, heard, you) {
                        self.note(on, sort, Some(you));
                    }
                }
            } else if self.deed_is(&memory.of, heard, heard.by) {
                self.note(on, sort, None);
            } else {
                continue;
            }
            match memory.to_it || memory.to_each {
                true => self.touch_all(Reads::COUNTERS),
                false => self.touch(heard.by, Reads::COUNTERS),
            }
        }
        for (clause, said) in (0..).zip(&script.rules.pending) {
            if let Some(counts) = &said.counts
                && self.deed_is(counts, heard, heard.by)
            {
                self.state.board.apply(Event::Noted {
                    clause,
                    seat: heard.by,
                });
            }
        }
    }

    fn note(&mut self, on: Bearer, sort: u8, by: Option<Seat>) {
        if self.state.board.carried().takes(on, sort, by, 1) {
            self.state.board.apply(Event::CountersPut {
                on,
                sort,
                by,
                number: 1,
            });
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

    /// What is remembered of a turn is forgotten as the next one begins, and what was remembered for whoever had the turn.
    #[cold]
    pub(super) fn forget_turn(&mut self) {
        let (script, ended) = (self.script, self.state.board.turn);
        let first = script.rules.counters.len();
        for (at, memory) in script.rules.memories.iter().enumerate() {
            let sort = u8::try_from(first + at).unwrap_or(u8::MAX);
            if memory.of_turn || memory.of_last_turn {
                self.forget(sort, memory.of_last_turn.then_some(ended));
            }
        }
    }

    /// What buildings carry may be read anywhere.
    pub(super) fn touch_all(&mut self, what: Reads) {
        let seats = self.state.board.seats;
        Seat(0)
            .clockwise(seats)
            .for_each(|seat| self.touch(seat, what));
    }

    /// All of that sort, or what that player remembers of it.
    fn forget(&mut self, sort: u8, whose: Option<Seat>) {
        let carried = self.state.board.carried().all();
        let noted = |counters: &&Counters| {
            counters.sort == sort && (whose.is_none() || counters.by == whose)
        };
        let noted: ArrayVec<Counters, BEARERS> = carried.iter().filter(noted).copied().collect();
        for Counters {
            on: off,
            by,
            number,
            ..
        } in noted.iter().copied()
        {
            self.state.board.apply(Event::CountersTaken {
                off,
                sort,
                by,
                number,
            });
        }
        if !noted.is_empty() {
            self.touch_all(Reads::COUNTERS);
        }
    }
}

//! Who is there: sockets that come and go, people who do nothing though asked. None of it is kept.

use std::time::{Duration, Instant};

use crate::serve::records::Record;
use crate::serve::room::{Reader, Room};
use crate::serve::wire::Phase;

/// What has changed by time alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tick {
    Same,
    Changed,
}

impl Room {
    /// A socket has entered. Whoever had left is back, which is to be kept.
    pub fn entered(&mut self, reader: Reader) -> Option<Record> {
        match reader {
            Reader::Onlooker => {
                self.watchers += 1;
                None
            }
            Reader::Chair(chair) => {
                self.chairs[chair].sockets += 1;
                self.noticed(chair);
                let there = &self.chairs[chair];
                let back = (there.left || there.replaced.is_some()) && !there.conceded && !self.is_over();
                back.then_some(Record::Returned { chair })
            }
        }
    }

    /// A socket has gone.
    pub fn gone(&mut self, reader: Reader) {
        match reader {
            Reader::Onlooker => self.watchers = self.watchers.saturating_sub(1),
            Reader::Chair(chair) => {
                let sockets = &mut self.chairs[chair].sockets;
                *sockets = sockets.saturating_sub(1);
            }
        }
    }

    /// The person does something.
    pub(super) fn noticed(&mut self, chair: usize) {
        self.chairs[chair].here = Instant::now();
    }

    /// Looks at the clock. Somebody who is asked and does nothing for so long is idle: the others may vote a bot in.
    pub fn tick(&mut self, now: Instant, limit: Duration) -> Tick {
        let mut tick = Tick::Same;
        for chair in 0..self.chairs.len() {
            let asked = match self.phase() {
                Phase::Play => self.asked_of(chair).is_some(),
                Phase::Contest => self.contest.as_ref().is_some_and(|contest| contest.asks(chair)),
                Phase::Gathering | Phase::Over | Phase::Stuck => false,
            };
            let there = &mut self.chairs[chair];
            let idle = asked && there.plays() && now.duration_since(there.here) > limit;
            if there.idle != idle {
                there.idle = idle;
                tick = Tick::Changed;
            }
        }
        tick
    }

    /// Nobody is there.
    pub fn is_deserted(&self) -> bool {
        self.watchers == 0 && self.chairs.iter().all(|chair| chair.sockets == 0)
    }
}

//! How long a bot may think.

use std::time::Duration;

/// How long a bot may think about one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Budget {
    /// Games that it plays in its head: the same choice on every machine.
    Iterations(u32),
    /// So long by the clock.
    Milliseconds(u32),
}

/// Choices of a turn that a bot has its whole budget for.
const CAREFUL: u32 = 4;
/// How often the budget is halved after that, at most.
const HALVINGS: u32 = 5;

/// Things that texts may look at for each iteration of a budget (see [`Effort`](engine::Effort)): more than three times what the printed games take, with six
/// players. Beyond it a search ends, so that dear texts do not make it take a thousand times as long.
const LOOKED_AT: u64 = 1_000_000;
/// The same for what is looked up once a decision: how a line goes on, and whether a choice leads back.
pub const LOOKED_UP: u64 = 200_000_000;

impl Budget {
    /// Things that texts may look at; without end where the clock ends it.
    pub fn looks(self) -> u64 {
        match self {
            Budget::Iterations(iterations) => u64::from(iterations) * LOOKED_AT,
            Budget::Milliseconds(_) => u64::MAX,
        }
    }

    /// What is left of it after so many choices of a turn, by anybody: a turn of many small choices does not take many
    /// times as long as one of a few.
    pub fn within_turn(self, taken: u32) -> Budget {
        let halvings = taken.saturating_sub(CAREFUL - 1).min(HALVINGS);
        match self {
            Budget::Iterations(iterations) => Budget::Iterations((iterations >> halvings).max(1)),
            Budget::Milliseconds(time) => Budget::Milliseconds((time >> halvings).max(1)),
        }
    }

    /// The time, where it is one.
    pub fn time(self) -> Option<Duration> {
        match self {
            Budget::Iterations(_) => None,
            Budget::Milliseconds(milliseconds) => {
                Some(Duration::from_millis(u64::from(milliseconds)))
            }
        }
    }
}

//! A decision that a bot thinks about, wherever that is done.

use std::thread;
use std::time::{Duration, Instant};

use crate::hints::{Hint, hints};
use board::Seat;
use bots::{BotSpec, Budget, Course, Seen, Stop};
use engine::Game;
use explain::options::decision::Decision;

/// A decision that a bot is to think about, wherever that is done.
pub struct Thought {
    pub(super) game: Game,
    pub(super) decision: Decision,
    /// The option that was taken here before somebody went back: who decides the same as before meets the same.
    pub(super) known: Option<usize>,
    pub(super) course: Course,
    pub(super) bot: BotSpec,
    pub(super) seed: u64,
}

impl Thought {
    /// Whose decision it is.
    pub fn by(&self) -> Seat {
        self.decision.by
    }

    /// The number of the option that the bot takes; any one soon after nobody wants it any more.
    pub fn answer(&self, stop: &Stop<'_>) -> usize {
        if let Some(known) = self.known {
            return known;
        }
        let (began, pace) = (Instant::now(), self.pace());
        let number = match self.decision.offers.len() {
            1 => 0,
            _ => self
                .bot
                .seated(self.seed)
                .choose(&Seen::new(&self.game, &self.decision, self.course).until(stop)),
        };
        while let Some(left) = pace
            .checked_sub(began.elapsed())
            .filter(|left| !left.is_zero() && !stop())
        {
            thread::sleep(left.min(SLICE));
        }
        number
    }

    /// How long the answer takes at least. Where others cannot know how many options there are, one at once would tell that a bot which thinks for
    /// so long has no choice.
    fn pace(&self) -> Duration {
        match self.bot {
            BotSpec::Ismcts {
                budget: Budget::Milliseconds(time),
                ..
            } if self.game.hides_how_many() => Duration::from_millis(time.into()),
            _ => Duration::ZERO,
        }
    }

    /// What a bot that searches thinks of the options, from what the seat may know.
    pub fn hints(&self, stop: &Stop<'_>) -> Vec<Hint> {
        let budget = match self.bot {
            BotSpec::Ismcts { budget, .. } => budget,
            _ => HINT_BUDGET,
        };
        let seen = Seen::new(&self.game, &self.decision, self.course).until(stop);
        hints(&seen, self.seed, budget)
    }
}

/// How soon a bot that waits notices that nobody wants its answer any more.
const SLICE: Duration = Duration::from_millis(10);

/// How long it thinks about a hint where the bots at the table do not search.
const HINT_BUDGET: Budget = Budget::Iterations(2000);

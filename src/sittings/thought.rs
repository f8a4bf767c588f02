//! A decision that a bot thinks about, wherever that is done.

use crate::board::Seat;
use crate::engine::Game;
use crate::players::bots::{BotSpec, Budget, Course, Seen, Stop};
use crate::sittings::hints::{Hint, hints};
use crate::speech::options::decision::Decision;

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
        match (self.known, self.decision.offers.len()) {
            (Some(known), _) => return known,
            (None, 1) => return 0,
            _ => {}
        }
        let seen = Seen::new(&self.game, &self.decision, self.course).until(stop);
        self.bot.seated(self.seed).choose(&seen)
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

/// How long it thinks about a hint where the bots at the table do not search.
const HINT_BUDGET: Budget = Budget::Iterations(2000);

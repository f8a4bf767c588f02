//! Players that are programs: each is given a view and public options, and never a game.

mod cautious;
mod random;

use std::fmt;
use std::str::FromStr;

use crate::board::{Seat, View};
use crate::engine::Words;
use crate::rules::ir::Rules;
use crate::table::decision::Decision;

pub use cautious::Cautious;
pub use random::Random;

/// Somebody who decides.
pub trait Bot {
    /// The number of the chosen one of the decision's offers; below their count.
    fn choose(&mut self, rules: &Rules, view: &View, decision: &Decision) -> usize;
}

/// The bots there are, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BotName {
    /// Keeps to its own nation and picks on others.
    #[default]
    Cautious,
    /// Takes any option.
    Random,
}

impl BotName {
    /// All of them.
    pub const ALL: [BotName; 2] = [BotName::Cautious, BotName::Random];

    /// A bot of that name. The same seed and seat give the same bot.
    pub fn seated(self, seed: u64, seat: Seat) -> Box<dyn Bot> {
        // The lower streams of a seed belong to the game, to the random players of traces and to drafts.
        let words = Words::new(seed, 16 + u64::from(seat.0));
        match self {
            BotName::Cautious => Box::new(Cautious::new(words)),
            BotName::Random => Box::new(Random::new(words)),
        }
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            BotName::Cautious => "cautious",
            BotName::Random => "random",
        })
    }
}

/// There is no bot of that name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("bots are called `cautious` and `random`")]
pub struct NoBot;

impl FromStr for BotName {
    type Err = NoBot;

    fn from_str(text: &str) -> Result<BotName, NoBot> {
        BotName::ALL.into_iter().find(|name| name.to_string() == text).ok_or(NoBot)
    }
}

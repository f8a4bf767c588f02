//! A bot that takes any option, each as likely as the other.

use crate::bots::{Bot, Seen};

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Random {
    seed: u64,
}

impl Random {
    /// A bot that chooses by the numbers of this seed.
    pub fn new(seed: u64) -> Random {
        Random { seed }
    }
}

impl Bot for Random {
    fn choose(&mut self, seen: &Seen<'_>) -> usize {
        seen.words(self.seed)
            .below(seen.decision.offers.len() as u32) as usize
    }
}

//! A bot that takes any option, each as likely as the other.

use crate::board::View;
use crate::engine::Words;
use crate::rules::ir::Rules;
use crate::table::bots::Bot;
use crate::table::decision::Decision;

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Random {
    words: Words,
}

impl Random {
    /// A bot that chooses by these numbers.
    pub fn new(words: Words) -> Random {
        Random { words }
    }
}

impl Bot for Random {
    fn choose(&mut self, _rules: &Rules, _view: &View, decision: &Decision) -> usize {
        self.words.below(decision.offers.len() as u32) as usize
    }
}

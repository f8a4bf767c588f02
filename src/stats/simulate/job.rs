//! What a simulation is to play.

use std::ops::Range;
use std::sync::Arc;

use crate::simulate::players::Bots;
use engine::Script;

/// Games to be played.
#[derive(Debug, Clone)]
pub struct Job {
    pub script: Arc<Script>,
    /// The game it is compared with, dealt from the same seeds.
    pub other: Option<Arc<Script>>,
    /// Two to six.
    pub players: u8,
    pub bots: Bots,
    /// The game with the number 0 has this seed; each further one the next.
    pub seed: u64,
    /// Turns after which a game is left unfinished.
    pub limit: u32,
    /// The numbers of the games.
    pub games: Range<u64>,
    pub threads: usize,
    pub depth: Depth,
}

/// How much is noted of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Who has won, turns and decisions: to measure speed.
    Bare,
    /// Everything.
    Full,
}

impl Job {
    pub(super) fn scripts(&self) -> impl Iterator<Item = &Arc<Script>> {
        [&self.script].into_iter().chain(&self.other)
    }
}

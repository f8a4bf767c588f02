//! What people at the table agree on, as data: votes, and whether they play once more.

use std::collections::BTreeSet;

use session::sitting::Since;

/// What is voted on.
#[derive(Debug, Clone)]
pub enum About {
    Back(Since),
    Bot(usize),
}

/// A vote under way. All who are needed must agree; one who does not ends it.
#[derive(Debug, Clone)]
pub struct Vote {
    pub id: u64,
    pub by: usize,
    pub about: About,
    pub yes: BTreeSet<usize>,
    pub needs: BTreeSet<usize>,
}

/// Who wants to play once more, and the game that came of it.
#[derive(Debug, Clone, Default)]
pub struct Rematch {
    pub yes: BTreeSet<usize>,
    /// All have agreed, and the next game is being made.
    pub agreed: bool,
    pub game: Option<String>,
    pub watch: Option<String>,
}

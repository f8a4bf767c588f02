//! What has happened since somebody decided last: what going back would undo, and what it could not.

use crate::sitting::Sitting;
use board::Seat;

/// What taking back the last decision of one of the people would undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Since {
    /// So many choices would be left.
    pub to: usize,
    /// Others have decided since.
    pub others: bool,
    /// So many cards that this person did not know have been seen by somebody, and so often chance has decided.
    pub hidden: u32,
    /// The same of all cards that did not lie open.
    pub shown: u32,
    /// From this sentence on, each log would be undone: by person, as [`Sitting::people`] has them.
    pub lines: Vec<usize>,
}

impl Sitting {
    /// Since that person decided last; nothing before the first time.
    pub fn since(&self, person: Seat) -> Option<Since> {
        let at = self.people().position(|there| there == person)?;
        let to = self
            .taken
            .iter()
            .rposition(|taken| taken.who.by == person)?;
        Some(Since {
            to,
            others: self.taken[to + 1..]
                .iter()
                .any(|taken| taken.who.by != person),
            hidden: self.news[to..].iter().map(|news| news.hidden[at]).sum(),
            shown: self.news[to..].iter().map(|news| news.shown).sum(),
            lines: self.news[to].lines.clone(),
        })
    }

    /// Goes back until so many choices are left. Answers `false`, with no change, when there are not so many.
    pub fn back_to(&mut self, to: usize) -> bool {
        let Some(taken) = self.taken.get(to) else {
            return false;
        };
        let by = taken.who.by;
        let decisions = self.taken[to..]
            .iter()
            .filter(|taken| taken.who.by == by)
            .count();
        self.undo_of(by, decisions).is_some()
    }
}

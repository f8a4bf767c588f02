//! Tells of what holds for a while or comes later, and of turns that are out of order.

use super::Teller;
use crate::base::Until;
use crate::board::{Pended, SeenPended};
use crate::speech::pending::{pending_name, said};

impl Teller<'_> {
    /// A text has said something for a while or for later.
    pub(super) fn pended(&self, pended: Pended) -> String {
        said(self.rules, &SeenPended::of(self.board, pended, self.viewer), self.viewer)
    }

    /// What was said for later comes.
    pub(super) fn came(&self, pended: Pended) -> String {
        match pended.until {
            Until::SkippedTurn => format!("{} a turn.", self.does(pended.whose, "skip", "skips")),
            Until::ExtraTurn => format!("{} an extra turn.", self.does(pended.whose, "take", "takes")),
            _ => {
                let name = pending_name(self.rules, &SeenPended::of(self.board, pended, self.viewer));
                format!("The time of {name} has come.")
            }
        }
    }
}

/// More cards may be played in the turn.
pub(super) fn more_plays(more: u8) -> String {
    format!("{more} more {} may be played this turn.", if more == 1 { "card" } else { "cards" })
}

//! Tells of what holds for a while or comes later, and of turns that are out of order.

use super::Teller;
use crate::base::Until;
use crate::board::{Pended, Seats, SeenPended};
use crate::speech::pending::{pending_name, said};

impl Teller<'_> {
    /// A text has said something for a while or for later.
    pub(super) fn pended(&self, pended: Pended) -> String {
        said(self.rules, &SeenPended::of(self.board, pended, self.viewer), self.viewer)
    }

    /// Who plays with an open hand from now on, and who no more.
    pub(super) fn hands_open(&self, seats: Seats) -> String {
        let changed = Seats(seats.0 ^ self.board.open_hands().0);
        let said = changed.iter().map(|seat| {
            let more = if seats.has(seat) { "from now on" } else { "no more" };
            format!("{} with an open hand {more}.", self.does(seat, "play", "plays"))
        });
        said.collect::<Vec<_>>().join(" ")
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

//! A nation at a glance: what its buildings have to say, taken together, so that most moments need not ask each.

use crate::board::{Board, Seat};
use crate::engine::{Reads, Script};

/// What the buildings of one nation have to say; worked out anew when its row or its face-up cards change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct NationGlance {
    /// What their lasting effects read, and those of the cards that lie face up on them.
    pub lasting_reads: Reads,
    /// What their conditions to win read.
    pub wins: Reads,
    /// Their kinds of lasting effects, as in [`Traits::lasting`](crate::engine::script::Traits::lasting).
    pub lasting: u8,
    /// How many cards lie face up.
    pub ups: u8,
    /// Some building counts as something for a tally.
    pub counts: bool,
}

impl NationGlance {
    pub fn of(script: &Script, board: &Board, seat: Seat) -> NationGlance {
        let mut all = NationGlance::default();
        for building in board.row(seat) {
            let state = board.card(*building);
            let traits = script.traits(*building, state.second_side);
            all.lasting_reads = all.lasting_reads.and(traits.lasting_reads);
            all.wins = all.wins.and(traits.wins);
            all.lasting |= traits.lasting;
            all.ups += state.ups;
            all.counts |= traits.counts;
        }
        if all.ups > 0 {
            all.lasting_reads = all.lasting_reads.and(script.stacked_lasting);
        }
        all
    }

    /// Something here may give a status.
    #[inline(always)]
    pub fn speaks(&self) -> bool {
        self.lasting != 0 || self.ups > 0
    }
}

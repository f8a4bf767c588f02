//! A nation at a glance: what its buildings have to say, taken together, so that most moments need not ask each.

use crate::board::{Board, CardId, Phase, Seat};
use crate::engine::{Reads, Script};

/// What the buildings of one nation have to say; worked out anew when its row or its face-up cards change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct NationGlance {
    /// What their lasting effects read, and those of the cards that lie face up on them.
    pub lasting_reads: Reads,
    /// What their conditions to win read.
    pub wins: Reads,
    /// By sort of lasting effect, a bit each in [`Traits::lasting`](crate::engine::script::Traits::lasting): which
    /// buildings have some.
    pub lasting: [InRow; 3],
    /// Which ones have a card face up on them.
    pub upped: InRow,
    /// How many cards lie face up.
    pub ups: u8,
    /// Some building counts as something for a tally.
    pub counts: bool,
    /// For each of the first eight tallies, a byte each: how many buildings may count for it.
    pub tallied: u64,
    /// Which buildings have abilities.
    able: InRow,
    /// Which of those need a card on them, or none, or the start of turn.
    needs_card: InRow,
    needs_none: InRow,
    at_start: InRow,
    /// Which ones have lasting effects that read the turn.
    pub by_turn: InRow,
}

impl NationGlance {
    pub fn of(script: &Script, board: &Board, seat: Seat) -> NationGlance {
        let mut all = NationGlance::default();
        for (at, building) in board.row(seat).iter().enumerate() {
            let state = board.card(*building);
            let traits = script.traits(*building, state.second_side);
            all.lasting_reads = all.lasting_reads.and(traits.lasting_reads);
            all.wins = all.wins.and(traits.wins);
            if traits.lasting != 0 {
                for (sort, buildings) in all.lasting.iter_mut().enumerate() {
                    buildings.note(at, traits.lasting >> sort & 1 == 1);
                }
            }
            all.upped.note(at, state.ups > 0);
            all.ups += state.ups;
            all.tallied = all.tallied.wrapping_add(traits.tallied);
            all.counts |= traits.counts;
            if traits.abilities {
                all.able.note(at, true);
                all.needs_card.note(at, traits.needs_card);
                all.needs_none.note(at, traits.needs_none);
                all.at_start.note(at, traits.at_start);
            }
            all.by_turn.note(at, traits.lasting_reads.meets(Reads::TURN));
        }
        if all.ups > 0 {
            all.lasting_reads = all.lasting_reads.and(script.stacked_lasting);
        }
        all
    }

    /// The buildings whose abilities can be asked for, as far as it shows.
    #[inline(always)]
    pub fn able(&self, board: &Board, seat: Seat) -> InRow {
        let late = if board.phase == Phase::Start { 0 } else { self.at_start.0 };
        let unfit = match board.stacked_in_row(seat) {
            Some(stacked) => self.needs_card.0 & !stacked | self.needs_none.0 & stacked,
            None => 0,
        };
        InRow(self.able.0 & !late & !unfit)
    }

    /// Something here may give a status.
    #[inline(always)]
    pub fn speaks(&self) -> bool {
        self.ups > 0 || self.lasting != [InRow::default(); 3]
    }
}

/// Some buildings of a row, a bit each; the last bit stands for all beyond it, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct InRow(u64);

impl InRow {
    #[inline(always)]
    fn note(&mut self, at: usize, is: bool) {
        self.0 |= u64::from(is) << at.min(63);
    }

    /// Where they are, from the left; of those beyond the last bit all, whatever they are. The row has that length.
    #[inline(always)]
    pub fn positions(self, len: usize) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        let beyond = if left >> 63 == 1 { 64..len } else { 0..0 };
        std::iter::from_fn(move || {
            let at = left.trailing_zeros() as usize;
            let some = left != 0;
            left &= left.wrapping_sub(1);
            some.then_some(at)
        })
        .chain(beyond)
    }

    /// Calls `found` with each of them.
    #[inline(always)]
    pub fn each(self, row: &[CardId], mut found: impl FnMut(CardId)) {
        let mut left = self.0;
        while left != 0 {
            found(row[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        if self.0 >> 63 == 1 {
            row[64..].iter().for_each(|building| found(*building));
        }
    }
}

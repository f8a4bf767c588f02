//! The statuses of a nation whose lasting effects reach no further than what stands beside them, all at once with bits.

use crate::Script;
use crate::play::statuses::Asking;
use crate::program::conditions::Property;
use crate::program::conditions::turn_bit;
use crate::program::lasting::{Effect, Reach};
use crate::program::traits::Trait;
use crate::state::nation_traits::NationTraits;
use board::{Board, CardId, Seat};
use rules::ir::{DISABLED, Lasting, NameId, STATUSES};

/// The statuses of one nation as they are worked out, a bit each building in the order of the row.
struct Row<'a> {
    asking: &'a Asking<'a>,
    script: &'a Script,
    board: &'a Board,
    seat: Seat,
    row: &'a [CardId],
    /// All places of the row.
    all: u64,
    /// The bit for where the game stands in the owner's turn.
    now: u8,
    /// By status: who has it.
    having: [u64; STATUSES],
    /// Who is disabled by another card's text.
    silenced: u64,
}

/// Works out anew all statuses of a nation that fits into the bits, in the order of DIS-5. Answers whether some building
/// has another status than before. The same as [`settle`](crate::play::statuses::in_order::settle) for the games that allow it.
pub(super) fn settle_at_once(
    asking: &Asking<'_>,
    board: &mut Board,
    nation: &NationTraits,
    seat: Seat,
) -> bool {
    let script = asking.script;
    let row = board.row(seat);
    let (all, now) = (
        (1 << row.len()) - 1,
        turn_bit(board.turn == seat, board.phase),
    );
    let mut found = Row {
        asking,
        script,
        board,
        seat,
        row,
        all,
        now,
        having: [0; STATUSES],
        silenced: 0,
    };
    let upped = nation.with(Trait::Upped).bits();
    found.stacked(upped, |lasting| lasting.status == DISABLED);
    found.buildings(nation, Trait::DisablesItself);
    found.buildings(nation, Trait::Disables);
    if script.stacked_statuses {
        found.stacked(upped, |lasting| lasting.status != DISABLED);
    }
    found.buildings(nation, Trait::GivesStatus);
    let (having, silenced) = (found.having, found.silenced);
    board.set_statuses(seat, script.rules.statuses.len(), &having, silenced)
}

impl Row<'_> {
    #[inline(always)]
    fn disabled(&self) -> u64 {
        self.having[DISABLED as usize]
    }

    /// What face-up stacked cards give to the buildings that they lie on.
    fn stacked(&mut self, mut left: u64, wanted: impl Fn(&Lasting) -> bool) {
        let (script, board) = (self.script, self.board);
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            for card in board
                .stack_from_top(self.row[at])
                .filter(|card| board.card(*card).face_up())
            {
                let Some(face) = script.facts(card).action else {
                    continue;
                };
                for lasting in script.rules.faces[face.index()]
                    .lasting
                    .iter()
                    .filter(|lasting| wanted(lasting))
                {
                    self.asking.spend(|| {
                        lasting
                            .condition
                            .map_or(1, |asked| script.weights[asked.index()] as usize)
                    });
                    let context = self.asking.context(board, card, self.seat);
                    if lasting
                        .condition
                        .is_none_or(|condition| context.holds(condition))
                    {
                        self.give(lasting.status, 1 << at, 0);
                    }
                }
            }
        }
    }

    /// What active buildings give.
    #[inline(always)]
    fn buildings(&mut self, nation: &NationTraits, sort: Trait) {
        let (script, board) = (self.script, self.board);
        let mut left = nation.with(sort).bits() & !self.disabled();
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let traits = script.traits(self.row[at], board.card(self.row[at]).second_side());
            for effect in script.lasting_of(traits, sort) {
                if effect.turns & self.now != 0 {
                    let reached = self.reached(effect, at);
                    self.give(effect.lasting.status, reached, 1 << at);
                }
            }
        }
    }

    #[inline(always)]
    fn reached(&self, effect: &Effect, at: usize) -> u64 {
        let one = 1 << at;
        let beside = (one << 1 | one >> 1) & self.all;
        match effect.reach {
            Reach::This => one,
            Reach::Neighbours(None) => beside,
            Reach::Neighbours(Some(Property::Named(name))) => self.named(beside, name),
            Reach::Neighbours(Some(Property::NotNamed(name))) => beside & !self.named(beside, name),
            Reach::Neighbours(Some(_)) | Reach::Under | Reach::Far => 0,
        }
    }

    /// Those of some buildings that have that name. A disabled one has none.
    #[inline(always)]
    fn named(&self, some: u64, name: NameId) -> u64 {
        let (mut left, mut named) = (some & !self.disabled(), 0);
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            let building = self.row[at];
            let own =
                self.script.facts(building).name[self.board.card(building).second_side() as usize];
            named |= u64::from(own == Some(name)) << at;
            left &= left - 1;
        }
        named
    }

    #[inline(always)]
    fn give(&mut self, status: u8, to: u64, by: u64) {
        self.having[status as usize] |= to;
        if status == DISABLED {
            self.silenced |= to & !by;
        }
    }
}

#[cfg(test)]
mod tests;

//! What a nation's buildings have to say, taken together, so that most moments need not ask each.

use crate::program::kinds::Traits;
use crate::program::tallies::{Most, TallyLimits};
use crate::program::traits::{TRAITS, Trait};
use crate::{Reads, Script};
use board::{Board, CardId, MANY_UP, Phase, Seat};

/// What the buildings of one nation have to say; kept up to date as they come and go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NationTraits {
    /// What their lasting effects read, and those of the cards that lie face up on them.
    pub lasting_reads: Reads,
    /// What their conditions to win read.
    pub wins: Reads,
    /// How many cards lie face up, as far as they are counted (see [`MANY_UP`]).
    pub ups: u16,
    /// How many buildings say that something counts as a tally.
    pub counts: u16,
    /// For each of the first eight tallies, a byte each: how many buildings may count for it; and how many for what
    /// else counts as it, which may do so once for each building that says so.
    pub tallied: [u64; 2],
    /// It may have enough for some tally.
    pub may_tally: bool,
    /// By [`Trait`]: which buildings have it.
    with: [InRow; TRAITS],
}

impl NationTraits {
    /// No building stands there.
    pub const NOTHING: NationTraits = NationTraits {
        lasting_reads: Reads::NOTHING,
        wins: Reads::NOTHING,
        ups: 0,
        counts: 0,
        tallied: [0; 2],
        may_tally: false,
        with: [InRow(0); TRAITS],
    };

    pub fn look_again(&mut self, script: &Script, board: &Board, seat: Seat) {
        *self = NationTraits::NOTHING;
        let all = self;
        for (at, building) in board.row(seat).iter().enumerate() {
            let state = board.card(*building);
            all.add(script.traits(*building, state.second_side()));
            all.ups = all.ups.saturating_add(state.ups.into());
            for (buildings, mark) in all
                .with
                .iter_mut()
                .zip(script.traits(*building, state.second_side()).marks.0)
            {
                buildings.0 |= mark & 1 << at.min(63);
            }
            all.with[Trait::Upped as usize].0 |= u64::from(state.ups > 0) << at.min(63);
        }
        if all.ups > 0 {
            all.lasting_reads = match script.stacked_lasting.meets(Reads::FAR) {
                true => up_on(board, seat).fold(all.lasting_reads, |all, card| {
                    all.and(script.facts(card).stacked_lasting)
                }),
                false => all.lasting_reads.and(script.stacked_lasting),
            };
        }
        all.look_at_tallies(script, board.row(seat).len());
    }

    fn add(&mut self, traits: &Traits) {
        self.lasting_reads = self.lasting_reads.and(traits.lasting_reads);
        self.wins = self.wins.and(traits.wins);
        self.counts += u16::from(traits.counts);
        for (sum, of_building) in self.tallied.iter_mut().zip(traits.tallied) {
            *sum = sum.wrapping_add(of_building);
        }
    }

    fn look_at_tallies(&mut self, script: &Script, row: usize) {
        let mut tallies = script.tallies.iter().enumerate();
        let own = !script.changes_names;
        self.may_tally =
            tallies.any(|(index, tally)| self.most(index, tally, row, own) >= tally.wins_at.into());
    }

    /// A building without a card on it comes to stand at that place of the row, which is so long then.
    pub fn opens(&mut self, script: &Script, traits: &Traits, at: usize, row: usize) {
        self.add(traits);
        let at = at.min(63);
        let before = (1 << at) - 1;
        for (buildings, mark) in self.with.iter_mut().zip(traits.marks.0) {
            let set = buildings.0;
            buildings.0 = set & (before | 1 << 63) | (set & !before) << 1 | mark & 1 << at;
        }
        self.look_at_tallies(script, row);
    }

    /// The building at that place goes, which has no card on it; the row is so long then. Answers whether that could be
    /// told from what is known.
    pub fn closes(&mut self, script: &Script, traits: &Traits, at: usize, row: usize) -> bool {
        if traits.lasting_reads.and(traits.wins) != Reads::NOTHING || row >= InRow::ROOM {
            return false;
        }
        self.counts -= u16::from(traits.counts);
        for (sum, of_building) in self.tallied.iter_mut().zip(traits.tallied) {
            *sum = sum.wrapping_sub(of_building);
        }
        let before = (1 << at) - 1;
        for buildings in &mut self.with {
            buildings.0 = buildings.0 & before | buildings.0 >> 1 & !before;
        }
        self.look_at_tallies(script, row);
        true
    }

    /// Something here may give a status.
    #[inline(always)]
    pub fn speaks(&self) -> bool {
        let lasting = [Trait::Disables, Trait::DisablesItself, Trait::GivesStatus];
        self.ups > 0 || lasting.iter().any(|sort| !self.with(*sort).is_empty())
    }

    /// Where a building comes or goes at that place, the buildings there and beside it may change a status.
    #[inline(always)]
    pub fn speaks_at(&self, at: usize) -> bool {
        let speaking = self.with(Trait::Disables).0 | self.with(Trait::GivesStatus).0;
        at > 60 || speaking & (0b111 << at >> 1) != 0
    }

    /// The buildings that have it.
    #[inline(always)]
    pub fn with(&self, of: Trait) -> InRow {
        self.with[of as usize]
    }

    /// The buildings whose abilities can be asked for, as far as it shows.
    #[inline(always)]
    pub fn able(&self, board: &Board, seat: Seat) -> InRow {
        let late = if board.phase == Phase::Start {
            0
        } else {
            self.with(Trait::AtStart).0
        };
        let unfit = match board.stacked_in_row(seat) {
            Some(stacked) => {
                self.with(Trait::NeedsCard).0 & !stacked | self.with(Trait::NeedsNone).0 & stacked
            }
            None => 0,
        };
        // The last bit stands for other buildings, too; each of them is asked.
        InRow(self.with(Trait::Able).0 & !(late & u64::MAX >> 1) & !unfit)
    }

    /// Those of [`NationTraits::able`] that are left when all is asked that can be asked of a nation at once, and of these the
    /// ones whose one ability can be used unless it is spent. It looks at what lies beside them without counting that.
    #[inline(always)]
    pub fn ready(&self, board: &Board, seat: Seat) -> (InRow, InRow) {
        let Some(stacked) = board.stacked_in_row(seat) else {
            return (self.able(board, seat), InRow::default());
        };
        let late = if board.phase == Phase::Start {
            0
        } else {
            self.with(Trait::AtStart).0
        };
        let tops = match board.row(seat).len() {
            // No building stands beside it.
            0 | 1 => 0,
            row => stacked & InRow::below(row).0,
        };
        let around = self.with(Trait::Around).0;
        let unfit =
            self.with(Trait::NeedsCard).0 & !stacked | self.with(Trait::NeedsNone).0 & stacked;
        let unfit = unfit | late | around & !(tops | tops << 1 | tops >> 1);
        // The last bit stands for other buildings, too; each of them is asked.
        let able = self.with(Trait::Able).0 & !(unfit & u64::MAX >> 1);
        (
            InRow(able),
            InRow(able & (self.with(Trait::Direct).0 | around)),
        )
    }

    /// What the nation can have for a tally at most; its row is so long. Where buildings may bear other names or have other
    /// texts than their `own`, any of them may count.
    #[inline(always)]
    pub fn most(&self, index: usize, tally: &TallyLimits, row: usize, own: bool) -> usize {
        let buildings = |tallied: u64| match index {
            // In a longer row, a byte may not be enough.
            0..8 if own && row < 256 => (tallied >> (8 * index)) as usize & 255,
            _ => row,
        };
        let up = || {
            if self.ups >= MANY_UP.into() {
                usize::MAX
            } else {
                self.ups.into()
            }
        };
        let limit = |most: Most, tallied: u64| match most {
            Most::Nothing => 0,
            Most::Buildings => buildings(tallied),
            Most::FaceUp => up(),
            Most::Both => buildings(tallied).saturating_add(up()),
            Most::Any => usize::MAX,
        };
        let more = if self.counts > 0 {
            limit(tally.more, self.tallied[1])
        } else {
            0
        };
        limit(tally.most, self.tallied[0]).saturating_add(more.saturating_mul(self.counts.into()))
    }
}

/// The cards that lie face up on the buildings of a nation.
fn up_on(board: &Board, seat: Seat) -> impl Iterator<Item = CardId> {
    let stacks = board
        .row(seat)
        .iter()
        .filter(|building| board.card(**building).ups > 0);
    stacks
        .flat_map(|building| board.stack_from_top(*building))
        .filter(|card| board.card(*card).face_up())
}

/// Some buildings of a row, a bit each; the last bit stands for all beyond it, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InRow(u64);

impl InRow {
    /// A row shorter than this has a bit for each building, even when one more comes to stand.
    pub const ROOM: usize = 63;

    /// A bit each of a row shorter than [`InRow::ROOM`].
    #[inline(always)]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The first so many places, as far as each has a bit.
    #[inline(always)]
    pub fn below(len: usize) -> InRow {
        InRow(u64::MAX >> (64 - len.clamp(1, 64)))
    }

    /// The building at that place is one of them, where it has a bit of its own.
    #[inline(always)]
    pub fn has(self, at: usize) -> bool {
        at < InRow::ROOM && self.0 >> at & 1 == 1
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Calls `found` with where they are, from the left; of those beyond the last bit with all, whatever they are. The
    /// row has that length.
    #[inline(always)]
    pub fn each_at(self, len: usize, mut found: impl FnMut(usize)) {
        let (mut left, mut before) = (self.0, 0);
        loop {
            while left != 0 {
                found(before + left.trailing_zeros() as usize);
                left &= left - 1;
            }
            before += 64;
            if self.0 >> 63 == 0 || before >= len {
                return;
            }
            left = u64::MAX >> 64usize.saturating_sub(len - before);
        }
    }

    /// Calls `found` with each of them.
    #[inline(always)]
    pub fn each(self, row: &[CardId], mut found: impl FnMut(CardId)) {
        self.each_at(row.len(), |at| found(row[at]));
    }
}

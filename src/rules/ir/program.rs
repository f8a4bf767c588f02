//! Texts that can be run, and when they can be chosen.

use super::ids::{ItemId, NameId, Pc, PredId, Reg};

/// How an effect plays a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum How {
    /// Its `play` text; starred numbers are as printed.
    Play,
    /// Its `replay` text, or else its `play` text; starred numbers are as printed.
    Replay,
    /// Its `play` text, starred numbers raised as when it is played from hand (MIX-4).
    FromHand,
}

/// One branch of [`super::Op::Either`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    pub label: NameId,
    pub condition: Option<PredId>,
    pub entry: Pc,
    /// Where several are chosen one after the other: the register that says which one of these it is.
    pub nth: Option<Reg>,
}

/// A text that can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Program {
    pub entry: Pc,
    pub guard: Guard,
    /// It reads a starred number.
    pub starred: bool,
    /// On some way through it, it takes its own card somewhere: then that is aside until it is put (PLY-4).
    pub puts_itself: bool,
    /// Of what sort it is, where that may be asked of what it does: bits of [`Causes`](super::Causes) from
    /// [`SOURCES`](super::SOURCES) on.
    pub sources: u8,
}

/// Whether a text can be chosen (PLY-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    Always,
    Never,
    /// The condition decides, asked with the registers empty.
    Needs(PredId),
    /// When the condition holds, the text is tried on a copy up to its first required choice: it has a cost
    /// or other steps before it.
    Try(PredId),
    /// As `Try(cost)`; but all that comes before the choice is that `paid` is discarded, and with it gone the choice
    /// needs `then`.
    Pays {
        cost: PredId,
        paid: ItemId,
        then: PredId,
    },
}

//! What a building may have that makes it worth looking at.

#[cfg(doc)]
use board::Board;

/// What a building may have that makes it worth looking at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trait {
    /// It has abilities.
    Able,
    /// All of its abilities need a card on it.
    NeedsCard,
    /// All of them need that there is none.
    NeedsNone,
    /// All of them are of the start of turn.
    AtStart,
    /// It has one, which asks for nothing else.
    Direct,
    /// It has one, which else needs a top of this building or of one beside it, see [`Board::tops_around`].
    Around,
    /// It has lasting effects that read the turn.
    ByTurn,
    /// It may disable other buildings.
    Disables,
    /// It may disable itself.
    DisablesItself,
    /// It gives another status.
    GivesStatus,
    /// It has conditions to win.
    Wins,
    /// A card lies face up on it.
    Upped,
}

/// How many traits there are.
pub const TRAITS: usize = 12;

/// The traits of one building: for each all bits, or none.
#[derive(Debug, Clone, Copy, Default)]
pub struct Marks(pub [u64; TRAITS]);

impl Marks {
    pub fn with(mut self, of: Trait, has: bool) -> Marks {
        self.0[of as usize] |= u64::from(has).wrapping_neg();
        self
    }

    pub fn has(&self, of: Trait) -> bool {
        self.0[of as usize] != 0
    }
}

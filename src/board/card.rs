//! Cards and their kinds, by number.

/// One card of the game, by its number in the order in which the rules list them. 255 stands for no card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardId(pub u8);

/// The most cards a game may have.
pub const MAX_CARDS: usize = 250;

impl CardId {
    /// No card.
    pub const NONE: CardId = CardId(255);

    /// The number as an index; below 256.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// It is a card.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self.0 != 255
    }
}

/// A card kind, by its number in the game; at most 64 of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(pub u8);

/// The most kinds a game may have.
pub const MAX_KINDS: usize = 64;

impl Kind {
    /// The number as an index; below 64.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

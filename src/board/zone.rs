//! Where a card can lie, in one word.

/// The zone that a card is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Zone {
    /// In the deck.
    #[default]
    Deck,
    /// `host` is one more than the depth of the effect for which the card's action is under way; 0 when none is.
    Discard,
    /// While it is being put somewhere. `host` is the depth of the effect that does so.
    Aside,
    /// Out of the game.
    Removed,
    /// `host` is the seat.
    Hand,
    /// A building; `host` is the seat.
    Row,
    /// A stacked card; `host` is the building.
    Stack,
    /// In front of nobody, where it holds for all.
    Law,
}

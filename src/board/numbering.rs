//! Other numbers for cards.

use crate::CardId;

/// For each card the number that it has instead. No two have the same one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbering(Vec<CardId>);

impl Numbering {
    /// The number that each card has instead, by its number.
    pub fn new(numbers: Vec<CardId>) -> Numbering {
        Numbering(numbers)
    }

    /// The number that a card has instead; no card stays none.
    #[inline]
    pub fn of(&self, card: CardId) -> CardId {
        self.0.get(usize::from(card.0)).copied().unwrap_or(card)
    }

    /// How many cards have one.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }
}

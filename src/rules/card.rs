//! A card of a set file: the names of its two sides.

use lang::ast::Word;

/// The two sides of a card kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Card {
    /// A card of the deck.
    Deck {
        /// What is built of it.
        building: Word,
        /// What is played.
        action: Word,
    },
    /// A victory card.
    Victory {
        /// Its side, or its first one.
        front: Word,
        /// Its second one, where it has two.
        back: Option<Word>,
    },
}

impl Card {
    /// The names of its faces.
    pub fn faces(&self) -> impl Iterator<Item = &Word> {
        let (first, other) = match self {
            Card::Deck { building, action } => (building, Some(action)),
            Card::Victory { front, back } => (front, back.as_ref()),
        };
        std::iter::once(first).chain(other)
    }
}

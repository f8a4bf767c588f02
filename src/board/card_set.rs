//! Sets of cards, a bit each.

use crate::board::{CARD_ROOM, CardId};

const WORDS: usize = CARD_ROOM / 64;

/// A set of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardSet([u64; WORDS]);

impl CardSet {
    /// No card.
    pub const NONE: CardSet = CardSet([0; WORDS]);

    /// That card is in it.
    #[inline(always)]
    pub fn has(&self, card: CardId) -> bool {
        self.0[card.index() / 64] >> (card.0 % 64) & 1 == 1
    }

    /// Puts a card in.
    #[inline(always)]
    pub fn insert(&mut self, card: CardId) {
        self.0[card.index() / 64] |= 1 << (card.0 % 64);
    }

    /// In the order of their numbers.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = CardId> {
        (0..).zip(self.0).flat_map(|(word, mut left): (u16, u64)| {
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as u16;
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(CardId(word * 64 + bit))
            })
        })
    }

    /// Some card is in both.
    #[inline(always)]
    pub fn meets(&self, other: &CardSet) -> bool {
        self.0.iter().zip(other.0).fold(0, |any, (word, other)| any | word & other) != 0
    }

    /// The cards that are in both.
    #[inline(always)]
    pub fn both(&self, other: &CardSet) -> CardSet {
        CardSet(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Takes a card out.
    #[inline(always)]
    pub fn remove(&mut self, card: CardId) {
        self.0[card.index() / 64] &= !(1 << (card.0 % 64));
    }

    /// Puts all of those in.
    #[inline(always)]
    pub fn insert_all(&mut self, cards: &CardSet) {
        self.0.iter_mut().zip(cards.0).for_each(|(word, cards)| *word |= cards);
    }

    /// Takes all of those out.
    #[inline(always)]
    pub fn remove_all(&mut self, cards: &CardSet) {
        self.0.iter_mut().zip(cards.0).for_each(|(word, cards)| *word &= !cards);
    }
}

impl Extend<CardId> for CardSet {
    fn extend<I: IntoIterator<Item = CardId>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| self.insert(card));
    }
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> CardSet {
        let mut set = CardSet::default();
        set.extend(cards);
        set
    }
}

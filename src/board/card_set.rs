//! Sets of cards, a bit each.

use crate::{CARD_ROOM, CardId};

const WORDS: usize = CARD_ROOM / 64;

/// A set of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardSet([u64; WORDS]);

impl CardSet {
    /// No card.
    pub const NONE: CardSet = CardSet([0; WORDS]);

    /// Of the first cards, so many, those that are `wanted`.
    #[inline]
    pub fn of_all(count: usize, wanted: impl Fn(CardId) -> bool) -> CardSet {
        CardSet(std::array::from_fn(|word| {
            let cards = word * 64..count.min(word * 64 + 64);
            cards.fold(0, |all, card| {
                all | u64::from(wanted(CardId(card as u16))) << (card % 64)
            })
        }))
    }

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
        let (mut word, mut left) = (0, self.0[0]);
        std::iter::from_fn(move || {
            while left == 0 {
                word += 1;
                left = *self.0.get(word)?;
            }
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(CardId((word * 64 + bit) as u16))
        })
    }

    /// There is no card in it.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// One of them is it; in the order of their numbers, until one is `found`.
    #[inline(always)]
    pub fn any(&self, mut found: impl FnMut(CardId) -> bool) -> bool {
        for (word, bits) in (0..).zip(&self.0) {
            let mut left = *bits;
            while left != 0 {
                if found(CardId(word * 64 + left.trailing_zeros() as u16)) {
                    return true;
                }
                left &= left - 1;
            }
        }
        false
    }

    /// Some card is in both.
    #[inline(always)]
    pub fn meets(&self, other: &CardSet) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .fold(0, |any, (word, other)| any | word & other)
            != 0
    }

    /// The cards that are in both.
    #[inline(always)]
    pub fn both(&self, other: &CardSet) -> CardSet {
        CardSet(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    /// There are two cards in it, or more.
    #[inline(always)]
    pub fn has_several(&self) -> bool {
        let (mut one, mut more) = (0, 0);
        for word in self.0 {
            more |= word & word.wrapping_sub(1) | if one != 0 { word } else { 0 };
            one |= word;
        }
        more != 0
    }

    /// Takes a card out.
    #[inline(always)]
    pub fn remove(&mut self, card: CardId) {
        self.0[card.index() / 64] &= !(1 << (card.0 % 64));
    }

    /// Puts all of those in.
    #[inline(always)]
    pub fn insert_all(&mut self, cards: &CardSet) {
        self.0
            .iter_mut()
            .zip(cards.0)
            .for_each(|(word, cards)| *word |= cards);
    }

    /// Takes all of those out.
    #[inline(always)]
    pub fn remove_all(&mut self, cards: &CardSet) {
        self.0
            .iter_mut()
            .zip(cards.0)
            .for_each(|(word, cards)| *word &= !cards);
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

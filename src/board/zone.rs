//! Where cards lie: piles, and rows of cards cut into one segment a seat.

use crate::board::{CardId, MAX_SEATS, Seat};

/// The zone that a card is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Zone {
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
}

/// Cards one after the other. The last one is the top.
#[derive(Debug, Clone)]
pub struct Pile {
    cards: [CardId; 256],
    len: u8,
}

impl PartialEq for Pile {
    fn eq(&self, other: &Pile) -> bool {
        self.cards() == other.cards()
    }
}

impl Eq for Pile {}

impl Default for Pile {
    fn default() -> Self {
        Pile { cards: [CardId::NONE; 256], len: 0 }
    }
}

impl Pile {
    /// First to last.
    #[inline(always)]
    pub fn cards(&self) -> &[CardId] {
        &self.cards[..self.len as usize]
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The last card.
    #[inline(always)]
    pub fn top(&self) -> Option<CardId> {
        self.cards().last().copied()
    }

    #[inline(always)]
    pub(super) fn push(&mut self, card: CardId) {
        self.cards[self.len as usize] = card;
        self.len += 1;
    }

    #[inline]
    pub(super) fn remove(&mut self, card: CardId) {
        let len = self.len as usize;
        // The top goes most often.
        if self.top() == Some(card) {
            self.len -= 1;
            return;
        }
        let at = self.cards[..len].iter().rposition(|other| *other == card).expect("the card lies in this pile");
        self.cards.copy_within(at + 1..len, at);
        self.len -= 1;
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Becomes a copy of another pile; what lies beyond its top is not moved.
    #[inline(always)]
    pub(super) fn copy_from(&mut self, other: &Pile) {
        copy_chunks(&mut self.cards, &other.cards, other.len());
        self.len = other.len;
    }
}

/// Copies the first cards, so many and some more.
#[inline(always)]
fn copy_chunks(into: &mut [CardId], from: &[CardId], len: usize) {
    let chunks = into.chunks_exact_mut(CHUNK).zip(from.chunks_exact(CHUNK));
    chunks.take(len.div_ceil(CHUNK)).for_each(|(into, from)| into.copy_from_slice(from));
}

/// One list of cards a seat, in one array.
#[derive(Debug, Clone)]
pub struct Segments {
    /// With room for a last chunk.
    cards: [CardId; 256 + CHUNK],
    /// Where each seat's cards begin, and behind the last seat where they end.
    start: [u8; 8],
}

/// So many cards are moved at a time, whether as many are there or not: lists are short, and how short cannot be foreseen.
const CHUNK: usize = 16;

/// One in each byte.
const ONES: u64 = u64::from_le_bytes([1; 8]);

impl PartialEq for Segments {
    fn eq(&self, other: &Segments) -> bool {
        self.start == other.start && self.all() == other.all()
    }
}

impl Eq for Segments {}

impl Default for Segments {
    fn default() -> Self {
        Segments { cards: [CardId::NONE; 256 + CHUNK], start: [0; 8] }
    }
}

impl Segments {
    /// One seat's cards, in order.
    #[inline(always)]
    pub fn of(&self, seat: Seat) -> &[CardId] {
        let (start, end) = (self.start[seat.index()], self.start[seat.index() + 1]);
        &self.cards[start as usize..end as usize]
    }

    /// Everybody's cards, seat by seat.
    #[inline(always)]
    pub fn all(&self) -> &[CardId] {
        &self.cards[..usize::from(self.total())]
    }

    /// How many cards that seat has.
    #[inline(always)]
    pub fn len(&self, seat: Seat) -> usize {
        (self.start[seat.index() + 1] - self.start[seat.index()]) as usize
    }

    /// The place of a card in its seat's list.
    #[inline]
    pub fn position(&self, seat: Seat, card: CardId) -> Option<usize> {
        self.of(seat).iter().position(|other| *other == card)
    }

    /// Where that seat's cards begin among everybody's.
    #[inline(always)]
    pub(super) fn start(&self, seat: Seat) -> u8 {
        self.start[seat.index()]
    }

    /// Where they end.
    #[inline(always)]
    pub(super) fn end(&self, seat: Seat) -> u8 {
        self.start[seat.index() + 1]
    }

    /// How many cards everybody has.
    #[inline(always)]
    pub(super) fn total(&self) -> u8 {
        self.start[MAX_SEATS]
    }

    /// The card with that place among everybody's.
    #[inline(always)]
    pub(super) fn at(&self, at: u8) -> CardId {
        self.cards[usize::from(at)]
    }

    /// Answers where the card now is among everybody's.
    #[inline]
    pub(super) fn insert(&mut self, seat: Seat, index: usize, card: CardId) -> u8 {
        let at = usize::from(self.start(seat)) + index;
        let chunks = (usize::from(self.total()) - at).div_ceil(CHUNK);
        for from in (0..chunks).rev().map(|chunk| at + chunk * CHUNK) {
            self.move_chunk(from, from + 1);
        }
        self.cards[at] = card;
        self.start = u64::from_le_bytes(self.start).wrapping_add(after(seat)).to_le_bytes();
        at as u8
    }

    #[inline(always)]
    fn move_chunk(&mut self, from: usize, to: usize) {
        let mut chunk = [CardId::NONE; CHUNK];
        chunk.copy_from_slice(&self.cards[from..from + CHUNK]);
        self.cards[to..to + CHUNK].copy_from_slice(&chunk);
    }

    #[inline]
    pub(super) fn push(&mut self, seat: Seat, card: CardId) {
        self.insert(seat, self.len(seat), card);
    }

    #[inline]
    pub(super) fn remove(&mut self, seat: Seat, card: CardId) {
        let index = self.position(seat, card).expect("the card lies in this segment");
        self.remove_at(seat, self.start(seat) + index as u8);
    }

    /// Takes out the card with that place among everybody's; it is that seat's.
    #[inline]
    pub(super) fn remove_at(&mut self, seat: Seat, at: u8) {
        let (at, total) = (usize::from(at), usize::from(self.total()));
        for to in (at..total - 1).step_by(CHUNK) {
            self.move_chunk(to + 1, to);
        }
        self.start = u64::from_le_bytes(self.start).wrapping_sub(after(seat)).to_le_bytes();
    }

    /// Puts a card in the place of another one.
    #[inline]
    pub(super) fn replace_at(&mut self, at: u8, card: CardId) {
        self.cards[usize::from(at)] = card;
    }

    pub(super) fn clear(&mut self) {
        self.start = [0; 8];
    }

    /// Becomes a copy of others; what lies beyond them is not moved.
    #[inline(always)]
    pub(super) fn copy_from(&mut self, other: &Segments) {
        copy_chunks(&mut self.cards, &other.cards, other.total().into());
        self.start = other.start;
    }
}

/// One in the byte of each start behind that of the seat.
#[inline(always)]
fn after(seat: Seat) -> u64 {
    ONES << 8 << (8 * seat.index())
}

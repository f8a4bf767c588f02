//! Lists of cards: piles, and rows of cards cut into one segment a seat.

use crate::{CARD_ROOM, CardId, MAX_SEATS, Numbering, Seat};

/// Cards one after the other. The last one is the top.
#[derive(Debug, Clone)]
pub struct Pile {
    cards: [CardId; CARD_ROOM],
    len: u16,
}

impl PartialEq for Pile {
    fn eq(&self, other: &Pile) -> bool {
        self.cards() == other.cards()
    }
}

impl Eq for Pile {}

impl Pile {
    /// No card lies here.
    pub const EMPTY: Pile = Pile {
        cards: [CardId::NONE; CARD_ROOM],
        len: 0,
    };

    /// First to last.
    #[inline(always)]
    pub fn cards(&self) -> &[CardId] {
        &self.cards[..self.len()]
    }

    /// How many cards are in it.
    #[inline(always)]
    pub fn len(&self) -> usize {
        usize::from(self.len) % CARD_ROOM
    }

    /// There is no card in it.
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
        self.cards[self.len()] = card;
        self.len += 1;
    }

    /// Below all others.
    pub(super) fn push_under(&mut self, card: CardId) {
        let len = self.len();
        self.cards.copy_within(..len, 1);
        self.cards[0] = card;
        self.len += 1;
    }

    #[inline]
    pub(super) fn remove(&mut self, card: CardId) {
        let len = self.len();
        // The top goes most often.
        if self.top() == Some(card) {
            self.len -= 1;
            return;
        }
        let at = self.cards[..len]
            .iter()
            .rposition(|other| *other == card)
            .expect("the card lies in this pile");
        self.cards.copy_within(at + 1..len, at);
        self.len -= 1;
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn renumber(&mut self, numbers: &Numbering) {
        let len = self.len();
        self.cards[..len]
            .iter_mut()
            .for_each(|card| *card = numbers.of(*card));
        self.cards[len..].fill(CardId::NONE);
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
    chunks
        .take(len.div_ceil(CHUNK))
        .for_each(|(into, from)| into.copy_from_slice(from));
}

/// One list of cards a seat, in one array.
#[derive(Debug, Clone)]
pub struct Segments {
    /// With room for a last chunk.
    cards: [CardId; CARD_ROOM + CHUNK],
    /// Where each seat's cards begin, and behind the last seat where they end.
    start: Starts,
}

/// So many cards are moved at a time, whether as many are there or not: lists are short, and how short cannot be foreseen.
const CHUNK: usize = 16;

/// Where lists begin; as many as a machine can add to at a time.
type Starts = [u16; 8];

impl PartialEq for Segments {
    fn eq(&self, other: &Segments) -> bool {
        self.start == other.start && self.all() == other.all()
    }
}

impl Eq for Segments {}

impl Segments {
    /// Nobody has a card.
    pub const EMPTY: Segments = Segments {
        cards: [CardId::NONE; CARD_ROOM + CHUNK],
        start: [0; 8],
    };

    /// One seat's cards, in order.
    #[inline(always)]
    pub fn of(&self, seat: Seat) -> &[CardId] {
        &self.cards[index(self.start(seat))..index(self.end(seat))]
    }

    /// Everybody's cards, seat by seat.
    #[inline(always)]
    pub fn all(&self) -> &[CardId] {
        &self.cards[..index(self.total())]
    }

    /// How many cards that seat has.
    #[inline(always)]
    pub fn len(&self, seat: Seat) -> usize {
        usize::from(self.start[seat.index() + 1] - self.start[seat.index()])
    }

    /// The place of a card in its seat's list.
    #[inline]
    pub fn position(&self, seat: Seat, card: CardId) -> Option<usize> {
        self.of(seat).iter().position(|other| *other == card)
    }

    /// Where that seat's cards begin among everybody's.
    #[inline(always)]
    pub(super) fn start(&self, seat: Seat) -> u16 {
        self.start[seat.index()]
    }

    /// Where they end.
    #[inline(always)]
    pub(super) fn end(&self, seat: Seat) -> u16 {
        self.start[seat.index() + 1]
    }

    /// How many cards everybody has.
    #[inline(always)]
    pub(super) fn total(&self) -> u16 {
        self.start[MAX_SEATS]
    }

    /// The card with that place among everybody's.
    #[inline(always)]
    pub(super) fn at(&self, at: u16) -> CardId {
        self.cards[index(at)]
    }

    /// Answers where the card now is among everybody's.
    #[inline]
    pub(super) fn insert(&mut self, seat: Seat, place: u16, card: CardId) -> u16 {
        let at = self.start(seat) + place;
        let chunks = usize::from(self.total() - at).div_ceil(CHUNK);
        for chunk in (0..chunks).rev() {
            let from = (usize::from(at) + chunk * CHUNK) % CARD_ROOM;
            let cards = self.chunk(from);
            self.cards[from + 1..from + 1 + CHUNK].copy_from_slice(&cards);
        }
        self.cards[index(at)] = card;
        for (start, more) in self.start.iter_mut().zip(after(seat)) {
            *start = start.wrapping_add(*more);
        }
        at
    }

    #[inline(always)]
    fn chunk(&self, from: usize) -> [CardId; CHUNK] {
        let mut chunk = [CardId::NONE; CHUNK];
        chunk.copy_from_slice(&self.cards[from..from + CHUNK]);
        chunk
    }

    #[inline]
    pub(super) fn push(&mut self, seat: Seat, card: CardId) {
        self.insert(seat, self.end(seat) - self.start(seat), card);
    }

    #[inline]
    pub(super) fn remove(&mut self, seat: Seat, card: CardId) {
        let index = self
            .position(seat, card)
            .expect("the card lies in this segment");
        self.remove_at(seat, self.start(seat) + index as u16);
    }

    /// Takes out the card with that place among everybody's; it is that seat's.
    #[inline]
    pub(super) fn remove_at(&mut self, seat: Seat, at: u16) {
        for to in (usize::from(at)..usize::from(self.total()) - 1).step_by(CHUNK) {
            let to = to % CARD_ROOM;
            let cards = self.chunk(to + 1);
            self.cards[to..to + CHUNK].copy_from_slice(&cards);
        }
        for (start, less) in self.start.iter_mut().zip(after(seat)) {
            *start = start.wrapping_sub(*less);
        }
    }

    /// Puts a card in the place of another one.
    #[inline]
    pub(super) fn replace_at(&mut self, at: u16, card: CardId) {
        self.cards[index(at)] = card;
    }

    pub(super) fn clear(&mut self) {
        self.start = [0; 8];
    }

    pub(super) fn renumber(&mut self, numbers: &Numbering) {
        let len = usize::from(self.total());
        self.cards[..len]
            .iter_mut()
            .for_each(|card| *card = numbers.of(*card));
        self.cards[len..].fill(CardId::NONE);
    }

    /// Becomes a copy of others; what lies beyond them is not moved.
    #[inline(always)]
    pub(super) fn copy_from(&mut self, other: &Segments) {
        copy_chunks(&mut self.cards, &other.cards, other.total().into());
        self.start = other.start;
    }
}

/// A place among everybody's cards, as an index.
#[inline(always)]
fn index(at: u16) -> usize {
    usize::from(at) % CARD_ROOM
}

/// One for each start behind that of the seat.
#[inline(always)]
fn after(seat: Seat) -> &'static Starts {
    // The last rows are of no seat. They differ from the others, so that the compiler, which takes tables apart where a
    // column is always the same, adds all columns in one step.
    static AFTER: [Starts; 8] = {
        let mut after = [[u16::MAX; 8]; 8];
        let mut at = 0;
        while at < MAX_SEATS * 8 {
            after[at / 8][at % 8] = (at % 8 > at / 8) as u16;
            at += 1;
        }
        after
    };
    &AFTER[seat.index() % AFTER.len()]
}

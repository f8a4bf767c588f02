//! Sets of buildings by where they stand, and sets of cards, a bit each.

use crate::{CARD_ROOM, CardId};

/// A set of buildings by their positions among all buildings, a bit each. It has room for the first 64; a table with more
/// is asked building by building.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BuildingSet(pub u64);

impl BuildingSet {
    /// How many buildings it can tell apart.
    /// So many buildings have a bit.
    pub const ROOM: usize = 64;

    /// No building.
    pub const NONE: BuildingSet = BuildingSet(0);

    /// One position; none when there is no room for it.
    #[inline(always)]
    pub fn one(position: u16) -> BuildingSet {
        BuildingSet(u64::from(usize::from(position) < BuildingSet::ROOM) << (position % 64))
    }

    /// The first positions, so many.
    #[inline(always)]
    pub fn below(count: u16) -> BuildingSet {
        BELOW[usize::from(count) % CARD_ROOM]
    }

    /// What is in both.
    #[inline(always)]
    pub fn and(self, other: BuildingSet) -> BuildingSet {
        BuildingSet(self.0 & other.0)
    }

    /// What is in either, or in both.
    #[inline(always)]
    pub fn or(self, other: BuildingSet) -> BuildingSet {
        BuildingSet(self.0 | other.0)
    }

    /// What is in this one and not in the other.
    #[inline(always)]
    pub fn without(self, other: BuildingSet) -> BuildingSet {
        BuildingSet(self.0 & !other.0)
    }

    /// There is no building in it.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many buildings are in it.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// More than one; sooner told than how many.
    #[inline(always)]
    pub fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// All of it when `kept`, else nothing.
    #[inline(always)]
    pub fn when(self, kept: bool) -> BuildingSet {
        BuildingSet(self.0 & u64::from(kept).wrapping_neg())
    }

    /// The positions to the left and to the right of one.
    #[inline(always)]
    pub fn beside(self) -> BuildingSet {
        BuildingSet(self.0 << 1 | self.0 >> 1)
    }

    /// Those whose position is wanted.
    #[inline(always)]
    pub fn filter(self, mut wanted: impl FnMut(usize) -> bool) -> BuildingSet {
        let (mut left, mut kept) = (self.0, 0);
        while left != 0 {
            let at = left.trailing_zeros();
            kept |= u64::from(wanted(at as usize)) << at;
            left &= left - 1;
        }
        BuildingSet(kept)
    }

    /// The one with that number, counted from 0.
    #[inline]
    pub fn nth(self, index: u32) -> Option<usize> {
        let mut left = self.0;
        for _ in 0..index {
            left &= left.wrapping_sub(1);
        }
        (left != 0).then(|| left.trailing_zeros() as usize)
    }

    /// From the first to the last.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let position = left.trailing_zeros() as usize;
            let some = left != 0;
            left &= left.wrapping_sub(1);
            some.then_some(position)
        })
    }

    /// A building comes to stand there; those after it move on by one.
    #[inline]
    pub(super) fn open(&mut self, position: u16) {
        let before = BuildingSet::below(position);
        self.0 = self.0 & before.0 | (self.0 & !before.0) << 1;
    }

    /// The building that stands there goes; those after it move up.
    #[inline]
    pub(super) fn close(&mut self, position: u16) {
        let before = BuildingSet::below(position);
        self.0 = self.0 & before.0 | self.0 >> 1 & !before.0;
    }
}

/// By count: the first positions.
static BELOW: [BuildingSet; CARD_ROOM] = {
    let mut below = [BuildingSet(u64::MAX); CARD_ROOM];
    let mut count = 0;
    while count < BuildingSet::ROOM {
        below[count] = BuildingSet((1 << count) - 1);
        count += 1;
    }
    below
};

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

/// Cards by which of their faces is meant: those that are buildings, and those whose action it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ByFace {
    /// As buildings.
    pub buildings: CardSet,
    /// As actions.
    pub actions: CardSet,
}

impl ByFace {
    /// No card.
    pub const NONE: ByFace = ByFace {
        buildings: CardSet::NONE,
        actions: CardSet::NONE,
    };

    /// Some card is in both by the same face.
    #[inline(always)]
    pub fn meets(&self, other: &ByFace) -> bool {
        self.buildings.meets(&other.buildings) || self.actions.meets(&other.actions)
    }

    /// The cards that are in both by the same face.
    #[inline(always)]
    pub fn both(&self, other: &ByFace) -> CardSet {
        let mut both = self.buildings.both(&other.buildings);
        both.insert_all(&self.actions.both(&other.actions));
        both
    }

    /// Puts all of those in.
    #[inline(always)]
    pub fn insert_all(&mut self, other: &ByFace) {
        self.buildings.insert_all(&other.buildings);
        self.actions.insert_all(&other.actions);
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

#[cfg(test)]
mod tests {
    use super::BuildingSet;
    use crate::{Board, CardId, Event, Seat};

    #[test]
    fn buildings_after_a_new_one_move_on_and_back() {
        let mut set = BuildingSet(0b1011);
        set.open(1);
        assert_eq!(set, BuildingSet(0b10101));
        set.close(1);
        assert_eq!(set, BuildingSet(0b1011));
        set.close(0);
        assert_eq!(set, BuildingSet(0b101));
    }

    #[test]
    fn what_there_is_no_room_for_is_no_position() {
        assert_eq!(BuildingSet::below(64), BuildingSet(u64::MAX));
        assert_eq!(BuildingSet::below(200), BuildingSet(u64::MAX));
        assert_eq!(BuildingSet::one(64), BuildingSet::NONE);
        let mut set = BuildingSet(u64::MAX);
        set.open(64);
        assert_eq!(set, BuildingSet(u64::MAX));
    }

    /// Positions and the sets of stacked buildings and of those with a status are as the rows say.
    fn agrees(board: &Board) {
        for (at, building) in board.buildings().iter().enumerate() {
            assert_eq!(usize::from(board.card(*building).position), at);
            if at < BuildingSet::ROOM {
                let stacked =
                    board.stacked_set().and(BuildingSet::one(at as u16)) != BuildingSet::NONE;
                assert_eq!(stacked, board.card(*building).height > 0, "building {at}");
                let has =
                    board.statused_set().and(BuildingSet::one(at as u16)) != BuildingSet::NONE;
                assert_eq!(has, board.card(*building).status != 0, "building {at}");
            }
        }
        for seat in Seat(0).clockwise(board.seats) {
            let heights = board
                .row(seat)
                .iter()
                .map(|building| usize::from(board.card(*building).height));
            assert_eq!(board.cards_in(seat), heights.sum::<usize>());
        }
    }

    #[test]
    fn a_board_with_more_buildings_than_room_comes_back_to_order() {
        let deck: Vec<CardId> = (0..200).map(CardId).collect();
        let mut board = Board::new(3, &deck);
        // Buildings here and there, every third one with a card on it.
        for card in 0..90 {
            let seat = Seat(card as u8 % 3);
            let place = board.row(seat).len() as u16 * (card % 2) / 2;
            board.apply(Event::Built {
                card: CardId(card),
                seat,
                place,
            });
            if card % 3 == 1 {
                board.apply(Event::Stacked {
                    card: CardId(100 + card),
                    on: CardId(card),
                    face_up: card % 2 == 0,
                });
            }
            if card % 5 == 2 {
                board.set_status(CardId(card), 2);
            }
            assert_eq!(board.fits_sets(), card < 64);
            agrees(&board);
        }
        let (first, last) = (board.buildings()[0], board.buildings()[63]);
        board.apply(Event::Exchanged {
            one: first,
            other: last,
        });
        board.apply(Event::Shifted {
            building: first,
            seat: Seat(0),
            place: 0,
        });
        agrees(&board);
        for card in (0..90).rev() {
            if card % 3 == 1 {
                board.apply(Event::Discarded {
                    card: CardId(100 + card),
                });
                agrees(&board);
            }
            board.apply(Event::Discarded { card: CardId(card) });
            agrees(&board);
        }
        assert_eq!(board.stacked_set(), BuildingSet::NONE);
    }
}

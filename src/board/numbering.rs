//! Other numbers for cards, and the same table with them, in which a number says nothing but where a card lies.

use crate::{Board, CardId, CardSet, CardState, Zone};

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

impl Board {
    /// The same table with other numbers.
    pub fn renumbered(&self, numbers: &Numbering) -> Board {
        let mut board = self.clone();
        for card in (0..numbers.count()).filter_map(|card| Some(CardId(card.try_into().ok()?))) {
            let to = numbers.of(card).index();
            board.cards[to] = as_it_lies(self.card(card), numbers);
            board.ages[to] = if self.card(card).zone == Zone::Row {
                self.ages[card.index()]
            } else {
                0
            };
        }
        for pile in [
            &mut board.deck,
            &mut board.discard,
            &mut board.aside,
            &mut board.removed,
        ] {
            pile.renumber(numbers);
        }
        board.rows.renumber(numbers);
        board.hands.renumber(numbers);
        board.carried.renumber(numbers);
        board.pending.renumber(numbers);
        board.first_law = numbers.of(board.first_law);
        let renumbered = |cards: CardSet| cards.iter().map(|card| numbers.of(card)).collect();
        board.open.buildings = renumbered(self.open.buildings);
        board.open.actions = renumbered(self.open.actions);
        // Cards that lie nowhere may have come before others that do.
        board.used = numbers.count().try_into().unwrap_or(self.used);
        board
    }
}

/// What the table knows of a card where it lies now, with other numbers. Nothing is kept of where it lay before: in the deck a
/// card would be known again by that.
fn as_it_lies(card: &CardState, numbers: &Numbering) -> CardState {
    let CardState {
        zone,
        second_side,
        host,
        next,
        face_up,
        ups,
        known,
        ..
    } = *card;
    let anywhere = CardState {
        zone,
        second_side,
        host,
        face_up,
        known,
        ..CardState::UNKNOWN
    };
    match zone {
        Zone::Deck | Zone::Removed => CardState {
            host: 0,
            ..anywhere
        },
        Zone::Hand => anywhere,
        Zone::Discard if host == 0 => anywhere,
        // Of what is on its way everybody has seen from where it comes.
        Zone::Discard | Zone::Aside => CardState { ups, ..anywhere },
        Zone::Law => CardState {
            host: 0,
            next: numbers.of(next),
            ..anywhere
        },
        Zone::Stack => CardState {
            host: numbers.of(CardId(host)).0,
            next: numbers.of(next),
            ..anywhere
        },
        Zone::Row => CardState {
            next: numbers.of(next),
            ..*card
        },
    }
}

//! What words of a text stand for, as plain numbers.

use crate::Script;
use board::{Bearer, Board, CardId, Seat, Zone};
use text::limits::{CARDS, PLAYERS};

/// A seat, a card, a place (see [`place_value`]) or a number; of which type, the checker has settled.
pub type Value = u16;

/// What no longer exists.
pub const GONE: Value = u16::MAX;

/// So many places of a row can be told apart: more than there are cards.
const PLACES: Value = 1024;

const _: () = assert!(CARDS < PLACES as usize && PLAYERS * (PLACES as usize) < GONE as usize);

/// The value of a place in a row.
#[inline(always)]
pub fn place_value(seat: Seat, index: usize) -> Value {
    Value::from(seat.0) * PLACES + index as Value
}

/// The place in a row that has that value.
#[inline(always)]
pub fn place_of(value: Value) -> (Seat, u16) {
    (Seat((value / PLACES) as u8), value % PLACES)
}

const _: () = assert!(CardId::NONE.0 == GONE);

/// The card with that value, wherever it lies. One that is shuffled into the deck has no value any more: see
/// [`State::forget`](crate::State::forget).
#[inline(always)]
pub fn card_of(value: Value) -> Option<CardId> {
    (value != GONE).then_some(CardId(value))
}

/// The building with that value, if it still stands.
#[inline(always)]
pub fn building_of(board: &Board, value: Value) -> Option<CardId> {
    let card = CardId(value);
    (value != GONE && board.card(card).zone == Zone::Row).then_some(card)
}

/// The seat with that value.
#[inline(always)]
pub fn seat_of(board: &Board, value: Value) -> Option<Seat> {
    (value < Value::from(board.seats)).then_some(Seat(value as u8))
}

/// What may carry counters: a building, a stacked card, a law, or a living player.
pub fn bearer_of(script: &Script, board: &Board, value: Value, player: bool) -> Option<Bearer> {
    match player {
        true => seat_of(board, value)
            .filter(|seat| board.living.has(*seat))
            .map(Bearer::Player),
        false => {
            let card = card_of(value)?;
            match board.card(card).zone {
                Zone::Row | Zone::Stack => Some(Bearer::Card(card)),
                Zone::Law => Some(Bearer::Card(script.law_of(board, card))),
                _ => None,
            }
        }
    }
}

/// From where a card comes, as texts are told by [`rules::ir::DETAIL`].
pub fn origin_of(board: &Board, card: CardId) -> Value {
    board
        .card(card)
        .origin()
        .map_or(0, |from| from as Value + 1)
}

/// The value of a card; of none it is `GONE`.
#[inline(always)]
pub fn card_value(card: CardId) -> Value {
    card.0
}

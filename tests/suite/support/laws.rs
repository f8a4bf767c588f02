//! What holds in every position of every game: where its cards lie.

use std::collections::BTreeMap;

use brink::board::{CardId, Seat};
use brink::engine::Game;

/// Where each card lies, by zone.
fn whereabouts(game: &Game) -> Result<BTreeMap<CardId, String>, String> {
    let board = game.board();
    let mut places: BTreeMap<CardId, String> = BTreeMap::new();
    let mut twice = Ok(());
    let mut put = |card: CardId, place: String| {
        if let Some(other) = places.insert(card, place.clone()) {
            twice = Err(format!(
                "cards conserved: {card:?} lies in {other} and in {place}"
            ));
        }
    };
    let piles = [
        ("deck", board.deck()),
        ("discard", board.discard()),
        ("removed", board.removed()),
        ("aside", board.aside()),
    ];
    for (name, pile) in piles {
        pile.cards().iter().for_each(|card| put(*card, name.into()));
    }
    board.laws().for_each(|card| put(card, "law".into()));
    for seat in Seat(0).clockwise(board.seats) {
        board
            .hand(seat)
            .iter()
            .for_each(|card| put(*card, format!("{seat} hand")));
    }
    for building in board.buildings() {
        put(*building, "row".into());
        board
            .stack(*building)
            .iter()
            .for_each(|card| put(*card, format!("stack {building:?}")));
    }
    twice.map(|()| places)
}

/// No card is lost or doubled.
///
/// # Errors
/// One is: which one, or how many.
pub fn keeps_all_cards(game: &Game) -> Result<(), String> {
    let (deck_size, seats) = (
        game.script().rules.deck_size,
        usize::from(game.board().seats),
    );
    let places = whereabouts(game)?;
    let deck = places
        .keys()
        .filter(|card| card.index() < deck_size)
        .count();
    let victories = places.len() - deck;
    if (deck, victories) != (deck_size, seats) {
        return Err(format!(
            "cards conserved: {deck} of {deck_size} of the deck, {victories} of {seats} victory cards"
        ));
    }
    Ok(())
}

/// What is known of stacks at a glance is so.
///
/// # Errors
/// It is not: of which building.
pub fn knows_its_stacks(game: &Game) -> Result<(), String> {
    let board = game.board();
    let stacked = board
        .buildings()
        .iter()
        .filter(|building| board.card(**building).height > 0);
    if board.stacked() != stacked.count() {
        return Err(format!(
            "heights and tops: {} buildings are stacked",
            board.stacked()
        ));
    }
    for building in board.buildings() {
        let (stack, state) = (board.stack(*building), board.card(*building));
        let ups = stack
            .iter()
            .filter(|card| board.card(**card).face_up())
            .count();
        let glance = (
            usize::from(state.height),
            usize::from(state.ups),
            state.top(),
        );
        let under = stack
            .iter()
            .all(|card| board.under(*card) == Some(*building));
        if glance
            != (
                stack.len(),
                ups.min(255),
                stack.last().copied().unwrap_or(CardId::NONE),
            )
            || !under
        {
            return Err(format!(
                "heights and tops: {building:?} {state:?} holds {stack:?}"
            ));
        }
    }
    Ok(())
}

//! What holds in every position of every game.

use std::collections::BTreeMap;

use brink::board::{CardId, Seat};
use brink::engine::Game;

/// Where each card lies, by zone.
pub fn whereabouts(game: &Game) -> BTreeMap<CardId, String> {
    let board = game.board();
    let mut places = BTreeMap::new();
    let mut put = |card: CardId, place: String| {
        if let Some(other) = places.insert(card, place.clone()) {
            panic!("card {card:?} lies in {other} and in {place}");
        }
    };
    board.deck().cards().iter().for_each(|card| put(*card, "deck".into()));
    board.discard().cards().iter().for_each(|card| put(*card, "discard".into()));
    board.removed().cards().iter().for_each(|card| put(*card, "removed".into()));
    board.aside().cards().iter().for_each(|card| put(*card, "aside".into()));
    for seat in Seat(0).clockwise(board.seats) {
        board.hand(seat).iter().for_each(|card| put(*card, format!("{seat} hand")));
    }
    for building in board.buildings() {
        put(*building, "row".into());
        board.stack(*building).iter().for_each(|card| put(*card, format!("stack {building:?}")));
    }
    places
}

/// No card is lost or doubled.
pub fn keeps_all_cards(game: &Game) {
    let rules = &game.script().rules;
    let places = whereabouts(game);
    let deck = places.keys().filter(|card| card.index() < rules.deck_size).count();
    assert_eq!(deck, rules.deck_size, "every card of the deck is somewhere");
    let victories = places.len() - deck;
    assert_eq!(victories, game.board().seats as usize, "everyone's victory card is somewhere");
}

/// What is known of stacks at a glance is so.
pub fn knows_its_stacks(game: &Game) {
    let board = game.board();
    let stacked = board.buildings().iter().filter(|building| board.card(**building).height > 0);
    assert_eq!(board.stacked(), stacked.count());
    for building in board.buildings() {
        let stack = board.stack(*building);
        let state = board.card(*building);
        assert_eq!(stack.len(), state.height as usize);
        let up = stack.iter().filter(|card| board.card(**card).face_up()).count();
        assert_eq!(up.min(255), state.ups as usize);
        assert_eq!(stack.last().copied().unwrap_or(CardId::NONE), state.top());
        assert!(stack.iter().all(|card| board.under(*card) == Some(*building)));
    }
}

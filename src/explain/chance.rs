//! What chance has decided, as the notation writes it: `coin: heads`, `die: 2`, `random: Lantern`.

use crate::names::{Names, card_label};
use crate::options::label::{Spot, pile};
use crate::pending::lying;
use board::{Board, CardId, Fell, Seat, Whereabouts, Zone};
use engine::{Lots, Script, Value, place_of};
use lang::notation::Lot;
use rules::ir::Element;

/// What has fallen out of these things, all cards open.
pub fn written(script: &Script, board: &Board, what: Fell, among: &[Value]) -> (Lot, String) {
    match what {
        Fell::Coin { heads } => (Lot::Coin, if heads { "heads" } else { "tails" }.to_string()),
        Fell::Die(number) => (Lot::Die, number.to_string()),
        Fell::Player(seat) => (Lot::Random, seat.to_string()),
        Fell::Card(card) => (Lot::Random, card_among(script, board, card, among)),
        Fell::Place(seat, place) => (Lot::Random, Spot { seat, place }.to_string()),
        Fell::Number(number) => (Lot::Random, number.to_string()),
    }
}

/// The ways in which it can fall, by their numbers, and out of which things.
fn falls(lots: Lots<'_>) -> (Vec<Fell>, &[Value]) {
    match lots {
        Lots::Coin => ([false, true].map(|heads| Fell::Coin { heads }).into(), &[]),
        Lots::Die => ((1..=6).map(Fell::Die).collect(), &[]),
        Lots::OneOf(element, things) => {
            let fall = |thing: &Value| match element {
                Element::Player => Fell::Player(Seat(*thing as u8)),
                Element::Number | Element::Name => Fell::Number(*thing),
                Element::Place => {
                    let (seat, place) = place_of(*thing);
                    Fell::Place(seat, place)
                }
                _ => Fell::Card(CardId(*thing)),
            };
            (things.iter().map(fall).collect(), things)
        }
    }
}

/// Which way it falls, by what is written; `None` when that is none of the ways.
pub fn meant(script: &Script, board: &Board, lots: Lots<'_>, lot: Lot, on: &str) -> Option<u32> {
    let (falls, among) = falls(lots);
    let is = |what: &Fell| {
        let (of, label) = written(script, board, *what, among);
        of == lot && label.eq_ignore_ascii_case(on)
    };
    let by_name = || {
        let kind = Names::of(&script.rules)
            .card(on)
            .ok()
            .filter(|_| lot == Lot::Random)?;
        let is = |what: &Fell| matches!(what, Fell::Card(card) if script.rules.cards[card.index()] == kind);
        falls.iter().position(is)
    };
    falls
        .iter()
        .position(is)
        .or_else(by_name)
        .map(|at| at as u32)
}

/// The ways in which it can fall, as they are written.
pub fn ways(script: &Script, board: &Board, lots: Lots<'_>) -> Vec<String> {
    let (mut falls, among) = falls(lots);
    // Heads come first.
    falls.sort_by_key(|what| matches!(what, Fell::Coin { heads: false }));
    let way = |what: &Fell| {
        let (lot, on) = written(script, board, *what, among);
        format!("[{lot}: {on}]")
    };
    falls.iter().map(way).collect()
}

/// The first of its kind among the others goes by its name, and any other by where it lies.
fn card_among(script: &Script, board: &Board, card: CardId, among: &[Value]) -> String {
    let kind = |card: CardId| script.rules.cards[card.index()];
    let open = |card: CardId| !matches!(board.card(card).zone, Zone::Row | Zone::Stack);
    let mut others = among.iter().map(|other| CardId(*other));
    let first = others.find(|other| open(*other) && kind(*other) == kind(card));
    if open(card) && first.is_none_or(|first| first == card) {
        return card_label(&script.rules, kind(card)).to_string();
    }
    match board.whereabouts(card) {
        Whereabouts::Stacked(seat, place, _)
            if board
                .under(card)
                .is_some_and(|under| board.card(under).top() == card) =>
        {
            Spot { seat, place }.to_string()
        }
        // The deck is counted from below.
        Whereabouts::Deck(above) => {
            let below = board.deck().cards().len() - usize::from(above);
            format!("card {below}{}", pile(Zone::Deck, Seat(0)))
        }
        Whereabouts::Nowhere => "nowhere".to_string(),
        place => lying(place),
    }
}

//! What chance has decided, as the notation writes it: `coin: heads`, `die: 2`, `random: Lantern`.

use crate::names::Names;
use crate::names::card_label;
use board::{Board, CardId, Fell, Seat, Zone};
use engine::{Lots, Script, Value, place_of};
use lang::notation::Lot;
use rules::ir::Element;

/// What has fallen out of these things, all cards open.
pub fn written(script: &Script, board: &Board, what: Fell, among: &[Value]) -> (Lot, String) {
    match what {
        Fell::Coin { heads } => (Lot::Coin, side(heads).to_string()),
        Fell::Die(number) => (Lot::Die, number.to_string()),
        Fell::Player(seat) => (Lot::Random, seat.to_string()),
        Fell::Card(card) => (Lot::Random, lying_label(script, board, card, among)),
        Fell::Place(seat, place) => (Lot::Random, spot(seat, place.into())),
        Fell::Number(number) => (Lot::Random, number.to_string()),
    }
}

/// Which way it falls, by what is written; `None` when that is none of the ways.
pub fn meant(script: &Script, board: &Board, lots: Lots<'_>, lot: Lot, on: &str) -> Option<u32> {
    let is = |label: &str| label.eq_ignore_ascii_case(on);
    let number = |at: Option<usize>| at.and_then(|at| u32::try_from(at).ok());
    match (lot, lots) {
        (Lot::Coin, Lots::Coin) => [false, true]
            .into_iter()
            .position(|heads| is(side(heads)))
            .and_then(|at| number(Some(at))),
        (Lot::Die, Lots::Die) => number((1..=6).position(|shown: u8| is(&shown.to_string()))),
        (Lot::Random, Lots::OneOf(element, things)) => number(match element {
            Element::Player => things
                .iter()
                .position(|thing| is(&Seat(*thing as u8).to_string())),
            Element::Number | Element::Name => {
                things.iter().position(|thing| is(&thing.to_string()))
            }
            Element::Place => things.iter().position(|thing| {
                let (seat, place) = place_of(*thing);
                is(&spot(seat, place.into()))
            }),
            Element::Building | Element::StackedCard | Element::Card | Element::BuildingCard => {
                let by_label = things
                    .iter()
                    .position(|thing| is(&lying_label(script, board, CardId(*thing), things)));
                by_label.or_else(|| {
                    let kind = Names::of(&script.rules).card(on).ok()?;
                    things
                        .iter()
                        .position(|thing| script.rules.cards[usize::from(*thing)] == kind)
                })
            }
        }),
        _ => None,
    }
}

/// The ways in which it can fall, as they are written.
pub fn ways(script: &Script, board: &Board, lots: Lots<'_>) -> Vec<String> {
    let all = match lots {
        Lots::Coin => [true, false]
            .map(|heads| (Lot::Coin, side(heads).to_string()))
            .into(),
        Lots::Die => (1..=6)
            .map(|number: u8| (Lot::Die, number.to_string()))
            .collect(),
        Lots::OneOf(element, things) => {
            let what = |thing: Value| match element {
                Element::Player => Fell::Player(Seat(thing as u8)),
                Element::Number | Element::Name => Fell::Number(thing),
                Element::Place => {
                    let (seat, place) = place_of(thing);
                    Fell::Place(seat, place)
                }
                _ => Fell::Card(CardId(thing)),
            };
            things
                .iter()
                .map(|thing| written(script, board, what(*thing), things))
                .collect::<Vec<_>>()
        }
    };
    all.into_iter()
        .map(|(lot, on)| format!("[{lot}: {on}]"))
        .collect()
}

fn side(heads: bool) -> &'static str {
    if heads { "heads" } else { "tails" }
}

fn spot(seat: Seat, place: usize) -> String {
    format!("{seat}.{}", place + 1)
}

/// The first of its kind among the others goes by its name, and any other by where it lies.
fn lying_label(script: &Script, board: &Board, card: CardId, among: &[Value]) -> String {
    let kind = |card: CardId| script.rules.cards[card.index()];
    let open = |card: CardId| !matches!(board.card(card).zone, Zone::Row | Zone::Stack);
    let first = among
        .iter()
        .map(|other| CardId(*other))
        .find(|other| open(*other) && kind(*other) == kind(card));
    if open(card) && first.is_none_or(|first| first == card) {
        return card_label(&script.rules, kind(card)).to_string();
    }
    let number = |cards: &[CardId]| cards.iter().position(|other| *other == card).unwrap_or(0) + 1;
    let standing = |building: CardId| match (board.owner(building), board.place(building)) {
        (Some(seat), Some(place)) => spot(seat, place),
        _ => "nowhere".to_string(),
    };
    match board.card(card).zone {
        Zone::Row => standing(card),
        Zone::Stack => {
            let Some(under) = board.under(card) else {
                return "nowhere".to_string();
            };
            match board.card(under).top() == card {
                true => standing(under),
                false => format!(
                    "card {} of {}",
                    number(&board.stack(under)),
                    standing(under)
                ),
            }
        }
        Zone::Hand => {
            let holder = board.card(card).seat();
            format!("card {} of {holder}'s hand", number(board.hand(holder)))
        }
        Zone::Deck => format!("card {} of the deck", number(board.deck().cards())),
        Zone::Discard => format!(
            "card {} of the discard pile",
            number(board.discard().cards())
        ),
        Zone::Aside => format!("card {} aside", number(board.aside().cards())),
        Zone::Law => format!(
            "card {} of the laws",
            board.laws().position(|law| law == card).unwrap_or(0) + 1
        ),
        Zone::Removed => format!("card {} out of the game", number(board.removed().cards())),
    }
}

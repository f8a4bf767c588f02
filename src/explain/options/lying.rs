//! Where a card lies that is offered, as far as the player who is asked may know: by place, by name, or by position.

use board::{Board, CardId, Kind, Seat, Zone};
use engine::{Asked, Choice, Game, Value};
use rules::ir::{Element, Source};

/// The place of a building, or of a gap in a row, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    pub seat: Seat,
    pub place: u16,
}

impl Spot {
    /// Where a building stands; nothing when it does not.
    pub fn of(game: &Game, building: CardId) -> Option<Spot> {
        let place = game.board().place(building)?;
        Some(Spot {
            seat: game.board().owner(building)?,
            place: place as u16,
        })
    }
}

/// Cards that lie together, so that equal ones among them are one option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pile {
    Hand(Seat),
    Discard,
    Aside,
    Removed,
    Deck,
    Law,
}

/// A card on offer. It says what the card is only where the player who is asked knows it and no place tells it apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lying {
    /// The top card of the stack there.
    Top(Spot),
    /// A card further down in the stack there; the lowest is number 1.
    Stacked { on: Spot, number: usize },
    /// It stands as a building by now.
    Standing(Spot),
    /// A card that the player knows, among others.
    Known { kind: Kind, pile: Pile },
    /// A card of another's hand that the player does not know: its number among such, in the order held, from 1.
    Held { seat: Seat, number: usize },
    /// A card aside that the player does not know: its number among such, from 1.
    Aside { number: usize },
    /// A card of the deck that the player does not know: its number from the top, from 1.
    Decked { number: usize },
    /// Nowhere where it could be picked.
    Gone,
}

impl Lying {
    /// How a card is offered to the player who is asked.
    pub fn of(game: &Game, card: CardId) -> Lying {
        let (board, seat) = (game.board(), game.state().seat);
        let state = board.card(card);
        if !card.is_some() {
            return Lying::Gone;
        }
        let kind = game.script().rules.cards[card.index()];
        let known = |card: &CardId| board.card(*card).known.has(seat);
        let number = |cards: &[CardId]| {
            let before = cards.iter().take_while(|other| **other != card);
            before.filter(|other| !known(other)).count() + 1
        };
        match state.zone {
            Zone::Row => Spot::of(game, card).map_or(Lying::Gone, Lying::Standing),
            Zone::Stack => {
                let under = board
                    .under(card)
                    .and_then(|building| Some((building, Spot::of(game, building)?)));
                let Some((building, on)) = under else {
                    return Lying::Gone;
                };
                let stack = board.stack(building);
                match stack.iter().position(|other| *other == card) {
                    Some(at) if at + 1 == stack.len() => Lying::Top(on),
                    at => at.map_or(Lying::Gone, |at| Lying::Stacked { on, number: at + 1 }),
                }
            }
            Zone::Hand => {
                let Some(holder) = board.owner(card) else {
                    return Lying::Gone;
                };
                match known(&card) {
                    true => Lying::Known {
                        kind,
                        pile: Pile::Hand(holder),
                    },
                    false => Lying::Held {
                        seat: holder,
                        number: number(board.hand(holder)),
                    },
                }
            }
            Zone::Aside if !known(&card) => Lying::Aside {
                number: number(board.aside().cards()),
            },
            Zone::Aside => Lying::Known {
                kind,
                pile: Pile::Aside,
            },
            Zone::Discard => Lying::Known {
                kind,
                pile: Pile::Discard,
            },
            Zone::Removed => Lying::Known {
                kind,
                pile: Pile::Removed,
            },
            Zone::Law => Lying::Known {
                kind,
                pile: Pile::Law,
            },
            Zone::Deck if known(&card) => Lying::Known {
                kind,
                pile: Pile::Deck,
            },
            Zone::Deck => {
                let above = board
                    .deck()
                    .cards()
                    .iter()
                    .rev()
                    .take_while(|other| **other != card);
                Lying::Decked {
                    number: above.count() + 1,
                }
            }
        }
    }
}

/// Another pile has an equal card on offer, so that the name alone does not tell which is meant.
pub fn is_ambiguous(game: &Game, kind: Kind, pile: Pile) -> bool {
    let (
        Asked::Choose { set, .. },
        Some(Element::StackedCard | Element::Card | Element::BuildingCard),
    ) = (game.state().asked, game.element())
    else {
        return false;
    };
    // Of one hand, or of the discard pile alone.
    if matches!(
        game.script().rules.sets[set.index()].source,
        Source::Hand(_) | Source::Discard
    ) {
        return false;
    }
    game.options().into_iter().any(|choice| {
        let Choice::Pick(value) = choice else { return false };
        matches!(Lying::of(game, picked(value)), Lying::Known { kind: other, pile: there } if other == kind && there != pile)
    })
}

/// The card that a value stands for; of what is gone no card.
pub fn picked(value: Value) -> CardId {
    CardId(value)
}

/// The card of a text that runs is known to the viewer. Nobody's eyes see all.
pub fn is_known(board: &Board, card: CardId, viewer: Option<Seat>) -> bool {
    let state = board.card(card);
    // What has been shuffled away since was open when its text began.
    state.zone == Zone::Deck
        || state.face_up()
        || viewer.is_none_or(|viewer| board.is_known_to(card, viewer))
}

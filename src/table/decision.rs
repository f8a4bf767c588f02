//! A decision in public terms: what it asks, and its options in types that cannot hold a hidden card.

use crate::board::{CardId, Kind, Seat};
use crate::engine::{Asked, Choice, Game, Value};
use crate::rules::ir::Element;
use crate::table::label::label;

/// The place of a building, or of a gap in a row, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    pub seat: Seat,
    pub place: u8,
}

/// What an option is about. Kinds are those of the asked player's own hand or of an open pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Action(Kind),
    Build {
        kind: Kind,
        at: Spot,
    },
    Stack {
        kind: Kind,
        on: Spot,
    },
    Use {
        building: Spot,
        ability: u8,
    },
    Pass,
    Player(Seat),
    /// A building or its stack.
    Building(Spot),
    /// The top card of the stack there.
    Top(Spot),
    Place(Spot),
    Card(Kind),
    Branch,
    Decline,
    Side {
        second: bool,
    },
    Shield(Kind),
    /// Something that has no place any more.
    Gone,
}

/// One option: what it is about, and its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub what: What,
    pub label: String,
}

/// What a decision asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    Side,
    /// So many shields are still to be put down.
    Shield {
        left: u8,
    },
    Menu,
    Pick(Element),
    Branch,
}

/// Somebody has to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub seat: Seat,
    pub question: Question,
    /// What is picked is targeted (TGT-1): as a rule nothing that one would wish upon oneself.
    pub targeted: bool,
    /// In the order of [`Game::options`].
    pub offers: Vec<Offer>,
}

impl Decision {
    /// The decision that the game waits for; nothing when it is over.
    pub fn of(game: &Game) -> Option<Decision> {
        let (seat, asked) = game.decision()?;
        let rules = &game.script().rules;
        let (question, targeted) = match asked {
            Asked::Nobody => return None,
            Asked::Side => (Question::Side, false),
            Asked::Shield { left } => (Question::Shield { left }, false),
            Asked::Menu => (Question::Menu, false),
            Asked::Choose { set, .. } => {
                let set = &rules.sets[set.index()];
                (Question::Pick(set.element), set.target)
            }
            Asked::Either { .. } => (Question::Branch, false),
        };
        let offer = |choice: Choice| Offer { what: what(game, choice), label: label(game, choice) };
        Some(Decision { seat, question, targeted, offers: game.options().into_iter().map(offer).collect() })
    }
}

fn what(game: &Game, choice: Choice) -> What {
    match choice {
        Choice::Action(kind) => What::Action(kind),
        Choice::Build { kind, seat, place } => What::Build { kind, at: Spot { seat, place } },
        Choice::Stack { kind, on } => spot(game, on).map_or(What::Gone, |on| What::Stack { kind, on }),
        Choice::Use { building, ability } => {
            spot(game, building).map_or(What::Gone, |building| What::Use { building, ability })
        }
        Choice::Pass => What::Pass,
        Choice::Pick(value) => game.element().map_or(What::Gone, |element| picked(game, element, value)),
        Choice::Branch(_) => What::Branch,
        Choice::Decline => What::Decline,
        Choice::Side { second } => What::Side { second },
        Choice::Shield(kind) => What::Shield(kind),
    }
}

fn picked(game: &Game, element: Element, value: Value) -> What {
    let card = CardId(value as u8);
    match element {
        Element::Player => What::Player(Seat(value as u8)),
        Element::Building => spot(game, card).map_or(What::Gone, What::Building),
        Element::StackedCard => {
            let under = game.board().under(card);
            under.and_then(|building| spot(game, building)).map_or(What::Gone, What::Top)
        }
        Element::Card | Element::BuildingCard => What::Card(game.script().rules.cards[card.index()]),
        Element::Place => What::Place(Spot { seat: Seat((value >> 8) as u8), place: value as u8 }),
    }
}

fn spot(game: &Game, building: CardId) -> Option<Spot> {
    let place = game.board().place(building)?;
    Some(Spot { seat: game.board().owner(building)?, place: place as u8 })
}

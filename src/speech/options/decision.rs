//! A decision in public terms: what it asks, and its options in types that cannot hold a hidden card.

use crate::board::{Kind, Seat};
use crate::engine::{Asked, Choice, Game, Purpose, Value, place_of};
use crate::rules::ir::Element;
use crate::speech::options::label::label;
pub use crate::speech::options::lying::Spot;
use crate::speech::options::lying::{Lying, picked};

/// What an option is about. Kinds are those of cards that the asked player knows.
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
    /// A card further down in the stack there; the lowest is number 1.
    Stacked {
        on: Spot,
        number: usize,
    },
    Place(Spot),
    /// A card that the player knows.
    Card(Kind),
    /// A card of another's hand that the player does not know: its number among such, from 1.
    Held {
        seat: Seat,
        number: usize,
    },
    /// The same of the cards that are aside.
    Aside {
        number: usize,
    },
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
    /// What is picked is targeted (TGT-1), in a game in which anything guards.
    pub targeted: bool,
    /// What is done first with what is picked, as far as that shows.
    pub purpose: Option<Purpose>,
    /// As a rule nothing that one would wish upon oneself: it is targeted, guards or not, or discarded, say.
    pub harms: bool,
    /// In the order of [`Game::options`].
    pub offers: Vec<Offer>,
}

impl What {
    /// The kind of a card from the hand that it is about.
    pub fn kind(self) -> Option<Kind> {
        match self {
            What::Action(kind) | What::Build { kind, .. } | What::Stack { kind, .. } => Some(kind),
            _ => None,
        }
    }
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
        let purpose = game.purpose();
        let harms = game.aims() || purpose.is_some_and(Purpose::harms);
        let offer = |choice: Choice| Offer { what: what(game, choice), label: label(game, choice) };
        Some(Decision {
            seat,
            question,
            targeted,
            purpose,
            harms,
            offers: game.options().into_iter().map(offer).collect(),
        })
    }
}

fn what(game: &Game, choice: Choice) -> What {
    match choice {
        Choice::Action(kind) => What::Action(kind),
        Choice::Build { kind, seat, place } => What::Build { kind, at: Spot { seat, place } },
        Choice::Stack { kind, on } => Spot::of(game, on).map_or(What::Gone, |on| What::Stack { kind, on }),
        Choice::Use { building, ability } => {
            Spot::of(game, building).map_or(What::Gone, |building| What::Use { building, ability })
        }
        Choice::Pass => What::Pass,
        Choice::Pick(value) => game.element().map_or(What::Gone, |element| thing(game, element, value)),
        Choice::Branch(_) => What::Branch,
        Choice::Decline => What::Decline,
        Choice::Side { second } => What::Side { second },
        Choice::Shield(kind) => What::Shield(kind),
    }
}

fn thing(game: &Game, element: Element, value: Value) -> What {
    let card = picked(value);
    match element {
        Element::Player => What::Player(Seat(value as u8)),
        Element::Building => Spot::of(game, card).map_or(What::Gone, What::Building),
        Element::StackedCard | Element::Card | Element::BuildingCard => match Lying::of(game, card) {
            Lying::Top(on) => What::Top(on),
            Lying::Stacked { on, number } => What::Stacked { on, number },
            Lying::Standing(at) => What::Building(at),
            Lying::Known { kind, .. } => What::Card(kind),
            Lying::Held { seat, number } => What::Held { seat, number },
            Lying::Aside { number } => What::Aside { number },
            Lying::Gone => What::Gone,
        },
        Element::Place => {
            let (seat, place) = place_of(value);
            What::Place(Spot { seat, place })
        }
    }
}

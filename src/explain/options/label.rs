//! The labels of options, as the notation prints them: a thing by its place, a card by its name where the player who is asked knows it.

use crate::names::{building_label, card_label};
use board::{Board, CardId, Kind, Seat, Zone};
use engine::{Asked, Choice, GONE, Game, Value, place_of};
use rules::ir::{Element, FaceId, Source};
use std::fmt::Write;

/// Writes the label of an option of the game's decision.
pub fn write_label(out: &mut String, game: &Game, choice: Choice) {
    let rules = &game.script().rules;
    // Writing to a string cannot fail.
    let _ = match choice {
        Choice::Action(kind) => write!(out, "action {}", card_label(rules, kind)),
        Choice::Build { kind, seat, place } => {
            write!(
                out,
                "build {} at {seat}.{}",
                building_label(rules, kind, false),
                place + 1
            )
        }
        Choice::Stack { kind, on } => {
            let _ = write!(out, "stack {} on ", card_label(rules, kind));
            write_place(out, game, on)
        }
        Choice::Use { building, ability } => {
            out.push_str("use ");
            let _ = write_place(out, game, building);
            match ability_name(game, building, ability) {
                Some(name) => write!(out, " {name}"),
                None => Ok(()),
            }
        }
        Choice::Pass => write!(out, "pass"),
        Choice::Decline => write!(out, "decline"),
        Choice::Branch(branch) => {
            let label = rules.branches[branch as usize].label;
            write!(out, "{}", rules.names[label.index()])
        }
        Choice::Side { second } => {
            let (seat, _) = game.decision().expect("somebody is asked for a side");
            let card = game.board().aside().cards()[seat.index()];
            write!(
                out,
                "side {}",
                building_label(rules, rules.cards[card.index()], second)
            )
        }
        Choice::Shield(kind) => write!(out, "stack {}", card_label(rules, kind)),
        Choice::Pick(value) => {
            write_value(out, game, value, game.element().unwrap_or(Element::Player))
        }
    };
}

/// What an ability of a building goes by where it has several: its own name, or that of the card whose text it is in. A number
/// follows where one before it goes by the same name: a building and an action may share theirs.
pub fn ability_name(game: &Game, building: CardId, ability: u8) -> Option<String> {
    let rules = &game.script().rules;
    let abilities = game.abilities(building);
    let named = |(_, face, at): &(u8, FaceId, u8)| {
        let face = &rules.faces[face.index()];
        let name = face.abilities[usize::from(*at)].name;
        name.map_or(face.label.as_str(), |name| {
            rules.names[name.index()].as_str()
        })
    };
    let at = abilities
        .iter()
        .position(|(number, ..)| *number == ability)?;
    let name = named(&abilities[at]);
    let before = abilities[..at]
        .iter()
        .filter(|other| named(other) == name)
        .count();
    (abilities.len() > 1).then(|| match before {
        0 => name.to_string(),
        _ => format!("{name} {}", before + 1),
    })
}

/// Writes a thing of that type by its place, or a card by its name where the player who is asked knows it.
fn write_value(out: &mut String, game: &Game, value: Value, element: Element) -> std::fmt::Result {
    if value == GONE {
        return write!(out, "nothing");
    }
    match element {
        Element::Player => write!(out, "{}", Seat(value as u8)),
        Element::Building => write_place(out, game, picked(value)),
        Element::StackedCard | Element::Card | Element::BuildingCard => {
            write_card(out, game, picked(value), element)
        }
        Element::Place => {
            let (seat, place) = place_of(value);
            write_spot(out, Spot { seat, place })
        }
        Element::Number => write!(out, "{value}"),
        Element::Name => write!(out, "{}", game.script().rules.names[usize::from(value)]),
    }
}

fn write_card(out: &mut String, game: &Game, card: CardId, element: Element) -> std::fmt::Result {
    let rules = &game.script().rules;
    match Lying::of(game, card) {
        Lying::Top(on) => write_spot(out, on),
        Lying::Stacked { on, number } => {
            write!(out, "card {number} of ")?;
            write_spot(out, on)
        }
        Lying::Standing(at) => {
            write!(out, "building ")?;
            write_spot(out, at)
        }
        Lying::Known { kind, pile } => {
            match element {
                Element::BuildingCard => write!(out, "{}", building_label(rules, kind, false))?,
                _ => write!(out, "{}", card_label(rules, kind))?,
            }
            match pile {
                pile if !is_ambiguous(game, kind, pile) => Ok(()),
                Pile::Hand(seat) => write!(out, " of {seat}'s hand"),
                Pile::Discard => write!(out, " of the discard pile"),
                Pile::Aside => write!(out, " aside"),
                Pile::Deck => write!(out, " of the deck"),
                Pile::Law => write!(out, " of the laws"),
                Pile::Removed => write!(out, " out of the game"),
            }
        }
        Lying::Held { seat, number } => write!(out, "card {number} of {seat}'s hand"),
        Lying::Aside { number } => write!(out, "card {number} aside"),
        Lying::Decked { number } => write!(out, "card {number} of the deck"),
        Lying::Gone => write!(out, "nothing"),
    }
}

fn write_place(out: &mut String, game: &Game, building: CardId) -> std::fmt::Result {
    match Spot::of(game, building) {
        Some(at) => write_spot(out, at),
        None => write!(out, "nothing"),
    }
}

fn write_spot(out: &mut String, at: Spot) -> std::fmt::Result {
    write!(out, "{}.{}", at.seat, at.place + 1)
}

/// The label of an option of the game's decision.
pub fn label(game: &Game, choice: Choice) -> String {
    let mut out = String::new();
    write_label(&mut out, game, choice);
    out
}

/// Of a label that says where a card lies: what it calls the card, and the seat or the place, if it names one.
pub fn lies(label: &str) -> Option<(&str, &str)> {
    const PILES: [&str; 5] = [
        " of the discard pile",
        " aside",
        " of the deck",
        " of the laws",
        " out of the game",
    ];
    let of_pile = PILES
        .iter()
        .find_map(|pile| label.strip_suffix(pile))
        .map(|card| (card, ""));
    let of_holder = || {
        label
            .rsplit_once(" of ")
            .map(|(card, of)| (card, of.strip_suffix("'s hand").unwrap_or(of)))
    };
    of_pile
        .or_else(of_holder)
        .or_else(|| Some(("", label.strip_prefix("building ")?)))
}

/// The card of such a label is called by its number among those that lie there.
pub fn is_number(card: &str) -> bool {
    card.strip_prefix("card ")
        .is_some_and(|number| number.parse::<u16>().is_ok_and(|number| number > 0))
}

/// All options of the decision with their labels.
pub fn labels(game: &Game) -> Vec<(Choice, String)> {
    game.options()
        .into_iter()
        .map(|choice| (choice, label(game, choice)))
        .collect()
}

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

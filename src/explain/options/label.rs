//! The labels of options, as the notation prints them.

use std::fmt::Write;

use crate::names::notation::{building_name, card_name};
use crate::options::lying::{Lying, Pile, Spot, is_ambiguous, picked};
use board::{CardId, Seat};
use engine::{Choice, GONE, Game, Value, place_of};
use rules::ir::{Element, FaceId};

/// Writes the label of an option of the game's decision.
pub fn write_label(out: &mut String, game: &Game, choice: Choice) {
    let rules = &game.script().rules;
    // Writing to a string cannot fail.
    let _ = match choice {
        Choice::Action(kind) => write!(out, "action {}", card_name(rules, kind)),
        Choice::Build { kind, seat, place } => {
            write!(
                out,
                "build {} at {seat}.{}",
                building_name(rules, kind, false),
                place + 1
            )
        }
        Choice::Stack { kind, on } => {
            let _ = write!(out, "stack {} on ", card_name(rules, kind));
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
                building_name(rules, rules.cards[card.index()], second)
            )
        }
        Choice::Shield(kind) => write!(out, "stack {}", card_name(rules, kind)),
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
                Element::BuildingCard => write!(out, "{}", building_name(rules, kind, false))?,
                _ => write!(out, "{}", card_name(rules, kind))?,
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

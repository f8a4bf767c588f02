//! The labels of options, as the notation prints them: a thing by its place, a card by its name where the player who is asked knows it.

use crate::names::{building_label, card_label, seat_of};
use crate::options::decision::{What, victory_asked};
use board::{Board, CardId, Seat, SeenBuilding, View, Whereabouts, Zone};
use engine::{Asked, Choice, GONE, Game, Value, place_of};
use rules::ir::{Element, FaceId, Source};
use std::fmt;

/// The label of an option of the game's decision.
pub fn label(game: &Game, choice: Choice) -> String {
    let rules = &game.script().rules;
    match choice {
        Choice::Action(kind) => format!("action {}", card_label(rules, kind)),
        Choice::Build { kind, seat, place } => {
            format!(
                "build {} at {}",
                building_label(rules, kind, false),
                Spot { seat, place }
            )
        }
        Choice::Stack { kind, on } => {
            format!("stack {} on {}", card_label(rules, kind), place(game, on))
        }
        Choice::Use { building, ability } => match ability_name(game, building, ability) {
            Some(name) => format!("use {} {name}", place(game, building)),
            None => format!("use {}", place(game, building)),
        },
        Choice::Pass => "pass".to_string(),
        Choice::Decline => "decline".to_string(),
        Choice::Branch(branch) => {
            rules.names[rules.branches[usize::from(branch)].label.index()].clone()
        }
        Choice::Side { second } => {
            let kind = victory_asked(game).expect("somebody is asked for a side");
            format!("side {}", building_label(rules, kind, second))
        }
        Choice::Shield(kind) => format!("stack {}", card_label(rules, kind)),
        Choice::Pick(GONE) => "nothing".to_string(),
        Choice::Pick(value) => match game.element().unwrap_or(Element::Player) {
            Element::Player => Seat(value as u8).to_string(),
            Element::Building => place(game, CardId(value)),
            element @ (Element::StackedCard | Element::Card | Element::BuildingCard) => {
                card(game, CardId(value), element)
            }
            Element::Place => Spot::of_place(value).to_string(),
            Element::Number => value.to_string(),
            Element::Name => rules.names[usize::from(value)].clone(),
        },
    }
}

/// What an ability of a building goes by where it has several: its own name, or that of the card whose text it is in. A number
/// follows where one before it goes by the same name: a building and an action may share theirs.
pub(crate) fn ability_name(game: &Game, building: CardId, ability: u8) -> Option<String> {
    let rules = &game.script().rules;
    let abilities = game.abilities(building);
    let named = |(_, face, at): &(u8, FaceId, u8)| {
        let face = &rules.faces[face.index()];
        let name = face.abilities[usize::from(*at)].name;
        name.map_or(&face.label, |name| &rules.names[name.index()])
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
        0 => name.clone(),
        _ => format!("{name} {}", before + 1),
    })
}

fn card(game: &Game, card: CardId, element: Element) -> String {
    let (rules, zone) = (&game.script().rules, game.board().card(card).zone);
    match What::of_card(game, card) {
        What::Top(on) => on.to_string(),
        What::Stacked { on, number } => format!("card {number} of {on}"),
        What::Building(at) => format!("building {at}"),
        What::Card(kind) => {
            let name = match element {
                Element::BuildingCard => building_label(rules, kind, false),
                _ => card_label(rules, kind),
            };
            match is_ambiguous(game, card) {
                true => format!("{name}{}", pile(zone, game.board().card(card).seat())),
                false => name.to_string(),
            }
        }
        What::Held { seat, number } => format!("card {number}{}", pile(Zone::Hand, seat)),
        What::Aside { number } => format!("card {number}{}", pile(zone, Seat(0))),
        _ => "nothing".to_string(),
    }
}

/// Where a card lies that is in no nation, behind what it is called; in which hand.
pub(crate) fn pile(zone: Zone, holder: Seat) -> String {
    match PILES.iter().find(|(of, ..)| *of == zone) {
        Some((.., words)) => words.to_string(),
        None => format!(" of {holder}'s hand"),
    }
}

/// A pile that belongs to nobody: what a card of it is, and the words for it behind the number of the card.
type Pile = (Zone, fn(u16) -> Whereabouts, &'static str);

/// Piles that belong to nobody.
pub(crate) const PILES: [Pile; 5] = [
    (
        Zone::Discard,
        Whereabouts::Discarded,
        " of the discard pile",
    ),
    (Zone::Aside, Whereabouts::Aside, " aside"),
    (Zone::Deck, Whereabouts::Deck, " of the deck"),
    (Zone::Law, Whereabouts::Law, " of the laws"),
    (Zone::Removed, Whereabouts::Removed, " out of the game"),
];

/// Another pile has an equal card on offer, so that the name alone does not tell which is meant.
fn is_ambiguous(game: &Game, card: CardId) -> bool {
    let rules = &game.script().rules;
    let Asked::Choose { set, .. } = game.state().asked else {
        return false;
    };
    // Of one hand, or of the discard pile alone.
    if matches!(
        rules.sets[set.index()].source,
        Source::Hand(_) | Source::Discard
    ) {
        return false;
    }
    let kind = |card: CardId| rules.cards[card.index()];
    let pile = |card: CardId| (game.board().card(card).zone, game.board().owner(card));
    game.options().into_iter().any(|choice| {
        let Choice::Pick(value) = choice else {
            return false;
        };
        let other = CardId(value);
        matches!(What::of_card(game, other), What::Card(_))
            && kind(other) == kind(card)
            && pile(other) != pile(card)
    })
}

fn place(game: &Game, building: CardId) -> String {
    Spot::of(game.board(), building).map_or("nothing".to_string(), |at| at.to_string())
}

/// Of a label that says where a card lies: what it calls the card, and the seat or the place, if it names one.
pub fn lies(label: &str) -> Option<(&str, &str)> {
    let of_pile = PILES.iter().find_map(|(.., pile)| label.strip_suffix(pile));
    let of_holder = || {
        let (card, of) = label.rsplit_once(" of ")?;
        Some((card, of.strip_suffix("'s hand").unwrap_or(of)))
    };
    of_pile
        .map(|card| (card, ""))
        .or_else(of_holder)
        .or_else(|| Some(("", label.strip_prefix("building ")?)))
}

/// The card of such a label is called by its number among those that lie there.
pub fn is_number(card: &str) -> bool {
    let number = card
        .strip_prefix("card ")
        .and_then(|number| number.parse::<u16>().ok());
    number.is_some_and(|number| number > 0)
}

/// All options of the decision with their labels.
pub fn labels(game: &Game) -> Vec<(Choice, String)> {
    let options = game.options().into_iter();
    options
        .map(|choice| (choice, label(game, choice)))
        .collect()
}

/// The place of a building, or of a gap in a row, counted from 0; printed as `p1.2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    pub seat: Seat,
    pub place: u16,
}

impl Spot {
    /// Where a building stands; nothing when it does not.
    pub fn of(board: &Board, building: CardId) -> Option<Spot> {
        let (seat, place) = board.owner(building).zip(board.place(building))?;
        Some(Spot {
            seat,
            place: place as u16,
        })
    }

    /// The place that is written as `p1.2`. No row has the last place there is: whatever lies behind it is read as that.
    pub fn read(text: &str) -> Option<Spot> {
        let (player, place) = text.split_once('.')?;
        let place = place.parse::<usize>().ok()?.checked_sub(1)?;
        Some(Spot {
            seat: seat_of(player.parse().ok()?),
            place: u16::try_from(place).unwrap_or(u16::MAX),
        })
    }

    /// The place that a value stands for.
    pub fn of_place(value: Value) -> Spot {
        let (seat, place) = place_of(value);
        Spot { seat, place }
    }

    /// What stands there, as somebody sees it.
    pub fn building(self, view: &View) -> Option<&SeenBuilding> {
        view.nations
            .get(self.seat.index())?
            .as_ref()?
            .get(usize::from(self.place))
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.seat, usize::from(self.place) + 1)
    }
}

/// The card of a text that runs is known to the viewer. Nobody's eyes see all.
pub(crate) fn is_known(board: &Board, card: CardId, viewer: Option<Seat>) -> bool {
    let state = board.card(card);
    // What has been shuffled away since was open when its text began.
    state.zone == Zone::Deck
        || state.face_up()
        || viewer.is_none_or(|viewer| board.is_known_to(card, viewer))
}

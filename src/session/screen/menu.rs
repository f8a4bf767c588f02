//! Writes the options of a decision, numbered, so that a long turn menu stays readable: card by card.

use board::{Seat, View};
use engine::Purpose;
use explain::names::{both_names, building_label, building_name, card_label, face_name, seen};
use explain::options::branch::lies_aside;
use explain::options::decision::{Decision, Offer, Question, Spot, What};
use explain::options::lists::Steps;
use explain::options::steps::{between, named};
use explain::reading::{goal, side_of};
use itertools::Itertools;
use rules::ir::{Element, FaceId, Kept, Rules};
use text::{columns, ordinal, padded, plural, wrapped};

use crate::screen::{cards, count};

/// The question and its numbered options.
pub(crate) fn write_menu(rules: &Rules, view: &View, decision: &Decision, width: usize) -> String {
    let mut out = asked(rules, decision, width);
    if decision.question == Question::Menu {
        turn_menu(&mut out, rules, view, decision, width);
        return out;
    }
    let labels = decision.offers.iter().map(|offer| columns(&offer.label));
    let widest = labels.max().unwrap_or(0).clamp(8, width / 4);
    for (index, offer) in decision.offers.iter().enumerate() {
        let (label, about) = match offer.what {
            What::Decline if decision.is_may() => ("no", String::new()),
            _ => (
                offer.label.as_str(),
                offered(rules, view, decision.by, offer),
            ),
        };
        let head = format!("{:>4} {} ", index + 1, padded(label, widest));
        entry(&mut out, &head, &about, width);
    }
    out
}

/// The step that a person is at, and its numbered choices.
pub fn write_steps(rules: &Rules, decision: &Decision, steps: &Steps, width: usize) -> String {
    let (heading, lines) = steps.now();
    let mut out = match heading {
        None => asked(rules, decision, width),
        Some(heading) => format!("{heading} (`back` for another choice):\n"),
    };
    let widest = lines
        .iter()
        .map(|line| columns(&line.name))
        .max()
        .unwrap_or(0);
    for (index, line) in lines.iter().enumerate() {
        let head = format!("{:>4} {}  ", index + 1, padded(&line.name, widest));
        entry(&mut out, &head, &line.about, width);
    }
    if lines.len() == 1 {
        out.push_str("Press Enter to choose it.\n");
    }
    out
}

/// An option and what is said of it, which goes on below itself.
fn entry(out: &mut String, head: &str, about: &str, width: usize) {
    let below = " ".repeat(columns(head).min(width / 2));
    let text = match about.is_empty() {
        true => head.to_string(),
        false => wrapped(about, head, &below, width),
    };
    *out += &format!("{}\n", text.trim_end());
}

/// Who asks, and what; where words of a card, or numbers, are to be chosen from, with what it says.
fn asked(rules: &Rules, decision: &Decision, width: usize) -> String {
    let Some(face) = decision.asks else {
        return format!("{}\n", question(decision));
    };
    let mut out = format!("{}: {}\n", asker(rules, face, decision), question(decision));
    if matches!(
        decision.question,
        Question::Branch | Question::Pick(Element::Number)
    ) {
        for line in rules.lines_of(Some(face)) {
            let indent = " ".repeat(2 + line.len() - line.trim_start_matches(' ').len());
            out += &wrapped(line.trim_start(), &indent, &format!("{indent}  "), width);
            out.push('\n');
        }
        if let Some(aside) = lies_aside(rules, decision) {
            out += &format!("{}\n", wrapped(&aside, "  ", "    ", width));
        }
    }
    out
}

/// Whose text asks, or what it is that is to be paid for.
pub fn asker(rules: &Rules, face: FaceId, decision: &Decision) -> String {
    let name = face_name(rules, face);
    match decision.pays_for {
        Some(paid) if paid == face => format!("To pay for {name}"),
        Some(paid) => format!("To pay for {} ({name} asks for it)", face_name(rules, paid)),
        None => name.to_string(),
    }
}

/// What a decision asks, as a sentence, and for whom.
pub fn question(decision: &Decision) -> String {
    let mut question = own_question(decision);
    if let Some(kept) = decision.secret
        && decision.offers.len() > 1
    {
        let asks = question.trim_end_matches([':', '?']);
        question = match kept {
            Kept::Own => format!("{asks}, in secret:"),
            Kept::Players | Kept::Numbers => format!("{asks}, in secret until all have chosen:"),
        };
    }
    let seat = decision.seat;
    match decision.question {
        _ if decision.by == seat => question,
        Question::Menu => format!("It is {seat}'s turn, and you decide for {seat}. Choose:"),
        _ => format!("You decide for {seat}. {question}"),
    }
}

fn own_question(decision: &Decision) -> String {
    let stacked = |offer: &Offer| matches!(offer.what, What::Stacked { .. });
    match decision.question {
        Question::Menu => "It is your turn. Choose:".to_string(),
        Question::Side => "Choose the side of your first building:".to_string(),
        Question::Shield { left } => {
            let more = if left == 1 {
                String::new()
            } else {
                format!(" ({left} to go)")
            };
            format!("Choose a card to put face down on your first building{more}:")
        }
        // Whoever has nothing to choose is asked for the sake of the others.
        _ if decision.offers.len() == 1 => {
            "You have only one option, but the others cannot see that. Continue:".to_string()
        }
        Question::Branch if decision.is_may() => "Yes or no?".to_string(),
        Question::Branch => match decision.nth {
            Some(nth) => format!("Choose the {}:", ordinal(nth.into())),
            None => "Choose one:".to_string(),
        },
        Question::Pick(_) if decision.offers.iter().any(stacked) => {
            "Choose a stacked card (card 1 is the lowest; a place alone means the top card):"
                .to_string()
        }
        Question::Pick(Element::Number) => match decision.offers.as_slice() {
            [first, .., last] => format!("Choose a number from {} to {}:", first.label, last.label),
            _ => "Choose a number:".to_string(),
        },
        Question::Pick(element) => match picked(element, decision) {
            question if question.ends_with('?') => question.to_string(),
            statement => format!("{statement}:"),
        },
    }
}

/// What is picked, and what for where that is known: a question, or what to do without its end.
pub fn picked(element: Element, decision: &Decision) -> &'static str {
    let top = element == Element::StackedCard || decision.of_top;
    match (element, decision.purpose) {
        // There may be none.
        (Element::Building, Some(Purpose::Discard)) if top => {
            "Choose a building (its top card is discarded)"
        }
        (Element::Building | Element::StackedCard, Some(purpose)) if top => match purpose {
            Purpose::Look => "Look at the top card of which stack?",
            Purpose::Show => "Show the top card of which stack?",
            Purpose::TurnUp => "Turn the top card of which stack face up?",
            Purpose::Discard => "Discard the top card of which stack?",
            Purpose::Move => "Move the top card of which stack?",
            Purpose::Destroy => "Destroy the top card of which stack?",
            Purpose::Remove => "Remove which top card from the game?",
            Purpose::MoveOnto | Purpose::PutOnto => "Choose a stack for its top card",
        },
        (Element::StackedCard, _) => "Choose a stack for its top card",
        (Element::Building, Some(Purpose::Destroy)) => "Destroy which building?",
        (Element::Building, Some(Purpose::Discard)) => "Discard which building?",
        (Element::Building, Some(Purpose::MoveOnto)) => "Move it onto the stack of which building?",
        (Element::Building, Some(Purpose::PutOnto)) => "Put it onto which building?",
        (Element::Building, _) => "Choose a building",
        (Element::Player, _) => "Choose a player",
        (Element::Card, _) => "Choose a card",
        (Element::BuildingCard, _) => "Choose a card to become a building",
        (Element::Place, _) => "Choose a place in a row",
        (Element::Number, _) => "Choose a number",
        (Element::Name, _) => "Choose a name",
    }
}

/// What stands behind an option: what it is about, or for a side of a card what that says.
pub fn offered(rules: &Rules, view: &View, me: Seat, offer: &Offer) -> String {
    match offer.what {
        What::Side { .. } => side_of(rules, &offer.label)
            .map_or_else(String::new, |face| goal(rules, face).join(" ")),
        what => about(rules, view, me, what),
    }
}

/// What an option is about.
pub fn about(rules: &Rules, view: &View, me: Seat, what: What) -> String {
    match what {
        What::Player(seat) => {
            let you = if seat == me { "you, " } else { "" };
            let nation = view.nations.get(seat.index()).and_then(Option::as_ref);
            let buildings = plural(nation.map_or(0, Vec::len) as u64, "building");
            let hand = cards(view.hands.get(seat.index()).map_or(0, count));
            format!("{you}{buildings}, {hand} in hand")
        }
        What::Building(at) | What::Top(at) => {
            at.building(view).map_or_else(String::new, |building| {
                let name = building_name(rules, building.kind, building.second_side);
                match building.stack.last() {
                    None => format!("{name}, nothing on it"),
                    Some(top) => {
                        let stack = cards(building.stack.len());
                        format!("{name}, {stack} on it, {} on top", seen(rules, *top))
                    }
                }
            })
        }
        What::Stacked { on, number } => on.building(view).map_or_else(String::new, |building| {
            let name = building_name(rules, building.kind, building.second_side);
            let card = building
                .stack
                .get(number - 1)
                .map(|card| seen(rules, *card));
            format!(
                "{} on {name}, {} below it",
                card.unwrap_or_default(),
                cards(number - 1)
            )
        }),
        What::Held { .. } | What::Aside { .. } => "you do not know it".to_string(),
        What::Place(at) => between(rules, view, at),
        What::Card(kind) | What::Shield(kind) => format!("({})", both_names(rules, kind)),
        What::Decline => "choose nothing".to_string(),
        _ => String::new(),
    }
}

/// One block a card: its action, where it can be built, where stacked. Then abilities, then `pass`.
fn turn_menu(out: &mut String, rules: &Rules, view: &View, decision: &Decision, width: usize) {
    let offers = &decision.offers;
    for kind in offers.iter().filter_map(|offer| offer.what.kind()).unique() {
        *out += &format!("  {}\n", both_names(rules, kind));
        if let Some(number) = offers
            .iter()
            .position(|offer| offer.what == What::Action(kind))
        {
            *out += &format!("{:>6} {}\n", number + 1, offers[number].label);
        }
        let places = |spot: fn(What) -> Option<Spot>| {
            let card = offers
                .iter()
                .enumerate()
                .filter(move |(_, offer)| offer.what.kind() == Some(kind));
            card.filter_map(move |(number, offer)| Some((number + 1, spot(offer.what)?)))
        };
        let built = places(|what| {
            if let What::Build { at, .. } = what {
                Some(at)
            } else {
                None
            }
        });
        spots(
            out,
            &format!("build {} at", building_label(rules, kind, false)),
            built,
            width,
        );
        let stacked = places(|what| {
            if let What::Stack { on, .. } = what {
                Some(on)
            } else {
                None
            }
        });
        spots(
            out,
            &format!("stack {} on", card_label(rules, kind)),
            stacked,
            width,
        );
    }
    for (number, offer) in offers
        .iter()
        .enumerate()
        .filter(|(_, offer)| offer.what.kind().is_none())
    {
        let name = match offer.what {
            What::Use { building, .. } => named(rules, view, building),
            _ => None,
        };
        let name = name.map_or_else(String::new, |name| format!(" ({name})"));
        *out += &format!("{:>6} {}{name}\n", number + 1, offer.label);
    }
}

/// `build X at:  2 p1.1  3 p1.2`, in as many lines as it needs.
fn spots(out: &mut String, verb: &str, spots: impl Iterator<Item = (usize, Spot)>, width: usize) {
    let mut spots = spots
        .map(|(number, spot)| format!("  {number} {spot}"))
        .peekable();
    let mut line = format!("       {verb}:");
    while let Some(spot) = spots.next() {
        if line.chars().count() + spot.len() > width {
            *out += &format!("{line}\n");
            line = " ".repeat(11);
        }
        line.push_str(&spot);
        if spots.peek().is_none() {
            *out += &format!("{line}\n");
        }
    }
}

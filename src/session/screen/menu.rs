//! Writes the options of a decision, numbered, so that a long turn menu stays readable: card by card.

use std::fmt::Write;

use board::{Held, Kind, Seat, SeenBuilding, View};
use engine::Purpose;
use explain::names::notation;
use explain::names::printed::{both_names, building_name, face_name, seen};
use explain::options::branch::lies_aside;
use explain::options::decision::{Decision, Offer, Question, Spot, What};
use explain::options::steps::{Steps, between};
use explain::reading::side;
use rules::ir::{Element, Rules};
use text::{columns, ordinal, padded, plural, wrapped};

/// The question and its numbered options.
pub(crate) fn write_menu(rules: &Rules, view: &View, decision: &Decision, width: usize) -> String {
    let mut out = asked(rules, decision, width);
    match decision.question {
        Question::Menu => turn_menu(&mut out, rules, view, &decision.offers, width),
        _ => {
            let widest = decision
                .offers
                .iter()
                .map(|offer| columns(&offer.label))
                .max()
                .unwrap_or(0);
            let widest = widest.clamp(8, width / 4);
            for (index, offer) in decision.offers.iter().enumerate() {
                let about = offered(rules, view, decision.by, offer);
                entry(
                    &mut out,
                    &format!("{:>4} {} ", index + 1, padded(&offer.label, widest)),
                    &about,
                    width,
                );
            }
        }
    }
    out
}

/// The step that a person is at, and its numbered choices.
pub fn write_steps(rules: &Rules, decision: &Decision, steps: &Steps, width: usize) -> String {
    let (heading, choices) = steps.now();
    let mut out = match heading {
        None => asked(rules, decision, width),
        Some(heading) => format!("{heading} (`back` for another choice):\n"),
    };
    let widest = choices
        .iter()
        .map(|choice| columns(&choice.name))
        .max()
        .unwrap_or(0);
    for (index, choice) in choices.iter().enumerate() {
        entry(
            &mut out,
            &format!("{:>4} {}  ", index + 1, padded(&choice.name, widest)),
            &choice.about,
            width,
        );
    }
    if choices.len() == 1 {
        out.push_str("Enter takes it.\n");
    }
    out
}

/// An option and what is said of it, which goes on below itself.
fn entry(out: &mut String, head: &str, about: &str, width: usize) {
    let below = " ".repeat(columns(head).min(width / 2));
    let text = if about.is_empty() {
        head.to_string()
    } else {
        wrapped(about, head, &below, width)
    };
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{}", text.trim_end());
}

/// Who asks, and what; where words of a card, or numbers, are to be chosen from, with what it says.
fn asked(rules: &Rules, decision: &Decision, width: usize) -> String {
    let Some(face) = decision.asks else {
        return format!("{}\n", question(decision));
    };
    let mut out = format!("{}: {}\n", face_name(rules, face), question(decision));
    if matches!(
        decision.question,
        Question::Branch | Question::Pick(Element::Number)
    ) {
        for line in rules.lines_of(Some(face)) {
            let indent = " ".repeat(2 + line.chars().take_while(|sign| *sign == ' ').count());
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{}",
                wrapped(line.trim_start(), &indent, &format!("{indent}  "), width)
            );
        }
        if let Some(aside) = lies_aside(rules, decision) {
            let _ = writeln!(out, "{}", wrapped(&aside, "  ", "    ", width));
        }
    }
    out
}

/// What a decision asks, as a sentence, and for whom.
pub fn question(decision: &Decision) -> String {
    let mut question = own_question(decision);
    if decision.secret && decision.offers.len() > 1 {
        question = format!(
            "{}, in secret until all have chosen:",
            question.trim_end_matches([':', '?'])
        );
    }
    match (decision.by == decision.seat, decision.question) {
        (true, _) => question,
        (false, Question::Menu) => format!(
            "It is the turn of {0}, and you decide for {0}. Choose:",
            decision.seat
        ),
        (false, _) => format!("You decide for {}. {question}", decision.seat),
    }
}

/// ` from 1 to 3`, as the options say.
fn between_numbers(decision: &Decision) -> String {
    match decision.offers.as_slice() {
        [first, .., last] => format!(" from {} to {}", first.label, last.label),
        _ => String::new(),
    }
}

fn own_question(decision: &Decision) -> String {
    match decision.question {
        // Whoever has nothing to choose is asked for the sake of the others.
        asked if asked != Question::Menu && decision.offers.len() == 1 => {
            "You have no choice here, and the others cannot see that. Go on:".to_string()
        }
        Question::Side => "Choose the side of your first building:".to_string(),
        Question::Shield { left: 1 } => "Choose a card to put face down on your first building:".to_string(),
        Question::Shield { left } => {
            format!("Choose a card to put face down on your first building ({left} to go):")
        }
        Question::Menu => "It is your turn. Choose:".to_string(),
        Question::Branch => match decision.nth {
            Some(nth) => format!("Choose the {}:", ordinal(nth.into())),
            None => "Choose one:".to_string(),
        },
        Question::Pick(element) => match element {
            _ if decision.offers.iter().any(|offer| matches!(offer.what, What::Stacked { .. })) => {
                "Choose a stacked card; the lowest of a stack is card 1, its top is called by the place alone:"
            }
            Element::Number => return format!("Choose a number{}:", between_numbers(decision)),
            element => match picked(element, decision) {
                question if question.ends_with('?') => question,
                statement => return format!("{statement}:"),
            },
        }
        .to_string(),
    }
}

/// What is picked, and what for where that is known: a question, or what to do without its end.
pub fn picked(element: Element, decision: &Decision) -> &'static str {
    let top = element == Element::StackedCard || decision.of_top;
    match (element, decision.purpose) {
        (Element::Building | Element::StackedCard, Some(purpose)) if top => match purpose {
            Purpose::Look => "Look at the top card of which stack?",
            Purpose::Show => "Show the top card of which stack?",
            Purpose::TurnUp => "Turn up the top card of which stack?",
            Purpose::Discard => "Discard the top card of which stack?",
            Purpose::Move => "Move the top card of which stack?",
            Purpose::Destroy => "Destroy the top card of which stack?",
            Purpose::Remove => "Take which top card out of the game?",
            Purpose::MoveOnto | Purpose::PutOnto => "Choose a stack for its top card",
        },
        (Element::StackedCard, _) => "Choose a stack for its top card",
        (Element::Building, Some(Purpose::Destroy)) => "Destroy which building?",
        (Element::Building, Some(Purpose::Discard)) => "Discard which building?",
        (Element::Building, Some(Purpose::MoveOnto)) => "Move it onto the stack of which building?",
        (Element::Building, Some(Purpose::PutOnto)) => "Put a card onto which building?",
        (Element::Building, _) => "Choose a building",
        (Element::Player, _) => "Choose a player",
        (Element::Card, _) => "Choose a card",
        (Element::BuildingCard, _) => "Choose a card, to be a building",
        (Element::Place, _) => "Choose a place in a row",
        (Element::Number, _) => "Choose a number",
        (Element::Name, _) => "Choose a name",
    }
}

/// What stands behind an option: what it is about, or for a side of a card what that says.
pub fn offered(rules: &Rules, view: &View, me: Seat, offer: &Offer) -> String {
    match offer.what {
        What::Side { .. } => side(rules, &offer.label),
        what => about(rules, view, me, what),
    }
}

/// What an option is about.
pub fn about(rules: &Rules, view: &View, me: Seat, what: What) -> String {
    match what {
        What::Player(seat) => {
            let you = if seat == me { "you, " } else { "" };
            let buildings = view
                .nations
                .get(seat.index())
                .and_then(Option::as_ref)
                .map_or(0, Vec::len);
            let hand = match view.hands.get(seat.index()) {
                Some(Held::Cards(kinds)) => kinds.len(),
                Some(Held::Count(count)) => *count,
                None => 0,
            };
            let (buildings, hand) = (
                plural(buildings as u64, "building"),
                plural(hand as u64, "card"),
            );
            format!("{you}{buildings}, {hand} in hand")
        }
        What::Building(at) | What::Top(at) => {
            building(view, at).map_or_else(String::new, |building| {
                let name = building_name(rules, building.kind, building.second_side);
                let stack = match building.stack.last() {
                    None => "nothing on it".to_string(),
                    Some(top) => {
                        format!(
                            "{} on it, on top {}",
                            plural(building.stack.len() as u64, "card"),
                            seen(rules, *top)
                        )
                    }
                };
                format!("{name}, {stack}")
            })
        }
        What::Stacked { on, number } => building(view, on).map_or_else(String::new, |building| {
            let name = building_name(rules, building.kind, building.second_side);
            let card = building
                .stack
                .get(number - 1)
                .map_or_else(String::new, |card| seen(rules, *card));
            format!(
                "{card} on {name}, {} below it",
                plural((number - 1) as u64, "card")
            )
        }),
        What::Held { .. } | What::Aside { .. } => "you do not know it".to_string(),
        What::Place(at) => between(rules, view, at),
        What::Card(kind) | What::Shield(kind) => format!("({})", both_names(rules, kind)),
        What::Decline => "do without".to_string(),
        What::Action(_)
        | What::Build { .. }
        | What::Stack { .. }
        | What::Use { .. }
        | What::Pass
        | What::Branch(_)
        | What::Side { .. }
        | What::Gone => String::new(),
    }
}

fn building(view: &View, at: Spot) -> Option<&SeenBuilding> {
    view.nations
        .get(at.seat.index())?
        .as_ref()?
        .get(at.place as usize)
}

/// One block a card: its action, where it can be built, where stacked. Then abilities, then `pass`.
fn turn_menu(out: &mut String, rules: &Rules, view: &View, offers: &[Offer], width: usize) {
    let mut kinds: Vec<Kind> = Vec::new();
    for kind in offers.iter().filter_map(|offer| offer.what.kind()) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let numbered = || {
        offers
            .iter()
            .enumerate()
            .map(|(index, offer)| (index + 1, offer))
    };
    for kind in kinds {
        let _ = writeln!(out, "  {}", both_names(rules, kind));
        if let Some((number, offer)) =
            numbered().find(|(_, offer)| offer.what == What::Action(kind))
        {
            let _ = writeln!(out, "{number:>6} {}", offer.label);
        }
        let built = numbered().filter_map(|(number, offer)| match offer.what {
            What::Build { kind: other, at } if other == kind => Some((number, at)),
            _ => None,
        });
        spots(
            out,
            &format!("build {} at", notation::building_name(rules, kind, false)),
            built,
            width,
        );
        let stacked = numbered().filter_map(|(number, offer)| match offer.what {
            What::Stack { kind: other, on } if other == kind => Some((number, on)),
            _ => None,
        });
        spots(
            out,
            &format!("stack {} on", notation::card_name(rules, kind)),
            stacked,
            width,
        );
    }
    for (number, offer) in numbered().filter(|(_, offer)| offer.what.kind().is_none()) {
        let name = match offer.what {
            What::Use { building: at, .. } => building(view, at).map_or_else(String::new, |used| {
                format!(" ({})", building_name(rules, used.kind, used.second_side))
            }),
            _ => String::new(),
        };
        let _ = writeln!(out, "{number:>6} {}{name}", offer.label);
    }
}

/// `build X at:  2 = p1.1   3 = p1.2`, in as many lines as it needs.
fn spots(out: &mut String, verb: &str, spots: impl Iterator<Item = (usize, Spot)>, width: usize) {
    let mut line = format!("       {verb}:");
    let mut any = false;
    for (number, Spot { seat, place }) in spots {
        let spot = format!("  {number} {seat}.{}", place + 1);
        if line.chars().count() + spot.len() > width {
            let _ = writeln!(out, "{line}");
            line = "           ".to_string();
        }
        line.push_str(&spot);
        any = true;
    }
    if any {
        let _ = writeln!(out, "{line}");
    }
}

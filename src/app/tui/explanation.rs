//! What is explained at the screen: what the cursor is on, with its texts and the words in them, and what is asked.

use crate::tui::popup::{FIRST_BUILDING, SHIELD, goals, keys, popup};
use crate::tui::shown::Shown;
use crate::tui::ui::{Focus, Popup, Ui};
use board::{Kind, Seen};
use explain::names::notation;
use explain::names::printed::{
    STAR, both_names, building_name, card_name, counting, face_name, seen, starred,
};
use explain::options::branch;
use explain::options::decision::{Decision, Offer, Question, Spot, What};
use explain::options::pointing::{Candidate, Deed, Leads, Says, Step, Thing};
use explain::reading::side_of;
use rules::ir::{FaceId, Word};
use session::screen::picked;
use session::told::At;
use text::ordinal;

/// What is explained: what the cursor is on, or else where something happens just now.
fn meant(ui: &Ui) -> Option<Thing> {
    let happens = ui.at.map(|at| match at {
        At::Nation(seat) => Thing::Nation(seat),
        At::Building(spot) => Thing::Building(spot),
    });
    match (ui.step, ui.pointed()) {
        (Step::With(kind) | Step::Where(kind, _), Some(Thing::Line(_) | Thing::Gap(_))) => {
            Some(Thing::Hand(kind))
        }
        (_, thing) => thing.or(happens),
    }
}

/// There is something to be explained besides the keys.
pub fn explains(shown: &Shown, ui: &Ui) -> bool {
    let there = match meant(ui) {
        Some(Thing::Building(spot)) => shown.building(spot).is_some(),
        thing => thing.is_some(),
    };
    there || shown.face.is_some() && ui.showing() && ui.focus == Focus::Choice
}

/// What the cursor is on, with all its texts and the keywords in them.
pub fn explain(shown: &Shown, ui: &Ui) -> Popup {
    let rules = shown.rules();
    // What is played or built is what one asks about while it is shown.
    if let Some(face) = shown
        .face
        .filter(|_| ui.showing() && ui.focus == Focus::Choice)
    {
        let words = rules.faces[face.index()].words.clone();
        return with_words(
            shown,
            face_name(rules, face).to_string(),
            sentences(shown, face),
            words,
        );
    }
    match meant(ui) {
        Some(Thing::Hand(kind)) => with_words(
            shown,
            both_names(rules, kind),
            card(shown, kind),
            words_of_card(shown, kind),
        ),
        Some(Thing::Building(spot)) => match shown.building_name(spot) {
            Some(name) => {
                let title = format!("{}.{} {name}", spot.seat, spot.place + 1);
                let mut text = building(shown, spot);
                let on_it = cards_on(shown, spot);
                for kind in &on_it {
                    text.push(String::new());
                    text.extend(action_or_building(shown, *kind));
                }
                let words = words_of_building(shown, spot);
                let words = words
                    .into_iter()
                    .chain(on_it.iter().flat_map(|kind| words_of_card(shown, *kind)));
                with_words(shown, title, text, words.collect())
            }
            None => keys(ui.look, rules),
        },
        Some(Thing::Nation(seat)) => Popup {
            title: shown.player(seat),
            ..goals(shown)
        },
        Some(Thing::Pass) => popup(
            "End your turn",
            vec!["You pass, as what happened tells it: the next player goes on.".to_string()],
        ),
        Some(Thing::Decline) => popup("Do without", vec![branch::DECLINE.to_string()]),
        Some(Thing::Line(line)) => match listed_with_words(shown, ui, line) {
            (_, text, _) if text.is_empty() => keys(ui.look, rules),
            (title, text, words) => with_words(shown, title, text, words),
        },
        _ => keys(ui.look, rules),
    }
}

/// The card that asks, with the words in its text.
fn asking(shown: &Shown, ui: &Ui) -> Vec<String> {
    let asks = shown
        .decision
        .as_ref()
        .filter(|_| ui.step == Step::First)
        .and_then(|decision| decision.asks);
    let Some(face) = asks else { return Vec::new() };
    let text = headed(shown, face, "asks:");
    let asking = with_words(
        shown,
        String::new(),
        text,
        shown.rules().faces[face.index()].words.clone(),
    );
    asking.text.into_iter().chain([String::new()]).collect()
}

/// The same, with what is asked, the card that asks and what a choice will certainly do before it.
pub fn explain_choice(shown: &Shown, ui: &Ui, own: usize) -> Popup {
    let mut popup = explain_option(shown, ui, own);
    if let Some(decision) = shown
        .decision
        .as_ref()
        .filter(|decision| decision.asks.is_some() && ui.step == Step::First)
    {
        popup
            .text
            .splice(0..0, [question(shown, ui, decision), String::new()]);
    }
    popup
}

fn explain_option(shown: &Shown, ui: &Ui, own: usize) -> Popup {
    let mut popup = explain(shown, ui);
    popup.text.splice(0..0, asking(shown, ui));
    if shown
        .decision
        .as_ref()
        .is_some_and(|decision| matches!(decision.question, Question::Shield { .. }))
    {
        popup
            .text
            .splice(0..0, [format!("{FIRST_BUILDING} {SHIELD}"), String::new()]);
    }
    let Some(preview) = &ui.preview else {
        return popup;
    };
    let mut text: Vec<String> = preview
        .certain
        .iter()
        .skip(own)
        .map(|sentence| format!("  {sentence}"))
        .collect();
    if text.is_empty() {
        return popup;
    }
    text.insert(0, "What this choice will do:".to_string());
    if preview.open {
        text.push("  The rest hangs on cards that you do not know.".to_string());
    }
    text.push(String::new());
    popup.text.splice(0..0, text);
    popup
}

/// The option that a line of a list stands for.
fn offer<'a>(shown: &'a Shown, ui: &Ui, line: usize) -> Option<&'a Offer> {
    let Some(Candidate {
        says: Says::Option(number),
        ..
    }) = ui.candidates.get(line)
    else {
        return None;
    };
    shown.decision.as_ref()?.offers.get(*number)
}

/// What a line of a list is about: the card, or the side.
pub fn listed(shown: &Shown, ui: &Ui, line: usize) -> Vec<String> {
    listed_with_words(shown, ui, line).1
}

/// The same with its title, and the words in it.
fn listed_with_words(shown: &Shown, ui: &Ui, line: usize) -> (String, Vec<String>, Vec<Word>) {
    let rules = shown.rules();
    let (Some(offer), Some(decision)) = (offer(shown, ui, line), &shown.decision) else {
        return (String::new(), Vec::new(), Vec::new());
    };
    match offer.what {
        What::Card(kind) => (
            both_names(rules, kind),
            card(shown, kind),
            words_of_card(shown, kind),
        ),
        What::Side { .. } => {
            let face = side_of(rules, &offer.label);
            let words = face.map(|face| rules.faces[face.index()].words.clone());
            (
                side(&offer.label).to_string(),
                face.map_or_else(Vec::new, |face| shown.text(face)),
                words.unwrap_or_default(),
            )
        }
        what => {
            let title = match what {
                What::Decline => "Do without",
                _ => side(&offer.label),
            };
            // With the cards that it may be about.
            let aside = decision.aside.iter().flat_map(|kind| card(shown, *kind));
            let text = branch::says(rules, decision, offer)
                .into_iter()
                .chain(aside);
            let words = match what {
                What::Branch(_) => &decision.aside[..],
                _ => &[],
            };
            let words = words.iter().flat_map(|kind| words_of_card(shown, *kind));
            (title.to_string(), text.collect(), words.collect())
        }
    }
}

/// The kinds of the cards on a building that are known, each once, from the top.
fn cards_on(shown: &Shown, spot: Spot) -> Vec<Kind> {
    let mut kinds = Vec::new();
    let stack = shown.building(spot).map_or(&[][..], |there| &there.stack);
    for card in stack.iter().rev() {
        if let Seen::Known { kind, .. } = card
            && !kinds.contains(kind)
        {
            kinds.push(*kind);
        }
    }
    kinds
}

/// What a card says that lies on a building: as an action, if it is one.
fn action_or_building(shown: &Shown, kind: Kind) -> Vec<String> {
    let faces = &shown.rules().kinds[kind.index()];
    headed(
        shown,
        faces.action.unwrap_or(faces.buildings[0]),
        "(on it):",
    )
}

/// The name in the label of a side.
pub fn side(label: &str) -> &str {
    label.strip_prefix("side ").unwrap_or(label)
}

/// The texts of a card in hand: what it does as an action, and what it is as a building.
pub fn card(shown: &Shown, kind: Kind) -> Vec<String> {
    let rules = shown.rules();
    let faces = &rules.kinds[kind.index()];
    let mut text = Vec::new();
    if let Some(action) = faces.action {
        text.extend(headed(shown, action, "(played):"));
    }
    text.extend(headed(shown, faces.buildings[0], "(built):"));
    if faces.double_sided {
        text.extend(headed(shown, faces.buildings[1], "(built):"));
    }
    text
}

/// What a face says; that it says nothing, where it does.
fn sentences(shown: &Shown, face: FaceId) -> Vec<String> {
    let lines = shown.text(face);
    if lines.is_empty() {
        vec!["It has no text of its own.".to_string()]
    } else {
        lines
    }
}

/// The name of a face, then that, and below it what the face says.
fn headed(shown: &Shown, face: FaceId, how: &str) -> Vec<String> {
    let below = sentences(shown, face).into_iter();
    std::iter::once(format!("{} {how}", face_name(shown.rules(), face)))
        .chain(below.map(|line| format!("  {line}")))
        .collect()
}

/// What stands at a place, and what lies on it.
pub fn building(shown: &Shown, spot: Spot) -> Vec<String> {
    let rules = shown.rules();
    let Some(there) = shown.building(spot) else {
        return Vec::new();
    };
    let held = (0..)
        .zip(&rules.statuses)
        .filter(|(bit, _)| there.status >> bit & 1 == 1);
    let mut text: Vec<String> = held.map(|(_, status)| format!("It is {status}.")).collect();
    if there.spent != 0 {
        text.push("It has been used this turn.".to_string());
    }
    let id = rules.kinds[there.kind.index()].buildings[usize::from(there.second_side)];
    let lines = sentences(shown, id);
    if spot.seat != shown.me && lines.iter().any(|line| says_you(line)) {
        text.push(format!(
            "Whoever owns it is \u{201c}you\u{201d} here: {}.",
            shown.player(spot.seat)
        ));
    }
    text.extend(lines);
    if there.stack.is_empty() {
        text.push("No card is on it.".to_string());
    } else {
        let cards: Vec<String> = there
            .stack
            .iter()
            .rev()
            .map(|card| seen(rules, *card))
            .collect();
        text.push(format!("On it, from the top: {}", cards.join(", ")));
    }
    text
}

/// A text, and what the words in it mean.
fn with_words(shown: &Shown, title: String, mut text: Vec<String>, words: Vec<Word>) -> Popup {
    let mut explained: Vec<Word> = Vec::new();
    for word in words {
        if !explained.contains(&word) {
            explained.push(word);
            let meaning = shown.rules().meaning(word);
            text.push(String::new());
            text.push(format!("{}:", meaning.name));
            text.extend(meaning.lines.iter().map(|line| format!("  {line}")));
            if let Word::Tally(tally) = word {
                text.push(format!(
                    "  Cards that say so: {}.",
                    counting(shown.rules(), tally).join(", ")
                ));
            }
        }
    }
    if text.iter().any(|line| starred(line)) {
        text.push(String::new());
        text.push(STAR.to_string());
    }
    popup(title, text)
}

/// The words of a card's faces.
fn words_of_card(shown: &Shown, kind: Kind) -> Vec<Word> {
    let kind = &shown.rules().kinds[kind.index()];
    let faces = kind.action.iter().chain(&kind.buildings);
    faces
        .flat_map(|face| &shown.rules().faces[face.index()].words)
        .copied()
        .collect()
}

/// The words of a building, and what is said of it as it stands there.
fn words_of_building(shown: &Shown, spot: Spot) -> Vec<Word> {
    let Some(there) = shown.building(spot) else {
        return Vec::new();
    };
    let rules = shown.rules();
    let statuses = (0..)
        .zip(&rules.statuses)
        .filter(|(bit, _)| there.status >> bit & 1 == 1);
    let id = rules.kinds[there.kind.index()].buildings[usize::from(there.second_side)];
    let counters = there
        .counters
        .iter()
        .map(|counters| Word::Counter(counters.sort));
    statuses
        .map(|(bit, _)| Word::Status(bit))
        .chain(counters)
        .chain(rules.faces[id.index()].words.iter().copied())
        .collect()
}

/// It is said to somebody: to whoever owns the card.
fn says_you(text: &str) -> bool {
    text.split(|letter: char| !letter.is_alphabetic())
        .any(|word| matches!(word, "you" | "You" | "your" | "Your"))
}

/// The label of what is taken at once by picking that.
fn picks(shown: &Shown, ui: &Ui, thing: Thing) -> Option<String> {
    match ui.candidate(thing)?.leads {
        Leads::Take(number) => Some(shown.decision.as_ref()?.offers.get(number)?.label.clone()),
        Leads::On(_) => None,
    }
}

/// The questions that `w` asks about what the cursor is on, in the words of the notation.
pub fn asked(shown: &Shown, ui: &Ui) -> Vec<String> {
    let rules = shown.rules();
    let (card_name, building_name) = (notation::card_name, notation::building_name);
    let place = |spot: Spot| format!("{}.{}", spot.seat, spot.place + 1);
    match (ui.step, ui.pointed()) {
        (Step::Where(kind, Deed::Build), Some(Thing::Gap(spot))) => {
            vec![format!(
                "build {} at {}",
                building_name(rules, kind, false),
                place(spot)
            )]
        }
        (Step::Where(kind, Deed::Stack), Some(Thing::Building(spot))) => {
            vec![format!(
                "stack {} on {}",
                card_name(rules, kind),
                place(spot)
            )]
        }
        // Where a card is only picked, it is asked why it can be.
        (Step::First, Some(thing @ Thing::Hand(_))) if picks(shown, ui, thing).is_some() => {
            picks(shown, ui, thing).into_iter().collect()
        }
        (_, Some(thing @ Thing::Building(spot)))
            if ui.step == Step::First && ui.candidate(thing).is_some() =>
        {
            vec![place(spot)]
        }
        (_, Some(Thing::Building(spot))) => vec![format!("use {}", place(spot)), place(spot)],
        (_, Some(Thing::Gap(spot))) => vec![place(spot)],
        (_, Some(Thing::Hand(kind))) | (Step::With(kind), _) => {
            vec![format!("action {}", card_name(rules, kind))]
        }
        // How it has ended.
        (_, None) if shown.ended.is_some() => vec!["last".to_string()],
        (_, Some(Thing::Pass)) | (_, None) => vec!["pass".to_string()],
        (_, Some(Thing::Nation(seat))) => vec![seat.to_string()],
        (_, Some(thing @ Thing::Decline)) => picks(shown, ui, thing).into_iter().collect(),
        (_, Some(thing @ Thing::Line(_))) => match picks(shown, ui, thing) {
            Some(label) => vec![label],
            None => vec!["last".to_string()],
        },
    }
}

/// What a decision asks at the step that a person is at.
pub fn question(shown: &Shown, ui: &Ui, decision: &Decision) -> String {
    match (decision.by == decision.seat, ui.step, decision.question) {
        (true, ..) if decision.secret => {
            format!(
                "{}, in secret",
                own_question(shown, ui, decision).trim_end_matches('?')
            )
        }
        (true, ..) => own_question(shown, ui, decision),
        (false, Step::First, Question::Menu) => {
            format!("You decide for {}", shown.player(decision.seat))
        }
        (false, ..) => format!(
            "For {}: {}",
            shown.player(decision.seat),
            own_question(shown, ui, decision)
        ),
    }
}

fn own_question(shown: &Shown, ui: &Ui, decision: &Decision) -> String {
    let rules = shown.rules();
    match (ui.step, decision.question) {
        (Step::With(_), _) => "What to do with this card?".to_string(),
        (Step::Where(kind, Deed::Build), _) => {
            format!("Build {} where?", building_name(rules, kind, false))
        }
        (Step::Where(kind, _), _) => format!("Put {} on what?", card_name(rules, kind)),
        (Step::Ability(_), _) => "Use it for what?".to_string(),
        (Step::First, Question::Menu) => match ui.candidates.as_slice() {
            [only] if only.thing == Thing::Pass => {
                "Nothing is left but to end your turn".to_string()
            }
            _ => "Your turn: choose".to_string(),
        },
        (Step::First, Question::Side) => "Choose your first building".to_string(),
        (Step::First, Question::Shield { left: 1 }) => {
            "Which card do you put face down?".to_string()
        }
        (Step::First, Question::Shield { left }) => {
            format!("Which {left} cards do you put face down?")
        }
        (Step::First, Question::Branch) => match decision.nth {
            Some(nth) => format!("Choose the {}", ordinal(nth.into())),
            None => "Choose one".to_string(),
        },
        (Step::First, Question::Pick(element)) => {
            let asks = decision
                .asks
                .map_or_else(String::new, |face| format!("{}: ", face_name(rules, face)));
            format!("{asks}{}", picked(element, decision))
        }
    }
}

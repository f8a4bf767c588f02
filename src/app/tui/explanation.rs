//! What is explained at the screen: what the cursor is on, with its texts and the words in them, and what is asked.

use crate::tui::look::Look;
use crate::tui::popup::{FIRST_BUILDING, SHIELD, goals, keys, popup};
use crate::tui::shown::Shown;
use crate::tui::ui::{Focus, Popup, Ui};
use board::{Kind, Seen};
use explain::names::{
    STAR, both_names, building_label, building_name, card_label, card_name, counting, face_name,
    seen, starred,
};
use explain::options::branch;
use explain::options::decision::{Decision, Question, Spot, What};
use explain::options::steps::{Deed, Leads, Step, Thing, between};
use explain::reading::side_of;
use itertools::Itertools;
use rules::ir::{FaceId, Word};
use session::disclosure::At;
use session::screen::{asker, picked};
use text::ordinal;

/// What the cursor is on, or else where something happens just now.
fn subject(ui: &Ui) -> Option<Thing> {
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

/// What is played or built is what one asks about while it is shown.
fn happening(shown: &Shown, ui: &Ui) -> Option<FaceId> {
    shown
        .face
        .filter(|_| ui.showing() && ui.focus == Focus::Choice)
}

/// There is something to be explained besides the keys.
pub fn explains(shown: &Shown, ui: &Ui) -> bool {
    let there = match subject(ui) {
        Some(Thing::Building(spot)) => shown.building(spot).is_some(),
        thing => thing.is_some(),
    };
    there || happening(shown, ui).is_some()
}

/// What is explained, and the words that are explained with it.
#[derive(Default)]
struct Topic {
    title: String,
    text: Vec<String>,
    words: Vec<Word>,
}

impl Topic {
    fn face(shown: &Shown, face: FaceId, title: String, text: Vec<String>) -> Topic {
        Topic {
            title,
            text,
            words: shown.rules().faces[face.index()].words.clone(),
        }
    }

    fn card(shown: &Shown, look: Look, kind: Kind) -> Topic {
        let title = both_names(shown.rules(), kind);
        Topic {
            title,
            text: card(shown, look, kind),
            words: words_of_card(shown, kind).collect(),
        }
    }

    /// With what the words in it mean.
    fn popup(mut self, shown: &Shown) -> Popup {
        for word in self.words.into_iter().unique() {
            let meaning = shown.rules().meaning(word);
            self.text
                .extend([String::new(), format!("{}:", meaning.name)]);
            self.text
                .extend(meaning.lines.iter().map(|line| format!("  {line}")));
            if let Word::Tally(tally) = word {
                let cards = counting(shown.rules(), tally).join(", ");
                self.text.push(format!("  Cards that add to it: {cards}."));
            }
        }
        if self.text.iter().any(|line| starred(line)) {
            self.text.extend([String::new(), STAR.to_string()]);
        }
        popup(self.title, self.text)
    }
}

/// What the cursor is on, with all its texts and the keywords in them.
pub fn explain(shown: &Shown, ui: &Ui) -> Popup {
    let rules = shown.rules();
    let topic = match (happening(shown, ui), subject(ui)) {
        (Some(face), _) => {
            let name = face_name(rules, face).to_string();
            Some(Topic::face(shown, face, name, sentences(shown, face)))
        }
        (_, Some(Thing::Hand(kind))) => Some(Topic::card(shown, ui.look, kind)),
        (_, Some(Thing::Building(spot))) => building_topic(shown, ui.look, spot),
        (_, Some(Thing::Nation(seat))) => {
            return Popup {
                title: shown.player(seat),
                ..goals(shown)
            };
        }
        (_, Some(Thing::Pass)) => {
            let text = "The log calls this passing: the next turn begins.";
            return popup("End your turn", vec![text.to_string()]);
        }
        (_, Some(Thing::Decline)) => {
            return popup("Choose nothing", vec![branch::DECLINE.to_string()]);
        }
        (_, Some(thing @ Thing::Line(_))) => {
            Some(listed(shown, ui, thing)).filter(|topic| !topic.text.is_empty())
        }
        (_, Some(Thing::Gap(_)) | None) => None,
    };
    topic.map_or_else(|| keys(ui.look, rules), |topic| topic.popup(shown))
}

/// The same, with what is asked, the card that asks and what a choice will certainly do before it.
pub fn explain_choice(shown: &Shown, ui: &Ui) -> Popup {
    let mut popup = explain(shown, ui);
    let Some(decision) = &shown.decision else {
        return popup;
    };
    let asks = decision.asks.filter(|_| ui.step == Step::First);
    let mut text = Vec::new();
    if asks.is_some() {
        text.extend([question(shown, ui, decision), String::new()]);
    }
    if let Some(preview) = &ui.preview {
        let own = usize::from(ui.says_itself(decision));
        let certain = preview
            .certain
            .iter()
            .skip(own)
            .map(|sentence| format!("  {sentence}"));
        if certain.len() > 0 {
            text.push("What this choice will do:".to_string());
            text.extend(certain);
            if preview.open {
                text.push("  The rest depends on hidden cards.".to_string());
            }
            text.push(String::new());
        }
    }
    if matches!(decision.question, Question::Shield { .. }) {
        text.extend([format!("{FIRST_BUILDING} {SHIELD}"), String::new()]);
    }
    if let Some(face) = asks {
        let asks = headed(shown, ui.look, face, "asks:");
        text.extend(
            Topic::face(shown, face, String::new(), asks)
                .popup(shown)
                .text,
        );
        text.push(String::new());
    }
    popup.text.splice(0..0, text);
    popup
}

/// What is said of it below what is asked.
pub fn about(shown: &Shown, ui: &Ui) -> Vec<String> {
    let kinds = &shown.rules().kinds;
    let Some(thing) = ui.pointed() else {
        return Vec::new();
    };
    match (ui.step, thing) {
        (Step::With(kind), Thing::Line(_)) => {
            let deed = ui
                .candidate(thing)
                .and_then(|candidate| candidate.deed(ui.step));
            let face = match deed {
                Some(Deed::Play) => kinds[kind.index()].action,
                Some(Deed::Build) => Some(kinds[kind.index()].buildings[0]),
                _ => return vec![SHIELD.to_string()],
            };
            face.map_or_else(Vec::new, |face| shown.text(face))
        }
        (_, Thing::Hand(kind)) => card(shown, ui.look, kind),
        (_, Thing::Building(spot)) => {
            let name = shown.building_name(spot).unwrap_or_default();
            let head = format!("{spot} {name}");
            std::iter::once(head).chain(building(shown, spot)).collect()
        }
        (step, Thing::Gap(spot)) => {
            let whose = match spot.seat == shown.me {
                true => "your nation".to_string(),
                false => shown.player(spot.seat),
            };
            let mut text = vec![match between(shown.rules(), &shown.view, spot).as_str() {
                "" => format!("In {whose}."),
                between => format!("In {whose}: {between}."),
            }];
            if let Step::Where(kind, _) = step {
                text.extend(shown.text(kinds[kind.index()].buildings[0]));
            }
            text
        }
        (_, Thing::Nation(seat)) => {
            let places = 0..shown.row(seat).len() as u16;
            let names = places.filter_map(|place| shown.building_name(Spot { seat, place }));
            vec![format!("{}: {}", shown.player(seat), { names }.join(", "))]
        }
        (_, Thing::Pass) => {
            let other = shown
                .decision
                .as_ref()
                .filter(|decision| decision.by != decision.seat);
            let turn = other.map_or("your turn".to_string(), |decision| {
                format!("the turn of {}", shown.player(decision.seat))
            });
            vec![format!("End {turn}.")]
        }
        (_, Thing::Decline) => vec![branch::DECLINE.to_string()],
        (_, Thing::Line(_)) => listed(shown, ui, thing).text,
    }
}

/// What a line of a list is about: the card, the side or the branch.
fn listed(shown: &Shown, ui: &Ui, line: Thing) -> Topic {
    let rules = shown.rules();
    let offer = ui
        .candidate(line)
        .and_then(|candidate| match candidate.leads {
            Leads::Take(number) => shown.decision.as_ref()?.offers.get(number),
            Leads::On(_) => None,
        });
    let (Some(offer), Some(decision)) = (offer, &shown.decision) else {
        return Topic::default();
    };
    let title = offer.side().to_string();
    match offer.what {
        What::Card(kind) => Topic::card(shown, ui.look, kind),
        What::Side { .. } => match side_of(rules, &offer.label) {
            Some(face) => Topic::face(shown, face, title, shown.text(face)),
            None => Topic {
                title,
                ..Topic::default()
            },
        },
        what => {
            // With the cards that it may be about.
            let aside = decision
                .aside
                .iter()
                .flat_map(|kind| card(shown, ui.look, *kind));
            let text = branch::says(rules, decision, offer)
                .into_iter()
                .chain(aside)
                .collect();
            let (title, cards) = match what {
                What::Branch(_) => (title, &decision.aside[..]),
                What::Decline => ("Choose nothing".to_string(), &[][..]),
                _ => (title, &[][..]),
            };
            let words = cards
                .iter()
                .flat_map(|kind| words_of_card(shown, *kind))
                .collect();
            Topic { title, text, words }
        }
    }
}

/// The texts of a card in hand: what it does as an action, and what it is as a building.
fn card(shown: &Shown, look: Look, kind: Kind) -> Vec<String> {
    let faces = &shown.rules().kinds[kind.index()];
    let built = &faces.buildings[..1 + usize::from(faces.double_sided)];
    let played = faces
        .action
        .into_iter()
        .flat_map(|face| headed(shown, look, face, "(played):"));
    played
        .chain(
            built
                .iter()
                .flat_map(|face| headed(shown, look, *face, "(built):")),
        )
        .collect()
}

/// What a face says; that it says nothing, where it does.
fn sentences(shown: &Shown, face: FaceId) -> Vec<String> {
    match shown.text(face) {
        lines if lines.is_empty() => vec!["It has no text of its own.".to_string()],
        lines => lines,
    }
}

/// The emblem and name of a face, then that, and below it what the face says.
fn headed(shown: &Shown, look: Look, face: FaceId, how: &str) -> Vec<String> {
    let emblem = look.emblem(shown.rules().faces[face.index()].badge);
    let head = format!("{emblem}{} {how}", face_name(shown.rules(), face));
    let below = sentences(shown, face)
        .into_iter()
        .map(|line| format!("  {line}"));
    std::iter::once(head).chain(below).collect()
}

/// What stands at a place, and what lies on it.
fn building(shown: &Shown, spot: Spot) -> Vec<String> {
    let rules = shown.rules();
    let Some(there) = shown.building(spot) else {
        return Vec::new();
    };
    let statuses = (0..).zip(&rules.statuses);
    let held = statuses.filter(|(bit, _)| there.status >> bit & 1 == 1);
    let mut text: Vec<String> = held.map(|(_, status)| format!("It is {status}.")).collect();
    if there.spent != 0 {
        text.push("It has been used this turn.".to_string());
    }
    let face = rules.kinds[there.kind.index()].buildings[usize::from(there.second_side)];
    let lines = sentences(shown, face);
    // It is said to somebody: to whoever owns the card.
    let mut words = lines
        .iter()
        .flat_map(|line| line.split(|letter: char| !letter.is_alphabetic()));
    if spot.seat != shown.me && words.any(|word| matches!(word, "you" | "You" | "your" | "Your")) {
        let owner = shown.player(spot.seat);
        text.push(format!(
            "\u{201c}You\u{201d} means its owner here: {owner}."
        ));
    }
    text.extend(lines);
    let cards = there
        .stack
        .iter()
        .rev()
        .map(|card| seen(rules, *card))
        .join(", ");
    text.push(match cards.as_str() {
        "" => "There are no cards on it.".to_string(),
        cards => format!("On it, from the top: {cards}"),
    });
    text
}

/// A building with the cards on it that are known, and the words of all of them.
fn building_topic(shown: &Shown, look: Look, spot: Spot) -> Option<Topic> {
    let (rules, there) = (shown.rules(), shown.building(spot)?);
    let mut text = building(shown, spot);
    let statuses = (0..rules.statuses.len() as u8).filter(|bit| there.status >> bit & 1 == 1);
    let counters = there
        .counters
        .iter()
        .map(|counters| Word::Counter(counters.sort));
    let face = rules.kinds[there.kind.index()].buildings[usize::from(there.second_side)];
    let own = rules.faces[face.index()].words.iter().copied();
    let emblem = look.emblem(rules.faces[face.index()].badge);
    let mut words: Vec<Word> = statuses
        .map(Word::Status)
        .chain(counters)
        .chain(own)
        .collect();
    let known = there.stack.iter().rev().filter_map(|card| match card {
        Seen::Known { kind, .. } => Some(*kind),
        Seen::Hidden => None,
    });
    for kind in known.unique() {
        // As an action, if it is one.
        let faces = &rules.kinds[kind.index()];
        let face = faces.action.unwrap_or(faces.buildings[0]);
        text.push(String::new());
        text.extend(headed(shown, look, face, "(on it):"));
        words.extend(words_of_card(shown, kind));
    }
    Some(Topic {
        title: format!("{spot} {emblem}{}", shown.building_name(spot)?),
        text,
        words,
    })
}

/// The words of a card's faces.
fn words_of_card(shown: &Shown, kind: Kind) -> impl Iterator<Item = Word> + '_ {
    let kind = &shown.rules().kinds[kind.index()];
    let faces = kind.action.iter().chain(&kind.buildings);
    faces
        .flat_map(|face| &shown.rules().faces[face.index()].words)
        .copied()
}

/// The questions that `w` asks about what the cursor is on, in the words of the notation.
pub fn asked(shown: &Shown, ui: &Ui) -> Vec<String> {
    let rules = shown.rules();
    // The label of what is taken at once by picking that.
    let picks = |thing| match ui.candidate(thing)?.leads {
        Leads::Take(number) => Some(shown.decision.as_ref()?.offers.get(number)?.label.clone()),
        Leads::On(_) => None,
    };
    let one = |text: &dyn ToString| vec![text.to_string()];
    match (ui.step, ui.pointed()) {
        (Step::Where(kind, Deed::Build), Some(Thing::Gap(spot))) => {
            vec![format!(
                "build {} at {spot}",
                building_label(rules, kind, false)
            )]
        }
        (Step::Where(kind, Deed::Stack), Some(Thing::Building(spot))) => {
            vec![format!("stack {} on {spot}", card_label(rules, kind))]
        }
        // Where a card is only picked, it is asked why it can be.
        (Step::First, Some(thing @ Thing::Hand(_))) if picks(thing).is_some() => {
            picks(thing).into_iter().collect()
        }
        (Step::First, Some(thing @ Thing::Building(spot))) if ui.candidate(thing).is_some() => {
            one(&spot)
        }
        (_, Some(Thing::Building(spot))) => vec![format!("use {spot}"), spot.to_string()],
        (_, Some(Thing::Gap(spot))) => one(&spot),
        (_, Some(Thing::Hand(kind))) | (Step::With(kind), _) => {
            vec![format!("action {}", card_label(rules, kind))]
        }
        // How it has ended.
        (_, None) if shown.ended.is_some() => one(&"last"),
        (_, Some(Thing::Pass) | None) => one(&"pass"),
        (_, Some(Thing::Nation(seat))) => one(&seat),
        (_, Some(thing @ Thing::Decline)) => picks(thing).into_iter().collect(),
        (_, Some(thing @ Thing::Line(_))) => vec![picks(thing).unwrap_or("last".to_string())],
    }
}

/// What a decision asks at the step that a person is at.
pub fn question(shown: &Shown, ui: &Ui, decision: &Decision) -> String {
    let question = own_question(shown, ui, decision);
    let who = shown.player(decision.seat);
    match (decision.by == decision.seat, ui.step, decision.question) {
        (true, ..) if decision.secret.is_some() => {
            format!("{}, in secret", question.trim_end_matches('?'))
        }
        (true, ..) => question,
        (false, Step::First, Question::Menu) => format!("You decide for {who}"),
        (false, ..) => format!("For {who}: {question}"),
    }
}

fn own_question(shown: &Shown, ui: &Ui, decision: &Decision) -> String {
    let rules = shown.rules();
    let plain = match (ui.step, decision.question) {
        (Step::With(_), _) => "What will you do with this card?",
        (Step::Where(kind, Deed::Build), _) => {
            return format!(
                "Where will you build {}?",
                building_name(rules, kind, false)
            );
        }
        (Step::Where(kind, _), _) => {
            return format!("Where do you put {}?", card_name(rules, kind));
        }
        (Step::Ability(_), _) => "What do you use it for?",
        (Step::First, Question::Menu) => match ui.candidates.as_slice() {
            [only] if only.thing == Thing::Pass => "Nothing left to do: end your turn",
            _ => "Your turn: choose",
        },
        (Step::First, Question::Side) => "Choose your first building",
        (Step::First, Question::Shield { left: 1 }) => "Which card do you put face down?",
        (Step::First, Question::Shield { left }) => {
            return format!("Which {left} cards do you put face down?");
        }
        (Step::First, Question::Branch) if decision.is_may() => match decision.asks {
            Some(face) => return format!("{}: yes or no?", face_name(rules, face)),
            None => "Yes or no?",
        },
        (Step::First, Question::Branch) => match decision.nth {
            Some(nth) => return format!("Choose the {}", ordinal(nth.into())),
            None => "Choose one",
        },
        (Step::First, Question::Pick(element)) => match decision.asks {
            Some(face) => {
                let asker = asker(rules, face, decision);
                return format!("{asker}: {}", picked(element, decision));
            }
            None => picked(element, decision),
        },
    };
    plain.to_string()
}

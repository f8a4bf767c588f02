//! Texts that are shown over the table: what a card says, the goals, the discard pile, the keys.

use crate::tui::asked::question;
use crate::tui::look::Look;
use crate::tui::shown::Shown;
use crate::tui::ui::{Ask, Focus, Popup, Ui};
use board::{Kind, Seen};
use explain::names::notation;
use explain::names::printed::{STAR, both_names, counting, face_name, seen, starred};
use explain::options::branch;
use explain::options::decision::{Offer, Question, Spot, What};
use explain::options::pointing::{Candidate, Deed, Leads, Says, Step, Thing};
use explain::reading::side_of;
use rules::ir::{FaceId, Rules, Word};
use session::hints::{Hint, told};
use session::screen::memory::Memory;
use session::told::At;

fn popup(title: impl Into<String>, text: Vec<String>) -> Popup {
    Popup {
        title: title.into(),
        text,
        down: 0,
        asks: None,
    }
}

/// Where a card goes that is put face down before the game.
pub const FIRST_BUILDING: &str = "It goes face down onto your first building.";

/// What a card is good for that lies face down on a building.
pub const SHIELD: &str = "Nobody sees what it is. What hits a building takes the top card on it first, and many cards and \
                          goals use the cards on your buildings.";

/// Asks whether to leave; that something would be lost is said.
pub fn leave(unkept: Option<&str>) -> Popup {
    let mut text = vec!["Leave the game? Enter or y leaves, any other key goes on.".to_string()];
    if let Some(why) = unkept {
        text.insert(0, format!("The game as it is now is not kept: {why}."));
    }
    Popup {
        asks: Some(Ask::Leave),
        ..popup("Leave", text)
    }
}

/// A decision is taken back after the end, when all have seen the hand of whoever takes it back.
pub fn shown_to_all(who: &str) -> Popup {
    let text = format!(
        "The last decision of {who} is taken back. All have seen this hand since, which is counted."
    );
    popup("Taken back", vec![text, "r takes it again.".to_string()])
}

/// What there is to say about a game that goes on.
pub fn about_game(told: Vec<String>) -> Popup {
    popup("About this game", told)
}

pub fn keys(look: Look, rules: &Rules) -> Popup {
    let lines = [
        (look.arrows(), "move the cursor"),
        ("Enter", "choose what the cursor is on"),
        ("Esc", "one step back"),
        (
            "1 to 9",
            "a card of your hand, or a player: 2 then 3 is p2.3",
        ),
        ("p b s", "play the card, build it, or put it face down"),
        ("e", "end your turn: you pass"),
        ("n", "do without, where you may choose nothing"),
        ("u r", "take back your last decision; take it again"),
        ("? or F1", "explain what the cursor is on"),
        ("w", "why it is so, or cannot be chosen"),
        ("h", "a hint: what a bot would do, from what you can see"),
        ("g", "goals: how far everybody is"),
        (
            "a",
            "when the game is over: what decided it, and what you missed",
        ),
        ("d", "the discard pile"),
        ("t", "the table reads a rule otherwise: play for it"),
        (
            "Tab",
            "look around on the table; again: read back what happened",
        ),
        ("l", "read back what happened; again: back to your choice"),
        ("PgUp PgDn", "scroll what happened"),
        ("+ -", "show faster or slower what others do"),
        ("Space", "skip to your next decision"),
        ("k", "this list"),
        ("q", "leave"),
    ];
    let mut text: Vec<String> = lines
        .iter()
        .map(|(key, what)| format!("{key:<10} {what}"))
        .collect();
    text.push(String::new());
    text.push(
        "On the table ? is a card face down, (NAME) one that you know, ^NAME one face up;"
            .to_string(),
    );
    text.push(
        "3: ? is three cards with that one on top, \u{b7} 1 ^ one more below it lies face up."
            .to_string(),
    );
    text.push(
        "NAME* has been used this turn; p2.3 is the third building of p2 from the left."
            .to_string(),
    );
    text.push(String::new());
    text.extend(signs(look, rules));
    text.push(String::new());
    text.push("New to the game? `brink learn` teaches it in ten minutes.".to_string());
    popup("Keys", text)
}

/// What the signs on the table mean.
fn signs(look: Look, rules: &Rules) -> Vec<String> {
    let meant = [
        (
            look.cursor(),
            "the cursor, or in what happened: what is shown just now",
        ),
        (look.pick(), "can be chosen"),
        (look.turn(), "whose turn it is"),
        (look.now(), "where something happens just now"),
        (
            look.warning(),
            "one step from winning, or one step from falling: a last building with nothing on it",
        ),
        (look.more(true), "there is more to the left"),
        (
            look.more(false),
            "there is more to the right; before a sentence: this choice will do that",
        ),
        (look.cut(), "something was cut"),
    ];
    let statuses = rules
        .statuses
        .iter()
        .enumerate()
        .map(|(number, name)| (look.status(number), name.as_str()));
    meant
        .into_iter()
        .chain(statuses)
        .map(|(sign, what)| format!("{sign:<10} {what}"))
        .collect()
}

/// The same for games that were played.
pub fn replay_keys() -> Popup {
    let lines = [
        ("Right", "the next decision"),
        ("Left", "the one before"),
        ("PgDn PgUp", "the next turn, the one before"),
        ("Home End", "the beginning, the end"),
        ("j", "jump to a turn"),
        ("Space", "let it go on by itself; + and - change the speed"),
        ("1 to 6", "what that player saw"),
        ("o", "all cards open"),
        ("Tab", "look around; ? explains what the cursor is on"),
        ("g d", "goals, the discard pile"),
        ("b", "play on from here"),
        (
            "x r",
            "write the position, or a ruling that leads here, to a file",
        ),
        ("q", "leave"),
    ];
    popup(
        "Keys",
        lines
            .iter()
            .map(|(key, what)| format!("{key:<10} {what}"))
            .collect(),
    )
}

/// The best options, as a bot sees them.
pub fn hints(hints: &[Hint], memory: Memory) -> Popup {
    popup("Hint", told(hints, memory))
}

/// What decided a game, as a bot sees it; for whom, where several people have played.
pub fn study(told: &[String], whose: Option<&str>) -> Popup {
    let Some(whose) = whose else {
        return popup("What decided the game", told.to_vec());
    };
    let about =
        format!("The decisions of {whose} are looked at; a again looks at those of the next one.");
    popup(
        format!("What decided the game for {whose}"),
        [&[about, String::new()], told].concat(),
    )
}

pub fn goals(shown: &Shown) -> Popup {
    let mut text = Vec::new();
    for seat in shown.seats() {
        let mut own = shown
            .goals
            .iter()
            .filter(|goal| goal.seat == seat)
            .peekable();
        if own.peek().is_none() {
            text.push(format!("{}: out of the game", shown.player(seat)));
        }
        for (index, goal) in own.enumerate() {
            let who = if index == 0 {
                shown.player(seat)
            } else {
                String::new()
            };
            let near = if goal.near() {
                ": one step from winning!"
            } else {
                ""
            };
            text.push(format!("{who:<12} {}{near}", goal.progress()));
        }
    }
    text.push(String::new());
    text.push("Whoever is the last one left wins, too.".to_string());
    popup("Goals", text)
}

pub fn discard(shown: &Shown) -> Popup {
    let rules = shown.rules();
    let mut text: Vec<String> = shown
        .view
        .discard
        .iter()
        .rev()
        .map(|kind| both_names(rules, *kind))
        .collect();
    match text.first_mut() {
        Some(top) => top.push_str(" (on top)"),
        None => text.push("It is empty.".to_string()),
    }
    if !shown.view.laws.is_empty() {
        text.push(String::new());
        text.extend(
            shown
                .view
                .laws
                .iter()
                .map(|kind| format!("Law: {}", both_names(rules, *kind))),
        );
    }
    popup(format!("Discard pile: {}", shown.view.discard.len()), text)
}

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
        Some(Thing::Line(line)) if !listed(shown, ui, line).is_empty() => {
            let (text, words) = (listed(shown, ui, line), words_of_listed(shown, ui, line));
            with_words(shown, listed_title(shown, ui, line), text, words)
        }
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
    let mut text = vec![format!("{} asks:", face_name(shown.rules(), face))];
    text.extend(
        sentences(shown, face)
            .into_iter()
            .map(|line| format!("  {line}")),
    );
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
    let (Some(offer), Some(decision)) = (offer(shown, ui, line), &shown.decision) else {
        return Vec::new();
    };
    match offer.what {
        What::Card(kind) => card(shown, kind),
        What::Side { .. } => {
            side_of(shown.rules(), &offer.label).map_or_else(Vec::new, |face| shown.text(face))
        }
        // With the cards that it may be about.
        _ => {
            let aside = decision.aside.iter().flat_map(|kind| card(shown, *kind));
            branch::says(shown.rules(), decision, offer)
                .into_iter()
                .chain(aside)
                .collect()
        }
    }
}

fn words_of_listed(shown: &Shown, ui: &Ui, line: usize) -> Vec<Word> {
    match offer(shown, ui, line).map(|offer| (offer.what, &offer.label)) {
        Some((What::Card(kind), _)) => words_of_card(shown, kind),
        Some((What::Branch(_), _)) => {
            let aside = shown.decision.iter().flat_map(|decision| &decision.aside);
            aside.flat_map(|kind| words_of_card(shown, *kind)).collect()
        }
        Some((What::Side { .. }, label)) => side_of(shown.rules(), label)
            .map_or_else(Vec::new, |face| {
                shown.rules().faces[face.index()].words.clone()
            }),
        _ => Vec::new(),
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
    face(shown, faces.action.unwrap_or(faces.buildings[0]), "on it")
}

fn listed_title(shown: &Shown, ui: &Ui, line: usize) -> String {
    match offer(shown, ui, line).map(|offer| (offer.what, &offer.label)) {
        Some((What::Card(kind), _)) => both_names(shown.rules(), kind),
        Some((What::Decline, _)) => "Do without".to_string(),
        Some((_, label)) => side(label).to_string(),
        None => String::new(),
    }
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
        text.extend(face(shown, action, "played"));
    }
    text.extend(face(shown, faces.buildings[0], "built"));
    if faces.double_sided {
        text.extend(face(shown, faces.buildings[1], "built"));
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

fn face(shown: &Shown, id: FaceId, how: &str) -> Vec<String> {
    let mut text = vec![format!("{} ({how}):", face_name(shown.rules(), id))];
    text.extend(
        sentences(shown, id)
            .into_iter()
            .map(|line| format!("  {line}")),
    );
    text
}

/// What stands at a place, and what lies on it.
pub fn building(shown: &Shown, spot: Spot) -> Vec<String> {
    let rules = shown.rules();
    let Some(there) = shown.building(spot) else {
        return Vec::new();
    };
    let mut text = Vec::new();
    for (_, status) in rules
        .statuses
        .iter()
        .enumerate()
        .filter(|(bit, _)| there.status >> bit & 1 == 1)
    {
        text.push(format!("It is {status}."));
    }
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
        (_, Some(Thing::Line(line))) => {
            let number = ui.candidates.get(line).map(|candidate| candidate.leads);
            let label =
                |number: usize| Some(shown.decision.as_ref()?.offers.get(number)?.label.clone());
            match number {
                Some(Leads::Take(number)) => label(number).into_iter().collect(),
                _ => vec!["last".to_string()],
            }
        }
    }
}

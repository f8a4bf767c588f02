//! The names on cards: each has a text, reads unlike all others of its set, and can be written in the notation.

use std::collections::{BTreeMap, BTreeSet};

use super::declarations::First;
use super::error::{FaultName, Problem, Report};
use super::file::{Card, SetFile};
use super::names::Names;
use text::{is_mixed, is_piled, read_as, suggest};

/// The section of a building's text, or of an action's.
fn section(building: bool) -> &'static str {
    if building { "building" } else { "action" }
}

impl Names {
    /// The faces of one file: each on one card, each with a text.
    pub(super) fn faces(&mut self, file: &SetFile, files: &[SetFile], report: &mut Report) {
        let mut on_cards = First::default();
        // Two cards of a set cannot be told apart by what the eye does not see, nor by case.
        let mut spelled: BTreeMap<String, (usize, &str)> = BTreeMap::new();
        let texts = |building| -> BTreeSet<&str> {
            let faces = file.faces(building).iter();
            faces.map(|face| face.name.node.as_str()).collect()
        };
        let texts = [texts(false), texts(true)];
        let slips = slips(file, &texts);
        for (number, card) in file.cards.iter().enumerate() {
            if let Card::Deck { building, action } = card {
                let names = [building.node.clone(), action.node.clone()];
                self.cards.push(names);
            }
            let origin = file.card_origins[number];
            let source = origin.map_or(&file.source, |origin| &files[origin].source);
            for (word, building) in card.sides() {
                let (name, section) = (word.node.as_str(), section(building));
                let new = on_cards.declare(section, word, source, report);
                if !is_writable(name) {
                    let problem = Problem::new(
                        FaultName::UnusableName,
                        format!("`{name}` cannot be written in a position or a move"),
                        "expected a plain name",
                        "use letters (one script in each word, at most two accents on each), digits, single spaces and \
                            characters such as ' - . ! &, and do not use a label such as `decline` or `p2`",
                    );
                    report.add(source, word.span, problem);
                }
                let (other, first) = *spelled.entry(read_as(name)).or_insert((number, name));
                if new && other != number {
                    let first =
                        format!("another card of the set has `{first}`, which reads the same");
                    report.add(source, word.span, Problem::twice(name, first));
                }
                // The section that is meant for it is told of below.
                let slip = |(of, _, face): &_| (*of, *face) == (building, name);
                if !texts[usize::from(building)].contains(name) && !slips.iter().any(slip) {
                    let problem = Problem::new(
                        FaultName::CardWithoutText,
                        format!("`{name}` has no text"),
                        "named here",
                        format!("add `[{section}.\"{name}\"]` with a `text`, which may be empty"),
                    );
                    report.add(source, word.span, problem);
                }
            }
        }
        for building in [true, false] {
            for face in file.faces(building) {
                let name = &face.name.node;
                if !on_cards.has(section(building), name) {
                    let mut slips = slips.iter();
                    let slip = slips.find(|(of, own, _)| (*of, *own) == (building, name.as_str()));
                    let help = match slip {
                        Some((_, _, face)) => {
                            format!("did you mean `{face}`, which has no text?")
                        }
                        None => "add a `[[card]]` or `[[victory]]` with it, or remove it".into(),
                    };
                    let reason = format!("no card has a face called `{name}`");
                    let problem =
                        Problem::new(FaultName::TextWithoutCard, reason, "not on any card", help);
                    report.add(&file.source, face.name.span, problem);
                }
                self.faces.insert(name.clone());
                let sort = match building {
                    true => &mut self.buildings,
                    false => &mut self.actions,
                };
                sort.insert(name.clone());
            }
        }
    }
}

/// Sections of texts that are on no card, but for a slip of the pen: whether of a building, as it is written, and the face
/// without a text that is meant.
fn slips<'f>(file: &'f SetFile, texts: &[BTreeSet<&'f str>; 2]) -> Vec<(bool, &'f str, &'f str)> {
    let mut slips = Vec::new();
    for building in [true, false] {
        let texts = &texts[usize::from(building)];
        let sides = file.cards.iter().flat_map(Card::sides);
        let faces = sides.filter(|(_, kind)| *kind == building);
        let faces: Vec<&str> = faces.map(|(face, _)| face.node.as_str()).collect();
        let mut bare = faces.clone();
        bare.retain(|face| !texts.contains(face));
        for name in texts.iter().filter(|name| !faces.contains(name)) {
            if let Some(face) = suggest(name, bare.iter().copied()) {
                bare.retain(|other| *other != face);
                slips.push((building, *name, face));
            }
        }
    }
    slips
}

/// The notation can print the name of a face and read it back: see `docs/notation.md`.
fn is_writable(name: &str) -> bool {
    let signs = |c: char| "[](){}<>,*^|:?\"".contains(c);
    let counted = name.split_once(' ').is_some_and(|(number, what)| {
        number.chars().all(|c| c.is_ascii_digit()) && what.eq_ignore_ascii_case("cards")
    });
    let words: Vec<&str> = name.split_whitespace().collect();
    let plain = !words.is_empty()
        && words.join(" ") == name
        && !name.contains(signs)
        && !name.starts_with('#');
    plain && !counted && !is_mixed(name) && !is_piled(name) && !is_label(&read_as(name))
}

/// As a label it means something else: `decline`, a place, a card by its position, or by where it lies.
fn is_label(name: &str) -> bool {
    let spot = |word: &str| {
        let word = word.strip_suffix("'s").unwrap_or(word);
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.strip_prefix('p').unwrap_or_default();
        digits(number)
            || number
                .split_once('.')
                .is_some_and(|(seat, place)| digits(seat) && digits(place))
    };
    let ends = [" of the discard pile", " aside", " out of the game"];
    matches!(name, "decline" | "nothing")
        || name.split(' ').any(spot)
        || ends.iter().any(|end| name.ends_with(end))
}

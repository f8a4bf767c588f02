//! The names on cards: each has a text, reads unlike all others of its set, and can be written in the notation.

use std::collections::{BTreeMap, BTreeSet};

use super::card::Card;
use super::error::{Problem, Report};
use super::file::{FaceText, SetFile};
use super::names::{First, Names};
use text::{is_mixed, is_piled, read_as, suggest};

impl Names {
    /// The faces of one file: each on one card, each with a text.
    pub(super) fn faces(&mut self, file: &SetFile, files: &[SetFile], report: &mut Report) {
        let mut on_cards = First {
            seen: BTreeMap::new(),
        };
        // Two cards of a set cannot be told apart by what the eye does not see, nor by case.
        let mut spelled: BTreeMap<String, (usize, &str)> = BTreeMap::new();
        let written = |faces: &'_ [FaceText]| -> BTreeSet<String> {
            faces.iter().map(|face| face.name.node.clone()).collect()
        };
        let (buildings, actions) = (written(&file.buildings), written(&file.actions));
        let meant = meant(file);
        for (number, card) in file.cards.iter().enumerate() {
            let sides = match card {
                Card::Deck { building, action } => {
                    [("building", Some(building)), ("action", Some(action))]
                }
                Card::Victory { front, back } => {
                    [("building", Some(front)), ("building", back.as_ref())]
                }
            };
            if let Card::Deck { building, action } = card {
                self.cards
                    .push([building.node.clone(), action.node.clone()]);
            }
            let source =
                file.card_origins[number].map_or(&file.source, |origin| &files[origin].source);
            for (section, word) in sides {
                let Some(word) = word else { continue };
                let new = on_cards.declare(section, word, source, report);
                if !is_writable(&word.node) {
                    report.add(
                        source,
                        word.span,
                        Problem::UnwritableName {
                            name: word.node.clone(),
                        },
                    );
                }
                let (other, first) = *spelled
                    .entry(read_as(&word.node))
                    .or_insert((number, &word.node));
                if new && other != number {
                    let first =
                        format!("another card of the set has `{first}`, which reads the same");
                    report.add(
                        source,
                        word.span,
                        Problem::Twice {
                            name: word.node.clone(),
                            first,
                        },
                    );
                }
                let faces = if section == "building" {
                    &buildings
                } else {
                    &actions
                };
                // The section that is meant for it is told of below.
                let slip = meant
                    .iter()
                    .any(|(of, _, face)| (*of, *face) == (section, word.node.as_str()));
                if !faces.contains(&word.node) && !slip {
                    let problem = Problem::NoText {
                        name: word.node.clone(),
                        section: section.to_string(),
                    };
                    report.add(source, word.span, problem);
                }
            }
        }
        for (section, faces) in [("building", &file.buildings), ("action", &file.actions)] {
            for face in faces {
                if !on_cards
                    .seen
                    .contains_key(&(section, face.name.node.clone()))
                {
                    let slip = meant
                        .iter()
                        .find(|(of, own, _)| (*of, *own) == (section, face.name.node.as_str()));
                    let near = slip.map(|(_, _, face)| face.to_string());
                    let problem = Problem::NoCard {
                        name: face.name.node.clone(),
                        near,
                    };
                    report.add(&file.source, face.name.span, problem);
                }
                self.faces.insert(face.name.node.clone());
                let sort = if section == "building" {
                    &mut self.buildings
                } else {
                    &mut self.actions
                };
                sort.insert(face.name.node.clone());
            }
        }
    }
}

/// Sections of texts that are on no card, but for a slip of the pen: of which sort, as it is written, and the face without a text that is meant.
fn meant(file: &SetFile) -> Vec<(&'static str, &str, &str)> {
    let mut faces = [("building", Vec::new()), ("action", Vec::new())];
    for card in &file.cards {
        match card {
            Card::Deck { building, action } => {
                faces[0].1.push(building.node.as_str());
                faces[1].1.push(action.node.as_str());
            }
            Card::Victory { front, back } => {
                faces[0].1.extend(
                    [Some(front), back.as_ref()]
                        .into_iter()
                        .flatten()
                        .map(|face| face.node.as_str()),
                );
            }
        }
    }
    let mut meant = Vec::new();
    for ((section, faces), texts) in faces.iter().zip([&file.buildings, &file.actions]) {
        let written: BTreeSet<&str> = texts.iter().map(|text| text.name.node.as_str()).collect();
        let mut bare: Vec<&str> = faces
            .iter()
            .copied()
            .filter(|face| !written.contains(face))
            .collect();
        for name in written.into_iter().filter(|name| !faces.contains(name)) {
            if let Some(face) = suggest(name, bare.iter().copied()) {
                bare.retain(|other| *other != face);
                meant.push((*section, name, face));
            }
        }
    }
    meant
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

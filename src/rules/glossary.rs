//! The cards and words of a library in the language itself, without a game: as printed, and as they read otherwise.

use super::emblem::Badge;
use super::file::Instead;
use super::game::checked_face;
use super::ir::Element;
use super::library::Library;
use super::lines::{goal, keyword_sentences, lines, said};
use super::names::{Parameter, Signature, Type, noun};
use super::references::{Reference, Search};
use super::statuses::{meaning, meanings};
use super::tree::{Disputed, Face};
use lang::ast::Text;
use text::{article, plural_of, sentence};

/// A text, at tables that settle these disputes so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Disputes and their values; none where it is printed so.
    pub settled: Vec<(String, String)>,
    /// What is said of it, a sentence each.
    pub meaning: Vec<String>,
    /// The lines of the text in canonical form: loaded again, it is the same.
    pub text: Vec<String>,
}

/// A face of a card, as a player reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaceEntry {
    /// The set's id.
    pub set: String,
    /// What the face is called.
    pub name: String,
    /// It is a building, else an action.
    pub building: bool,
    /// It is a side of a victory card.
    pub victory: bool,
    /// The faces that it shares its card with.
    pub others: Vec<String>,
    /// As printed, and then all other readings.
    pub readings: Vec<Reading>,
    /// What its author says of it in words of their own.
    pub says: Option<String>,
    /// What it looks like.
    pub badge: Badge,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    /// The words that it uses, and those that explain them, by their names.
    pub words: Vec<String>,
}

/// A word that cards use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordEntry {
    /// The id of the set that declares it.
    pub set: String,
    /// The word itself.
    pub name: String,
    /// How it is written, with what it takes: `hurl at a player`.
    pub usage: String,
    /// What it is: "keyword", "status", "counter", "tally", "dispute", "rule of the game".
    pub what: &'static str,
    /// What it means, as printed and as some tables have it.
    pub readings: Vec<Reading>,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
}

impl Library {
    /// All faces, set by set, card by card.
    pub fn face_entries(&self) -> Vec<FaceEntry> {
        let (_, checked) = self.words();
        let mut entries = Vec::new();
        for (file, checked) in self.sets().iter().zip(&checked.sets) {
            for card in &file.cards {
                for (name, building) in card.sides() {
                    let text = file.face(building, &name.node);
                    let face = checked_face(checked, building, &name.node);
                    let others = card.sides().filter(|other| *other != (name, building));
                    entries.push(FaceEntry {
                        set: file.id.node.clone(),
                        name: name.node.clone(),
                        building,
                        victory: card.is_victory(),
                        others: others.map(|(other, _)| other.node.clone()).collect(),
                        words: self.used(face),
                        readings: self.readings(&text.text, &text.instead, face, Vec::new()),
                        says: said(text.says.as_ref()),
                        badge: text.badge,
                        rules: text.rules.clone(),
                    });
                }
            }
        }
        entries
    }

    /// How a text reads, each time with what is said of it.
    fn readings<T>(
        &self,
        text: &Text,
        instead: &[Instead],
        checked: &Disputed<T>,
        meaning: Vec<String>,
    ) -> Vec<Reading> {
        let disputes = &self.words().0.disputes;
        let mut readings = vec![Reading {
            settled: Vec::new(),
            meaning,
            text: lines(text),
        }];
        for ((settled, _), Instead { text, .. }) in checked.instead.iter().zip(instead) {
            let settled = settled.iter().map(|(dispute, value)| {
                let (name, values) = &disputes[*dispute];
                (name.clone(), values[*value].clone())
            });
            readings.push(Reading {
                settled: settled.collect(),
                meaning: Vec::new(),
                text: lines(text),
            });
        }
        readings
    }

    /// The names of the words that a face uses.
    fn used(&self, face: &Disputed<Face>) -> Vec<String> {
        let (names, checked) = self.words();
        let name = |word| match word {
            Reference::Keyword(at) => names.keywords[at].name.clone(),
            Reference::Status(at) => names.statuses[usize::from(at)].clone(),
            Reference::Counter(at) => names.counters[usize::from(at)][0].clone(),
            Reference::Tally(at) => names.tallies[at].clone(),
        };
        let search = Search {
            names,
            checked,
            winning: None,
            disputes: None,
        };
        search.by_face(face).into_iter().map(name).collect()
    }

    /// All keywords, statuses, tallies and disputes, and what happens when nothing is left to draw. Of a rule, by its id,
    /// `printed_rule` knows whether a booklet says it.
    pub fn word_entries(&self, printed_rule: impl Fn(&str) -> bool) -> Vec<WordEntry> {
        let ((names, checked), files) = (self.words(), self.sets());
        let mut entries = Vec::new();
        // The set that declares a word, by its file; what is built in is of none.
        let id = |file: usize| {
            let space = names.spaces.get(file);
            space.map_or_else(|| "core".to_string(), |space| space.id.clone())
        };
        // A word that means the same everywhere.
        let plain = |set, name: &str, what, meaning, text: Option<&Text>| WordEntry {
            set,
            name: name.to_string(),
            usage: name.to_string(),
            what,
            readings: vec![Reading {
                settled: Vec::new(),
                meaning,
                text: text.map_or_else(Vec::new, lines),
            }],
            rules: Vec::new(),
        };
        let keywords = files.iter().flat_map(|file| &file.keywords);
        for (at, text) in keywords.enumerate() {
            let (keyword, signature) = (&checked.keywords[at], &names.keywords[at]);
            let meaning = keyword_sentences(keyword, signature);
            entries.push(WordEntry {
                set: id(names.keyword_files[at]),
                name: signature.name.clone(),
                usage: usage(signature),
                what: "keyword",
                readings: self.readings(&text.text, &text.instead, &keyword.text, meaning),
                rules: keyword.rules.clone(),
            });
        }
        for (at, (name, meaning)) in meanings(files).into_iter().enumerate() {
            let set = id(names.status_files[at]);
            entries.push(plain(set, name, "status", vec![meaning], None));
        }
        let counters = files.iter().flat_map(|file| &file.counters);
        for (at, counter) in counters.enumerate() {
            let (set, name) = (id(names.counter_files[at]), &counter.name.node);
            let bears = match counter.on {
                Some(Element::Player) => "player",
                Some(Element::Building) => "building",
                Some(_) => "stacked card",
                None => "card or player",
            };
            let (meaning, text) = (meaning(counter), counter.text.as_ref());
            entries.push(WordEntry {
                usage: format!("put {} {name} on a {bears}", article(name)),
                ..plain(set, name, "counter", meaning, text)
            });
        }
        let tallies = files.iter().flat_map(|file| &file.tallies);
        for (at, tally) in tallies.enumerate() {
            let (set, name) = (id(names.tally_files[at]), &tally.name.node);
            let mut sentences = vec![goal(name, checked.tallies[at].1)];
            for (of, cards) in files.iter().zip(&checked.sets) {
                let faces = cards.buildings.iter().chain(&cards.actions);
                let counting = faces.filter(|face| {
                    let mut counts_as = face.all().flat_map(|face| &face.counts_as);
                    counts_as.any(|counts| counts.tally == at)
                });
                let mut counting: Vec<&str> =
                    counting.map(|face| face.printed.name.as_str()).collect();
                counting.dedup();
                if !counting.is_empty() {
                    let within = match &of.id.node {
                        of if *of == set => String::new(),
                        of => format!(" in {of}"),
                    };
                    sentences.push(format!(
                        "Cards that add to it{within}: {}.",
                        counting.join(", ")
                    ));
                }
            }
            entries.push(WordEntry {
                rules: tally.rules.clone(),
                ..plain(set, name, "tally", sentences, tally.text.as_ref())
            });
        }
        let crisis = files.iter().find_map(|file| file.crisis.as_ref());
        if let (Some(checked), Some(crisis)) = (&checked.crisis, crisis) {
            let shared = names.spaces.iter().position(|space| space.shared);
            let (set, name) = (id(shared.unwrap_or_default()), &crisis.name.node);
            entries.push(WordEntry {
                readings: self.readings(
                    &crisis.text,
                    &crisis.instead,
                    checked,
                    said(crisis.says.as_ref()).into_iter().collect(),
                ),
                rules: crisis.rules.clone(),
                ..plain(set, name, "rule of the game", Vec::new(), None)
            });
        }
        let disputes = files.iter().flat_map(|file| &file.disputes);
        let sets = files
            .iter()
            .flat_map(|file| file.disputes.iter().map(|_| &file.id.node));
        for (dispute, set) in disputes.zip(sets) {
            let mut sentences = vec![dispute.question.clone()];
            for (at, (value, meaning)) in dispute.values.iter().enumerate() {
                let default = match at {
                    0 if dispute.rules.iter().any(|rule| printed_rule(rule)) => {
                        " (default, as printed)"
                    }
                    0 => " (default)",
                    _ => "",
                };
                sentences.push(format!("  - {value}{default}: {}", sentence(meaning)));
            }
            entries.push(WordEntry {
                rules: dispute.rules.clone(),
                ..plain(set.clone(), &dispute.name.node, "dispute", sentences, None)
            });
        }
        entries
    }
}

/// How a keyword is written, with what it takes: `hurl at a player`.
fn usage(signature: &Signature) -> String {
    let mut usage = signature.name.clone();
    for param in &signature.params {
        if let Some(preposition) = &param.preposition {
            usage.push_str(&format!(" {preposition}"));
        }
        usage.push_str(&format!(" {}", taken(&signature.params, param)));
    }
    usage
}

/// What stands for a parameter; its name, too, where another one is the same.
fn taken(params: &[Parameter], param: &Parameter) -> String {
    let alone = params
        .iter()
        .filter(|other| other.kind == param.kind)
        .count()
        == 1;
    let name = param.name.to_uppercase();
    match param.kind {
        Type::One(element) | Type::Many(element) => {
            let noun = noun(element);
            let taken = match param.kind {
                Type::Many(_) => plural_of(noun),
                _ => format!("{} {noun}", article(noun)),
            };
            if alone {
                taken
            } else {
                format!("{taken} ({name})")
            }
        }
        Type::Number if alone => "N".into(),
        Type::Number | Type::Truth | Type::Each(_) | Type::EachNumber | Type::Broken => name,
    }
}

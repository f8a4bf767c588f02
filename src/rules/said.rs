//! The cards and words of a library in plain English, without a game: as printed, and as they read otherwise.

use super::card::Card;
use super::english::{self, Used, Words};
use super::ir::{Counter, Element};
use super::library::Library;
use super::tree::{Disputed, Face};
use crate::base::article;

/// A text in plain English, at tables that settle these disputes so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidReading {
    /// Disputes and their values; none where it is printed so.
    pub settled: Vec<(String, String)>,
    /// What it does, a sentence each; what is inside a list begins with blanks and a dash.
    pub english: Vec<String>,
}

/// A face of a card, as a player reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidFace {
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
    pub readings: Vec<SaidReading>,
    /// What its author says of it in words of their own.
    pub says: Option<String>,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    /// The words that it uses, and those that explain them, by their names.
    pub words: Vec<String>,
}

/// A word that cards use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidWord {
    /// The id of the set that declares it.
    pub set: String,
    /// The word itself.
    pub name: String,
    /// How it is written, with what it takes: `hurl at a player`.
    pub usage: String,
    /// What it is: "keyword", "status", "counter", "tally", "dispute", "rule of the game".
    pub what: &'static str,
    /// What it means, as printed and as some tables have it.
    pub readings: Vec<SaidReading>,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
}

impl Library {
    fn speaks(&self) -> Words<'_> {
        let (names, checked) = self.words();
        Words {
            names,
            keywords: &checked.keywords,
            tallies: &checked.tallies,
            winning: None,
            disputes: None,
            marks: &checked.marks,
        }
    }

    /// All faces, set by set, card by card.
    pub fn said(&self) -> Vec<SaidFace> {
        let (_, checked) = self.words();
        let mut said = Vec::new();
        for (file, checked) in self.sets().iter().zip(&checked.sets) {
            for card in &file.cards {
                let (names, victory) = match card {
                    Card::Deck { building, action } => (vec![(building, true), (action, false)], false),
                    Card::Victory { front, back } => {
                        (std::iter::once(front).chain(back).map(|name| (name, true)).collect(), true)
                    }
                };
                for (name, building) in &names {
                    let texts = if *building { &file.buildings } else { &file.actions };
                    let faces = if *building { &checked.buildings } else { &checked.actions };
                    let text = texts.iter().find(|text| text.name.node == name.node);
                    let face = faces.iter().find(|face| face.printed.name == name.node);
                    let face = face.expect("names.rs found a text for every face");
                    let others = names.iter().filter(|(other, kind)| (other, kind) != (name, building));
                    let readings = self.readings(face, |face| english::face(self.speaks(), face, *building));
                    said.push(SaidFace {
                        set: file.id.node.clone(),
                        name: name.node.clone(),
                        building: *building,
                        victory,
                        others: others.map(|(other, _)| other.node.clone()).collect(),
                        words: self.used(face),
                        readings,
                        says: text.and_then(|text| text.says.as_ref()).map(|says| says.node.trim().to_string()),
                        rules: text.map_or_else(Vec::new, |text| text.rules.clone()),
                    });
                }
            }
        }
        said
    }

    fn readings<T>(&self, text: &Disputed<T>, say: impl Fn(&T) -> Vec<String>) -> Vec<SaidReading> {
        let mut readings = vec![SaidReading { settled: Vec::new(), english: say(&text.printed) }];
        for (settled, reading) in &text.instead {
            let named = settled.iter().map(|(dispute, value)| {
                let (name, values) = &self.words().0.disputes[*dispute];
                (name.clone(), values[*value].clone())
            });
            readings.push(SaidReading { settled: named.collect(), english: say(reading) });
        }
        readings
    }

    /// The names of the words that a face uses.
    fn used(&self, face: &Disputed<Face>) -> Vec<String> {
        let (names, _) = self.words();
        let name = |word| match word {
            Used::Keyword(at) => names.keywords[at].name.clone(),
            Used::Status(at) => names.statuses[usize::from(at)].clone(),
            Used::Counter(at) => names.counters[usize::from(at)][0].clone(),
            Used::Tally(at) => names.tallies[at].clone(),
        };
        english::by_face(self.speaks(), face).into_iter().map(name).collect()
    }

    /// All keywords, statuses, tallies and disputes, and what happens when nothing is left to draw. Of a rule, by its id,
    /// `printed_rule` knows whether a booklet says it.
    pub fn said_words(&self, printed_rule: impl Fn(&str) -> bool) -> Vec<SaidWord> {
        let (names, checked) = self.words();
        let words = self.speaks();
        let printed = |english: Vec<String>| vec![SaidReading { settled: Vec::new(), english }];
        let mut said = Vec::new();
        let id = |file: usize| names.spaces.get(file).map_or_else(|| "core".to_string(), |space| space.id.clone());
        for (at, (keyword, signature)) in checked.keywords.iter().zip(&names.keywords).enumerate() {
            let reads = keyword.reads.as_deref();
            let readings = self.readings(&keyword.text, |text| english::keyword(words, signature, reads, text));
            let usage = english::usage(signature, &keyword.text.printed);
            let (name, rules) = (signature.name.clone(), keyword.rules.clone());
            said.push(SaidWord { set: id(names.keyword_files[at]), name, usage, what: "keyword", readings, rules });
        }
        for (at, (name, meaning)) in english::statuses(self.sets()).into_iter().enumerate() {
            let readings = printed(vec![meaning]);
            let (set, name, rules) = (id(names.status_files[at]), name.to_string(), Vec::new());
            said.push(SaidWord { set, usage: name.clone(), name, what: "status", readings, rules });
        }
        for (at, Counter { name, english, owned, on, .. }) in english::counters(self.sets()).into_iter().enumerate() {
            let remembered = owned.then(|| "It is remembered who has put it there.".to_string());
            let says = match &checked.marks[at] {
                Some(mark) => english::mark(words, &mark.printed, owned),
                None => remembered.into_iter().collect(),
            };
            let readings = printed(english.into_iter().chain(says).collect());
            let bears = match on {
                Some(Element::Player) => "player",
                Some(Element::Building) => "building",
                Some(_) => "stacked card",
                None => "card or player",
            };
            let usage = format!("put {} {name} on a {bears}", article(&name));
            said.push(SaidWord {
                set: id(names.counter_files[at]),
                usage,
                name,
                what: "counter",
                readings,
                rules: Vec::new(),
            });
        }
        let texts = self.sets().iter().flat_map(|file| &file.tallies);
        for (at, text) in texts.enumerate() {
            let mut sentences = english::tally(words, at);
            let mut says_so: Vec<&str> = Vec::new();
            for face in checked.sets.iter().flat_map(|set| set.buildings.iter().chain(&set.actions)) {
                let mut counts_as = face.all().flat_map(|face| &face.counts_as);
                let name = face.printed.name.as_str();
                if counts_as.any(|counts| counts.tally == at) && !says_so.contains(&name) {
                    says_so.push(name);
                }
            }
            if !says_so.is_empty() {
                sentences.push(english::sentence(&format!("these say so: {}", says_so.join(", "))));
            }
            let (name, rules) = (text.name.node.clone(), text.rules.clone());
            let set = id(names.tally_files[at]);
            said.push(SaidWord { set, usage: name.clone(), name, what: "tally", readings: printed(sentences), rules });
        }
        if let (Some(text), Some(file)) = (&checked.crisis, self.sets().iter().find_map(|file| file.crisis.as_ref())) {
            let readings = self.readings(text, |text| english::crisis(words, text));
            let name = file.name.node.clone();
            let rules = file.rules.clone();
            let set = id(names.spaces.iter().position(|space| space.shared).unwrap_or_default());
            said.push(SaidWord { set, usage: name.clone(), name, what: "rule of the game", readings, rules });
        }
        let files = self.sets().iter().flat_map(|file| file.disputes.iter().map(|_| file.id.node.clone()));
        for (dispute, set) in self.disputes().into_iter().zip(files) {
            let mut sentences = vec![dispute.question.clone()];
            for (at, (value, meaning)) in dispute.values.iter().enumerate() {
                let default = match at {
                    0 if dispute.rules.iter().any(|rule| printed_rule(rule)) => ", by default, as printed",
                    0 => ", by default",
                    _ => "",
                };
                sentences.push(format!("  - {value}{default}: {}", english::sentence(meaning)));
            }
            let (name, rules) = (dispute.name, dispute.rules);
            said.push(SaidWord {
                set,
                usage: name.clone(),
                name,
                what: "dispute",
                readings: printed(sentences),
                rules,
            });
        }
        said
    }
}

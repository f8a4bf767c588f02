//! The cards and words of a library in the language itself, without a game: as printed, and as they read otherwise.

use super::cuts::meanings;
use super::file::{Card, CounterText, FaceText, Instead, KeywordText, TallyText};
use super::ir::Element;
use super::library::Library;
use super::marks::{OWNED, meaning};
use super::names::{Parameter, Signature, Type, noun};
use super::tree::{Disputed, Face};
use super::used::{Used, Words};
use super::words::{explained, goal, lines};
use lang::ast::Text;
use text::{article, plural_of, sentence};

/// A text, at tables that settle these disputes so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidReading {
    /// Disputes and their values; none where it is printed so.
    pub settled: Vec<(String, String)>,
    /// What is said of it, a sentence each.
    pub meaning: Vec<String>,
    /// The lines of the text in canonical form: loaded again, it is the same.
    pub text: Vec<String>,
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
    /// All faces, set by set, card by card.
    pub fn said(&self) -> Vec<SaidFace> {
        let (_, checked) = self.words();
        let mut said = Vec::new();
        for (file, checked) in self.sets().iter().zip(&checked.sets) {
            for card in &file.cards {
                let (names, victory) = match card {
                    Card::Deck { building, action } => {
                        (vec![(building, true), (action, false)], false)
                    }
                    Card::Victory { front, back } => (
                        std::iter::once(front)
                            .chain(back)
                            .map(|name| (name, true))
                            .collect(),
                        true,
                    ),
                };
                for (name, building) in &names {
                    let texts = if *building {
                        &file.buildings
                    } else {
                        &file.actions
                    };
                    let faces = if *building {
                        &checked.buildings
                    } else {
                        &checked.actions
                    };
                    let text = texts.iter().find(|text| text.name.node == name.node);
                    let face = faces.iter().find(|face| face.printed.name == name.node);
                    let face = face.expect("names.rs found a text for every face");
                    let FaceText {
                        text,
                        instead,
                        says,
                        rules,
                        ..
                    } = text.expect("it is checked");
                    let others = names
                        .iter()
                        .filter(|(other, kind)| (other, kind) != (name, building));
                    said.push(SaidFace {
                        set: file.id.node.clone(),
                        name: name.node.clone(),
                        building: *building,
                        victory,
                        others: others.map(|(other, _)| other.node.clone()).collect(),
                        words: self.used(face),
                        readings: self.readings((text, instead), face, Vec::new()),
                        says: says.as_ref().map(|says| says.node.trim().to_string()),
                        rules: rules.clone(),
                    });
                }
            }
        }
        said
    }

    /// How a text reads, each time with what is said of it.
    fn readings<T>(
        &self,
        (text, instead): (&Text, &[Instead]),
        checked: &Disputed<T>,
        meaning: Vec<String>,
    ) -> Vec<SaidReading> {
        let mut readings = vec![SaidReading {
            settled: Vec::new(),
            meaning,
            text: lines(text),
        }];
        for ((settled, _), Instead { text, .. }) in checked.instead.iter().zip(instead) {
            let named = settled.iter().map(|(dispute, value)| {
                let (name, values) = &self.words().0.disputes[*dispute];
                (name.clone(), values[*value].clone())
            });
            readings.push(SaidReading {
                settled: named.collect(),
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
            Used::Keyword(at) => names.keywords[at].name.clone(),
            Used::Status(at) => names.statuses[usize::from(at)].clone(),
            Used::Counter(at) => names.counters[usize::from(at)][0].clone(),
            Used::Tally(at) => names.tallies[at].clone(),
        };
        let words = Words {
            names,
            checked,
            winning: None,
            disputes: None,
        };
        words.by_face(face).into_iter().map(name).collect()
    }

    /// All keywords, statuses, tallies and disputes, and what happens when nothing is left to draw. Of a rule, by its id,
    /// `printed_rule` knows whether a booklet says it.
    pub fn said_words(&self, printed_rule: impl Fn(&str) -> bool) -> Vec<SaidWord> {
        let (names, checked) = self.words();
        let mut said = Vec::new();
        let id = |file: usize| {
            names
                .spaces
                .get(file)
                .map_or_else(|| "core".to_string(), |space| space.id.clone())
        };
        let texts = self.sets().iter().flat_map(|file| &file.keywords);
        for (at, ((text, keyword), signature)) in texts
            .zip(&checked.keywords)
            .zip(&names.keywords)
            .enumerate()
        {
            let KeywordText { text, instead, .. } = text;
            let meaning = explained(keyword, signature);
            said.push(SaidWord {
                set: id(names.keyword_files[at]),
                name: signature.name.clone(),
                usage: usage(signature),
                what: "keyword",
                readings: self.readings((text, instead), &keyword.text, meaning),
                rules: keyword.rules.clone(),
            });
        }
        for (at, (name, meaning)) in meanings(self.sets()).into_iter().enumerate() {
            let set = id(names.status_files[at]);
            said.push(SaidWord::plain(
                set,
                (name, name),
                "status",
                vec![meaning],
                Vec::new(),
            ));
        }
        for (at, counter) in self
            .sets()
            .iter()
            .flat_map(|file| &file.counters)
            .enumerate()
        {
            let CounterText {
                name,
                owned,
                on,
                text,
                ..
            } = counter;
            let mut sentences = vec![meaning(counter)];
            sentences.extend(owned.then(|| OWNED.to_string()));
            let bears = match on {
                Some(Element::Player) => "player",
                Some(Element::Building) => "building",
                Some(_) => "stacked card",
                None => "card or player",
            };
            let usage = format!("put {} {} on a {bears}", article(&name.node), name.node);
            let set = id(names.counter_files[at]);
            let text = text.as_ref().map_or_else(Vec::new, lines);
            said.push(SaidWord::plain(
                set,
                (&name.node, &usage),
                "counter",
                sentences,
                text,
            ));
        }
        for (
            at,
            TallyText {
                name, text, rules, ..
            },
        ) in self
            .sets()
            .iter()
            .flat_map(|file| &file.tallies)
            .enumerate()
        {
            let mut sentences = vec![goal(&name.node, checked.tallies[at].1)];
            let mut says_so: Vec<&str> = Vec::new();
            for face in checked
                .sets
                .iter()
                .flat_map(|set| set.buildings.iter().chain(&set.actions))
            {
                let mut counts_as = face.all().flat_map(|face| &face.counts_as);
                let name = face.printed.name.as_str();
                if counts_as.any(|counts| counts.tally == at) && !says_so.contains(&name) {
                    says_so.push(name);
                }
            }
            if !says_so.is_empty() {
                sentences.push(sentence(&format!("these say so: {}", says_so.join(", "))));
            }
            let text = text.as_ref().map_or_else(Vec::new, lines);
            let word = SaidWord::plain(
                id(names.tally_files[at]),
                (&name.node, &name.node),
                "tally",
                sentences,
                text,
            );
            said.push(SaidWord {
                rules: rules.clone(),
                ..word
            });
        }
        if let (Some(checked), Some(file)) = (
            &checked.crisis,
            self.sets().iter().find_map(|file| file.crisis.as_ref()),
        ) {
            said.push(SaidWord {
                set: id(names
                    .spaces
                    .iter()
                    .position(|space| space.shared)
                    .unwrap_or_default()),
                usage: file.name.node.clone(),
                name: file.name.node.clone(),
                what: "rule of the game",
                readings: self.readings((&file.text, &file.instead), checked, Vec::new()),
                rules: file.rules.clone(),
            });
        }
        let files = self
            .sets()
            .iter()
            .flat_map(|file| file.disputes.iter().map(|_| file.id.node.clone()));
        for (dispute, set) in self.disputes().into_iter().zip(files) {
            let mut sentences = vec![dispute.question.clone()];
            for (at, (value, meaning)) in dispute.values.iter().enumerate() {
                let default = match at {
                    0 if dispute.rules.iter().any(|rule| printed_rule(rule)) => {
                        ", by default, as printed"
                    }
                    0 => ", by default",
                    _ => "",
                };
                sentences.push(format!("  - {value}{default}: {}", sentence(meaning)));
            }
            let word = SaidWord::plain(
                set,
                (&dispute.name, &dispute.name),
                "dispute",
                sentences,
                Vec::new(),
            );
            said.push(SaidWord {
                rules: dispute.rules,
                ..word
            });
        }
        said
    }
}

impl SaidWord {
    /// A word that means the same everywhere.
    fn plain(
        set: String,
        (name, usage): (&str, &str),
        what: &'static str,
        meaning: Vec<String>,
        text: Vec<String>,
    ) -> SaidWord {
        let readings = vec![SaidReading {
            settled: Vec::new(),
            meaning,
            text,
        }];
        SaidWord {
            set,
            name: name.to_string(),
            usage: usage.to_string(),
            what,
            readings,
            rules: Vec::new(),
        }
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

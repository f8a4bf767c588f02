//! The texts of a library, each with what it belongs to.

use std::fmt;

use lang::ast::Text;
use rules::Library;
use text::{Source, Span};

/// What a text belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// A face of a set.
    Building {
        set: String,
        name: String,
    },
    Action {
        set: String,
        name: String,
    },
    Keyword(String),
    Tally(String),
    /// What counters of that sort say.
    Counter(String),
    /// What happens when nothing is left to draw.
    Crisis,
    /// How a question is answered.
    Dispute(String),
    /// What decides a switch of the engine.
    Switch(String),
}

impl Owner {
    /// The name that people call it by.
    pub fn name(&self) -> &str {
        match self {
            Owner::Building { name, .. } | Owner::Action { name, .. } => name,
            Owner::Keyword(name)
            | Owner::Tally(name)
            | Owner::Counter(name)
            | Owner::Dispute(name)
            | Owner::Switch(name) => name,
            Owner::Crisis => "crisis",
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Owner::Building { set, name } => write!(f, "building {set}:{name}"),
            Owner::Action { set, name } => write!(f, "action {set}:{name}"),
            Owner::Keyword(name) => write!(f, "keyword {name}"),
            Owner::Tally(name) => write!(f, "tally {name}"),
            Owner::Counter(name) => write!(f, "counter {name}"),
            Owner::Crisis => write!(f, "rule crisis"),
            Owner::Dispute(name) => write!(f, "dispute {name}"),
            Owner::Switch(name) => write!(f, "rule {name}"),
        }
    }
}

/// One text in its file.
#[derive(Debug, Clone)]
pub struct Passage {
    pub owner: Owner,
    pub source: Source,
    pub text: Text,
}

impl Passage {
    /// From the first clause to the end of the last, its full stop included.
    pub fn span(&self) -> Span {
        let spans = self.text.clauses.iter().map(|clause| clause.span);
        let Span { start, end } = spans.reduce(Span::to).unwrap_or_default();
        Span {
            start,
            end: end + usize::from(self.source.text[end..].starts_with('.')),
        }
    }
}

/// All texts that say something, file by file, in the order of each file.
pub fn passages(library: &Library) -> Vec<Passage> {
    let mut all = Vec::new();
    for set in library.sets() {
        let mut texts = Vec::new();
        let id = &set.id.node;
        // What a variant has from another set stands there.
        for face in set.buildings.iter().filter(|face| face.origin.is_none()) {
            let owner = Owner::Building {
                set: id.clone(),
                name: face.name.node.clone(),
            };
            texts.extend(face.texts().map(|text| (owner.clone(), text)));
        }
        for face in set.actions.iter().filter(|face| face.origin.is_none()) {
            let owner = Owner::Action {
                set: id.clone(),
                name: face.name.node.clone(),
            };
            texts.extend(face.texts().map(|text| (owner.clone(), text)));
        }
        for keyword in set
            .keywords
            .iter()
            .filter(|keyword| keyword.origin.is_none())
        {
            texts.extend(
                keyword
                    .texts()
                    .map(|text| (Owner::Keyword(keyword.name.node.clone()), text)),
            );
        }
        for tally in &set.tallies {
            texts.extend(
                tally
                    .text
                    .iter()
                    .map(|text| (Owner::Tally(tally.name.node.clone()), text)),
            );
        }
        for counter in &set.counters {
            texts.extend(
                counter
                    .text
                    .iter()
                    .map(|text| (Owner::Counter(counter.name.node.clone()), text)),
            );
        }
        texts.extend(
            set.crisis
                .iter()
                .flat_map(|crisis| crisis.texts())
                .map(|text| (Owner::Crisis, text)),
        );
        let mut found: Vec<Passage> = texts
            .into_iter()
            .filter(|(_, text)| !text.clauses.is_empty())
            .map(|(owner, text)| Passage {
                owner,
                source: set.source.clone(),
                text: text.clone(),
            })
            .collect();
        found.sort_by_key(|passage| passage.span());
        all.append(&mut found);
    }
    all
}

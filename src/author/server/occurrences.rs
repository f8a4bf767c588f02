//! What a text of the language names: faces, keywords and other words, each where it stands.

use std::collections::HashMap;
use std::sync::Arc;

use lang::ast::{
    Alteration, Alters, Clause, Cond, Deed, Fee, Noun, NumExpr, Property, Set, Statement,
};
use lang::ast::{Text, Trigger, Word};
use lang::visit::{Part, visit};
use text::Span;

/// What a name is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Face,
    Keyword,
    Status,
    Counter,
    Tally,
    Dispute,
    Rule,
    Set,
    Recipe,
}

impl Kind {
    /// What it is called in messages and by `explain`.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Face => "card",
            Kind::Keyword => "keyword",
            Kind::Status => "status",
            Kind::Counter => "counter",
            Kind::Tally => "tally",
            Kind::Dispute => "dispute",
            Kind::Rule => "rule",
            Kind::Set => "set",
            Kind::Recipe => "recipe",
        }
    }
}

/// A name at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrence {
    pub kind: Kind,
    /// As it is declared, or as it is said where several are meant.
    pub name: String,
    pub span: Span,
    /// It is declared there.
    pub defines: bool,
}

impl Occurrence {
    pub fn shifted(&self, by: usize) -> Occurrence {
        Occurrence {
            span: self.span.shifted(by),
            ..self.clone()
        }
    }
}

/// Texts are read once, wherever they stand.
#[derive(Debug, Default)]
pub struct Texts {
    read: HashMap<String, Arc<Vec<Occurrence>>>,
    bytes: usize,
}

/// What is kept of texts, in bytes of them.
const KEPT: usize = 20_000_000;

impl Texts {
    /// What a text names, from its first byte on.
    pub fn of(&mut self, text: &str, is_cond: bool) -> Arc<Vec<Occurrence>> {
        if let Some(known) = self.read.get(text) {
            return known.clone();
        }
        let found = Arc::new(named_in(text, is_cond));
        if self.bytes > KEPT {
            (self.read, self.bytes) = (HashMap::new(), 0);
        }
        self.bytes += text.len();
        self.read.insert(text.to_string(), found.clone());
        found
    }
}

fn named_in(text: &str, is_cond: bool) -> Vec<Occurrence> {
    let mut tree = match is_cond {
        true => {
            let Ok(cond) = lang::parse_cond(text, 0) else {
                return Vec::new();
            };
            let span = cond.span;
            let clause = text::Spanned::new(Clause::Win(cond), span);
            Text {
                clauses: vec![clause],
            }
        }
        false => lang::parse_text(text, 0).unwrap_or_else(|_| lang::readable(text, 0)),
    };
    let mut found = Found {
        text,
        all: Vec::new(),
    };
    visit(&mut tree, &mut |part| found.part(&part));
    found.all.sort_by_key(|one| (one.span, one.kind));
    found.all.dedup();
    found.all
}

struct Found<'t> {
    text: &'t str,
    all: Vec<Occurrence>,
}

/// Causes that are no keywords.
const SORTS: [&str; 2] = ["action", "ability"];

impl Found<'_> {
    fn add(&mut self, kind: Kind, name: &str, span: Span) {
        let written = self.text.get(span.start..span.end).unwrap_or_default();
        // A place may have quotes or a blank around the name.
        let at = written
            .to_ascii_lowercase()
            .find(&name.to_ascii_lowercase());
        if let (Some(at), false) = (at, name.is_empty()) {
            let start = span.start + at;
            self.all.push(Occurrence {
                kind,
                name: name.to_string(),
                span: Span::new(start, start + name.len()),
                defines: false,
            });
        }
    }

    fn word(&mut self, kind: Kind, word: &Word) {
        self.add(kind, &word.node, word.span);
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Face(word) => self.word(Kind::Face, word),
            Part::Keyword(word) if !SORTS.contains(&word.node.as_str()) => {
                self.word(Kind::Keyword, word);
            }
            Part::Clause(clause) => self.clause(&clause.node),
            Part::Statement(statement) => self.statement(&statement.node),
            Part::Cond(cond) => self.cond(&cond.node),
            Part::Number(number) => self.number(&number.node),
            Part::Set(set) => {
                if let Set::Of { noun, .. } = &set.node
                    && let Noun::PlayersWith { counter, .. } = &noun.node
                {
                    self.word(Kind::Counter, counter);
                }
            }
            _ => {}
        }
    }

    fn clause(&mut self, clause: &Clause) {
        match clause {
            Clause::Lasting(lasting) => {
                self.word(Kind::Status, &lasting.status);
                let named = lasting.against.iter();
                let named = named.filter_map(|against| against.node.named.as_ref());
                named.for_each(|face| self.word(Kind::Face, face));
            }
            Clause::CountsAs(counts) => self.word(Kind::Tally, &counts.tally),
            Clause::Trigger(trigger) | Clause::Cannot(trigger) | Clause::Instead(trigger) => {
                self.trigger(trigger);
            }
            Clause::Alters(alters) => {
                let Alters { what, .. } = &**alters;
                if let Alteration::Called { name, .. } = what {
                    self.word(Kind::Face, name);
                }
            }
            _ => {}
        }
    }

    fn trigger(&mut self, trigger: &Trigger) {
        if let Some(counter) = &trigger.head.counter {
            self.word(Kind::Counter, counter);
        }
        if let Some(price) = &trigger.price
            && let Fee::Counters(counter) = &price.fee
        {
            self.word(Kind::Counter, counter);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Counters { counter, .. } => self.word(Kind::Counter, counter),
            // These have one in them that is not looked at by itself.
            Statement::By { statement, .. } => self.statement(&statement.node),
            Statement::Lasts { ends, clause, .. } => {
                ends.iter().for_each(|ends| self.trigger(ends));
                self.clause(&clause.node);
            }
            _ => {}
        }
    }

    fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Has {
                counter: Some(counter),
                ..
            } => self.word(Kind::Counter, counter),
            Cond::Is { property, .. } => match &property.node {
                Property::Status(status) => self.add(Kind::Status, status, property.span),
                Property::Disabled => self.add(Kind::Status, "disabled", property.span),
                _ => {}
            },
            Cond::Dispute { name, .. } => self.word(Kind::Dispute, name),
            Cond::Did { deed, .. } => self.deed(deed),
            _ => {}
        }
    }

    fn number(&mut self, number: &NumExpr) {
        match number {
            NumExpr::Counters { counter, .. } | NumExpr::CountersAmong { counter, .. } => {
                self.word(Kind::Counter, counter);
            }
            NumExpr::Often(deed) => self.deed(deed),
            _ => {}
        }
    }

    fn deed(&mut self, deed: &Deed) {
        if let Some(counter) = &deed.done.node.counter {
            self.word(Kind::Counter, counter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::named_in;

    #[test]
    fn what_a_text_names_is_found_where_it_stands() {
        let said = |text: &str, is_cond: bool| -> Vec<String> {
            let found = named_in(text, is_cond).into_iter();
            found
                .map(|one| {
                    let written = &text[one.span.start..one.span.end];
                    assert!(written.eq_ignore_ascii_case(&one.name), "{one:?}");
                    format!("{} {}", one.kind.word(), one.name)
                })
                .collect()
        };
        let text = "Use: pay 2 ticks. Singe at a player.\n\
            When revealed by singe or action, if it is soaked, put a tick on a building named \"Mill\".\n\
            While this is stacked, neighbours of this except \"Mill\" are soaked.\n\
            This counts as 2 mills.\n";
        assert_eq!(
            said(text, false),
            [
                "counter ticks",
                "keyword singe",
                "keyword singe",
                "status soaked",
                "counter tick",
                "card Mill",
                "card Mill",
                "status soaked",
                "tally mills"
            ]
        );
        // A counter is found wherever it is counted.
        for text in [
            "When this has 3 ticks, draw a card.",
            "Win when you have at least 3 ticks.",
            "Win when you have exactly 1 tick.",
            "Use: pay 3 ticks. Draw a card.",
            "Use: pay 3 ticks from you. Draw a card.",
            "Put 3 ticks on this.",
            "Take all ticks off this.",
            "Take 3 ticks of a player off this.",
            "Discard a building that has at least 3 ticks.",
            "Draw a card for each of players with a tick on this.",
            "Win when the number of ticks on your buildings is at least 3.",
            "When a tick is put on this, draw a card.",
            "If a tick would be put on this, instead draw a card.",
            "Ticks cannot be put on this.",
            "Putting ticks on this costs other players 1 card.",
            "Picking your buildings costs other players 3 ticks.",
            "While this has no ticks, you are soaked.",
            "If you have more ticks than a player, draw a card.",
            "If you have put a tick on this this turn, draw a card.",
        ] {
            let found = said(text, false);
            let is_counter = |one: &&String| one.starts_with("counter tick");
            let count = found.iter().filter(is_counter).count();
            assert_eq!(count, 1, "{text}: {found:?}");
        }
        // What is no sentence, such as `you have 3 ticks`, hides nothing behind it.
        for broken in ["Win when you have 3 ticks.", "Use: zork the of."] {
            assert!(lang::parse_text(broken, 0).is_err(), "{broken}");
            let text = format!("{broken}\nUse: pay 3 ticks. Singe at a player.\n");
            assert_eq!(said(&text, false), ["counter ticks", "keyword singe"]);
        }
        assert_eq!(
            said("\"rain\" is \"on\" and this is soaked", true),
            ["dispute rain", "status soaked"]
        );
    }
}

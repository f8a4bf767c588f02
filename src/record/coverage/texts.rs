//! The texts of a library, and what of each can be run: clauses, statements, and both ways of whatever has two.

use lang::ast::{Alteration, Body, Clause, Statement, Text};
use rules::Library;
use std::fmt;
use text::{Source, Span, Spanned};

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
        let id = &set.id.node;
        let building = |name: String| Owner::Building {
            set: id.clone(),
            name,
        };
        let action = |name: String| Owner::Action {
            set: id.clone(),
            name,
        };
        let mut found: Vec<Passage> = Vec::new();
        let mut add = |owner: Owner, texts: &mut dyn Iterator<Item = &Text>| {
            let said = texts.filter(|text| !text.clauses.is_empty());
            found.extend(said.map(|text| Passage {
                owner: owner.clone(),
                source: set.source.clone(),
                text: text.clone(),
            }));
        };
        // What a variant has from another set stands there.
        for face in set.buildings.iter().filter(|face| face.origin.is_none()) {
            add(building(face.name.node.clone()), &mut face.texts());
        }
        for face in set.actions.iter().filter(|face| face.origin.is_none()) {
            add(action(face.name.node.clone()), &mut face.texts());
        }
        for word in set.keywords.iter().filter(|word| word.origin.is_none()) {
            add(Owner::Keyword(word.name.node.clone()), &mut word.texts());
        }
        for tally in &set.tallies {
            add(
                Owner::Tally(tally.name.node.clone()),
                &mut tally.text.iter(),
            );
        }
        for sort in &set.counters {
            add(
                Owner::Counter(sort.name.node.clone()),
                &mut sort.text.iter(),
            );
        }
        if let Some(crisis) = &set.crisis {
            add(Owner::Crisis, &mut crisis.texts());
        }
        found.sort_by_key(Passage::span);
        all.append(&mut found);
    }
    all
}

/// What is run, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A clause that does something.
    Clause,
    /// A clause that applies to the table as it stands.
    Standing,
    /// A condition to win.
    Win,
    Statement,
    /// One way to go on: of `if`, `otherwise`, `either`, or a block that may not be entered.
    Branch,
    /// The other way of an `if` without `otherwise`.
    NotHeld,
    /// A `require` that does not hold.
    Failed,
    /// A `may choose` that is declined.
    Declined,
}

impl What {
    /// It is said where it stands; the others are what happens when that is not so.
    pub(super) fn is_said(&self) -> bool {
        !matches!(self, What::NotHeld | What::Failed | What::Declined)
    }

    pub(super) fn never(&self) -> &'static str {
        match self {
            What::Clause | What::Statement => "is never run",
            What::Win => "is never met",
            What::Standing => "never applies",
            What::Branch => "is never taken",
            What::NotHeld | What::Failed => "is always met",
            What::Declined => "is never declined",
        }
    }

    pub(super) fn times(&self, count: usize) -> &'static str {
        match self {
            _ if count == 0 => self.never(),
            What::NotHeld | What::Failed => "is not met",
            What::Declined => "is declined",
            _ => "is run",
        }
    }
}

/// A part of a text and the rulings that run it, by their numbers.
#[derive(Debug, Clone)]
pub struct Unit {
    pub span: Span,
    pub what: What,
    /// The number of its clause.
    pub clause: usize,
    pub rulings: Vec<usize>,
}

impl Unit {
    /// The first line of what it says.
    pub fn first_line<'s>(&self, source: &'s Source) -> &'s str {
        let text = &source.text[self.span.start..self.span.end];
        text.lines().next().unwrap_or_default()
    }
}

/// All units of a text.
pub(super) fn units(text: &Text) -> Vec<Unit> {
    let mut finder = Finder {
        clause: 0,
        units: Vec::new(),
    };
    for (at, clause) in text.clauses.iter().enumerate() {
        finder.clause = at;
        let body = clause.node.body();
        let what = match &clause.node {
            Clause::Win(_) => What::Win,
            _ if body.is_some() => What::Clause,
            _ => What::Standing,
        };
        finder.add(clause.span, what);
        if let Some(body) = body {
            finder.body(body);
        }
        if let Clause::Alters(one) = &clause.node
            && let Alteration::Has { text, .. } = &one.what
        {
            finder.units.extend(
                units(text)
                    .into_iter()
                    .map(|unit| Unit { clause: at, ..unit }),
            );
        }
        if matches!(&clause.node, Clause::Instead(one) if one.may) {
            finder.add(clause.span, What::Declined);
        }
    }
    finder.units
}

struct Finder {
    clause: usize,
    units: Vec<Unit>,
}

impl Finder {
    fn add(&mut self, span: Span, what: What) {
        self.units.push(Unit {
            span,
            what,
            clause: self.clause,
            rulings: Vec::new(),
        });
    }

    fn body(&mut self, body: &Body) {
        for statement in &body.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Spanned<Statement>) {
        let (span, node) = (statement.span, &statement.node);
        self.add(span, What::Statement);
        // What is done in any case is no way to go on.
        let ways = !matches!(
            node,
            Statement::AtOnce(_)
                | Statement::Winless(_)
                | Statement::OneEffect(_)
                | Statement::Unanswered(_)
                | Statement::UnansweredBy { .. }
        );
        for body in node.blocks() {
            if ways {
                self.add(body.span(), What::Branch);
            }
            self.body(body);
        }
        let decided = match node {
            Statement::By { statement, .. } | Statement::Secret(statement) => &statement.node,
            own => own,
        };
        match decided {
            Statement::If {
                otherwise: None, ..
            } => self.add(span, What::NotHeld),
            Statement::MayChoose { .. } | Statement::May { .. } => self.add(span, What::Declined),
            Statement::Lasts { clause, .. } if matches!(&clause.node, Clause::Instead(one) if one.may) =>
            {
                self.add(clause.span, What::Declined);
            }
            Statement::Require(_) => self.add(span, What::Failed),
            _ => {}
        }
    }
}

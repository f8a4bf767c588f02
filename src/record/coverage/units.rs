//! What of a text can be run: its clauses, statements, and both ways of whatever has two.

use lang::ast::{Alteration, Body, Clause, Statement, Text};
use text::{Span, Spanned};

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
            What::Win => "never holds",
            What::Standing => "never applies",
            What::Branch => "is never taken",
            What::NotHeld | What::Failed => "always holds",
            What::Declined => "is never declined",
        }
    }

    pub(super) fn times(&self, count: usize) -> &'static str {
        match self {
            _ if count == 0 => self.never(),
            What::NotHeld | What::Failed => "does not hold",
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
            Statement::By { statement, .. } => &statement.node,
            own => own,
        };
        match decided {
            Statement::If {
                otherwise: None, ..
            } => self.add(span, What::NotHeld),
            Statement::MayChoose { .. } | Statement::May { .. } => self.add(span, What::Declined),
            Statement::Require(_) => self.add(span, What::Failed),
            _ => {}
        }
    }
}

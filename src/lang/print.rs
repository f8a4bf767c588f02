//! Writes trees as texts: each tree in one wording, which the grammar reads as the same tree.

mod clause;
mod cond;
mod deeds;
mod happening;
mod holes;
mod layout;
mod number;
mod set;
mod statement;
mod thing;

use std::fmt;

pub(crate) use holes::Hole;
use layout::Lines;

use super::ast::{Clause, Cond, Deed, NumExpr, Statement, Text, Voice};
use text::Spanned;

/// A text as it is written, each clause from a line of its own on, without a line break at the end.
pub fn print(text: &Text) -> String {
    text.clauses
        .iter()
        .map(|one| print_clause(&one.node))
        .collect::<Vec<_>>()
        .join("\n")
}

/// One clause, all its lines.
pub fn print_clause(clause: &Clause) -> String {
    Say::PLAIN.clause_lines(clause)
}

/// One clause of a text in the lines that it has there. The places in it count from the beginning of the text, which has no
/// comments.
pub(super) fn print_in_lines(clause: &Clause, text: &str) -> String {
    let lines = Some(Lines(text));
    Say {
        lines,
        ..Say::PLAIN
    }
    .clause_lines(clause)
}

/// One statement, as it stands on lines of its own.
pub fn print_statement(statement: &Statement) -> String {
    Say::PLAIN.statement(statement, 0, true)
}

/// One condition.
pub fn print_cond(one: &Spanned<Cond>) -> String {
    Say::PLAIN.cond(one)
}

/// What somebody has done, or what has happened.
pub fn print_deed(deed: &Deed) -> String {
    match deed.subject() {
        None if deed.done.node.voice == Voice::Passive => Say::PLAIN.happened(deed, ""),
        _ => Say::PLAIN.deed_done(deed),
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&print(self))
    }
}

fn is_one(number: &Spanned<NumExpr>) -> bool {
    number.node == NumExpr::Number(1)
}

/// What several are called by, more than one is.
fn s(single: bool) -> &'static str {
    if single { "" } else { "s" }
}

/// `draw 2 cards, discard a card, or destroy a building`: the last one behind a word of its own.
fn listed(all: impl Iterator<Item = String>, before_last: &str) -> String {
    let mut all: Vec<String> = all.collect();
    let last = all.pop().unwrap_or_default();
    match all.is_empty() {
        true => last,
        false => format!("{}{before_last}{last}", all.join(", ")),
    }
}

/// How cards of a hand, of the deck or of the discard pile are said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cards {
    /// `a card in your hand`
    In,
    /// `a card from your hand`: it is taken away.
    From,
    /// `a card`: of whoever does it, where nothing more is said of it.
    Own,
}

/// Writes the parts of a text, by where they stand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Say<'t> {
    /// Where the text is written in lines that stay.
    lines: Option<Lines<'t>>,
    /// Somebody else does it than `you`.
    theirs: bool,
    /// Somebody else decides: `another player` could be another than that one.
    decided: bool,
    /// Nothing follows that could be drawn into a thing or a set.
    end: bool,
    cards: Cards,
}

impl Say<'_> {
    const PLAIN: Self = Say {
        lines: None,
        theirs: false,
        decided: false,
        end: true,
        cards: Cards::In,
    };

    fn clause_lines(self, clause: &Clause) -> String {
        match clause {
            Clause::Play(body) => self.action(body),
            clause => self.written_out(clause),
        }
    }

    /// It is done by `you` again.
    fn yours(self) -> Self {
        Say {
            theirs: false,
            decided: false,
            ..self
        }
    }

    /// Whoever does that, where it is not `you`.
    fn others(self, theirs: bool) -> Self {
        Say {
            theirs,
            decided: self.decided || theirs,
            ..self
        }
    }

    /// Nothing that follows can be drawn into what is written.
    fn last(self) -> Self {
        Say { end: true, ..self }
    }

    /// What follows is no part of what is written.
    fn amid(self) -> Self {
        Say { end: false, ..self }
    }

    fn taken(self, cards: Cards) -> Self {
        Say { cards, ..self }
    }
}

#[cfg(test)]
mod tests;

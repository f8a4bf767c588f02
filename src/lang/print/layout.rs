//! Lays out clauses and blocks: sentences where they are flat, else lines that stand deeper.

use super::Say;
use crate::ast::{Alteration, Body, Clause, Statement};
use text::limits::{COLONS, WORDS};
use text::{Since, Spanned, capital};

/// Where a statement can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// Anywhere.
    Atom,
    /// What follows would be a part of it: last in what hangs on a condition, with no `otherwise` behind.
    Tail,
    /// A sentence with what hangs on its conditions.
    Sentence,
    /// All sentences behind it would be a part of it.
    Last,
    /// On lines of its own.
    Block,
}

/// A clause with a capital in front, and a full stop where it does not end in a block.
fn ended(said: &str) -> String {
    let said = capital(said);
    let in_block = said
        .lines()
        .last()
        .is_some_and(|line| line.starts_with(' '));
    if in_block { said } else { format!("{said}.") }
}

/// Behind the comma of a head there is no other condition.
fn behind(head: &str, said: &str) -> String {
    match said.starts_with("if ") {
        true => format!("{head}: {said}"),
        false => format!("{head}, {said}"),
    }
}

/// It stands on one line, and that can be read with some words more before it.
fn fits(said: &str) -> bool {
    let few =
        said.split_whitespace().count() + 20 <= WORDS && said.matches(':').count() + 2 <= COLONS;
    few && !said.contains('\n')
}

/// Sentences in a row.
fn sentences(all: impl Iterator<Item = String>) -> String {
    let joined = all.reduce(|said, one| format!("{said}. {}", capital(&one)));
    joined.unwrap_or_default()
}

/// What hangs on a condition is one sentence.
fn is_chain(body: &Body, otherwise: bool) -> bool {
    let most = if otherwise { Shape::Atom } else { Shape::Tail };
    is_row(body, most, Shape::Atom)
}

fn is_flat(body: &Body) -> bool {
    is_row(body, Shape::Last, Shape::Sentence)
}

/// The last of these is no more than that, nor is any before it more than that.
fn is_row(body: &Body, last: Shape, before: Shape) -> bool {
    let mut shapes = body.statements.iter().rev().map(|one| shape(&one.node));
    shapes.next().is_none_or(|shape| shape <= last) && shapes.all(|shape| shape <= before)
}

/// All of these, said one behind the other.
fn row(deeds: &[Spanned<Statement>]) -> Shape {
    let shapes = deeds.iter().map(|deed| shape(&deed.node));
    shapes.max().unwrap_or(Shape::Atom)
}

fn shape(statement: &Statement) -> Shape {
    let blocks = statement.own_blocks();
    let is_hanging = |(body, otherwise): &(&Body, bool)| is_chain(body, *otherwise);
    let hanging = || match blocks.iter().all(is_hanging) {
        true => Shape::Sentence,
        false => Shape::Block,
    };
    match statement {
        Statement::Either(_) | Statement::Modes { .. } => Shape::Block,
        Statement::Does { deeds, .. } => row(deeds),
        Statement::By { statement, .. } | Statement::Pay(statement) => shape(&statement.node),
        Statement::Ways(ways) => {
            let most = ways.iter().map(|way| row(&way.statements)).max();
            most.unwrap_or(Shape::Tail).max(Shape::Tail)
        }
        Statement::IfDone { deed, .. } if shape(&deed.node) > Shape::Atom => Shape::Block,
        Statement::Offer { deeds, .. } if blocks.is_empty() => row(deeds).max(Shape::Tail),
        Statement::Offer { deeds, .. } => row(deeds).max(hanging()),
        Statement::Lasts { clause, .. } => match (&clause.node, clause.node.body()) {
            (Clause::Alters(alters), _) if matches!(alters.what, Alteration::Has { .. }) => {
                Shape::Block
            }
            (_, Some(body)) if is_flat(body) => Shape::Last,
            (_, Some(_)) => Shape::Block,
            (_, None) => Shape::Atom,
        },
        _ if blocks.is_empty() => Shape::Atom,
        _ => hanging(),
    }
}

/// A statement that stands in sentences, where all that it holds stands on its line.
pub(super) fn is_sentence(statement: &Statement) -> bool {
    shape(statement) <= Shape::Sentence
}

/// What is done once a game or turn only, taken out of the body of an ability: it is said before what the body pays.
pub(super) fn limited(body: &Body) -> (Option<Statement>, Body) {
    let costs = |one: &&Spanned<Statement>| matches!(one.node, Statement::Pay(_));
    let paid = body.statements.iter().take_while(costs).count();
    let mut rest = body.clone();
    let once = match body.statements.get(paid).map(|one| &one.node) {
        Some(Statement::Once {
            since: Since::ThisGame,
            ..
        }) => Some(rest.statements.remove(paid).node),
        _ => None,
    };
    (once, rest)
}

impl Say {
    /// A clause from the first column on.
    pub(super) fn written_out(self, clause: &Clause) -> String {
        ended(&self.clause(clause, 0))
    }

    /// Statements that are each a sentence.
    fn sentences(self, body: &Body, depth: usize) -> String {
        let all = body.statements.iter();
        sentences(all.map(|one| self.statement(&one.node, depth, true)))
    }

    /// What an action does, from the first column on.
    pub(super) fn action(self, body: &Body) -> String {
        let said = is_flat(body).then(|| self.sentences(body, 0));
        if let Some(said) = said.filter(|said| fits(said)) {
            return ended(&said);
        }
        let lines = body.statements.iter();
        let lines = lines.map(|one| ended(&self.statement(&one.node, 0, true)));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// A head and all that it does.
    pub(super) fn whole(self, head: &str, comma: bool, body: &Body, depth: usize) -> String {
        let said = is_flat(body).then(|| self.sentences(body, depth));
        self.headed(head, comma, body, said, depth)
    }

    /// A head and what hangs on it.
    pub(super) fn short(
        self,
        head: &str,
        comma: bool,
        body: &Body,
        otherwise: bool,
        depth: usize,
    ) -> String {
        let said =
            is_chain(body, otherwise).then(|| self.deeds(&body.statements, ", then ", depth));
        self.headed(head, comma, body, said, depth)
    }

    /// A head, and behind it what is said on its line, or else the lines of the body.
    fn headed(
        self,
        head: &str,
        comma: bool,
        body: &Body,
        said: Option<String>,
        depth: usize,
    ) -> String {
        let said = said.map(|said| match comma {
            true => behind(head, &said),
            false => format!("{head}: {said}"),
        });
        said.filter(|said| fits(said))
            .unwrap_or_else(|| format!("{head}:{}", self.lines(body, depth + 1)))
    }

    /// A clause that does something, with that on lines of its own.
    pub(super) fn in_block(self, clause: &Clause, body: &Body, depth: usize) -> Option<String> {
        let head = match clause {
            Clause::Trigger(one) => self.trigger(one),
            Clause::Instead(one) => self.instead(one),
            _ => return None,
        };
        Some(format!("{head}:{}", self.lines(body, depth + 1)))
    }

    /// The lines of a block that stands so deep.
    fn lines(self, body: &Body, depth: usize) -> String {
        let last = body.statements.len().saturating_sub(1);
        let line = |(at, one): (usize, &Spanned<Statement>)| {
            let said = self.statement(&one.node, depth, at == last);
            format!("\n{}{said}", "  ".repeat(depth))
        };
        body.statements.iter().enumerate().map(line).collect()
    }

    /// The sentences of one statement: in a row, or each from a line on that stands so deep.
    pub(super) fn pieces(self, pieces: Vec<String>, flat: bool, depth: usize) -> String {
        let said = flat
            .then(|| sentences(pieces.iter().cloned()))
            .filter(|said| fits(said));
        match (said, depth) {
            (Some(said), _) => said,
            // In the first column the last one is ended with the statement.
            (None, 0) => {
                let last = pieces.len().saturating_sub(1);
                let piece = |(at, one): (usize, String)| match at {
                    _ if at == last => capital(&one),
                    0 if last > 0 && !ended(&one).ends_with('.') => one,
                    0 => format!("{one}."),
                    _ => ended(&one),
                };
                pieces
                    .into_iter()
                    .enumerate()
                    .map(piece)
                    .collect::<Vec<_>>()
                    .join("\n")
            }
            (None, depth) => pieces.join(&format!("\n{}", "  ".repeat(depth))),
        }
    }
}

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

/// A text as somebody has written it, for the lines in which it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines<'t>(pub(super) &'t str);

impl Lines<'_> {
    /// What begins at that byte is the first of its line.
    pub(super) fn begins(self, at: usize) -> bool {
        let before = self.0.get(..at).unwrap_or_default();
        let before = before.trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with('\n')
    }

    /// The same of a head, by its first word, before what hangs on it.
    fn head_begins(self, head: &str, body: &Body) -> bool {
        let word = head.split(' ').next().unwrap_or_default();
        let before = self.0.get(..body.span().start).unwrap_or_default();
        let before = before.to_ascii_lowercase();
        before.rfind(word).is_some_and(|at| self.begins(at))
    }
}

/// A clause with a capital in front, and a full stop where it does not end in a block.
fn ended(said: &str) -> String {
    let said = capital(said);
    let stop = if ends_in_block(&said) { "" } else { "." };
    said + stop
}

fn ends_in_block(said: &str) -> bool {
    let mut lines = said.lines();
    lines.next_back().is_some_and(|line| line.starts_with(' '))
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
        Statement::By { statement, .. }
        | Statement::Pay(statement)
        | Statement::Secret(statement) => shape(&statement.node),
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
fn is_sentence(statement: &Statement) -> bool {
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

impl Say<'_> {
    /// A clause from the first column on.
    pub(super) fn written_out(self, clause: &Clause) -> String {
        ended(&self.clause(clause, 0))
    }

    /// Statements that are each a sentence.
    fn sentences(self, body: &Body, depth: usize) -> String {
        let all = body.statements.iter();
        sentences(all.map(|one| self.statement(&one.node, depth, true)))
    }

    /// A statement is the first of its line where it is written; nothing where that does not count.
    fn begins(self, statement: &Spanned<Statement>) -> Option<bool> {
        Some(self.lines?.begins(statement.span.start))
    }

    /// What an action does, from the first column on.
    pub(super) fn action(self, body: &Body) -> String {
        if self.lines.is_some() {
            let mut lines: Vec<String> = Vec::new();
            for one in &body.statements {
                let said = self.statement(&one.node, 0, true);
                match (lines.last_mut(), self.begins(one)) {
                    (Some(line), Some(false)) => {
                        *line = format!("{line}. {}", capital(&said));
                    }
                    _ => lines.push(said),
                }
            }
            return lines
                .iter()
                .map(|line| ended(line))
                .collect::<Vec<_>>()
                .join("\n");
        }
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
        let in_block = body.statements.first().and_then(|one| self.begins(one));
        said.filter(|said| in_block.map_or_else(|| fits(said), |in_block| !in_block))
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
            match self.begins(one) {
                Some(false) if at > 0 => format!(". {}", capital(&said)),
                _ => format!("\n{}{said}", "  ".repeat(depth)),
            }
        };
        body.statements.iter().enumerate().map(line).collect()
    }

    /// The sentences of one statement: in a row, or each from a line on that stands so deep.
    fn pieces(self, pieces: &[Piece], flat: bool, depth: usize) -> String {
        if flat && self.lines.is_none() {
            let said = sentences(pieces.iter().map(|piece| piece.said.clone()));
            if fits(&said) {
                return said;
            }
        }
        let mut out = String::new();
        for (at, piece) in pieces.iter().enumerate() {
            let said = &piece.said;
            match (at, depth) {
                (0, _) => out.push_str(said),
                _ if self.lines.is_some() && !piece.begins => {
                    out.push_str(&format!(". {}", capital(said)));
                }
                // In the first column the last one is ended with the statement.
                (_, 0) => {
                    let stop = if ends_in_block(&out) { "" } else { "." };
                    out.push_str(&format!("{stop}\n{}", capital(said)));
                }
                _ => out.push_str(&format!("\n{}{said}", "  ".repeat(depth))),
            }
        }
        out
    }

    /// Heads with what hangs on each, behind what stands before them, and what is done otherwise.
    pub(super) fn or_else(
        self,
        heads: Vec<(String, bool, &Body)>,
        first: Option<String>,
        otherwise: Option<&Body>,
        statement: &Statement,
        depth: usize,
    ) -> String {
        let piece = |head: &str, comma, body: &Body, followed| Piece {
            said: self.short(head, comma, body, followed, depth),
            begins: (self.lines).is_some_and(|lines| lines.head_begins(head, body)),
        };
        let mut pieces: Vec<Piece> = Vec::new();
        pieces.extend(first.map(|said| Piece { said, begins: true }));
        for (head, comma, body) in heads {
            pieces.push(piece(&head, comma, body, otherwise.is_some()));
        }
        pieces.extend(otherwise.map(|body| piece("otherwise", true, body, false)));
        self.pieces(&pieces, is_sentence(statement), depth)
    }
}

/// A sentence of a statement that has several.
struct Piece {
    said: String,
    /// It is the first of its line where it is written.
    begins: bool,
}

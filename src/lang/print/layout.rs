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
pub(super) fn behind(head: &str, said: &str) -> String {
    if said.starts_with("if ") {
        format!("{head}: {said}")
    } else {
        format!("{head}, {said}")
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
    let mut said = String::new();
    for one in all {
        said = if said.is_empty() {
            one
        } else {
            format!("{said}. {}", capital(&one))
        };
    }
    said
}

/// The bodies of a statement, with whether `otherwise` stands behind them.
fn chained<'b>(
    then: &'b Body,
    otherwise: &'b Option<Body>,
) -> impl Iterator<Item = (&'b Body, bool)> {
    std::iter::once((then, otherwise.is_some())).chain(otherwise.iter().map(|body| (body, false)))
}

/// What hangs on a condition is one sentence.
fn is_chain(body: &Body, otherwise: bool) -> bool {
    let Some((last, front)) = body.statements.split_last() else {
        return true;
    };
    let most = if otherwise { Shape::Atom } else { Shape::Tail };
    shape(&last.node) <= most && front.iter().all(|one| shape(&one.node) == Shape::Atom)
}

fn is_flat(body: &Body) -> bool {
    let Some((last, front)) = body.statements.split_last() else {
        return true;
    };
    shape(&last.node) <= Shape::Last && front.iter().all(|one| shape(&one.node) <= Shape::Sentence)
}

fn hanging<'b>(mut bodies: impl Iterator<Item = (&'b Body, bool)>) -> Shape {
    if bodies.all(|(body, otherwise)| is_chain(body, otherwise)) {
        Shape::Sentence
    } else {
        Shape::Block
    }
}

/// All of these, said one behind the other.
fn row(deeds: &[Spanned<Statement>]) -> Shape {
    deeds
        .iter()
        .map(|deed| shape(&deed.node))
        .max()
        .unwrap_or(Shape::Atom)
}

fn shape(statement: &Statement) -> Shape {
    match statement {
        Statement::If {
            then: body,
            otherwise,
            ..
        }
        | Statement::May { body, otherwise }
        | Statement::MayChoose {
            body, otherwise, ..
        } => hanging(chained(body, otherwise)),
        Statement::Repeat { body, .. }
        | Statement::ForEach { body, .. }
        | Statement::AtOnce(body)
        | Statement::OneEffect(body)
        | Statement::Unanswered(body)
        | Statement::Winless(body)
        | Statement::UnansweredBy { body, .. } => hanging(std::iter::once((body, false))),
        Statement::Later { body, .. } if body.statements.is_empty() => Shape::Atom,
        Statement::Later { body, .. } => hanging(std::iter::once((body, false))),
        Statement::IfDone {
            deed,
            then,
            otherwise,
        } => match shape(&deed.node) {
            Shape::Atom => hanging(chained(then, otherwise)),
            _ => Shape::Block,
        },
        Statement::Offer {
            deeds,
            then: None,
            otherwise: None,
        } => row(deeds).max(Shape::Tail),
        Statement::Offer {
            deeds,
            then,
            otherwise,
        } => {
            let then = then.iter().map(|body| (body, otherwise.is_some()));
            row(deeds).max(hanging(
                then.chain(otherwise.iter().map(|body| (body, false))),
            ))
        }
        Statement::Does { deeds, .. } => row(deeds),
        Statement::By { statement, .. } | Statement::Pay(statement) => shape(&statement.node),
        Statement::Ways(ways) => ways
            .iter()
            .map(|way| row(&way.statements))
            .max()
            .map_or(Shape::Tail, |most| most.max(Shape::Tail)),
        Statement::Toss { sides } => hanging(sides.iter().map(|side| (&side.body, false))),
        Statement::Faces { faces, otherwise } => {
            let faces = faces.iter().map(|face| (&face.body, otherwise.is_some()));
            hanging(faces.chain(otherwise.iter().map(|body| (body, false))))
        }
        Statement::Either(_) | Statement::Modes { .. } => Shape::Block,
        Statement::Lasts { clause, .. } => match (&clause.node, clause.node.body()) {
            (Clause::Alters(alters), _) if matches!(alters.what, Alteration::Has { .. }) => {
                Shape::Block
            }
            (_, Some(body)) => {
                if is_flat(body) {
                    Shape::Last
                } else {
                    Shape::Block
                }
            }
            (_, None) => Shape::Atom,
        },
        _ => Shape::Atom,
    }
}

/// A statement that stands in sentences, where all that it holds stands on its line.
pub(super) fn is_sentence(statement: &Statement) -> bool {
    shape(statement) <= Shape::Sentence
}

/// What is done once a game or turn only, taken out of the body of an ability: it is said before what the body pays.
pub(super) fn limited(body: &Body) -> (Option<&Statement>, Body) {
    let costs = |one: &&Spanned<Statement>| matches!(one.node, Statement::Pay(_));
    let paid = body.statements.iter().take_while(costs).count();
    match body.statements.get(paid).map(|one| &one.node) {
        Some(
            once @ Statement::Once {
                since: Since::ThisGame,
                ..
            },
        ) => {
            let (costs, rest) = body.statements.split_at(paid);
            (
                Some(once),
                Body {
                    statements: [costs, &rest[1..]].concat(),
                },
            )
        }
        _ => (None, body.clone()),
    }
}

impl Say {
    /// A clause from the first column on.
    pub(super) fn written_out(self, clause: &Clause) -> String {
        ended(&self.clause(clause, 0))
    }

    /// What an action does, from the first column on.
    pub(super) fn action(self, body: &Body) -> String {
        if is_flat(body) {
            let said = sentences(
                body.statements
                    .iter()
                    .map(|one| self.statement(&one.node, 0, true)),
            );
            if fits(&said) {
                return ended(&said);
            }
        }
        let lines = body
            .statements
            .iter()
            .map(|one| ended(&self.statement(&one.node, 0, true)));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// A head and all that it does.
    pub(super) fn whole(self, head: &str, comma: bool, body: &Body, depth: usize) -> String {
        let said = || {
            sentences(
                body.statements
                    .iter()
                    .map(|one| self.statement(&one.node, depth, true)),
            )
        };
        self.headed(head, comma, body, is_flat(body).then(said), depth)
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
        let said = || {
            let said: Vec<_> = body
                .statements
                .iter()
                .map(|one| self.statement(&one.node, depth, false))
                .collect();
            said.join(", then ")
        };
        self.headed(
            head,
            comma,
            body,
            is_chain(body, otherwise).then(said),
            depth,
        )
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
        let said = said.map(|said| {
            if comma {
                behind(head, &said)
            } else {
                format!("{head}: {said}")
            }
        });
        said.filter(|said| fits(said))
            .unwrap_or_else(|| format!("{head}:{}", self.lines(body, depth + 1)))
    }

    /// A clause that does something, with that on lines of its own.
    pub(super) fn in_block(self, clause: &Clause, body: &Body, depth: usize) -> String {
        let head = match clause {
            Clause::Trigger(one) => self.trigger(one),
            Clause::Instead(one) => self.instead(one),
            clause => return self.clause(clause, depth),
        };
        format!("{head}:{}", self.lines(body, depth + 1))
    }

    /// The lines of a block that stands so deep.
    pub(super) fn lines(self, body: &Body, depth: usize) -> String {
        let last = body.statements.len().saturating_sub(1);
        let said = body.statements.iter().enumerate().map(|(at, one)| {
            format!(
                "\n{}{}",
                "  ".repeat(depth),
                self.statement(&one.node, depth, at == last)
            )
        });
        said.collect()
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

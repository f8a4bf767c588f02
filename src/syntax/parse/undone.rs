//! Finds what follows from nothing that could be left undone, and what could be said of either of two things.

use super::trees::at;
use crate::base::{Span, Spanned};
use crate::syntax::SyntaxError;
use crate::syntax::ast::{Body, Cond, Statement, Text};
use crate::syntax::visit::{Part, visit};

/// What stands for a condition that nothing before can answer; no name is written so, and no text with it is read.
pub(super) const NOT_DONE: &str = "if you do";
/// The same for `its owner` behind two that could be meant.
pub(super) const UNCLEAR_OWNER: &str = "its owner";
/// Behind a card that is put on a building.
pub(super) const UNCLEAR_OWNER_PUT: &str = "its owner, of what is put there";
/// The same for `otherwise` behind two things that may not be so.
pub(super) const UNCLEAR_ELSE: &str = "otherwise";
/// Behind what each of several may do.
pub(super) const UNCLEAR_ELSE_EACH: &str = "otherwise, of each";

/// It hangs on what cannot be told, or of which two things it is said.
pub(super) fn unanswered(why: &str, then: Body, span: Span) -> Spanned<Statement> {
    let condition = at(Cond::Name(why.to_string()), span);
    at(Statement::If { condition, then, otherwise: None }, span)
}

/// What follows from nothing that could be left undone; what is said of an owner, or otherwise, and two could be meant.
pub(super) fn faults(text: &mut Text) -> Vec<SyntaxError> {
    let mut faults = Vec::new();
    visit(text, &mut |part| {
        let cond = match part {
            Part::Cond(cond) => cond,
            Part::Statement(Spanned { node: Statement::Repeat { at_most: true, body, .. }, .. }) => {
                faults.extend(body.statements.iter().find(|said| may_stop(&said.node)).map(asked_twice));
                return;
            }
            _ => return,
        };
        let Cond::Name(name) = &cond.node else { return };
        let (reason, help) = match name.as_str() {
            NOT_DONE => (
                "this follows from nothing that could be left undone",
                "say it behind what may be done, or is done to something: `discard a card; if you do, draw 2 cards`; or ask for it before: `if there is a building that is stacked, ...`",
            ),
            UNCLEAR_OWNER => (
                "two were spoken of, and `its owner` could be that of either",
                "give the one that is meant a name before: `choose a building of another player as spot; exchange one of your buildings with spot; the owner of spot draws 2 cards`",
            ),
            UNCLEAR_OWNER_PUT => (
                "a card and a building were spoken of, and `its owner` could be that of either",
                "give the building a name before: `choose a building as spot; put a card from your hand face down on spot; the owner of spot draws 1 card`",
            ),
            UNCLEAR_ELSE => (
                "two things before it may not be so, and `otherwise` could be said of either",
                "say what one of them hangs on in a line of its own, `if you have no buildings: draw 2 cards`, and `otherwise: draw 1 card` below it",
            ),
            UNCLEAR_ELSE_EACH => (
                "each of several may do it, and `otherwise` could be for each who does not, or where nobody does",
                "say it of each: `for each other player as foe:`, and below it `foe may give you a card` and `otherwise: draw 1 card`",
            ),
            _ => return,
        };
        faults.push(SyntaxError { span: cond.span, reason: reason.to_string(), help: Some(help.into()) });
    });
    faults
}

/// `you may stop`
fn may_stop(statement: &Statement) -> bool {
    matches!(statement, Statement::May { body: Body { statements }, .. } if statements.first().is_some_and(|first| first.node == Statement::Stop))
}

fn asked_twice(stop: &Spanned<Statement>) -> SyntaxError {
    let reason = "after each time `repeat at most` asks that already".to_string();
    let help = "leave it out; or let it ask here alone: `repeat 5 times: ...`".to_string();
    SyntaxError { span: stop.span, reason, help: Some(help) }
}

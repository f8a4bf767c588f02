//! Finds what follows from nothing that could be left undone, and whose owner nobody can tell.

use crate::syntax::SyntaxError;
use crate::syntax::ast::{Cond, Text};
use crate::syntax::visit::{Part, visit};

/// What stands for a condition that nothing before can answer; no name is written so, and no text with it is read.
pub(super) const NOT_DONE: &str = "if you do";
/// The same for `its owner` behind two that could be meant.
pub(super) const UNCLEAR_OWNER: &str = "its owner";

/// What follows from nothing that could be left undone; what is said of an owner, and two could be meant.
pub(super) fn faults(text: &mut Text) -> Vec<SyntaxError> {
    let mut faults = Vec::new();
    visit(text, &mut |part| {
        let Part::Cond(cond) = part else { return };
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
            _ => return,
        };
        faults.push(SyntaxError { span: cond.span, reason: reason.to_string(), help: Some(help.into()) });
    });
    faults
}

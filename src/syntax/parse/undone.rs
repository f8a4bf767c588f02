//! Finds what follows from nothing that could be left undone.

use crate::syntax::SyntaxError;
use crate::syntax::ast::{Cond, Text};
use crate::syntax::visit::{Part, visit};

/// What stands for a condition that nothing before can answer; no name is written so, and no text with it is read.
pub(super) const NOT_DONE: &str = "if you do";

/// What follows from nothing that could be left undone.
pub(super) fn faults(text: &mut Text) -> Vec<SyntaxError> {
    let mut faults = Vec::new();
    visit(text, &mut |part| {
        let Part::Cond(cond) = part else { return };
        if cond.node == Cond::Name(NOT_DONE.to_string()) {
            let reason = "this follows from nothing that could be left undone".to_string();
            let help = "say it behind what may be done, or is done to something: `discard a card; if you do, draw 2 cards`; or ask for it before: `if there is a building that is stacked, ...`";
            faults.push(SyntaxError { span: cond.span, reason, help: Some(help.into()) });
        }
    });
    faults
}

//! Checks texts of laws, which belong to nobody.

use super::Scope;
use super::scope::OF_COUNTER;
use lang::ast::{self, Operand, Statement};
use text::{Spanned, Verb};

/// It cannot hold unless `this` is a law.
pub(super) fn is_of_law(cond: &Spanned<ast::Cond>) -> bool {
    match &cond.node {
        ast::Cond::Is {
            item,
            property,
            not: false,
        } => item.node == ast::Item::This && property.node == ast::Property::Law,
        ast::Cond::And(left, right) => is_of_law(left) || is_of_law(right),
        _ => false,
    }
}

/// `you` decide, draw, look or play by it, whether or not it says so.
fn is_done_by_you(statement: &Statement) -> bool {
    match statement {
        Statement::Choose { random, .. } | Statement::ChooseNumber { random, .. } => !random,
        Statement::Repeat { at_most, .. } => *at_most,
        Statement::MayChoose { .. }
        | Statement::May { .. }
        | Statement::Either(_)
        | Statement::Modes { .. } => true,
        Statement::Draw { .. } => true,
        Statement::Verb {
            verb: Verb::LookAt | Verb::Play | Verb::Replay | Verb::PlayFromHand,
            ..
        } => true,
        Statement::Verb {
            operand: Operand::Several { random, .. },
            ..
        } => !random,
        _ => false,
    }
}

impl Scope<'_> {
    /// Why there is no `you` here, and what there is.
    pub(super) fn without_you(&self) -> &'static str {
        match self.place.this {
            Some(_) if self.place.name == OF_COUNTER => {
                "nobody remembers who has put it there: write `owned = true` in its section, and `you` are that player"
            }
            Some(_) => {
                "a law belongs to nobody: in a `when ...` clause, `provoker` is whoever does it"
            }
            None => "a switch depends on disputes alone",
        }
    }

    /// What `you` do nobody does where a text belongs to nobody.
    pub(super) fn is_somebodys(&mut self, statement: &Spanned<Statement>) -> Option<()> {
        if self.place.you || !is_done_by_you(&statement.node) {
            return Some(());
        }
        let help = match self.place.name == OF_COUNTER {
            true => self.without_you(),
            false => {
                "a law belongs to nobody: let somebody decide, as in `provoker chooses ...`, or chance"
            }
        };
        self.misplaced(statement.span, "what `you` do", help)
    }
}

//! Finds which counters are meant by `them`: of the sort that was spoken of last.

use crate::base::{Span, Spanned};
use crate::syntax::SyntaxError;
use crate::syntax::ast::{Clause, Cond, Item, Statement, Text, Trigger};
use crate::syntax::visit::{Part, visit};

/// What stands for a sort of counters that is not said; no counter is written so.
pub(super) const THEM: &str = "them all";

/// The sort is said, and where nothing before says it, that is a fault.
pub(super) fn say_which(text: &mut Text) -> Vec<SyntaxError> {
    let mut faults = Vec::new();
    for clause in &mut text.clauses {
        let mut last = match &clause.node {
            Clause::Trigger(trigger) | Clause::Instead(trigger) => spoken_of(trigger),
            _ => None,
        };
        let mut one = Text { clauses: vec![clause.clone()] };
        visit(&mut one, &mut |part| match part {
            Part::Statement(statement) => {
                let Statement::Counters { counter, on, .. } = &mut statement.node else { return };
                match &last {
                    Some((word, place)) if counter.node == THEM => {
                        counter.node.clone_from(word);
                        if let Some(place) = place {
                            on.node = place.clone();
                        }
                    }
                    _ if counter.node == THEM => faults.push(unsaid(counter.span)),
                    _ => last = Some((counter.node.clone(), Some(on.node.clone()).filter(stays))),
                }
            }
            Part::Cond(Spanned { node: Cond::Has { counter: Some(counter), item, .. }, .. }) => {
                last = Some((counter.node.clone(), Some(item.node.clone()).filter(stays)));
            }
            _ => {}
        });
        if let Some(mended) = one.clauses.pop() {
            *clause = mended;
        }
    }
    faults
}

/// It is the same thing further on.
fn stays(item: &Item) -> bool {
    matches!(item, Item::This | Item::Name(_) | Item::You | Item::It | Item::That(_))
}

fn spoken_of(trigger: &Trigger) -> Option<(String, Option<Item>)> {
    let counter = trigger.head.counter.as_ref()?;
    let on_this = trigger.head.what.as_ref().is_some_and(|what| what.is_of(&Item::This));
    Some((counter.node.clone(), Some(if on_this { Item::This } else { Item::It })))
}

fn unsaid(span: Span) -> SyntaxError {
    let help = "say of which sort, and from where: `remove all ticks from this`".to_string();
    SyntaxError { span, reason: "which of them?".into(), help: Some(help) }
}

//! Checks what counters say: clauses that wait, of the card that bears them, for whoever has put them there.

use super::face::BUILDING;
use super::scope::OF_COUNTER;
use super::{In, Place};
use crate::error::{Problem, Report};
use crate::file::CounterText;
use crate::ir::Element;
use crate::tree::{Disputed, Face};
use lang::ast::{Clause, Voice};

const MARK: Place = Place {
    name: OF_COUNTER,
    ..BUILDING
};

/// What a sort of counters says, where it says something.
pub fn mark(file: In, counter: &CounterText, report: &mut Report) -> Option<Disputed<Face>> {
    let text = counter.text.as_ref()?;
    let place = match counter.on {
        Some(this @ (Element::StackedCard | Element::Building)) => Place {
            this: Some(this),
            you: counter.owned,
            ..MARK
        },
        _ => {
            let help = "say what bears it, for `this` to be that: `on = \"cards\"`, which are stacked ones, or \
                        `on = \"buildings\"`";
            let what = "a text of its own";
            let place = "the section of a counter that lies anywhere";
            report.add(
                file.source,
                counter.name.span,
                Problem::Misplaced { what, place, help },
            );
            return None;
        }
    };
    let mut checked = Face {
        name: counter.name.node.clone(),
        ..Face::default()
    };
    for clause in &text.clauses {
        match &clause.node {
            Clause::Trigger(trigger) if trigger.head.voice != Voice::Short => {
                checked
                    .triggers
                    .extend(file.trigger((place, place), clause.span, trigger, report));
            }
            Clause::Trigger(_) => {
                let help = "what happens to the card that bears it is said in the long form: `when this is revealed, ...`";
                report.add(
                    file.source,
                    clause.span,
                    Problem::Misplaced {
                        what: "the short form",
                        place: MARK.name,
                        help,
                    },
                );
            }
            other => file.misplaced(clause.span, other, MARK.name, report),
        }
    }
    Some(Disputed {
        printed: checked,
        instead: Vec::new(),
    })
}

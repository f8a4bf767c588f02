//! Refuses to speak later of what is discarded by then: a card lies aside for one text alone.

use crate::tree::{Body, Item, Local, Part, Step};
use text::{Span, Spanned, Verb};

/// Where a text says something for later of a card that it leaves aside: at its end that is discarded, open to all.
pub(super) fn left_aside(body: &Body) -> Option<Span> {
    let mut walk = Walk::default();
    walk.body(body);
    let Walk { aside, put, later } = walk;
    let lost = |local: &Local| aside.contains(local) && !put.contains(local);
    later
        .into_iter()
        .find(|(local, _)| lost(local))
        .map(|(_, span)| span)
}

#[derive(Default)]
struct Walk {
    aside: Vec<Local>,
    /// What something was done with since.
    put: Vec<Local>,
    /// What is said of them for later, and where.
    later: Vec<(Local, Span)>,
}

impl Walk {
    fn body(&mut self, body: &Body) {
        body.steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Spanned<Step>) {
        match &step.node {
            Step::Verb(Verb::SetAside, Item::Local(local), _) | Step::Take(local) => {
                self.aside.push(*local)
            }
            Step::Verb(Verb::Show | Verb::LookAt, ..) => {}
            Step::Lasts { pending, whose: _ } => {
                self.later.extend(
                    pending
                        .text()
                        .carried
                        .iter()
                        .map(|carried| (carried.outer, step.span)),
                );
            }
            Step::By(_, inner) => self.step(inner),
            does => {
                let mut blocks = Vec::new();
                does.each_part(&mut |part| {
                    blocks.extend(if let Part::Body(body) = part {
                        Some(body)
                    } else {
                        None
                    })
                });
                if blocks.is_empty() {
                    self.put.extend(
                        self.aside
                            .iter()
                            .filter(|local| Part::Step(does).uses(**local)),
                    );
                }
                blocks.into_iter().for_each(|body| self.body(body));
            }
        }
    }
}

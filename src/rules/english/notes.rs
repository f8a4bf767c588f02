//! Finds out what of a text must be noted for later, and what can be said where it is needed.

use crate::rules::tree::{Argument, Body, Item, Local, Num, Part, Step, Text};

/// How a condition or a number that a text has given a name is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Saying {
    /// In a sentence of its own, where it is read.
    Noted,
    /// Where it is needed: nothing has changed in between.
    There,
    /// Where it is needed, as it was before anything was done.
    AsItBegan,
}

/// A condition or number between its name and its use.
#[derive(Debug, Clone, Copy, Default)]
struct Named {
    /// Changes before it was read, and the loops around that.
    read: (usize, usize),
    uses: usize,
    /// The same where it is needed.
    needed: (usize, usize),
}

/// How each condition and number that a text gives a name is said, by its local.
pub(super) fn sayings(text: &Text) -> Vec<Saying> {
    let mut walk = Walk { named: vec![Named::default(); text.locals], changes: 0, loops: 0 };
    walk.body(&text.body);
    let saying = |named: &Named| match named {
        Named { uses: 1, read, needed } if read == needed => Saying::There,
        Named { uses: 1, read: (0, 0), needed: (_, 0) } => Saying::AsItBegan,
        _ => Saying::Noted,
    };
    walk.named.iter().map(saying).collect()
}

/// It needs no note.
pub(super) fn is_plain(number: &Num) -> bool {
    matches!(number, Num::Const(_) | Num::Starred(_) | Num::Local(_))
}

struct Walk {
    named: Vec<Named>,
    /// Statements so far that may have changed something.
    changes: usize,
    /// Loops around what is looked at.
    loops: usize,
}

impl Walk {
    fn body(&mut self, body: &Body) {
        body.steps.iter().for_each(|step| self.step(&step.node));
    }

    fn step(&mut self, step: &Step) {
        let loops = usize::from(matches!(step, Step::Repeat { .. } | Step::ForEach { .. }));
        step.each_part(&mut |part| match part {
            Part::Body(body) => {
                // The second time around the first has changed something.
                self.loops += loops;
                self.changes += loops;
                self.body(body);
                self.loops -= loops;
            }
            Part::Step(step) => self.step(step),
            part => self.uses(part),
        });
        // What comes later speaks of it as it is now.
        if let Step::Lasts { .. } = step {
            step.each_part(&mut |part| self.uses(part));
        }
        match step {
            // What has its name from another is said with that one.
            Step::LetTruth(local, _) | Step::LetNumber(local, _) => {
                self.named[*local].read = (self.changes, self.loops);
                step.each_part(&mut |part| self.uses(part));
            }
            Step::LetItem(..) | Step::Choose { .. } | Step::Roll(_) | Step::Require(_) => {}
            _ => self.changes += 1,
        }
    }

    fn uses(&mut self, part: Part) {
        let now = (self.changes, self.loops);
        match part {
            Part::Local(local) => {
                let named: &mut Named = &mut self.named[local];
                named.uses += 1;
                named.needed = now;
            }
            part => part.each_part(&mut |inner| self.uses(inner)),
        }
    }
}

/// The things that a statement speaks of as they are, in the order in which it speaks of its things.
pub(super) fn spoken_of(step: &Step) -> Vec<Option<Local>> {
    fn named(item: &Item) -> Option<Local> {
        match item {
            Item::Local(local) => Some(*local),
            Item::TopOf(inner) => named(inner),
            _ => None,
        }
    }
    let items: Vec<&Item> = match step {
        Step::Verb(_, item, with) => std::iter::once(item).chain(with).collect(),
        Step::Counters { on, .. } => vec![on],
        Step::Call { arguments, keyword: _ } => match arguments.as_slice() {
            [Argument::Item(item)] => vec![item],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let chosen_or_named = items.into_iter().filter(|item| !matches!(item, Item::This | Item::You | Item::Provoker));
    chosen_or_named.map(named).collect()
}

//! Cards that a text has found or laid aside, and what becomes of them.

use crate::tree::{Body, Item, Local, Part, Set, SetKind, Source, Step};
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
            Step::Lasts { pending, .. } => {
                let carried = pending.text().carried.iter();
                self.later
                    .extend(carried.map(|carried| (carried.outer, step.span)));
            }
            Step::By(_, inner) => self.step(inner),
            does => {
                let mut blocks = Vec::new();
                Part::Step(does).each_part(&mut |part| {
                    if let Part::Body(body) = part {
                        blocks.push(body);
                    }
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

/// Sets aside, before each shuffle of the deck, what the text has found there and names again. Answers where it speaks of
/// `them`, of whom nobody can say any more which they are.
pub(super) fn keep_found(body: &mut Body) -> Option<Span> {
    let mut found = Found::default();
    found.steps(body, &|_| false);
    found.lost
}

/// What has been found in the deck so far.
#[derive(Default)]
struct Found {
    locals: Vec<Local>,
    /// What the last counted statement picked; and whether the deck has been shuffled since.
    them: bool,
    shuffled: bool,
    /// Where it is spoken of then.
    lost: Option<Span>,
}

impl Found {
    /// The statements of a block; what stands behind it may speak of a name, too.
    fn steps(&mut self, body: &mut Body, later: &dyn Fn(Local) -> bool) {
        let mut at = 0;
        while at < body.steps.len() {
            let (now, behind) = body.steps.split_at_mut(at + 1);
            let Some(step) = now.last_mut() else { return };
            let later = |local: Local| {
                later(local) || behind.iter().any(|step| Part::Step(&step.node).uses(local))
            };
            if matches!(step.node, Step::ShuffleDeck) {
                let span = step.span;
                self.shuffled |= self.them;
                let kept = self.locals.iter().copied().filter(|local| later(*local));
                let aside = kept.map(|local| Step::Verb(Verb::SetAside, Item::Local(local), None));
                let aside: Vec<_> = aside.map(|step| Spanned::new(step, span)).collect();
                let count = aside.len();
                body.steps.splice(at..at, aside);
                at += count;
            } else {
                if self.shuffled && self.lost.is_none() && speaks_of_them(&step.node) {
                    self.lost = Some(step.span);
                }
                self.finds(&step.node);
                self.inside(&mut step.node, &later);
            }
            at += 1;
        }
    }

    fn inside(&mut self, step: &mut Step, later: &dyn Fn(Local) -> bool) {
        match step {
            Step::By(_, step) => self.inside(&mut step.node, later),
            Step::MayChoose {
                body, otherwise, ..
            }
            | Step::May { body, otherwise }
            | Step::If {
                then: body,
                otherwise,
                ..
            }
            | Step::Toss {
                heads: body,
                tails: otherwise,
            } => {
                self.steps(body, later);
                self.steps(otherwise, later);
            }
            Step::Repeat { body, .. } | Step::ForEach { body, .. } | Step::Block(_, body) => {
                self.steps(body, later)
            }
            Step::Either(branches) | Step::Modes { branches, .. } => {
                branches
                    .iter_mut()
                    .for_each(|branch| self.steps(&mut branch.body, later));
            }
            _ => {}
        }
    }

    /// What a statement finds, by its own name or by `any`.
    fn finds(&mut self, step: &Step) {
        match step {
            Step::By(_, step) => return self.finds(&step.node),
            Step::Choose { set, local, .. } | Step::MayChoose { set, local, .. } => {
                self.found(set, *local)
            }
            Step::LetItem(local, item) if self.is_found(item) => self.locals.push(*local),
            Step::All { set, .. } | Step::Several { set, .. } => {
                (self.them, self.shuffled) = (self.is_of_deck(set), false);
            }
            _ => {}
        }
        Part::Step(step).each_part(&mut |part| {
            if let Part::Item(Item::Any { set, local, .. }) = part {
                self.found(set, *local);
            }
        });
    }

    fn found(&mut self, set: &Set, local: Local) {
        if self.is_of_deck(set) {
            self.locals.push(local);
        }
    }

    fn is_of_deck(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::Plus(one, other) => self.is_of_deck(one) || self.is_of_deck(other),
            SetKind::Of { source, .. } => match source {
                Source::Deck | Source::DeckTop(_) => true,
                Source::Them => self.them,
                Source::One(item) => self.is_found(item),
                _ => false,
            },
        }
    }

    fn is_found(&self, item: &Item) -> bool {
        match item {
            Item::Local(local) => self.locals.contains(local),
            Item::First(set) | Item::Pick(_, set) | Item::Any { set, .. } => self.is_of_deck(set),
            _ => false,
        }
    }
}

/// It speaks itself of what was picked last, whatever stands inside it.
fn speaks_of_them(step: &Step) -> bool {
    fn speaks(part: Part) -> bool {
        let mut found = matches!(part, Part::Set(set) if set.is_them());
        if !matches!(part, Part::Body(_)) {
            part.each_part(&mut |inner| found |= speaks(inner));
        }
        found
    }
    matches!(step, Step::OfThem { .. }) || speaks(Part::Step(step))
}

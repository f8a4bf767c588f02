//! Cards that a text has found or laid aside, and what becomes of them.

use crate::ir::Op;
use crate::tree::{Act, Body, Item, Local, Node, Part, Set, SetKind, Source, Value};
use text::{Span, Spanned, Verb};

/// What is left aside: at the end of the text it is discarded, open to all.
#[derive(Default)]
pub(super) struct Aside {
    cards: Vec<Local>,
    /// What something was done with since.
    put: Vec<Local>,
    /// What is said of them for later, and where.
    later: Vec<(Local, Span)>,
}

impl Aside {
    /// A statement is done; what stands in its blocks was before.
    pub(super) fn note(&mut self, act: &Act, span: Span) {
        match act {
            Act::Verb(Verb::SetAside, Item::Local(local), _) | Act::Take(local) => {
                self.cards.push(*local)
            }
            Act::Verb(Verb::Show | Verb::LookAt, ..) => {}
            Act::Lasts { pending, .. } => {
                let carried = pending.text().carried.iter();
                self.later
                    .extend(carried.map(|carried| (carried.outer, span)));
            }
            Act::By(_, act) => self.note(&act.node, act.span),
            act if act.parts().iter().any(|part| matches!(part, Part::Body(_))) => {}
            act => {
                let used = self
                    .cards
                    .iter()
                    .filter(|local| Part::Act(act).uses(**local));
                self.put.extend(used);
            }
        }
    }

    /// Where the text says something for later of a card that it leaves aside.
    pub(super) fn lost(&self) -> Option<Span> {
        let lost =
            |(local, _): &&(Local, Span)| self.cards.contains(local) && !self.put.contains(local);
        self.later.iter().find(lost).map(|(_, span)| *span)
    }
}

/// Sets aside, before each shuffle of the deck, what the text has found there and names again. Answers where it speaks of
/// `them`, of whom nobody can say any more which they are.
pub(super) fn keep_found(body: &mut Body) -> Option<Span> {
    let mut found = DeckCards::default();
    found.steps(body, &|_| false);
    found.lost
}

/// What has been found in the deck so far.
#[derive(Default)]
struct DeckCards {
    locals: Vec<Local>,
    /// What the last counted statement picked; and whether the deck has been shuffled since.
    them: bool,
    shuffled: bool,
    /// Where it is spoken of then.
    lost: Option<Span>,
}

impl DeckCards {
    /// The statements of a block; what stands behind it may speak of a name, too.
    fn steps(&mut self, body: &mut Body, later: &dyn Fn(Local) -> bool) {
        let mut at = 0;
        while at < body.steps.len() {
            let (now, behind) = body.steps.split_at_mut(at + 1);
            let Some(step) = now.last_mut() else { return };
            let later = |local: Local| {
                later(local) || behind.iter().any(|step| Part::Act(&step.node).uses(local))
            };
            if matches!(step.node, Act::Plain(Op::ShuffleDeck)) {
                let span = step.span;
                self.shuffled |= self.them;
                let kept = self.locals.iter().copied().filter(|local| later(*local));
                let aside = kept.map(|local| Act::Verb(Verb::SetAside, Item::Local(local), None));
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

    fn inside(&mut self, step: &mut Act, later: &dyn Fn(Local) -> bool) {
        match step {
            Act::By(_, step) => self.inside(&mut step.node, later),
            Act::MayChoose {
                body, otherwise, ..
            }
            | Act::May { body, otherwise }
            | Act::If {
                then: body,
                otherwise,
                ..
            }
            | Act::Toss {
                heads: body,
                tails: otherwise,
            } => {
                self.steps(body, later);
                self.steps(otherwise, later);
            }
            Act::Repeat { body, .. } | Act::ForEach { body, .. } | Act::Block(_, body) => {
                self.steps(body, later)
            }
            Act::Either(branches) | Act::Modes { branches, .. } => {
                branches
                    .iter_mut()
                    .for_each(|branch| self.steps(&mut branch.body, later));
            }
            _ => {}
        }
    }

    /// What a statement finds, by its own name or by `any`.
    fn finds(&mut self, step: &Act) {
        match step {
            Act::By(_, step) => return self.finds(&step.node),
            Act::Choose { set, local, .. } | Act::MayChoose { set, local, .. } => {
                self.found(set, *local)
            }
            Act::Let(local, Value::Item(item)) if self.is_found(item) => self.locals.push(*local),
            Act::All { set, .. } | Act::Several { set, .. } => {
                (self.them, self.shuffled) = (self.is_of_deck(set), false);
            }
            _ => {}
        }
        for part in step.parts() {
            if let Part::Item(Item::Any { set, local, .. }) = part {
                self.found(set, *local);
            }
        }
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
fn speaks_of_them(step: &Act) -> bool {
    fn speaks(part: Part) -> bool {
        matches!(part, Part::Set(set) if set.is_them())
            || !matches!(part, Part::Body(_)) && part.parts().into_iter().any(speaks)
    }
    matches!(step, Act::OfThem { .. }) || speaks(Part::Act(step))
}

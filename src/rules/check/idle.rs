//! What comes in the place of something must be able to do something: what that asks for. What it aims comes when it is over.

use super::Scope;
use crate::ir::{Compare, Element, ROLES};
use crate::tree::{Body, Cond, Item, Local, Num, Part, Set, SetKind, Source, Step};
use text::Span;

/// What a clause is asked besides, so that it does not come where its body could do nothing at all. `building` makes a new
/// local for one.
pub(super) fn able(
    given: Option<Cond>,
    body: &Body,
    building: impl FnOnce() -> Local,
) -> Option<Cond> {
    let needed =
        needed(body, building).filter(|needed| is_open(needed) && !said(given.as_ref(), needed));
    match (given, needed) {
        (Some(given), Some(needed)) => Some(Cond::And(Box::new(given), Box::new(needed))),
        (given, needed) => given.or(needed),
    }
}

impl Scope<'_> {
    /// Nothing is said behind `aim it at ...`, which would come before what is aimed.
    pub(super) fn aims_last(&mut self, body: &Body) -> Option<()> {
        let Some(behind) = behind_aim(body) else {
            return Some(());
        };
        let help = "what is aimed comes when this text is over: say once where it goes, and all else before, as in \
                    `Draw a card. Aim it at you.`";
        self.misplaced(behind, "what is said behind `aim it at ...`", help)
    }
}

fn behind_aim(body: &Body) -> Option<Span> {
    body.steps.iter().enumerate().find_map(|(at, step)| {
        let repeats = matches!(step.node, Step::ForEach { .. } | Step::Repeat { .. });
        match body.steps.get(at + 1) {
            Some(next) if aims(Part::Step(&step.node)) => Some(next.span),
            _ if repeats && aims(Part::Step(&step.node)) => Some(step.span),
            _ => behind_aim_within(Part::Step(&step.node)),
        }
    })
}

fn behind_aim_within(part: Part<'_>) -> Option<Span> {
    let mut found = None;
    part.each_part(&mut |inner| {
        let here = || match inner {
            Part::Body(body) => behind_aim(body),
            inner => behind_aim_within(inner),
        };
        found = found.or_else(here);
    });
    found
}

fn aims(part: Part<'_>) -> bool {
    let mut found = matches!(part, Part::Step(Step::Aim(_)));
    part.each_part(&mut |inner| found = found || aims(inner));
    found
}

fn needed(body: &Body, building: impl FnOnce() -> Local) -> Option<Cond> {
    let (first, alone) = (body.steps.first()?, body.steps.len() == 1);
    let there = |set: &Set| Some(Cond::Exists(Box::new(set.clone())));
    match &first.node {
        // Where there is nothing to choose, the text ends.
        Step::Choose { set, .. } => there(set),
        Step::By(_, step) => match &step.node {
            Step::Choose { set, .. } => there(set),
            _ => None,
        },
        Step::Verb(_, Item::Any { set, .. }, _) => there(set),
        Step::Verb(_, Item::TopOf(building), _) if alone => {
            Some(Cond::Stacked((**building).clone()))
        }
        Step::Verb(_, Item::First(set) | Item::Pick(_, set), _) if alone => there(set),
        Step::Verb(_, item @ Item::Beside(..), _) if alone => {
            let (source, candidate) = (Source::One(item.clone()), building());
            let kind = SetKind::Of {
                target: false,
                source,
                candidate,
                filters: Vec::new(),
            };
            there(&Set {
                element: Element::Building,
                kind,
            })
        }
        Step::All { set, .. } | Step::Several { set, .. } if alone || of_them(body) => there(set),
        Step::Repeat { body, .. } if alone => needed(body, building),
        _ => None,
    }
}

/// All that comes behind the first step is of what that has picked.
fn of_them(body: &Body) -> bool {
    fn look(part: Part<'_>, found: &mut bool) {
        *found |= matches!(
            part,
            Part::Set(Set {
                kind: SetKind::Of {
                    source: Source::Them,
                    ..
                },
                ..
            })
        );
        part.each_part(&mut |inner| look(inner, found));
    }
    body.steps[1..].iter().all(|step| {
        let mut found = false;
        look(Part::Step(&step.node), &mut found);
        found
    })
}

/// It is known to all, and speaks of nothing that the text names.
fn is_open(cond: &Cond) -> bool {
    fn look(part: Part<'_>, own: &mut Vec<usize>, open: &mut bool) {
        match part {
            Part::Local(local) => *open &= local < ROLES || own.contains(&local),
            Part::Cond(
                Cond::Named(..)
                | Cond::NamedAs(..)
                | Cond::NamedLike(..)
                | Cond::Playable(..)
                | Cond::VictoryCard(..)
                | Cond::Extreme { .. },
            ) => *open = false,
            Part::Set(Set {
                kind: SetKind::Of { candidate, .. },
                ..
            }) => own.push(*candidate),
            Part::Item(Item::Any { .. } | Item::Entry(..)) => *open = false,
            _ => {}
        }
        part.each_part(&mut |inner| look(inner, own, open));
    }
    let (mut own, mut open) = (Vec::new(), true);
    look(Part::Cond(cond), &mut own, &mut open);
    open
}

/// What there is to be, where that is all that is asked.
fn sources(cond: &Cond) -> Option<(bool, &Source)> {
    let Cond::Exists(set) = cond else { return None };
    match &set.kind {
        SetKind::Of {
            target,
            source,
            filters,
            ..
        } if filters.is_empty() => Some((*target, source)),
        _ => None,
    }
}

/// The text asks for it itself.
fn said(given: Option<&Cond>, needed: &Cond) -> bool {
    match given {
        Some(Cond::And(left, right)) => said(Some(left), needed) || said(Some(right), needed),
        // Where there are so many there is one.
        Some(Cond::Compare(Num::Count(set), Compare::AtLeast, Num::Const(1..))) => {
            said(Some(&Cond::Exists(set.clone())), needed)
        }
        Some(given) => {
            given == needed || sources(given).is_some_and(|given| Some(given) == sources(needed))
        }
        None => false,
    }
}

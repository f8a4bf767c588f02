//! What a clause that replaces asks besides, and what a status would read of itself.

use super::Scope;
use crate::ir::{Compare, Element, ROLES};
use crate::tree::{Act, Body, Capture, Cond, Item, Local, Num, Part, Set, SetKind, Source, Value};
use text::Span;

/// What a clause is asked besides, so that it does not come where its body could do nothing at all. `carried` is what it has
/// from the text around it; `building` makes a new local for one.
pub(super) fn able(
    given: Option<Cond>,
    body: &Body,
    carried: &[Capture],
    building: impl FnOnce() -> Local,
) -> Option<Cond> {
    let needed = needed(body, building)
        .filter(|needed| is_open(needed, carried) && !said(given.as_ref(), needed));
    match (given, needed) {
        (Some(given), Some(needed)) => Some(given.and(needed)),
        (given, needed) => given.or(needed),
    }
}

impl Scope<'_> {
    /// Nothing is said behind `aim it at ...`, which would come before what is aimed.
    pub(super) fn aims_last(&mut self, body: &Body) -> Option<()> {
        let Some(behind) = behind_aim(body) else {
            return Some(());
        };
        let help = "write it once, after everything else, as in `Draw a card. Aim it at you.`";
        self.refused(behind, "nothing can follow `aim it at ...`", help)
    }
}

fn behind_aim(body: &Body) -> Option<Span> {
    body.steps.iter().enumerate().find_map(|(at, step)| {
        let repeats = matches!(step.node, Act::ForEach { .. } | Act::Repeat { .. });
        match body.steps.get(at + 1) {
            Some(next) if aims(Part::Act(&step.node)) => Some(next.span),
            _ if repeats && aims(Part::Act(&step.node)) => Some(step.span),
            _ => behind_aim_within(Part::Act(&step.node)),
        }
    })
}

fn behind_aim_within(part: Part<'_>) -> Option<Span> {
    part.parts().into_iter().find_map(|inner| match inner {
        Part::Body(body) => behind_aim(body),
        inner => behind_aim_within(inner),
    })
}

fn aims(part: Part<'_>) -> bool {
    part.any(&mut |part| matches!(part, Part::Act(Act::Aim(_))))
}

fn needed(body: &Body, building: impl FnOnce() -> Local) -> Option<Cond> {
    let (first, alone) = (body.steps.first()?, body.steps.len() == 1);
    let there = |set: &Set| Some(Cond::exists(set.clone()));
    match &first.node {
        // Where there is nothing to choose, or to name, the text ends.
        Act::Choose { set, .. } => there(set),
        Act::Let(_, Value::Item(Item::First(set) | Item::Pick(_, set))) => there(set),
        Act::By(_, step) | Act::Secret(step) => match &step.node {
            Act::Choose { set, .. } => there(set),
            _ => None,
        },
        Act::Verb(_, Item::Any { set, .. }, _) => there(set),
        Act::Verb(_, Item::TopOf(building), _) if alone => {
            Some(Cond::Stacked((**building).clone()))
        }
        Act::Verb(_, Item::First(set) | Item::Pick(_, set), _) if alone => there(set),
        Act::Verb(_, item @ Item::Beside(..), _) if alone => {
            let source = Source::One(item.clone());
            there(&Set::all(source, Element::Building, building()))
        }
        Act::All { set, .. } | Act::Several { set, .. } if alone || of_them(body) => there(set),
        Act::Repeat { body, .. } if alone => needed(body, building),
        _ => None,
    }
}

/// All that comes behind the first step is of what that has picked.
fn of_them(body: &Body) -> bool {
    let mut behind = body.steps[1..].iter().map(|step| Part::Act(&step.node));
    behind.all(|step| step.any(&mut |part| matches!(part, Part::Set(set) if set.is_them())))
}

/// It is known to all, and speaks of nothing that the text names itself.
fn is_open(cond: &Cond, carried: &[Capture]) -> bool {
    let mut own: Vec<Local> = carried.iter().map(|carried| carried.local).collect();
    !Part::Cond(cond).any(&mut |part| match part {
        Part::Local(local) => local >= ROLES && !own.contains(&local),
        Part::Cond(
            Cond::Named(..)
            | Cond::NamedAs(..)
            | Cond::NamedLike(..)
            | Cond::Playable(..)
            | Cond::VictoryCard(..)
            | Cond::Extreme { .. },
        )
        | Part::Item(Item::Any { .. } | Item::Entry(..)) => true,
        Part::Set(Set {
            kind: SetKind::Of { candidate, .. },
            ..
        }) => {
            own.push(*candidate);
            false
        }
        _ => false,
    })
}

/// What there is to be, where that is all that is asked.
fn sources(cond: &Cond) -> Option<(bool, &Source)> {
    match cond {
        Cond::Exists(set) => match &set.kind {
            SetKind::Of {
                target,
                source,
                filters,
                ..
            } if filters.is_empty() => Some((*target, source)),
            _ => None,
        },
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

/// The condition asks whether `this` is disabled, or what it is called, which comes to the same (DIS-1).
pub(super) fn reads_itself(cond: &Cond) -> bool {
    asks(Part::Cond(cond), &mut Vec::new())
}

/// The building itself may be in the set.
pub(super) fn may_be_this(set: &Set) -> bool {
    match &set.kind {
        SetKind::Plus(left, right) => may_be_this(left) || may_be_this(right),
        SetKind::Of {
            source,
            candidate,
            filters,
            ..
        } => {
            let left_out = |filter: &Cond| match filter {
                Cond::Not(inner) => **inner == Cond::Same(Item::Local(*candidate), Item::This),
                _ => false,
            };
            let elsewhere = match source {
                Source::Neighbours(Item::This) | Source::Row(_, Item::This) => true,
                Source::One(item) => *item != Item::This,
                _ => false,
            };
            set.element == Element::Building && !elsewhere && !filters.iter().any(left_out)
        }
    }
}

/// Which buildings are in the set hangs on whether these are disabled.
pub(super) fn picks_by_disabled(set: &Set) -> bool {
    match &set.kind {
        SetKind::Plus(left, right) => picks_by_disabled(left) || picks_by_disabled(right),
        SetKind::Of {
            source,
            candidate,
            filters,
            ..
        } => {
            let picks = match source {
                Source::One(Item::First(inner) | Item::Pick(_, inner)) => picks_by_disabled(inner),
                _ => false,
            };
            picks
                || filters
                    .iter()
                    .any(|filter| asks_whether_disabled(filter, *candidate))
        }
    }
}

fn asks_whether_disabled(cond: &Cond, of: Local) -> bool {
    match cond {
        Cond::Active(Item::Local(local)) | Cond::Disabled(Item::Local(local)) => *local == of,
        Cond::And(left, right) | Cond::Or(left, right) => {
            asks_whether_disabled(left, of) || asks_whether_disabled(right, of)
        }
        Cond::Not(inner) => asks_whether_disabled(inner, of),
        _ => false,
    }
}

/// The same of a part; the locals are those that may stand for `this`.
fn asks(part: Part, may: &mut Vec<Local>) -> bool {
    let is_this = |item: &Item, may: &[Local]| match item {
        Item::This => true,
        Item::Local(local) => may.contains(local),
        _ => false,
    };
    match part {
        Part::Cond(Cond::NamedLike(one, other, _)) if is_this(one, may) || is_this(other, may) => {
            true
        }
        Part::Cond(
            Cond::Active(item)
            | Cond::Disabled(item)
            | Cond::Named(item, ..)
            | Cond::NamedAs(item, ..),
        ) if is_this(item, may) => true,
        Part::Num(Num::DifferentNames(set, _) | Num::MostAlike(set, _)) if may_be_this(set) => true,
        part => {
            let before = may.len();
            if let Part::Set(set) = part
                && let SetKind::Of { candidate, .. } = &set.kind
                && may_be_this(set)
            {
                may.push(*candidate);
            }
            let found = part.parts().into_iter().any(|inner| asks(inner, may));
            may.truncate(before);
            found
        }
    }
}

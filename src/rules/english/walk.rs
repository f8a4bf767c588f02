//! Looks through a text for the things that it speaks of by name, so that two are not called the same.

use crate::rules::tree::{Body, Item, Local, Num, Part, Step};

/// What a text does with a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// It speaks of it.
    Used(Local),
    /// It brings one in.
    Brought,
}

pub(super) fn body(body: &Body, see: &mut dyn FnMut(Seen)) {
    part(Part::Body(body), see);
}

pub(super) fn step(step: &Step, see: &mut dyn FnMut(Seen)) {
    let mut brings = match step {
        Step::Choose { .. } | Step::MayChoose { .. } | Step::ForEach { .. } | Step::Take(_) => true,
        Step::LetItem(_, item) => !is_a_name(item),
        // What is decided brings it in itself.
        Step::By(..) => false,
        _ => false,
    };
    step.each_part(&mut |inner| {
        // It is there before what is done with it.
        if matches!(inner, Part::Body(_)) && std::mem::take(&mut brings) {
            see(Seen::Brought);
        }
        part(inner, see);
    });
    if brings {
        see(Seen::Brought);
    }
}

/// It is done once, and nothing in it speaks of a loop.
pub(super) fn in_one_breath(times: &Num, body: &Body) -> bool {
    *times == Num::Const(1) && !ends_early(body)
}

/// Something in it ends the innermost loop.
fn ends_early(body: &Body) -> bool {
    body.steps.iter().any(|step| match &step.node {
        Step::Require(_) | Step::Stop => true,
        Step::If { then, otherwise, .. } => ends_early(then) || ends_early(otherwise),
        Step::May { body, otherwise } | Step::MayChoose { body, otherwise, .. } => {
            ends_early(body) || ends_early(otherwise)
        }
        _ => false,
    })
}

/// It needs no words of its own.
pub(super) fn is_a_name(item: &Item) -> bool {
    match item {
        Item::Local(_) | Item::This | Item::You | Item::Provoker => true,
        Item::TopOf(_)
        | Item::OwnerOf(_)
        | Item::Under(_)
        | Item::Beside(..)
        | Item::NameOf(..)
        | Item::WrittenOn(_)
        | Item::Entry(..)
        | Item::First(_)
        | Item::Pick(..)
        | Item::Any { .. } => false,
    }
}

fn part(of: Part, see: &mut dyn FnMut(Seen)) {
    match of {
        Part::Local(local) => see(Seen::Used(local)),
        Part::Step(inner) => step(inner, see),
        other => other.each_part(&mut |inner| part(inner, see)),
    }
    if matches!(of, Part::Item(Item::Any { .. })) {
        see(Seen::Brought);
    }
}

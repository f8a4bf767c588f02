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

/// Something in it ends the innermost loop that it is in.
fn ends_early(body: &Body) -> bool {
    body.steps.iter().any(|step| ends(&step.node))
}

fn ends(step: &Step) -> bool {
    let mut ended = matches!(step, Step::Require(_) | Step::Stop);
    // A loop in it has an end of its own.
    if !matches!(step, Step::Repeat { .. } | Step::ForEach { .. }) {
        step.each_part(&mut |part| match part {
            Part::Body(body) => ended |= ends_early(body),
            Part::Step(step) => ended |= ends(step),
            Part::Local(_) | Part::Item(_) | Part::Set(_) | Part::Cond(_) | Part::Num(_) => {}
        });
    }
    ended
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

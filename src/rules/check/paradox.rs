//! Finds lasting clauses that contradict themselves: a building is disabled by what hangs on its being disabled.

use crate::ir::Element;
use crate::tree::{Cond, Item, Local, Num, Part, Set, SetKind, Source};

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
            let mut found = false;
            part.each_part(&mut |inner| found = found || asks(inner, may));
            may.truncate(before);
            found
        }
    }
}

//! Between which numbers something lies that a text counts, whatever happens.

use std::collections::BTreeMap;

use lang::ast::{Compare, Filter, Item, Noun, NumExpr, Set};
use text::Spanned;
use text::limits::{CARDS, HEAP, NUMBER, PLAYERS};

/// The lowest and the highest number that it can be.
pub(super) type Bounds = (u64, u64);

/// What the names of a text stand for, as far as it is known.
pub(super) type Known = BTreeMap<String, Bounds>;

/// Nothing is known of it.
pub(super) const ANY: Bounds = (0, u64::MAX);
/// What lies on one thing.
pub(super) const COUNTERS: Bounds = (0, HEAP as u64);
/// What lies on one building.
pub(super) const HEIGHT: Bounds = (0, CARDS as u64);

/// How many there are of a set.
pub(super) fn of_set(set: &Set, known: &Known) -> Bounds {
    let (noun, filters) = match set {
        Set::Plus(left, right) => {
            let (left, right) = (of_set(&left.node, known), of_set(&right.node, known));
            return (left.0.max(right.0), left.1.saturating_add(right.1));
        }
        Set::Of {
            noun,
            filters,
            target: _,
        } => (&noun.node, filters),
    };
    let all = match noun {
        // A game goes on as long as two are in it.
        Noun::Players { .. } => (1, PLAYERS as u64),
        Noun::PlayersWith { .. } => (0, PLAYERS as u64),
        Noun::One(_) => (0, 1),
        Noun::DeckTop(number) => (0, of_number(&number.node, known).1.min(CARDS as u64)),
        Noun::Buildings(_)
        | Noun::Neighbours(_)
        | Noun::Row(..)
        | Noun::Between(..)
        | Noun::Tops(_)
        | Noun::CardsOn { .. }
        | Noun::CardsIn(_)
        | Noun::Hand { .. }
        | Noun::Discard
        | Noun::Deck
        | Noun::Laws => (0, CARDS as u64),
        Noun::PlacesBeside(_) => (0, 2),
        Noun::Names { .. } | Noun::Places(_) | Noun::Them | Noun::Name(_) => ANY,
    };
    let you =
        |filter: &Filter| matches!(filter, Filter::ExceptItem(item) if item.node == Item::You);
    match filters.as_slice() {
        [] => all,
        filters
            if matches!(noun, Noun::Players { .. })
                && filters.iter().any(|filter| you(&filter.node)) =>
        {
            (0, all.1 - 1)
        }
        _ => (0, all.1),
    }
}

/// What a number can be.
pub(super) fn of_number(number: &NumExpr, known: &Known) -> Bounds {
    let of = |number: &NumExpr| of_number(number, known);
    let both =
        |left: &Spanned<NumExpr>,
         right: &Spanned<NumExpr>,
         join: &dyn Fn(Bounds, Bounds) -> Bounds| join(of(&left.node), of(&right.node));
    match number {
        NumExpr::Number(number) => (u64::from(*number), u64::from(*number)),
        NumExpr::Starred(_) => (0, u64::from(NUMBER)),
        NumExpr::Count(set) => of_set(&set.node, known),
        NumExpr::DifferentNames(set) | NumExpr::MostAlike(set) => (0, of_set(&set.node, known).1),
        NumExpr::Counters { .. } => COUNTERS,
        NumExpr::Whose { number, of: _ } => (0, of(&number.node).1),
        NumExpr::Seats => (2, PLAYERS as u64),
        NumExpr::If {
            then,
            otherwise,
            condition: _,
        } => both(then, otherwise, &|then, otherwise| {
            (then.0.min(otherwise.0), then.1.max(otherwise.1))
        }),
        NumExpr::Plus(left, right) => both(left, right, &|left, right| {
            (
                left.0.saturating_add(right.0),
                left.1.saturating_add(right.1),
            )
        }),
        NumExpr::Minus(left, right) => both(left, right, &|left, right| {
            (
                left.0.saturating_sub(right.1),
                left.1.saturating_sub(right.0),
            )
        }),
        NumExpr::Half { of: number, up } => {
            let (low, high) = of(&number.node);
            let half = |number: u64| if *up { number.div_ceil(2) } else { number / 2 };
            (half(low), half(high))
        }
        NumExpr::Twice(number) => {
            let (low, high) = of(&number.node);
            (low.saturating_mul(2), high.saturating_mul(2))
        }
        NumExpr::OfTwo {
            larger,
            left,
            right,
        } => both(left, right, &|left, right| match larger {
            true => (left.0.max(right.0), left.1.max(right.1)),
            false => (left.0.min(right.0), left.1.min(right.1)),
        }),
        NumExpr::Among { of, .. } => (0, of_set(&of.node, known).1),
        NumExpr::Name(name) => known.get(name).copied().unwrap_or(ANY),
        NumExpr::CountersAmong { .. }
        | NumExpr::Entry(_)
        | NumExpr::ThatMany
        | NumExpr::Often(_) => ANY,
    }
}

/// The numbers for which a comparison with a number holds.
pub(super) fn where_holds(compare: Compare, number: u64) -> Option<Bounds> {
    match compare {
        Compare::AtLeast => Some((number, u64::MAX)),
        Compare::AtMost => Some((0, number)),
        Compare::Exactly => Some((number, number)),
        Compare::MoreThan => Some((number.checked_add(1)?, u64::MAX)),
        Compare::FewerThan => Some((0, number.checked_sub(1)?)),
    }
}

/// What a comparison comes to, whatever the two are.
pub(super) fn compared(left: Bounds, compare: Compare, right: Bounds) -> Option<bool> {
    let (always, never) = match compare {
        Compare::AtLeast => (left.0 >= right.1, left.1 < right.0),
        Compare::AtMost => (left.1 <= right.0, left.0 > right.1),
        Compare::MoreThan => (left.0 > right.1, left.1 <= right.0),
        Compare::FewerThan => (left.1 < right.0, left.0 >= right.1),
        Compare::Exactly => {
            let sole = left.0 == left.1 && left == right;
            (sole, left.1 < right.0 || left.0 > right.1)
        }
    };
    (always || never).then_some(always)
}

//! Writes what clauses and statements of several sorts have in them.

use super::expr::{any_one, cond, item, number, one_of};
use crate::base::Spanned;
use crate::syntax::ast::{Cond, LetValue, Noun, Set, SetExpr, Word};

/// Ahead of a clause that holds only while that does.
pub(super) fn during(condition: &Option<Spanned<Cond>>) -> String {
    condition.as_ref().map(|when| format!("while {}: ", cond(when))).unwrap_or_default()
}

/// The set is one thing.
pub(super) fn is_single(set: &SetExpr) -> bool {
    matches!(&set.node, Set::Of { noun, .. } if matches!(noun.node, Noun::One(_)))
}

/// One of a set, and its name.
pub(super) fn chosen(these: &SetExpr, name: &Option<Word>) -> String {
    any_one(these) + &called(name)
}

pub(super) fn called(name: &Option<Word>) -> String {
    name.as_ref().map(|name| format!(" as {}", name.node)).unwrap_or_default()
}

/// The same behind `each`, where one thing comes first.
pub(super) fn chosen_of(these: &SetExpr, name: &Option<Word>) -> String {
    one_of(these) + &called(name)
}

pub(super) fn let_value(value: &LetValue) -> String {
    match value {
        LetValue::Item(one) => item(one),
        LetValue::Number(one) => number(one),
        LetValue::Cond(one) => format!("whether {}", cond(one)),
        LetValue::ForEach(number) => format!("{number} for each player"),
        LetValue::NoPlayers => "no players".into(),
    }
}

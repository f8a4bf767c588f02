//! Writes what clauses and statements of several sorts have in them.

use super::expr::{any_one, atom, cond, item, number, one_of, put_by};
use crate::base::Spanned;
use crate::base::limits::HEAP;
use crate::syntax::ast::{
    Body, Clause, Cond, Filter, Item, ItemExpr, LetValue, Noun, NumExpr, Set, SetExpr, Statement, Text, Word,
};
use crate::syntax::visit::{Part, visit};

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

/// `put 2 ticks on this`, `take all burns of foe off it`
pub(super) fn counters(put: bool, number: &Spanned<NumExpr>, counter: &Word, on: &ItemExpr) -> String {
    let (verb, place) = if put { ("put", "on") } else { ("take", "off") };
    let (number, of) = put_by(number);
    let number = match number.node {
        NumExpr::Number(HEAP) if !put => "all".to_string(),
        _ => atom(number),
    };
    format!("{verb} {number} {}{of} {place} {}", counter.node, item(on))
}

/// What somebody else decides, in words in which others are others than `you`: `a player except you`, where `another player` would be
/// another than whoever decides.
pub(super) fn but_you(statement: &Spanned<Statement>) -> Spanned<Statement> {
    let body = Body { statements: vec![statement.clone()] };
    let mut text = Text { clauses: vec![Spanned::new(Clause::Play(body), statement.span)] };
    visit(&mut text, &mut |part| {
        let Part::Filters(filters) = part else { return };
        for filter in filters {
            if let Filter::ExceptItem(item) = &mut filter.node
                && item.node == Item::You
            {
                item.node = Item::Name("you".into());
            }
        }
    });
    match text.clauses.pop().map(|clause| clause.node) {
        Some(Clause::Play(mut body)) => body.statements.pop().unwrap_or_else(|| statement.clone()),
        _ => statement.clone(),
    }
}

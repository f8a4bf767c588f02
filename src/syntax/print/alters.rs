//! Writes clauses that change what the words of the rules and of other texts mean.

use super::expr::{group, item, number, set};
use super::parts::{chosen_of, is_single};
use crate::syntax::ast::{Alteration, Item, Noun, Set, SetExpr, Starred};

/// Without the clauses behind `have:`.
pub(super) fn alteration(what: &Alteration) -> String {
    match what {
        Alteration::Neighbours { each, left, right } => {
            let each = each.as_deref();
            let each = each.map_or(String::new(), |(these, name)| format!("for each {}, ", chosen_of(these, name)));
            let right = right.as_ref().map_or(String::new(), |right| format!(" and {}", set(right)));
            format!("{each}{}{right} are neighbours", set(left))
        }
        Alteration::Name { set: these, written, of } => {
            let bear = if is_single(these) { "bears" } else { "bear" };
            let whose = if *written { "written on" } else { "of" };
            format!("{} {bear} the name {whose} {}", set(these), item(of))
        }
        Alteration::Called { set: these, name } => {
            let bear = if is_single(these) { "bears" } else { "bear" };
            format!("{} {bear} the name \"{}\"", set(these), name.node)
        }
        Alteration::KeepsName { set: these } => {
            let keep = if is_single(these) { "keeps its name" } else { "keep their names" };
            format!("{} {keep}", set(these))
        }
        Alteration::TextOf { set: these, of } => format!("{} {} the text of {}", set(these), have(these), item(of)),
        Alteration::Has { set: these, text: _ } => format!("{} {}:", set(these), have(these)),
        Alteration::Starred { of, change } => {
            let whose = match is_you(of) {
                true => "your starred numbers".to_string(),
                false => format!("the starred numbers of {}", group(of)),
            };
            match change {
                Starred::Raise(by) => format!("raise {whose} by {}", number(by)),
                Starred::Lower { by, floor } => {
                    format!("lower {whose} by {}, but never below {}", number(by), number(floor))
                }
                Starred::Double => format!("double {whose}"),
            }
        }
    }
}

fn have(these: &SetExpr) -> &'static str {
    if is_single(these) { "has" } else { "have" }
}

fn is_you(of: &SetExpr) -> bool {
    matches!(&of.node, Set::Of { noun, filters, .. } if filters.is_empty() && matches!(&noun.node, Noun::One(one) if one.node == Item::You))
}

//! Who has the most of what others have been asked for: one of those.

use super::trees::at;
use crate::base::Spanned;
use crate::syntax::ast::{Cond, Filter, Item, Noun, Set, SetExpr, Statement, Text};
use crate::syntax::visit::{Part, visit};

/// `each other player rolls a die`: who has the lowest roll is one of these, and not you, who have none;
/// and whoever of some has the most has it among them.
pub(super) fn among_those(text: &mut Text) {
    let mut told: Vec<String> = Vec::new();
    visit(text, &mut |part| match part {
        Part::Statement(statement) => match &statement.node {
            Statement::SecretNumber { players, name, .. } if is_but_you(players) => told.push(name.node.clone()),
            Statement::ForEach { set, body, .. } if is_but_you(set) => {
                let adds = body.statements.iter().filter_map(|statement| match &statement.node {
                    Statement::AddTo { name, of, .. } if of.node == Item::It => Some(name.node.clone()),
                    _ => None,
                });
                told.extend(adds);
            }
            _ => {}
        },
        Part::Set(set) => {
            let Set::Of { noun, filters, .. } = &mut set.node else { return };
            if !matches!(noun.node, Noun::Players { from: None }) {
                return;
            }
            let most = filters.iter().find(|filter| most_of(filter).is_some_and(|name| told.contains(name)));
            if let Some(place) = most.map(|most| most.span).filter(|_| !filters.iter().any(is_not_you)) {
                filters.insert(0, at(Filter::ExceptItem(at(Item::You, place)), place));
            }
            if filters.iter().any(is_not_you) {
                filters.iter_mut().for_each(among_others);
            }
        }
        _ => {}
    });
}

fn is_but_you(players: &SetExpr) -> bool {
    let Set::Of { filters, .. } = &players.node else { return false };
    filters.iter().any(is_not_you)
}

fn is_not_you(filter: &Spanned<Filter>) -> bool {
    matches!(&filter.node, Filter::ExceptItem(item) if item.node == Item::You)
}

/// The name of what those have the most or the fewest of whom a filter leaves.
fn most_of(filter: &Spanned<Filter>) -> Option<&String> {
    match &filter.node {
        Filter::That(Spanned { node: Cond::Most { name, .. }, .. }) => Some(&name.node),
        _ => None,
    }
}

/// Whoever of the others has the most has it among them.
fn among_others(filter: &mut Spanned<Filter>) {
    if let Filter::That(Spanned { node: Cond::Most { others, .. }, .. }) = &mut filter.node {
        *others = true;
    }
}

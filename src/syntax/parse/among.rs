//! Who has the most of what others have been asked for: one of those.

use super::trees::at;
use crate::base::Spanned;
use crate::syntax::ast::{Cond, Filter, Item, Noun, Set, SetExpr, Statement, Text};
use crate::syntax::visit::{Part, visit};

/// What a thrown die is called that is looked at later.
pub(super) const ROLL: &str = "roll";

/// `each other player rolls a die`: who has the lowest roll is one of these, and not you, who have none;
/// and whoever of them has the most has it among them.
pub(super) fn among_those(text: &mut Text) {
    for clause in &mut text.clauses {
        let mut alone = Text { clauses: vec![clause.clone()] };
        among_askers(&mut alone);
        if let Some(changed) = alone.clauses.pop() {
            *clause = changed;
        }
    }
}

fn among_askers(text: &mut Text) {
    // What others alone have.
    let mut told: Vec<String> = Vec::new();
    visit(text, &mut |part| match part {
        Part::Statement(statement) => match &statement.node {
            Statement::SecretNumber { players, name, .. } => tell(&mut told, &name.node, is_but_you(players)),
            Statement::ForEach { set, body, .. } => {
                for inner in &body.statements {
                    if let Statement::AddTo { name, of, .. } = &inner.node
                        && of.node == Item::It
                    {
                        tell(&mut told, &name.node, name.node == ROLL && is_but_you(set));
                    }
                }
            }
            Statement::AddTo { name, of, .. } if of.node != Item::It => tell(&mut told, &name.node, false),
            _ => {}
        },
        Part::Set(set) => {
            let Set::Of { noun, filters, .. } = &mut set.node else { return };
            let most = filters.iter().find(|filter| most_of(filter).is_some_and(|name| told.contains(name)));
            let Some(place) = most.map(|most| most.span) else { return };
            if !matches!(noun.node, Noun::Players { from: None }) {
                return;
            }
            if !filters.iter().any(is_not_you) {
                filters.insert(0, at(Filter::ExceptItem(at(Item::You, place)), place));
            }
            filters.iter_mut().for_each(among_others);
        }
        _ => {}
    });
}

/// Others alone have that, or not any more.
fn tell(told: &mut Vec<String>, name: &str, others: bool) {
    told.retain(|known| known != name);
    if others {
        told.push(name.to_string());
    }
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

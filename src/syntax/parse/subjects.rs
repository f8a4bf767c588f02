//! Who others are in what somebody does: `foe gives a card to another player` is to another than foe.

use super::Builder;
use super::grammar::{Node, Rule};
use super::trees::at;
use crate::base::{Span, Spanned};
use crate::syntax::ast::{Body, Clause, Cond, Filter, Item, ItemExpr, Noun, Property, Set, SetExpr, Statement, Text};
use crate::syntax::visit::{Part, visit};

/// Others than whoever does something; `your opponents` are others than you whoever does it.
fn tells_others(node: &Node) -> bool {
    let others = matches!(
        node.as_rule(),
        Rule::other_players
            | Rule::everyone_else
            | Rule::one_other
            | Rule::of_another
            | Rule::others_all
            | Rule::of_the_others
            | Rule::each_other
    );
    others && !node.as_str().starts_with("your")
}

/// Whoever has the next turn after whoever does something, where nobody else is named.
fn tells_next(node: &Node) -> bool {
    node.as_rule() == Rule::next_player && node.clone().into_inner().next().is_none()
}

/// It says of others than whoever does it, or of the next one.
pub(super) fn looks_round(does: &Node) -> bool {
    does.clone().into_inner().flatten().any(|node| tells_others(&node) || tells_next(&node))
}

impl Builder {
    /// What somebody does, with others and the next player seen from there.
    pub(super) fn seen_from(self, who: &ItemExpr, does: &Node, statement: Statement) -> Statement {
        if who.node == Item::You || !looks_round(does) {
            return statement;
        }
        let said = |tells: fn(&Node) -> bool| -> Vec<Span> {
            does.clone().into_inner().flatten().filter(tells).map(|node| self.span(&node)).collect()
        };
        let (others, next) = (said(tells_others), said(tells_next));
        let mut text = Text {
            clauses: vec![at(Clause::Play(Body { statements: vec![at(statement, self.span(does))] }), self.span(does))],
        };
        let seen = |item: &mut ItemExpr| {
            if item.node == Item::You {
                item.node = who.node.clone();
            }
        };
        visit(&mut text, &mut |part| match part {
            Part::Filters(filters) => filters.iter_mut().for_each(|filter| {
                if others.iter().any(|place| within(filter.span, *place)) {
                    if let Some(item) = but_whom(filter) {
                        seen(item);
                    }
                }
            }),
            Part::Item(Spanned { node: Item::NextPlayer(of), span }) if next.contains(span) => seen(of),
            _ => {}
        });
        let statement = text.clauses.pop().and_then(|clause| match clause.node {
            Clause::Play(mut body) => body.statements.pop(),
            _ => None,
        });
        statement.expect("it is a body of one").node
    }

    /// The same of a set out of which somebody chooses who is `it` there.
    pub(super) fn set_seen_from(self, who: &ItemExpr, set: SetExpr, node: &Node) -> SetExpr {
        let choose = Statement::Choose { set, random: false, name: None };
        match self.seen_from(who, node, choose) {
            Statement::Choose { set, .. } => set,
            _ => unreachable!("it stays what it is"),
        }
    }
}

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

fn within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Who is left out by a filter, or whose things are.
pub(super) fn but_whom(filter: &mut Spanned<Filter>) -> Option<&mut ItemExpr> {
    match &mut filter.node {
        Filter::ExceptItem(item) => Some(item),
        Filter::That(Spanned { node: Cond::Is { not: true, property, .. }, .. }) => match &mut property.node {
            Property::Of(item) => Some(item),
            _ => None,
        },
        _ => None,
    }
}

//! Who others are in what somebody does: `foe gives a card to another player` is to another than foe.

use super::Builder;
use super::grammar::{Node, Rule};
use super::trees::at;
use crate::base::{Span, Spanned};
use crate::syntax::ast::{Body, Clause, Cond, Filter, Item, ItemExpr, Property, SetExpr, Statement, Text};
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

/// All that is said of what somebody does, without what is done for it, by you or by others.
fn deed<'i>(does: &Node<'i>) -> Vec<Node<'i>> {
    let own = |node: &Node| {
        !matches!(
            node.as_rule(),
            Rule::let_you | Rule::body | Rule::whole | Rule::if_done | Rule::for_that | Rule::done_so
        )
    };
    let parts = does.clone().into_inner().filter(own);
    parts.flat_map(|node| std::iter::once(node.clone()).chain(deed(&node))).collect()
}

/// It says of others than whoever does it, or of the next one.
pub(super) fn looks_round(does: &Node) -> bool {
    deed(does).iter().any(|node| tells_others(node) || tells_next(node))
}

impl Builder {
    /// What somebody does, with others and the next player seen from there.
    pub(super) fn seen_from(self, who: &ItemExpr, does: &Node, statement: Statement) -> Statement {
        if who.node == Item::You || !looks_round(does) {
            return statement;
        }
        let said = |tells: fn(&Node) -> bool| -> Vec<Span> {
            deed(does).iter().filter(|node| tells(node)).map(|node| self.span(node)).collect()
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
                if others.iter().any(|place| within(filter.span, *place))
                    && let Some(item) = but_whom(filter)
                {
                    seen(item);
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
    pub(super) fn set_seen_from(self, who: &ItemExpr, node: Node) -> SetExpr {
        let choose = Statement::Choose { set: self.set(node.clone()), random: false, name: None };
        match self.seen_from(who, &node, choose) {
            Statement::Choose { set, .. } => set,
            _ => unreachable!("it stays what it is"),
        }
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

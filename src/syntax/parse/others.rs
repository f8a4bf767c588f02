//! Builds what others are meant: several things of one other player, another building than that which was chosen.

use super::grammar::{Node, Rule};
use super::trees::{at, other_players, that_player};
use super::{Builder, first};
use crate::base::{Span, Spanned};
use crate::syntax::ast::{Body, Clause, Cond, Filter, Item, Noun, Property, Set, SetExpr, Statement, Text};
use crate::syntax::visit::{Part, visit};

/// Several of somebody else: all are of one.
fn is_several(node: &Node) -> bool {
    match node.as_rule() {
        Rule::exchange_two
        | Rule::choose_two
        | Rule::up_to_some
        | Rule::put_counters
        | Rule::draw
        | Rule::away_any
        | Rule::clear_all => true,
        Rule::verb_statement | Rule::take_home => {
            let parts = node.clone().into_inner();
            parts.flatten().any(|node| matches!(node.as_rule(), Rule::several | Rule::every))
        }
        _ => false,
    }
}

fn is_one_other(node: &Node) -> bool {
    let words = node.as_str();
    matches!(node.as_rule(), Rule::others_all | Rule::of_another)
        && (words.starts_with("another") || words.starts_with("an ") || words.starts_with("opponent"))
}

/// Buildings are chosen in it.
fn chooses_building(node: &Node) -> bool {
    let chooses = matches!(
        node.as_rule(),
        Rule::choose | Rule::choose_two | Rule::chooses | Rule::one_of_set | Rule::any_item | Rule::random_item
    );
    let set = |node: Node| {
        let nouns =
            [Rule::buildings, Rule::neighbours, Rule::their_buildings, Rule::row_part, Rule::between, Rule::but_this];
        let is_noun = |node: Node| nouns.contains(&first(node).as_rule());
        node.into_inner().flatten().find(|node| node.as_rule() == Rule::noun).is_some_and(is_noun)
    };
    chooses && set(node.clone())
}

impl Builder {
    /// What stands behind something that has chosen a building: `another building` is another than that.
    pub(super) fn past(self, node: &Node) -> Builder {
        let inside = [Rule::body, Rule::whole, Rule::block];
        let chosen = self.building_chosen
            || !inside.contains(&node.as_rule())
                && std::iter::once(node.clone())
                    .chain(node.clone().into_inner().flatten())
                    .any(|node| chooses_building(&node));
        Builder { building_chosen: chosen, ..self }
    }

    /// `destroy 2 buildings of another player`: of one, who is chosen first.
    pub(super) fn of_one_other(self, node: &Node, statements: Vec<Spanned<Statement>>) -> Vec<Spanned<Statement>> {
        if !is_several(node) {
            return statements;
        }
        let span = self.span(node);
        let all = node.clone().into_inner().flatten().filter(is_one_other);
        let said: Vec<Span> = all.map(|node| self.span(&node)).collect();
        if said.is_empty() {
            return statements;
        }
        let mut text = Text { clauses: vec![at(Clause::Play(Body { statements }), span)] };
        // What is not done again and again is of one anyway.
        let repeats = matches!(node.as_rule(), Rule::take_home | Rule::up_to_some | Rule::away_any);
        let mut found = false;
        visit(&mut text, &mut |part| {
            if let Part::Item(item) = part {
                // Cards of their hand.
                if matches!(item.node, Item::Any(_)) && said.contains(&item.span) && repeats {
                    (*item, found) = (that_player(item.span), true);
                }
                return;
            }
            let Part::Set(SetExpr { node: Set::Of { noun, filters, .. }, .. }) = part else { return };
            let whose = filters.iter().position(|filter| said.contains(&filter.span) && is_foreign(filter));
            if let (Some(whose), Noun::Buildings(of @ None)) = (whose, &mut noun.node) {
                found = true;
                *of = Some(that_player(filters.remove(whose).span));
            }
        });
        let statements = match text.clauses.pop().map(|clause| clause.node) {
            Some(Clause::Play(body)) => body.statements,
            _ => Vec::new(),
        };
        let choose = Statement::Choose { set: other_players(span), random: false, name: None };
        found.then(|| at(choose, span)).into_iter().chain(statements).collect()
    }
}

fn is_foreign(filter: &Spanned<Filter>) -> bool {
    matches!(&filter.node, Filter::That(Spanned { node: Cond::Is { not: true, property, .. }, .. }) if matches!(&property.node, Property::Of(_)))
}

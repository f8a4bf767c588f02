//! Builds what one has as many of as somebody else, or twice as many.

use super::grammar::{Node, Rule};
use super::trees::{at, filtered, looked_at};
use super::{Builder, part};
use crate::base::{Span, Spanned};
use crate::syntax::ast::{Compare, Cond, Filter, ItemExpr, NumExpr};

impl Builder {
    /// `you have twice as many buildings as each other player`, `as many cards in hand as foe`
    pub(super) fn many_as<'i>(self, parts: impl Iterator<Item = Node<'i>>, span: Span) -> Cond {
        let mut parts = parts.peekable();
        let item = self.item(part(&mut parts));
        let compare = parts.next_if(|node| matches!(node.as_rule(), Rule::at_least | Rule::exactly));
        let twice = parts.next_if(|node| node.as_rule() == Rule::twice_word).is_some();
        let compare = match compare.map(|node| node.as_rule()) {
            Some(Rule::at_least) => Compare::AtLeast,
            // Who has more than twice as many has twice as many.
            None if twice || self.at_least => Compare::AtLeast,
            _ => Compare::Exactly,
        };
        let adjective = parts.next_if(|node| node.as_rule() == Rule::adjective).map(|node| self.adjective(node));
        let counted = part(&mut parts);
        let mut filters: Vec<Spanned<Filter>> = adjective.into_iter().collect();
        while let Some(filter) = parts.next_if(|node| node.as_rule() == Rule::filter) {
            filters.push(self.filter(filter));
        }
        let of_whom = |whose| self.many_of(&counted, whose, &filters, span);
        let beside = |other: ItemExpr| {
            let right = of_whom(other);
            let right = if twice { at(NumExpr::Twice(Box::new(right)), span) } else { right };
            Cond::Compare { left: of_whom(item.clone()), compare, right }
        };
        let there = |compare, number, holds: Cond, set| {
            let set = filtered(set, &at(Filter::That(at(holds, span)), span));
            Cond::There { compare, number: at(NumExpr::Number(number), span), set }
        };
        let of = part(&mut parts);
        match of.as_rule() {
            Rule::as_each => {
                let not = Cond::Not(Box::new(at(beside(looked_at(span)), span)));
                there(Compare::AtMost, 0, not, self.set(part(&mut parts)))
            }
            Rule::as_some => there(Compare::AtLeast, 1, beside(looked_at(span)), self.set(part(&mut parts))),
            _ => beside(self.item(of)),
        }
    }
}

//! Builds votes for or against, and what one has as many of as somebody else, or twice as many.

use super::grammar::{Node, Rule};
use super::trees::{at, filtered, looked_at, of};
use super::voters::VOTERS;
use super::{Builder, part};
use crate::base::{Span, Spanned};
use crate::syntax::ast::{Compare, Cond, Filter, ItemExpr, Noun, NumExpr, Statement, VOTE};

impl Builder {
    /// `each player votes yes or no`
    pub(super) fn vote_yes(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let players = self.set(part(&mut node.into_inner()));
        let range = (at(NumExpr::Number(0), span), at(NumExpr::Number(1), span));
        vec![at(Statement::SecretNumber { players, range, name: at(VOTE.to_string(), span) }, span)]
    }

    /// `the majority votes yes`: more than vote no, of those who vote.
    pub(super) fn majority<'i>(self, mut parts: impl Iterator<Item = Node<'i>>, span: Span) -> Cond {
        let yes = part(&mut parts).as_rule() == Rule::vote_for_it;
        let who_vote = |vote: u16| {
            let entry = NumExpr::Entry(Box::new((at(VOTE.to_string(), span), looked_at(span))));
            let (left, right) = (at(entry, span), at(NumExpr::Number(vote), span));
            let holds = at(Cond::Compare { left, compare: Compare::Exactly, right }, span);
            let set = filtered(of(Noun::Name(VOTERS.to_string()), span), &at(Filter::That(holds), span));
            at(NumExpr::Count(Box::new(set)), span)
        };
        Cond::Compare { left: who_vote(yes.into()), compare: Compare::MoreThan, right: who_vote((!yes).into()) }
    }

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

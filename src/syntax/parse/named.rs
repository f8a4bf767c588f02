//! Builds what is said of names: what something is called, what is remembered of that, and cards that are looked for by it.

use super::everyday::there;
use super::grammar::{Node, Rule};
use super::trees::{at, filtered, of};
use super::{Builder, part};
use crate::base::{Spanned, Verb};
use crate::syntax::ast::{Body, Compare, Cond, Filter, Item, LetValue, Noun, NumExpr, Operand, Property, Statement};

/// A card that is turned up from the deck.
const SHOWN: &str = "shown";

impl Builder {
    /// `remember its name as motto`; without a name of the text it is written on `this`.
    pub(super) fn noted(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let name = self.item(part(&mut parts));
        let noted = match parts.next() {
            Some(word) => Statement::Let { name: self.word(word), value: LetValue::Item(name) },
            None => Statement::Verb { verb: Verb::Write, operand: Operand::Two(name, at(Item::This, span)) },
        };
        vec![at(noted, span)]
    }

    /// `its name is "Windmill"`, `its name is the remembered one`: it is named so.
    pub(super) fn name_is<'i>(self, mut parts: impl Iterator<Item = Node<'i>>) -> Cond {
        let of = self.item(part(&mut parts));
        let mut parts = parts.peekable();
        let not = parts.next_if(|node| node.as_rule() == Rule::negation).is_some();
        let other = part(&mut parts);
        let span = self.span(&other);
        let property = match other.as_rule() {
            Rule::quoted => Property::Named(self.word(other)),
            _ => match self.item(other) {
                Spanned { node: Item::NameOf(other), .. } => Property::NamedLike(*other),
                other => Property::NamedAs(other),
            },
        };
        match of.node {
            Item::NameOf(of) => Cond::Is { item: *of, not, property: at(property, span) },
            _ => unreachable!("the grammar says whose name it is"),
        }
    }

    /// `reveal cards from the top of the deck until you reveal a card named "Windmill", take it and discard the rest`
    pub(super) fn reveal_until(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let (filters, deeds): (Vec<Node>, Vec<Node>) =
            node.into_inner().partition(|node| node.as_rule() == Rule::filter);
        let rest = deeds.iter().any(|deed| deed.as_rule() == Rule::found_rest);
        let shown = || at(Item::Name(SHOWN.to_string()), span);
        let verb = |verb, operand| at(Statement::Verb { verb, operand }, span);
        let filters: Vec<Spanned<Filter>> = filters.into_iter().map(|node| self.filter(node)).collect();
        let is = |property| Cond::Is { item: shown(), not: false, property: at(property, span) };
        let condition = match filters.as_slice() {
            [Spanned { node: Filter::Named(name), .. }] => is(Property::Named(name.clone())),
            [Spanned { node: Filter::NamedAs(name), .. }] => is(Property::NamedAs(name.clone())),
            all => there(Compare::AtLeast, 1, all.iter().fold(self.lone(shown().node, span), filtered)),
        };
        let condition = at(condition, span);
        let taken = match deeds.is_empty() {
            true => verb(Verb::Discard, Operand::Item(shown())),
            false => verb(Verb::Give, Operand::Two(shown(), at(Item::You, span))),
        };
        let found = Body { statements: vec![taken, at(Statement::Stop, span)] };
        let other = if rest || deeds.is_empty() { Verb::Discard } else { Verb::PutUnderDeck };
        let statements = vec![
            at(Statement::Take { name: at(SHOWN.to_string(), span) }, span),
            verb(Verb::Show, Operand::Item(shown())),
            at(Statement::If { condition, then: found, otherwise: None }, span),
            verb(other, Operand::Item(shown())),
        ];
        let deck = NumExpr::Count(Box::new(of(Noun::Deck, span)));
        let times = at(deck, span);
        vec![at(Statement::Repeat { at_most: false, times, body: Body { statements } }, span)]
    }
}

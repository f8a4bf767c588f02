//! Builds what is done to things: one, several or all, and what is passed on to keywords.

use super::builder::{Builder, Parts, first};
use super::thing::{item_or, lone_item};
use super::{Node, Rule};
use crate::ast::{Argument, ArgumentValue, Item, LetValue, NumExpr, Operand, SetExpr, Statement};
use crate::trees::{any, at, count, hand, number, of, verb};
use text::{Spanned, Verb};

impl<'w> Builder<'w> {
    /// What a verb is done to: one, several or all.
    pub(super) fn operand(self, node: Node<'w>) -> Operand {
        let mut parts = self.parts(node);
        let head = parts.node();
        let mut inside = self.parts(head.clone());
        match head.as_rule() {
            Rule::up_to => Operand::UpTo {
                number: parts.read(),
                set: self.those(parts.node()),
            },
            Rule::any_number => Operand::AnyNumber(self.those(parts.node())),
            Rule::down_to => inside.row(),
            Rule::every => Operand::All(self.every(first(head))),
            Rule::own_several => {
                let span = inside.span;
                let set = hand(self.doer(span), span);
                match inside.text.starts_with("a random ") {
                    true => Operand::Item(at(Item::Random(Box::new(set)), span)),
                    false => several(inside.number_or_one(span), "", set),
                }
            }
            Rule::several => {
                let number = inside.read();
                let manner = inside.part(Rule::manner).map_or("", |node| node.as_str());
                several(number, manner, self.those(inside.node()))
            }
            Rule::set => {
                lone_item(self.set(head)).map_or_else(|set| Operand::All(*set), Operand::Item)
            }
            _ => Operand::Item(self.item(head)),
        }
    }

    /// What comes to a hand, and whose that is.
    pub(super) fn give(self, mut parts: Parts<'w>) -> Statement {
        let first = parts.node();
        let (what, to) = match parts.next() {
            Some(what) if first.as_rule() == Rule::item => (self.operand(what), self.item(first)),
            Some(to) => (self.operand(first), self.item(to)),
            None => (self.operand(first), self.doer(parts.span)),
        };
        match what {
            Operand::Item(item) => verb(Verb::Give, Operand::Two(item, to), parts.span).node,
            what => Statement::Gives { what, to },
        }
    }

    /// A set, or cards of the hand of whoever does it.
    fn those(self, node: Node<'w>) -> SetExpr {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::own_cards => hand(self.doer(span), span),
            _ => self.set(node),
        }
    }

    /// All of a set, a hand, or the top cards of the deck.
    fn every(self, node: Node<'w>) -> SetExpr {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::set => self.set(node),
            Rule::deck_top => of(self.parts(node).row(), span),
            _ => hand(self.whose(node), span),
        }
    }

    /// How many cards are drawn.
    pub(super) fn drawn(self, mut parts: Parts<'w>) -> Spanned<NumExpr> {
        let Some(node) = parts.next() else {
            return number(1, parts.span);
        };
        let mut inside = self.parts(node.clone());
        let place = inside.span;
        let many = match inside.rule {
            Rule::draw_until => {
                let held = count(hand(self.doer(place), place));
                NumExpr::Minus(inside.read(), Box::new(held))
            }
            Rule::card_each => NumExpr::Count(inside.read()),
            Rule::that_many => NumExpr::ThatMany,
            _ => return self.number(node),
        };
        at(many, place)
    }

    pub(super) fn let_value(self, node: Node<'w>) -> LetValue {
        let mut parts = self.parts(node.clone());
        match parts.rule {
            Rule::lone_number => {
                item_or(parts.read()).map_or_else(LetValue::Number, LetValue::Item)
            }
            Rule::whether | Rule::for_each_player | Rule::none_yet => parts.row(),
            _ => LetValue::Item(self.item(node)),
        }
    }

    pub(super) fn argument(self, node: Node<'w>) -> Argument {
        let mut parts = self.parts(node);
        let preposition = parts.part(Rule::preposition).map(|node| self.word(node));
        let value = parts.node();
        let value = match value.as_rule() {
            // `(spot)` says no more than `spot`: it need not be a number.
            Rule::argument_number => item_or(self.number(first(value)))
                .map_or_else(ArgumentValue::Number, ArgumentValue::Item),
            Rule::one_such | Rule::random_item => ArgumentValue::Item(self.item(value)),
            _ => lone_item(self.set(value))
                .map_or_else(|set| ArgumentValue::Set(*set), ArgumentValue::Item),
        };
        Argument { preposition, value }
    }
}

/// So many out of a set; one is a thing.
fn several(number: Spanned<NumExpr>, manner: &str, set: SetExpr) -> Operand {
    match number.node {
        NumExpr::Number(1) if manner.is_empty() => Operand::Item(any(set)),
        _ => Operand::Several {
            number,
            different: manner == "different ",
            random: manner == "random ",
            set,
        },
    }
}

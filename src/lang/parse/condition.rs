//! Builds conditions and numbers.

use super::builder::{Builder, Parts, first};
use super::grammar::{Node, Rule};
use super::thing::{filtered, is_most, joined, looked_at, of};
use crate::ast::{
    Compare, Cond, Deed, Filter, Head, Item, ItemExpr, Noun, NumExpr, Playing, Property, TurnPart,
    Voice,
};
use text::{Since, Spanned};

type Amount = (Compare, Spanned<NumExpr>);

impl Builder<'_> {
    pub(super) fn cond(self, node: Node) -> Spanned<Cond> {
        let span = self.span(&node);
        let cond = match node.as_rule() {
            Rule::cond | Rule::and_cond => {
                let join = if node.as_rule() == Rule::cond {
                    Cond::Or
                } else {
                    Cond::And
                };
                return joined(node.into_inner().map(|node| self.cond(node)), join);
            }
            Rule::one_cond => return self.cond(first(node)),
            Rule::name => Cond::Name(self.word(node).node),
            Rule::not_cond => Cond::Not(Box::new(self.cond(first(node)))),
            Rule::there => {
                let mut parts = Parts::of(node);
                let (compare, number) = self.amount(&mut parts, span.end);
                Cond::There {
                    compare,
                    number,
                    set: self.set(parts.next()),
                }
            }
            Rule::side_by_side => {
                let in_order = node
                    .as_str()
                    .starts_with("there stand side by side from left to right ");
                Cond::SideBySide {
                    in_order,
                    sets: node.into_inner().map(|node| self.set(node)).collect(),
                }
            }
            Rule::turn if node.as_str() == "it is not your turn " => {
                Cond::Not(Box::new(self.at(&node, Cond::Turn(TurnPart::On))))
            }
            Rule::turn => Cond::Turn(match node.as_str().trim_end() {
                "it is your turn" => TurnPart::On,
                "it is the start of your turn" => TurnPart::AtItsStart,
                _ => TurnPart::PastItsStart,
            }),
            Rule::dispute => {
                let mut parts = Parts::of(node);
                let name = self.word(parts.next());
                Cond::Dispute {
                    name,
                    not: parts.has(Rule::not),
                    value: self.word(parts.next()),
                }
            }
            Rule::the_most_of => {
                let mut parts = Parts::of(node);
                let item = self.item(parts.next());
                let most = is_most(&parts.next());
                let measure = parts.next();
                let place = self.span(&measure);
                let extreme = Filter::Extreme {
                    most,
                    measure: self.measured(measure, looked_at(place)),
                };
                let players = filtered(of(Noun::Players { from: None }, place), extreme, place);
                let property = Spanned::new(Property::In(Box::new(players)), place);
                Cond::Is {
                    item,
                    not: false,
                    property,
                }
            }
            Rule::subject => {
                let mut parts = Parts::of(node);
                let item = self.item(parts.next());
                self.about(item, first(parts.next()))
            }
            Rule::compared => {
                let mut parts = Parts::of(node);
                let left = self.number(parts.next());
                Cond::Compare {
                    left,
                    compare: compare(&parts.next()),
                    right: self.number(parts.next()),
                }
            }
            other => unreachable!("{other:?} is no condition of the grammar"),
        };
        Spanned::new(cond, span)
    }

    /// How many: `no`, `at least 2`; one at least where it is not said.
    fn amount(self, parts: &mut Parts, end: usize) -> Amount {
        let place = |number, span| Spanned::new(NumExpr::Number(number), span);
        if let Some(none) = parts.take(Rule::none) {
            return (Compare::AtMost, place(0, self.span(&none)));
        }
        match parts.take(Rule::compare) {
            Some(node) => (compare(&node), self.number(parts.next())),
            None => (Compare::AtLeast, place(1, text::Span::new(end, end))),
        }
    }

    /// What is said of something.
    pub(super) fn about(self, item: ItemExpr, node: Node) -> Cond {
        let span = self.span(&node);
        let (rule, said) = (node.as_rule(), node.as_str());
        let mut parts = Parts::of(node);
        match rule {
            Rule::is_about => {
                let not = parts.has(Rule::not);
                Cond::Is {
                    item,
                    not,
                    property: self.property(first(parts.next())),
                }
            }
            Rule::was_about | Rule::did => {
                let not = parts.has(Rule::not);
                Cond::Did {
                    not,
                    deed: Box::new(self.deed(item, parts)),
                }
            }
            Rule::can_about => {
                let how = match said.trim_end().rsplit(' ').next() {
                    Some("replayed") => Playing::Replay,
                    Some("hand") => Playing::FromHand,
                    _ => Playing::Play,
                };
                Cond::Can {
                    item,
                    not: said.starts_with("cannot "),
                    how,
                }
            }
            Rule::meets => Cond::Meets(item),
            Rule::has_about => {
                if let Some(most) = parts.take(Rule::most) {
                    let fewest = !is_most(&most);
                    return Cond::Most {
                        item,
                        fewest,
                        others: false,
                        name: self.word(parts.next()),
                    };
                }
                if let Some(than) = parts.take(Rule::than_other) {
                    return self.than_other(item, Parts::of(than));
                }
                let (compare, mut number) = self.amount(&mut parts, span.start);
                let owned = parts.next();
                let place = self.span(&owned);
                let mut parts = Parts::of(owned);
                let what = parts.next();
                match what.as_rule() {
                    Rule::counter => {
                        if let Some(of) = parts.rest().next() {
                            let of = Box::new(self.item(of));
                            let place = number.span;
                            number = Spanned::new(
                                NumExpr::Whose {
                                    number: Box::new(number),
                                    of,
                                },
                                place,
                            );
                        }
                        Cond::Has {
                            item,
                            compare,
                            number,
                            counter: Some(self.word(what)),
                        }
                    }
                    Rule::own_cards => Cond::Has {
                        item,
                        compare,
                        number,
                        counter: None,
                    },
                    _ => {
                        let filters = parts.rest().map(|node| self.filter(node)).collect();
                        Cond::There {
                            compare,
                            number,
                            set: self.owned(what, item, filters, place),
                        }
                    }
                }
            }
            other => unreachable!("{other:?} says nothing of a thing"),
        }
    }

    /// `has more buildings than you`
    fn than_other(self, item: ItemExpr, mut parts: Parts) -> Cond {
        let compare = if parts.next().as_str() == "more " {
            Compare::MoreThan
        } else {
            Compare::FewerThan
        };
        let owned = parts.next();
        let span = self.span(&owned);
        let count = |whose: ItemExpr| {
            let mut parts = Parts::of(owned.clone());
            let what = parts.next();
            let counted = match what.as_rule() {
                Rule::counter => NumExpr::Counters {
                    counter: self.word(what),
                    on: Box::new(whose),
                },
                _ => {
                    let filters = parts.rest().map(|node| self.filter(node)).collect();
                    NumExpr::Count(Box::new(self.owned(what, whose, filters, span)))
                }
            };
            Spanned::new(counted, span)
        };
        Cond::Compare {
            left: count(item),
            compare,
            right: count(self.item(parts.next())),
        }
    }

    /// What somebody has done, or what was done to something.
    fn deed(self, who: ItemExpr, mut parts: Parts) -> Deed {
        let span = who.span;
        let mut head = Head::said(Voice::Active, None);
        let mut since = Since::ThisTurn;
        for node in parts.nodes.by_ref() {
            match node.as_rule() {
                Rule::since => {
                    since = match node.as_str().trim_end() {
                        "this turn" => Since::ThisTurn,
                        "this game" => Since::ThisGame,
                        "since your last turn" => Since::LastTurn,
                        _ => Since::Then,
                    };
                }
                Rule::done => {
                    head.voice = Voice::Passive;
                    self.happens(&mut head, node);
                }
                _ => self.happens(&mut head, node),
            }
        }
        self.any_card_done(&mut head);
        Deed {
            who,
            done: Spanned::new(head, span),
            since,
        }
    }

    fn property(self, node: Node) -> Spanned<Property> {
        let span = self.span(&node);
        let property = match node.as_rule() {
            Rule::property_word => match node.as_str().trim_end() {
                "stacked" => Property::Stacked,
                "active" => Property::Active,
                "disabled" => Property::Disabled,
                "living" => Property::Living,
                "face up" => Property::FaceUp,
                "a law" | "laws" => Property::Law,
                _ => Property::VictoryCard,
            },
            Rule::named => self.named(
                node,
                Property::Named,
                Property::NamedLike,
                Property::NamedAs,
            ),
            Rule::placed if node.as_str().starts_with("on ") => {
                Property::On(self.item(first(node)))
            }
            Rule::placed => Property::Of(self.item(first(node))),
            Rule::term => Property::In(Box::new(self.term(node))),
            Rule::property_item => Property::Same(self.item(node)),
            _ => Property::Status(self.word(node).node),
        };
        Spanned::new(property, span)
    }

    pub(super) fn number(self, node: Node) -> Spanned<NumExpr> {
        let mut parts = Parts::of(node);
        let mut sum = self.one_number(parts.next());
        while let Some(sign) = parts.nodes.next() {
            let right = self.one_number(parts.next());
            let span = sum.span.to(right.span);
            let (left, right) = (Box::new(sum), Box::new(right));
            let plus = sign.as_str() == "plus ";
            sum = Spanned::new(
                if plus {
                    NumExpr::Plus(left, right)
                } else {
                    NumExpr::Minus(left, right)
                },
                span,
            );
        }
        sum
    }

    fn one_number(self, node: Node) -> Spanned<NumExpr> {
        let node = if node.as_rule() == Rule::one_number {
            first(node)
        } else {
            node
        };
        let span = self.span(&node);
        let rule = node.as_rule();
        let begins = |words: &str| node.as_str().starts_with(words);
        let mut parts = Parts::of(node.clone());
        let number = match rule {
            Rule::number => return self.number(node),
            Rule::figure => NumExpr::Number(figure(&node)),
            Rule::starred => NumExpr::Starred(figure(&node)),
            Rule::that_many => NumExpr::ThatMany,
            Rule::how_often => match parts.take(Rule::item) {
                Some(who) => NumExpr::Often(Box::new(self.deed(self.item(who), parts))),
                None => NumExpr::OftenInAll(Box::new(self.deed(looked_at(span), parts))),
            },
            Rule::seats => NumExpr::Seats,
            Rule::names_among if begins("the number ") => {
                NumExpr::DifferentNames(Box::new(self.set(parts.next())))
            }
            Rule::names_among => NumExpr::MostAlike(Box::new(self.set(parts.next()))),
            Rule::number_of => NumExpr::Count(Box::new(self.set(parts.next()))),
            Rule::number_among => {
                let largest = begins("the largest ");
                let of = Box::new(self.set(parts.next()));
                NumExpr::Among {
                    largest,
                    of,
                    among: Box::new(self.set(parts.next())),
                }
            }
            Rule::counters_on => {
                let counter = self.word(parts.next());
                let (mut whose, mut on) = (None, parts.next());
                if let Some(next) = parts.nodes.next() {
                    whose = Some(self.item(on));
                    on = next;
                }
                let number = match on.as_rule() {
                    Rule::item => NumExpr::Counters {
                        counter,
                        on: Box::new(self.item(on)),
                    },
                    _ => NumExpr::CountersAmong {
                        counter,
                        among: Box::new(self.set(on)),
                    },
                };
                return self.whose_number(Spanned::new(number, span), whose);
            }
            Rule::half => {
                let of = Box::new(self.one_number(parts.next()));
                NumExpr::Half {
                    of,
                    up: node.as_str().ends_with("up "),
                }
            }
            Rule::twice => NumExpr::Twice(Box::new(self.one_number(parts.next()))),
            Rule::of_two => {
                let larger = begins("the larger ");
                let (left, right) = (self.one_number(parts.next()), self.one_number(parts.next()));
                NumExpr::OfTwo {
                    larger,
                    left: Box::new(left),
                    right: Box::new(right),
                }
            }
            Rule::number_if => NumExpr::If {
                then: Box::new(self.number(parts.next())),
                condition: Box::new(self.cond(parts.next())),
                otherwise: Box::new(self.number(parts.next())),
            },
            Rule::entry => NumExpr::Entry(Box::new(self.entry(node))),
            Rule::name => NumExpr::Name(self.word(node).node),
            other => unreachable!("{other:?} is no number of the grammar"),
        };
        Spanned::new(number, span)
    }

    /// So many, of those that a player has put there.
    pub(super) fn whose_number(
        self,
        number: Spanned<NumExpr>,
        of: Option<ItemExpr>,
    ) -> Spanned<NumExpr> {
        let span = number.span;
        match of {
            Some(of) => Spanned::new(
                NumExpr::Whose {
                    number: Box::new(number),
                    of: Box::new(of),
                },
                span,
            ),
            None => number,
        }
    }
}

pub(super) fn compare(node: &Node) -> Compare {
    match node.as_str().trim_end() {
        "at least" => Compare::AtLeast,
        "at most" => Compare::AtMost,
        "exactly" => Compare::Exactly,
        "more than" => Compare::MoreThan,
        _ => Compare::FewerThan,
    }
}

pub(super) fn figure(node: &Node) -> u16 {
    node.as_str()
        .trim_end()
        .trim_end_matches('*')
        .parse()
        .expect("the grammar gives it at most four digits")
}

/// One thing that is a number's name is a thing all the same.
pub(super) fn item_or(number: Spanned<NumExpr>) -> Result<ItemExpr, Spanned<NumExpr>> {
    match number.node {
        NumExpr::Name(name) => Ok(Spanned::new(Item::Name(name), number.span)),
        _ => Err(number),
    }
}

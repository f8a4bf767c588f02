//! Builds conditions and numbers.

use super::builder::{Builder, Parts, first, known};
use super::happening::role;
use super::thing::{is_most, joined, looked_at};
use super::{Node, Rule};
use crate::ast::{
    Compare, Cond, Deed, Filter, Head, Item, ItemExpr, Noun, NumExpr, Pattern, Playing, Property,
    SetExpr, TurnPart, Voice,
};
use crate::trees::{at, count, filtered, hand, lone, number};
use text::{Since, Span, Spanned};

impl<'w> Builder<'w> {
    pub(super) fn cond(self, node: Node<'w>) -> Spanned<Cond> {
        let mut parts = self.parts(node.clone());
        let (text, span) = (parts.text.trim_end(), parts.span);
        let cond = match parts.rule {
            Rule::cond => return joined(parts.map(|node| self.cond(node)), Cond::Or),
            Rule::and_cond => return joined(parts.map(|node| self.cond(node)), Cond::And),
            Rule::one_cond => return parts.read(),
            Rule::not_cond => Cond::Not(parts.read()),
            Rule::there => {
                let (compare, number) = amount(&mut parts, span.end);
                Cond::There {
                    compare,
                    number,
                    set: parts.read(),
                }
            }
            Rule::turn => match text {
                "it is not your turn" => Cond::Not(Box::new(at(Cond::Turn(TurnPart::On), span))),
                said => Cond::Turn(known(said, &TurnPart::ALL, TurnPart::word)),
            },
            Rule::the_most_of => {
                let (item, most) = (parts.read(), is_most(parts.says()));
                let players = self.players_with_most(most, parts.node());
                let place = players.span;
                Cond::Is {
                    item,
                    not: false,
                    property: at(Property::In(Box::new(players)), place),
                }
            }
            Rule::subject => {
                let (item, node): (ItemExpr, _) = (parts.read(), first(parts.node()));
                match item.node {
                    // One of them has done that: nobody chooses which.
                    Item::Any(players) if node.as_rule() == Rule::did => {
                        let did = at(self.about(looked_at(item.span), node), span);
                        let that = at(Filter::That(did), span);
                        Cond::There {
                            compare: Compare::AtLeast,
                            number: number(1, span),
                            set: filtered(*players, &that),
                        }
                    }
                    _ => self.about(item, node),
                }
            }
            Rule::happened => Cond::Did {
                not: is_denied(&node),
                deed: Box::new(self.happened(parts)),
            },
            _ => parts.row(),
        };
        at(cond, span)
    }

    /// What is said of something.
    pub(super) fn about(self, item: ItemExpr, node: Node<'w>) -> Cond {
        let mut parts = self.parts(node);
        let said = parts.text.trim_end();
        let rule = parts.rule;
        match rule {
            Rule::is_about => Cond::Is {
                item,
                not: parts.has(Rule::not),
                property: self.property(first(parts.node())),
            },
            Rule::did => Cond::Did {
                not: parts.has(Rule::not),
                deed: Box::new(self.deed(Some(item), parts)),
            },
            Rule::was_about => {
                let not = parts.has(Rule::not);
                let mut deed = self.deed(None, parts);
                deed.done.node.voice = Voice::Passive;
                deed.done.node.what = Some(role(Pattern::Of(lone(item))));
                Cond::Did {
                    not,
                    deed: Box::new(deed),
                }
            }
            Rule::can_about => {
                let mut ways = Playing::ALL.into_iter();
                let how = ways.find(|way| said.ends_with(&format!("be {}", way.word())));
                Cond::Can {
                    item,
                    not: said.starts_with("cannot "),
                    how: how.expect("the grammar knows no others"),
                }
            }
            Rule::meets => Cond::Meets(item),
            Rule::has_about if parts.is_next(Rule::most) => Cond::Most {
                item,
                fewest: !is_most(parts.says()),
                others: false,
                name: parts.read(),
            },
            Rule::has_about => match parts.part(Rule::than_other) {
                Some(than) => self.than_other(item, self.parts(than)),
                None => self.has(item, parts),
            },
            other => unreachable!("{other:?} says nothing of a thing"),
        }
    }

    /// `has at least 2 buildings`
    fn has(self, item: ItemExpr, mut parts: Parts<'w>) -> Cond {
        let start = parts.span.start;
        let (compare, number) = amount(&mut parts, start);
        let mut owned = self.parts(parts.node());
        let what = owned.node();
        match what.as_rule() {
            Rule::counter => Cond::Has {
                item,
                compare,
                number: self.whose_number(number, owned.read()),
                counter: Some(self.word(what)),
            },
            Rule::own_cards => Cond::Has {
                item,
                compare,
                number,
                counter: None,
            },
            _ => Cond::There {
                compare,
                number,
                set: self.filtered_of(item, what, owned),
            },
        }
    }

    /// What somebody has, with what is said of it.
    fn filtered_of(self, whose: ItemExpr, what: Node<'w>, parts: Parts<'w>) -> SetExpr {
        let span = parts.span;
        let filters = parts.map(|node| self.filter(node)).collect();
        self.owned(what, whose, filters, span)
    }

    /// `has more buildings than you`
    fn than_other(self, item: ItemExpr, mut parts: Parts<'w>) -> Cond {
        let compare = match parts.says() {
            "more" => Compare::MoreThan,
            _ => Compare::FewerThan,
        };
        let owned = parts.node();
        let count = |whose: ItemExpr| {
            let mut parts = self.parts(owned.clone());
            let (what, span) = (parts.node(), parts.span);
            match what.as_rule() {
                Rule::counter => {
                    let counter = self.word(what);
                    let on = Box::new(whose);
                    at(NumExpr::Counters { counter, on }, span)
                }
                _ => count(self.filtered_of(whose, what, parts)),
            }
        };
        Cond::Compare {
            left: count(item),
            compare,
            right: count(parts.read()),
        }
    }

    /// What somebody has done.
    fn deed(self, who: Option<ItemExpr>, mut parts: Parts<'w>) -> Deed {
        let span = who.as_ref().map_or(parts.span, |who| who.span);
        let mut head = Head::said(Voice::Active, None);
        let (mut since, last) = (Since::ThisTurn, parts.has(Rule::latest));
        for node in parts {
            match node.as_rule() {
                Rule::since => since = known(node.as_str(), &Since::ALL, Since::said),
                _ => self.happens(&mut head, node),
            }
        }
        self.any_card_done(&mut head);
        let done = at(head, span);
        Deed {
            who,
            done,
            since,
            last,
        }
    }

    /// What was done, to whatever it is.
    fn happened(self, mut parts: Parts<'w>) -> Deed {
        let node = parts.node();
        let span = self.span(&node);
        let mut head = self.event(None, node);
        for role in [&mut head.what, &mut head.onto].into_iter().flatten() {
            let Pattern::Of(set) = &mut role.pattern else {
                continue;
            };
            if let Some(Noun::Name(name)) = set.node.bare() {
                *set = lone(at(Item::Name(name.clone()), set.span));
            }
        }
        let since = known(parts.node().as_str(), &Since::ALL, Since::said);
        let done = at(head, span);
        Deed {
            who: None,
            done,
            since,
            last: false,
        }
    }

    fn property(self, node: Node<'w>) -> Spanned<Property> {
        let parts = self.parts(node.clone());
        let span = parts.span;
        let property = match parts.rule {
            Rule::term => Property::In(Box::new(self.term(node))),
            Rule::whose_hand => Property::In(Box::new(hand(self.whose(node), span))),
            _ => parts.row(),
        };
        at(property, span)
    }

    pub(super) fn number(self, node: Node<'w>) -> Spanned<NumExpr> {
        if node.as_rule() != Rule::number {
            return self.one_number(node);
        }
        let mut parts = self.parts(node);
        let mut sum = self.one_number(parts.node());
        while let Some(sign) = parts.next() {
            let join = match sign.as_str() {
                "plus " => NumExpr::Plus,
                _ => NumExpr::Minus,
            };
            sum = joined([sum, self.one_number(parts.node())].into_iter(), join);
        }
        sum
    }

    fn one_number(self, node: Node<'w>) -> Spanned<NumExpr> {
        let node = match node.as_rule() {
            Rule::one_number => first(node),
            _ => node,
        };
        let mut parts = self.parts(node.clone());
        let span = parts.span;
        let number = match parts.rule {
            Rule::number => return self.number(node),
            Rule::how_often => NumExpr::Often(Box::new(match parts.part(Rule::happened) {
                Some(happened) => self.happened(self.parts(happened)),
                None => {
                    let who = parts.read();
                    self.deed(who, parts)
                }
            })),
            Rule::counters_on => {
                let (counter, mut on, mut whose) = (parts.read(), parts.node(), None);
                if let Some(next) = parts.next() {
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
                return self.whose_number(at(number, span), whose);
            }
            Rule::number_if => {
                let (then, condition) = parts.read();
                NumExpr::If {
                    condition,
                    then,
                    otherwise: parts.read(),
                }
            }
            _ => parts.row(),
        };
        at(number, span)
    }

    /// So many, of those that a player has put there.
    pub(super) fn whose_number(
        self,
        number: Spanned<NumExpr>,
        of: Option<ItemExpr>,
    ) -> Spanned<NumExpr> {
        let Some(of) = of else { return number };
        let (span, of) = (number.span, Box::new(of));
        let number = Box::new(number);
        at(NumExpr::Whose { number, of }, span)
    }
}

/// It is said that this has not happened.
fn is_denied(happened: &Node) -> bool {
    let parts = happened.clone().into_inner();
    parts
        .flat_map(|part| part.into_inner())
        .any(|node| node.as_rule() == Rule::not)
}

/// How many: `no`, `at least 2`; one at least where it is not said.
fn amount(parts: &mut Parts, end: usize) -> (Compare, Spanned<NumExpr>) {
    if let Some(none) = parts.part(Rule::none) {
        return (Compare::AtMost, number(0, parts.build.span(&none)));
    }
    match parts.is_next(Rule::compare) {
        true => (parts.read(), parts.read()),
        false => (Compare::AtLeast, number(1, Span::new(end, end))),
    }
}

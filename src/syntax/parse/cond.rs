//! Builds conditions and numbers.

use std::iter::Peekable;

use super::grammar::{Node, Rule};
use super::shorter::both;
use super::trees::MANY;
use super::{Builder, first, part};
use crate::base::{Span, Spanned};
use crate::syntax::ast::{Compare, Cond, Filter, Item, ItemExpr, Noun, NumExpr, Playing, Property, Set, TurnPart};

/// How two conditions or numbers are joined.
type Join<T> = fn(Box<Spanned<T>>, Box<Spanned<T>>) -> T;

/// What the nodes of one rule say, joined from left to right.
fn joined<T>(mut parts: impl Iterator<Item = Spanned<T>>, join: Join<T>) -> Spanned<T> {
    let head = parts.next().expect("the grammar gives every chain a first part");
    parts.fold(head, |left, right| {
        let span = left.span.to(right.span);
        Spanned::new(join(Box::new(left), Box::new(right)), span)
    })
}

impl Builder {
    pub(super) fn cond(self, node: Node) -> Spanned<Cond> {
        let and = |and: Node| {
            let mut last = None;
            let all: Vec<_> = and
                .into_inner()
                .map(|one| {
                    let cond = self.none_of_them(&one, last.take()).unwrap_or_else(|| self.one_cond(one));
                    last = Some(cond.clone());
                    cond
                })
                .collect();
            joined(all.into_iter(), Cond::And)
        };
        joined(node.into_inner().map(and), Cond::Or)
    }

    fn one_cond(self, node: Node) -> Spanned<Cond> {
        let node = first(node);
        let span = self.span(&node);
        let rule = node.as_rule();
        let name = node.as_str();
        if rule == Rule::name {
            return Spanned::new(Cond::Name(name.to_string()), span);
        }
        if rule == Rule::cond {
            return self.cond(node);
        }
        let mut parts = node.into_inner();
        let cond = match rule {
            Rule::there => self.there(parts),
            Rule::side_by_side => {
                let mut parts = parts.peekable();
                let in_order = parts.next_if(|node| node.as_rule() == Rule::in_order).is_some();
                Cond::SideBySide { in_order, sets: parts.map(|node| self.set(node)).collect() }
            }
            Rule::nth_is => self.nth_is(parts, span),
            Rule::many_as => self.many_as(parts, span),
            Rule::names_of_yours => self.names_of_yours(parts, span),
            Rule::you_have_such => self.you_have_such(parts, span),
            Rule::name_is => self.name_is(parts),
            Rule::alike_many => self.alike_many(parts),
            Rule::only_one => self.only_one(parts, span),
            Rule::stands_between => self.stands_between(parts, span),
            Rule::stands_beside => self.stands_beside(parts, span),
            Rule::turn if parts.peek().is_some_and(|node| node.as_rule() == Rule::not_on) => {
                Cond::Not(Box::new(Spanned::new(Cond::Turn(TurnPart::On), span)))
            }
            Rule::turn => Cond::Turn(match part(&mut parts).as_rule() {
                Rule::turn_on => TurnPart::On,
                Rule::turn_at => TurnPart::AtItsStart,
                _ => TurnPart::PastItsStart,
            }),
            Rule::dispute => {
                let name = self.word(part(&mut parts));
                let mut parts = parts.peekable();
                let not = parts.next_if(|node| node.as_rule() == Rule::negation).is_some();
                Cond::Dispute { name, not, value: self.word(part(&mut parts)) }
            }
            Rule::so_many | Rule::every_one => self.quantified(rule == Rule::every_one, span, parts),
            Rule::names_among => self.names_among(parts),
            Rule::some_subject => self.some_subject(parts),
            Rule::most_of_all => self.most_of_all(parts),
            Rule::not_cond => Cond::Not(Box::new(self.one_cond(part(&mut parts)))),
            Rule::subject => {
                let item = self.item(part(&mut parts));
                let first = Spanned::new(self.about(item.clone(), part(&mut parts)), span);
                let more = parts.map(|node| self.has_what(item.clone(), false, &mut node.into_inner().peekable()));
                more.fold(first, |all, one| both(all, Spanned::new(one, span))).node
            }
            Rule::compared => {
                let left = self.number(part(&mut parts));
                if let Some(several) = parts.peek().filter(|node| node.as_rule() == Rule::several_numbers) {
                    return Spanned::new(self.faces(&left, several), span);
                }
                let (compare, right) = self.compare(parts, Compare::Exactly);
                Cond::Compare { left, compare, right }
            }
            other => unreachable!("{other:?} is no condition of the grammar"),
        };
        Spanned::new(cond, span)
    }

    /// The condition behind `that`: its subject is the thing looked at.
    pub(super) fn that(self, node: Node) -> Spanned<Cond> {
        joined(node.into_inner().map(|and| joined(and.into_inner().map(|one| self.that_one(one)), Cond::And)), Cond::Or)
    }

    fn that_one(self, node: Node) -> Spanned<Cond> {
        let node = first(node);
        let span = self.span(&node);
        match node.as_rule() {
            Rule::that_not => Spanned::new(Cond::Not(Box::new(self.that_one(first(node)))), span),
            Rule::that_or => self.that(node),
            Rule::cond => self.cond(node),
            _ => {
                let subject = Spanned::new(Item::It, Span::new(span.start, span.start));
                Spanned::new(self.about(subject, node), span)
            }
        }
    }

    /// What is said about a thing: `is stacked`, `can be played`, `has at least 2 cards`.
    pub(super) fn about(self, item: ItemExpr, node: Node) -> Cond {
        let node = first(node);
        let rule = node.as_rule();
        let mut parts = node.into_inner().peekable();
        let not = parts.next_if(|node| node.as_rule() == Rule::negation).is_some();
        match rule {
            Rule::is_about if parts.peek().is_some_and(|node| node.as_rule() == Rule::either_end) => {
                self.either_end(&item, not, part(&mut parts))
            }
            Rule::is_about => {
                let property = part(&mut parts);
                match first(property.clone()) {
                    beside if beside.as_rule() == Rule::next_to => self.next_to(item, not, beside),
                    _ => Cond::Is { item, not, property: self.property(property) },
                }
            }
            Rule::meets_about => Cond::Meets(item),
            Rule::did_many => self.did_many(item, not, parts),
            Rule::was_about => Cond::Did { not, deed: Box::new(self.was_done(item, parts)) },
            Rule::did_about => Cond::Did { not, deed: Box::new(self.deed(item, part(&mut parts))) },
            Rule::can_about => {
                let cannot = not || parts.next_if(|node| node.as_rule() == Rule::cannot).is_some();
                let how = match part(&mut parts).as_rule() {
                    Rule::replayed => Playing::Replay,
                    Rule::played => Playing::Play,
                    _ => Playing::FromHand,
                };
                Cond::Can { item, not: cannot, how }
            }
            _ => self.has_what(item, not, &mut parts),
        }
    }

    /// What is said behind `has`.
    fn has_what<'i>(self, item: ItemExpr, not: bool, parts: &mut Peekable<impl Iterator<Item = Node<'i>>>) -> Cond {
        match parts.peek().map(Node::as_rule) {
            Some(Rule::most | Rule::fewest) => {
                let fewest = part(parts).as_rule() == Rule::fewest;
                Cond::Most { item, fewest, others: false, name: self.word(part(parts)) }
            }
            Some(Rule::same_name) => {
                let other = self.item(first(part(parts)));
                let span = other.span;
                Cond::Is { item, not, property: Spanned::new(Property::NamedLike(other), span) }
            }
            Some(Rule::than_other) => self.than_other(item, part(parts)),
            Some(Rule::the_most | Rule::the_fewest) => self.has_most(item, parts),
            _ => self.has(item, parts),
        }
    }

    /// `at least 2 buildings`, `no burns`: what somebody, or something, has.
    pub(super) fn has<'i>(self, item: ItemExpr, parts: &mut Peekable<impl Iterator<Item = Node<'i>>>) -> Cond {
        let (compare, number) = self.how_many(parts);
        let yours = parts.next_if(|node| node.as_rule() == Rule::your_own);
        let adjective = parts.next_if(|node| node.as_rule() == Rule::adjective).map(|node| self.adjective(node));
        let counted = parts.next();
        if counted.as_ref().is_some_and(|node| node.as_rule() == Rule::own_buildings) {
            let span = item.span;
            let noun = Spanned::new(Noun::Buildings(Some(item)), span);
            let filters = adjective.into_iter().collect();
            let set = Spanned::new(Set::Of { target: false, noun, filters }, span);
            return Cond::There { compare, number, set };
        }
        if let Some(hand) = counted.clone().filter(|node| node.as_rule() == Rule::own_hand) {
            let span = item.span;
            return Cond::There { compare, number, set: self.own(hand, item, Vec::new(), span) };
        }
        let counter = counted.filter(|node| node.as_rule() == Rule::counter);
        let number = self.put_by(number, yours.or_else(|| parts.next()));
        Cond::Has { item, compare, number, counter: counter.map(|node| self.word(node)) }
    }

    /// How many of something, or of a sort of counters, somebody has.
    pub(super) fn many_of(
        self,
        counted: &Node,
        whose: ItemExpr,
        filters: &[Spanned<Filter>],
        span: Span,
    ) -> Spanned<NumExpr> {
        let number = match counted.as_rule() {
            Rule::counter => NumExpr::Counters { counter: self.word(counted.clone()), on: Box::new(whose) },
            _ => NumExpr::Count(Box::new(self.own(counted.clone(), whose, filters.to_vec(), span))),
        };
        Spanned::new(number, span)
    }

    /// What one has of something beside what another has: `has at least 3 more cards in hand than you`.
    pub(super) fn than_other(self, item: ItemExpr, node: Node) -> Cond {
        let span = self.span(&node);
        let (mut by, mut more, mut counted, mut filters, mut other) = (None, true, None, Vec::new(), None);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::compare => by = Some((compare_word(node), None)),
                Rule::number => by = by.map(|(compare, _)| (compare, Some(self.number(node)))),
                Rule::more_word => more = true,
                Rule::fewer_word => more = false,
                Rule::filter => filters.push(self.filter(node)),
                Rule::adjective => filters.push(self.adjective(node)),
                Rule::item => other = Some(self.item(node)),
                _ => counted = Some(node),
            }
        }
        let counted = counted.expect("the grammar says of what");
        let of = |whose| self.many_of(&counted, whose, &filters, span);
        let (its, others) = (of(item), of(other.expect("the grammar says of whom")));
        match by {
            Some((compare, Some(number))) => {
                let (low, left) = if more { (others, its) } else { (its, others) };
                let right = Spanned::new(NumExpr::Plus(Box::new(low), Box::new(number)), span);
                Cond::Compare { left, compare, right }
            }
            _ => {
                let compare = if more { Compare::MoreThan } else { Compare::FewerThan };
                Cond::Compare { left: its, compare, right: others }
            }
        }
    }

    /// `no`, an article, or so many.
    pub(super) fn how_many<'i>(
        self,
        parts: &mut Peekable<impl Iterator<Item = Node<'i>>>,
    ) -> (Compare, Spanned<NumExpr>) {
        let kind = parts.peek().map(|node| (node.as_rule(), self.span(node)));
        let (compare, number, span) = match kind {
            Some((Rule::none | Rule::without, span)) => (Compare::AtMost, 0, span),
            Some((Rule::one_article | Rule::some | Rule::some_of, span)) => (Compare::AtLeast, 1, span),
            Some((Rule::lone_one, span)) => (Compare::Exactly, 1, span),
            _ if self.at_least => {
                // Nobody asks for at least none.
                let (compare, number) = self.compare(parts, Compare::AtLeast);
                let none = compare == Compare::AtLeast && number.node == NumExpr::Number(0);
                return (if none { Compare::Exactly } else { compare }, number);
            }
            _ => return self.compare(parts, Compare::Exactly),
        };
        parts.next();
        (compare, Spanned::new(NumExpr::Number(number), span))
    }

    fn there<'i>(self, parts: impl Iterator<Item = Node<'i>>) -> Cond {
        let mut parts = parts.peekable();
        if let Some(counted) = parts.next_if(|node| node.as_rule() == Rule::there_counters) {
            let mut inner: Vec<Node> = counted.into_inner().collect();
            let on = inner.pop().expect("the grammar says on what");
            let mut counted = inner.into_iter().peekable();
            if on.as_rule() == Rule::item {
                return self.has(self.item(on), &mut counted);
            }
            let (compare, right) = self.how_many(&mut counted);
            let yours = counted.next_if(|node| node.as_rule() == Rule::your_own);
            let counter = self.word(part(&mut counted));
            let among = Box::new(self.term(on));
            let span = among.span;
            let left = Spanned::new(NumExpr::CountersAmong { counter, among }, span);
            return Cond::Compare { left: self.put_by(left, yours.or_else(|| counted.next())), compare, right };
        }
        let (compare, number) = self.how_many(&mut parts);
        Cond::There { compare, number, set: self.set(part(&mut parts)) }
    }

    /// `at least NUMBER`; `otherwise` when only the number stands there.
    pub(super) fn compare<'i>(
        self,
        mut parts: impl Iterator<Item = Node<'i>>,
        otherwise: Compare,
    ) -> (Compare, Spanned<NumExpr>) {
        let node = part(&mut parts);
        if node.as_rule() == Rule::or_more {
            let span = self.span(&node);
            let mut parts = node.into_inner();
            let number = Spanned::new(NumExpr::Number(digits(&part(&mut parts))), span);
            let more = part(&mut parts).as_rule() == Rule::more_word;
            return (if more { Compare::AtLeast } else { Compare::AtMost }, number);
        }
        if node.as_rule() != Rule::compare {
            return (otherwise, self.number(node));
        }
        (compare_word(node), self.number(part(&mut parts)))
    }

    fn property(self, node: Node) -> Spanned<Property> {
        let node = first(node);
        let span = self.span(&node);
        let property = match node.as_rule() {
            Rule::foremost => Property::In(Box::new(self.set(first(node)))),
            Rule::stacked => Property::Stacked,
            Rule::active => Property::Active,
            Rule::disabled => Property::Disabled,
            Rule::living => Property::Living,
            Rule::is_face_up => Property::FaceUp,
            Rule::victory_card => Property::VictoryCard,
            Rule::a_law => Property::Law,
            Rule::named => Property::Named(self.word(first(node))),
            Rule::named_as => Property::NamedAs(self.item(first(node))),
            Rule::named_like => Property::NamedLike(self.item(first(node))),
            Rule::on => Property::On(self.item(first(node))),
            Rule::yours => Property::Of(Spanned::new(Item::You, span)),
            Rule::of => Property::Of(self.item(first(node))),
            Rule::in_set => Property::In(Box::new(self.term(first(node)))),
            Rule::status_word => Property::Status(node.as_str().to_string()),
            _ => Property::Same(self.item(node)),
        };
        Spanned::new(property, span)
    }

    /// A `number`.
    pub(super) fn number(self, node: Node) -> Spanned<NumExpr> {
        if node.as_rule() == Rule::one_literal {
            return Spanned::new(NumExpr::Number(1), self.span(&node));
        }
        let mut parts = node.into_inner();
        let mut sum = self.one_number(part(&mut parts));
        while let (Some(sign), Some(right)) = (parts.next(), parts.next()) {
            let right = self.one_number(right);
            let span = sum.span.to(right.span);
            let (left, right) = (Box::new(sum), Box::new(right));
            let both =
                if sign.as_rule() == Rule::minus { NumExpr::Minus(left, right) } else { NumExpr::Plus(left, right) };
            sum = Spanned::new(both, span);
        }
        sum
    }

    pub(super) fn one_number(self, node: Node) -> Spanned<NumExpr> {
        let node = first(node);
        let span = self.span(&node);
        let number = match node.as_rule() {
            Rule::number => return self.number(node),
            Rule::starred => NumExpr::Starred(digits(&node)),
            Rule::number_literal => NumExpr::Number(digits(&node)),
            Rule::seats => NumExpr::Seats,
            Rule::how_often => {
                let mut parts = node.into_inner();
                let who = part(&mut parts);
                match who.as_rule() {
                    Rule::all_players => {
                        let it = Spanned::new(Item::It, self.span(&who));
                        NumExpr::OftenInAll(Box::new(self.deed(it, part(&mut parts))))
                    }
                    _ => NumExpr::Often(Box::new(self.deed(self.item(who), part(&mut parts)))),
                }
            }
            Rule::deeds_of | Rule::deeds_of_all => self.deeds(node),
            Rule::different_names => NumExpr::DifferentNames(Box::new(self.set(first(node)))),
            Rule::most_alike => NumExpr::MostAlike(Box::new(self.set(first(node)))),
            Rule::counters_on => {
                let mut parts = node.into_inner().peekable();
                let yours = parts.next_if(|node| node.as_rule() == Rule::your_own);
                let counter = self.word(part(&mut parts));
                let by = yours.or_else(|| parts.next_if(|node| node.as_rule() == Rule::put_by));
                let on = part(&mut parts);
                let number = match on.as_rule() {
                    Rule::item => NumExpr::Counters { counter, on: Box::new(self.item(on)) },
                    _ => NumExpr::CountersAmong { counter, among: Box::new(self.term(on)) },
                };
                self.put_by(Spanned::new(number, span), by).node
            }
            Rule::entry => NumExpr::Entry(Box::new(self.entry(node))),
            Rule::number_of => NumExpr::Count(Box::new(self.set(first(node)))),
            Rule::number_among => {
                let mut parts = node.into_inner();
                let largest = part(&mut parts).as_rule() == Rule::largest;
                let of = Box::new(self.set(part(&mut parts)));
                NumExpr::Among { largest, of, among: Box::new(self.set(part(&mut parts))) }
            }
            Rule::half => {
                let mut parts = node.into_inner();
                let of = Box::new(self.one_number(part(&mut parts)));
                NumExpr::Half { of, up: part(&mut parts).as_rule() == Rule::rounded_up }
            }
            Rule::twice => NumExpr::Twice(Box::new(self.one_number(first(node)))),
            Rule::of_two => {
                let mut parts = node.into_inner();
                let larger = part(&mut parts).as_rule() == Rule::larger;
                let left = Box::new(self.one_number(part(&mut parts)));
                NumExpr::OfTwo { larger, left, right: Box::new(self.one_number(part(&mut parts))) }
            }
            Rule::that_many => NumExpr::Name(MANY.to_string()),
            Rule::name => NumExpr::Name(node.as_str().to_string()),
            Rule::number_if => {
                let mut parts = node.into_inner();
                let then = Box::new(self.number(part(&mut parts)));
                let condition = Box::new(self.cond(part(&mut parts)));
                NumExpr::If { condition, then, otherwise: Box::new(self.number(part(&mut parts))) }
            }
            other => unreachable!("{other:?} is no number of the grammar"),
        };
        Spanned::new(number, span)
    }
}

/// The numbers that may be written as words, from 2 on.
const NUMBER_WORDS: [&str; 11] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

pub(super) fn digits(node: &Node) -> u16 {
    let written = node.as_str().trim_end_matches('*');
    match (2..).zip(NUMBER_WORDS).find(|(_, word)| *word == written) {
        Some((number, _)) => number,
        None => written.parse().expect("the grammar takes four digits at most"),
    }
}

/// `at least`, `more than`
fn compare_word(node: Node) -> Compare {
    match first(node).as_rule() {
        Rule::at_least => Compare::AtLeast,
        Rule::at_most => Compare::AtMost,
        Rule::more_than => Compare::MoreThan,
        Rule::fewer_than => Compare::FewerThan,
        _ => Compare::Exactly,
    }
}

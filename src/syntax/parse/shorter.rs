//! Builds what is said shorter than the parts that it stands for: what everybody does, and how often something was done.

use std::iter::Peekable;

use super::everyday::beside_whom;
use super::grammar::{Node, Rule};
use super::happens::{is_any_card, of_hand};
use super::subjects::looks_round;
use super::trees::{at, by, filtered, hand, of, that_player};
use super::{Builder, first, part};
use crate::base::{Happening, Since, Span, Spanned, Verb};
use crate::syntax::ast::{
    Body, Compare, Cond, Deed, Filter, Head, Item, ItemExpr, Noun, NumExpr, Operand, Pattern, Role, Set, Statement,
    Voice,
};

/// The words for which one it is of several, from the first on.
const ORDINALS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

/// Both must hold.
pub(super) fn both(left: Spanned<Cond>, right: Spanned<Cond>) -> Spanned<Cond> {
    let span = left.span.to(right.span);
    at(Cond::And(Box::new(left), Box::new(right)), span)
}

impl Builder {
    /// `each other player draws 1 card`: for each of them, it does.
    pub(super) fn each_does<'i>(self, mut parts: impl Iterator<Item = Node<'i>> + Clone, span: Span) -> Statement {
        let set = self.set(part(&mut parts));
        // What one of them has done, or given, is `it` then.
        let many = parts.clone().count() > 1
            || parts.clone().any(|does| {
                let asks = Rule::may_other == does.as_rule();
                let does_more = |node: &Node| {
                    matches!(
                        node.as_rule(),
                        Rule::gives | Rule::give_all | Rule::chooses_way | Rule::builds | Rule::puts | Rule::puts_home
                    )
                };
                does_more(&does) || asks && does.clone().into_inner().any(|node| does_more(&node)) || looks_round(&does)
            });
        let it = if many { that_player(span) } else { at(Item::It, span) };
        let statements = self.all_done(&it, parts, span);
        Statement::ForEach { at_once: false, set, name: None, body: Body { statements } }
    }

    pub(super) fn one_does(self, it: &ItemExpr, does: Node) -> Statement {
        let statement = self.does(it, does.clone());
        self.seen_from(it, &does, statement)
    }

    fn does(self, it: &ItemExpr, does: Node) -> Statement {
        match does.as_rule() {
            Rule::discarding | Rule::discard_all | Rule::loses_cards => self.discards(it, does),
            Rule::discard_half => self.discards_half(it, does),
            Rule::takes | Rule::take_all => self.takes(it, does),
            Rule::puts => self.puts(it, does),
            Rule::shows_you => {
                let cards = hand(it.clone(), self.span(&does));
                Statement::Verb { verb: Verb::LookAt, operand: Operand::All(cards) }
            }
            Rule::gives_over => self.gives_over(it, does),
            Rule::takes_over => self.takes_over(it, does),
            Rule::chooses_way => self.chooses_way(it, does),
            Rule::builds => self.builds(it, does),
            Rule::puts_home => self.puts_home(it, does),
            Rule::takes_turn => self.takes_turn(it),
            Rule::skip_turn => self.skips_turn(it),
            Rule::skips_draw => self.skips_draw(it, self.span(&does)),
            Rule::gives | Rule::give_all => self.gives(it, does),
            Rule::draws | Rule::draw_all => self.draws(it, does),
            Rule::does_to | Rule::do_all => self.does_to(it, does),
            Rule::fates | Rule::fates_all => {
                let verb = if does.as_str().starts_with("win") { Verb::Win } else { Verb::Lose };
                Statement::Verb { verb, operand: Operand::Item(it.clone()) }
            }
            Rule::may_deed | Rule::may_other => self.may_deed(it, does, None),
            _ => Statement::By { who: it.clone(), statement: Box::new(self.statement(does)) },
        }
    }

    /// `foe discards 2 cards`, which foe chooses; `foe discards down to 5 cards`; `foe discards a random card`.
    pub(super) fn discards(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        let hand = hand(who.clone(), span);
        let mut parts = node.into_inner().peekable();
        let random = parts.next_if(|node| node.as_rule() == Rule::random).is_some();
        let down_to = parts.next_if(|node| node.as_rule() == Rule::down_to).is_some();
        let discard = |item: Item| Statement::Verb { verb: Verb::Discard, operand: Operand::Item(at(item, span)) };
        if random {
            return discard(Item::Random(Box::new(hand)));
        }
        let number = part(&mut parts);
        let number = match number.as_rule() {
            Rule::so_many_as => self.so_many_as(Some(who), number),
            Rule::one_for_each => self.drawn(number),
            _ => self.article_or_number(number),
        };
        if parts.next().is_some_and(|node| node.as_rule() == Rule::chance_picks) && !down_to {
            let operand = Operand::Several { number, different: false, random: true, set: hand };
            return Statement::Verb { verb: Verb::Discard, operand };
        }
        let times = match down_to {
            true => {
                let held = at(NumExpr::Count(Box::new(hand.clone())), span);
                at(NumExpr::Minus(Box::new(held), Box::new(number)), span)
            }
            false => number,
        };
        let chooses = by(who, Statement::Choose { set: hand, random: false, name: None }, span);
        let statements = vec![at(chooses, span), at(discard(Item::It), span)];
        Statement::Repeat { at_most: false, times, body: Body { statements } }
    }

    /// `the player on your left` has the next turn, the one on your right had the last.
    pub(super) fn at_your_side(self, node: Node) -> Item {
        let span = self.span(&node);
        let mut parts = node.into_inner().peekable();
        if let Some(side) = parts.next_if(|node| node.as_rule() == Rule::side_first) {
            return beside_whom(side.as_str(), self.item(part(&mut parts)), span);
        }
        let their = parts.next_if(|node| node.as_rule() != Rule::side);
        let who = their.map_or(at(Item::You, span), |their| self.item(their));
        beside_whom(part(&mut parts).as_str(), who, span)
    }

    /// `you play your second action this turn`: you play one, and have then played two.
    pub(super) fn nth_does(self, head: &mut Head, node: Node) {
        let span = self.span(&node);
        let (mut nth, mut since) = (1, Since::ThisTurn);
        let any_card = node.clone().into_inner().any(|node| is_any_card(&node));
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::ordinal => {
                    nth = (1..).zip(ORDINALS).find(|(_, word)| *word == node.as_str()).map_or(1, |(nth, _)| nth);
                }
                Rule::this_game => since = Since::ThisGame,
                Rule::deed_acts | Rule::deed_cards | Rule::deed_buildings => head.what = self.deed_thing(node),
                Rule::your | Rule::this_turn | Rule::each_turn | Rule::one_article => {}
                _ => self.event_part(head, node),
            }
        }
        if any_card {
            of_hand(head);
        }
        let mut done = Head::said(Voice::Active, None);
        (done.happenings, done.what) = (head.happenings.clone(), head.what.clone());
        let deed = Deed { who: at(Item::Provoker, span), done: at(done, span), since };
        let left = at(NumExpr::Often(Box::new(deed)), span);
        let right = at(NumExpr::Number(nth), span);
        head.condition = Some(at(Cond::Compare { left, compare: Compare::Exactly, right }, span));
    }

    /// `it was your third action this turn`
    pub(super) fn nth_is<'i>(self, parts: impl Iterator<Item = Node<'i>>, span: Span) -> Cond {
        let (mut nth, mut who) = (1, Item::Provoker);
        let (mut since, mut done) = (Since::ThisTurn, Head::said(Voice::Active, None));
        for node in parts {
            match node.as_rule() {
                Rule::your => who = Item::You,
                Rule::ordinal => {
                    nth = (1..).zip(ORDINALS).find(|(_, word)| *word == node.as_str()).map_or(1, |(nth, _)| nth);
                }
                Rule::this_game => since = Since::ThisGame,
                Rule::deed_acts | Rule::deed_cards | Rule::deed_buildings => {
                    let happening = match node.as_rule() {
                        Rule::deed_buildings => Happening::Built,
                        _ if node.as_str().starts_with("abilit") => Happening::Used,
                        _ if is_any_card(&node) => Happening::HandPlayed,
                        _ => Happening::Played,
                    };
                    done.happenings.push(at(happening, span));
                    done.what = self.deed_thing(node);
                }
                _ => {}
            }
        }
        let deed = Deed { who: at(who, span), done: at(done, span), since };
        let left = at(NumExpr::Often(Box::new(deed)), span);
        Cond::Compare { left, compare: Compare::Exactly, right: at(NumExpr::Number(nth), span) }
    }

    /// `you have buildings with 4 different names`
    pub(super) fn names_of_yours<'i>(self, parts: impl Iterator<Item = Node<'i>>, span: Span) -> Cond {
        let parts = parts.filter(|node| !matches!(node.as_rule(), Rule::you | Rule::own_buildings));
        let (compare, right) = self.compare(parts, Compare::AtLeast);
        let yours = of(Noun::Buildings(Some(at(Item::You, span))), span);
        Cond::Compare { left: at(NumExpr::DifferentNames(Box::new(yours)), span), compare, right }
    }

    /// `you have 5 buildings with no cards`
    pub(super) fn you_have_such<'i>(self, parts: impl Iterator<Item = Node<'i>>, span: Span) -> Cond {
        let mut parts = parts.filter(|node| node.as_rule() != Rule::you).peekable();
        let (compare, number) = self.how_many(&mut parts);
        let filter = |node: Node<'i>| match node.as_rule() {
            Rule::adjective => Some(self.adjective(node)),
            Rule::filter => Some(self.filter(node)),
            _ => None,
        };
        let noun = at(Noun::Buildings(Some(at(Item::You, span))), span);
        let set = Set::Of { target: false, noun, filters: parts.filter_map(filter).collect() };
        Cond::There { compare, number, set: at(set, span) }
    }

    /// `none of them is stacked`: of those that were spoken of before.
    pub(super) fn none_of_them(self, one: &Node, before: Option<Spanned<Cond>>) -> Option<Spanned<Cond>> {
        let none = one.clone().into_inner().next().filter(|node| node.as_rule() == Rule::none_of_them)?;
        let span = self.span(&none);
        let them = match before?.node {
            Cond::There { set, .. } => set,
            Cond::Compare { left, .. } => match left.node {
                NumExpr::DifferentNames(set) | NumExpr::Count(set) | NumExpr::MostAlike(set) => *set,
                _ => return None,
            },
            _ => return None,
        };
        let holds = at(self.about(super::trees::looked_at(span), first(none)), span);
        let set = filtered(them, &at(Filter::That(holds), span));
        Some(at(Cond::There { compare: Compare::AtMost, number: at(NumExpr::Number(0), span), set }, span))
    }

    /// `has played at least 2 actions this turn`
    pub(super) fn did_many<'i>(
        self,
        who: ItemExpr,
        not: bool,
        parts: Peekable<impl Iterator<Item = Node<'i>>>,
    ) -> Cond {
        let parts: Vec<Node> = parts.collect();
        let is_number =
            |node: &Node| matches!(node.as_rule(), Rule::compare | Rule::number | Rule::one_literal | Rule::none);
        let (numbers, rest): (Vec<Node>, Vec<Node>) = parts.into_iter().partition(is_number);
        // Who has done it no times has not done it.
        if let [none] = &numbers[..]
            && none.as_rule() == Rule::none
        {
            let span = who.span.to(self.span(none));
            return Cond::Did { not: !not, deed: Box::new(self.deed_of(who, rest.into_iter(), span)) };
        }
        let otherwise = if self.at_least { Compare::AtLeast } else { Compare::Exactly };
        let (compare, right) = self.compare(numbers.into_iter(), otherwise);
        let span = who.span.to(right.span);
        let often = at(NumExpr::Often(Box::new(self.deed_of(who, rest.into_iter(), span))), span);
        let many = Cond::Compare { left: often, compare, right };
        if not { Cond::Not(Box::new(at(many, span))) } else { many }
    }

    /// `the number of actions foe has played this turn`, or that all have.
    pub(super) fn deeds(self, node: Node) -> NumExpr {
        let span = self.span(&node);
        let of_all = node.as_rule() == Rule::deeds_of_all;
        let (who, rest): (Vec<Node>, Vec<Node>) = node.into_inner().partition(|node| node.as_rule() == Rule::item);
        let who = who.into_iter().next().map_or(at(Item::It, span), |who| self.item(who));
        let deed = Box::new(self.deed_of(who, rest.into_iter(), span));
        if of_all { NumExpr::OftenInAll(deed) } else { NumExpr::Often(deed) }
    }

    pub(super) fn deed_of<'i>(self, who: ItemExpr, parts: impl Iterator<Item = Node<'i>>, span: Span) -> Deed {
        let mut done = Head::said(Voice::Active, None);
        let (mut since, mut any_card) = (Since::Then, false);
        for node in parts {
            any_card |= is_any_card(&node);
            match node.as_rule() {
                Rule::this_turn => since = Since::ThisTurn,
                Rule::this_game => since = Since::ThisGame,
                Rule::deed_acts | Rule::deed_cards | Rule::deed_buildings => done.what = self.deed_thing(node),
                _ => self.event_part(&mut done, node),
            }
        }
        if any_card {
            of_hand(&mut done);
        }
        Deed { who, done: at(done, span), since }
    }

    /// What it was done to, where that is more than any card.
    pub(super) fn deed_thing(self, node: Node) -> Option<Role> {
        match node.as_rule() {
            Rule::deed_buildings => {
                let span = self.span(&node);
                let buildings = of(Noun::Buildings(None), span);
                let named = self.deed_names(node).iter().fold(buildings, filtered);
                Some(Role { pattern: Pattern::Of(named), name: None })
            }
            _ => self.card_named(node),
        }
    }

    /// The card that it would be done to, where it is named: `actions named "X"`
    pub(super) fn card_named(self, node: Node) -> Option<Role> {
        let named = self.deed_names(node);
        (!named.is_empty()).then_some(Role { pattern: Pattern::Card(named), name: None })
    }

    fn deed_names(self, node: Node) -> Vec<Spanned<Filter>> {
        let span = self.span(&node);
        node.into_inner().map(|named| at(Filter::Named(self.word(first(named))), span)).collect()
    }
}

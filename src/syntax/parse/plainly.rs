//! Builds sentences as card texts mostly have them: with commas, with conditions and times behind, with what others do to their own.

use std::iter::Peekable;

use super::follows::count_it;
use super::grammar::{Node, Rule};
use super::somebody::{owner_first, says_that_many};
use super::trees::{at, by, hand, of, of_doer, other_players, set_of_doer};
use super::{Builder, first, part};
use crate::base::{Span, Spanned, Until, Verb};
use crate::syntax::ast::{
    Body, Compare, Cond, Happening, Head, Item, ItemExpr, Noun, NumExpr, Operand, Statement, Trigger, Voice, Word,
};

fn if_then(condition: Spanned<Cond>, then: Vec<Spanned<Statement>>) -> Statement {
    Statement::If { condition, then: Body { statements: then }, otherwise: None }
}

/// `the top of one of your buildings`, where one must be there: of those that have one.
fn a_top(item: ItemExpr) -> ItemExpr {
    let span = item.span;
    match item.node {
        Item::TopOf(of_one) => match of_one.node {
            Item::Any(set) => at(Item::Any(Box::new(of(Noun::Tops(Some(set)), span))), span),
            one => at(Item::TopOf(Box::new(at(one, of_one.span))), span),
        },
        item => at(item, span),
    }
}

impl Builder {
    /// A thing; `the top of a building` is a top, and so what is meant by `it` then.
    pub(super) fn top_or(self, node: Node) -> ItemExpr {
        // `the top of any building`, in parentheses or not.
        let chosen_first = node.clone().into_inner().flatten().any(|node| node.as_rule() == Rule::any_item);
        let item = self.item(node);
        if chosen_first { item } else { a_top(item) }
    }

    /// `until your next turn: buildings of foe lose their texts`: both for as long.
    pub(super) fn lasts_both(self, node: Node) -> Vec<Spanned<Statement>> {
        let is_clause = |node: &Node| matches!(node.as_rule(), Rule::both_are | Rule::loses_text);
        self.two_last(node, is_clause, |until| [until; 2])
    }

    /// `until the end of your next turn`: until that begins, and while it lasts.
    pub(super) fn lasts_beyond(self, node: Node) -> Vec<Spanned<Statement>> {
        let is_clause = |node: &Node| node.as_rule() != Rule::turn_through;
        self.two_last(node, is_clause, |_| [Until::NextTurn, Until::DuringNext])
    }

    /// A clause that stands for two that last, each for so long.
    fn two_last(
        self,
        node: Node,
        is_clause: impl Fn(&Node) -> bool,
        each: impl Fn(Until) -> [Until; 2],
    ) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let (clause, until): (Vec<Node>, Vec<Node>) = node.into_inner().partition(is_clause);
        let (until, whose) = self.until(part(&mut until.into_iter()));
        let clause = part(&mut clause.into_iter());
        let two = (0..).zip(each(until)).map(|(pass, until)| {
            let inner = Builder { pass, ..self }.inner_clause(None, clause.clone());
            // Each has a place of its own.
            let clause = Box::new(if pass == 0 { at(inner.node, span) } else { inner });
            at(Statement::Lasts { until, whose: whose.clone(), ends: None, clause }, span)
        });
        two.collect()
    }

    /// `at the start of your turn: ...`: when it begins; `at the end of your turn: ...`: when you pass.
    pub(super) fn at_turn<'i>(
        self,
        during: Option<Spanned<Cond>>,
        mut parts: impl Iterator<Item = Node<'i>>,
    ) -> Trigger {
        let moment = part(&mut parts);
        let span = self.span(&moment);
        let mut trigger = Trigger::of(Head::said(Voice::Active, during));
        let ends = moment.as_rule() == Rule::turn_end;
        trigger.head.happenings.push(at(if ends { Happening::Passed } else { Happening::TurnBegun }, span));
        let whose = part(&mut parts);
        match whose.as_rule() {
            Rule::every_turn => trigger.head.who = Some(of(Noun::Players { from: None }, self.span(&whose))),
            Rule::others_turn => trigger.head.who = Some(other_players(self.span(&whose))),
            _ => self.event_part(&mut trigger.head, whose),
        }
        self.reacts(&mut trigger, parts);
        trigger
    }

    /// `another player destroys a building`: it is destroyed by another player.
    pub(super) fn does_away(self, head: &mut Head, node: Node) {
        head.voice = Voice::Passive;
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::away => {
                    let destroys = node.as_str().trim_end_matches('s') == "destroy";
                    let happening = if destroys { Happening::Destroyed } else { Happening::Discarded };
                    head.happenings.push(at(happening, self.span(&node)));
                }
                _ => self.event_part(head, node),
            }
        }
    }

    /// What is paid.
    pub(super) fn paid(self, node: Node) -> Spanned<Statement> {
        let span = self.span(&node);
        let mut paid = match node.as_rule() {
            Rule::paid_counters => at(self.paid_counters(node), span),
            _ => self.statement(first(node)),
        };
        // All there are, and one at least.
        if let Statement::Counters { put: false, number, counter, on } = &mut paid.node
            && number.node == NumExpr::Number(crate::base::limits::HEAP)
        {
            let place = number.span;
            let held = at(NumExpr::Counters { counter: counter.clone(), on: Box::new(on.clone()) }, place);
            let one = Box::new(at(NumExpr::Number(1), place));
            number.node = NumExpr::OfTwo { larger: true, left: Box::new(held), right: one };
        }
        at(Statement::Pay(Box::new(paid)), span)
    }

    /// `you may discard the top of this: draw 1 card`: only where there is what it is done to.
    pub(super) fn may_just<'i>(self, mut parts: impl Iterator<Item = Node<'i>>) -> Statement {
        let mut does = self.statement(part(&mut parts));
        let span = does.span;
        // What may be done up to so often is asked for once.
        if let Statement::May { body: Body { statements }, otherwise: None } = &mut does.node
            && let [Spanned { node: Statement::Repeat { at_most: true, .. }, .. }] = statements.as_slice()
        {
            does = statements.swap_remove(0);
        }
        let mut parts = parts.peekable();
        if parts.peek().is_none() {
            return Statement::May { body: Body { statements: vec![does] }, otherwise: None };
        }
        let needed = self.needed(&mut does);
        let mut statements = vec![does];
        let mut build = self;
        for node in parts {
            let spoken_of = node.clone().into_inner().flatten().any(|inner| inner.as_rule() == Rule::its_owner);
            if spoken_of && !build.owner_named {
                build.owner_named = true;
                let named = owner_first(Some(&mut statements), span);
                statements.extend(named);
            }
            if says_that_many(&node) {
                count_it(&mut statements);
            }
            match node.as_rule() {
                Rule::statement => statements.push(build.statement(node)),
                _ => statements.extend(build.body(node).statements),
            }
        }
        let may = Statement::May { body: Body { statements }, otherwise: None };
        match needed {
            Some(there) => if_then(there, vec![at(may, span)]),
            None => may,
        }
    }

    /// There is what a statement is done to, so much of it.
    pub(super) fn needed(self, does: &mut Spanned<Statement>) -> Option<Spanned<Cond>> {
        let span = does.span;
        if let Statement::Verb { operand: Operand::Item(item), .. } = &mut does.node {
            *item = a_top(item.clone());
        }
        let (number, set) = match &does.node {
            Statement::Verb { operand: Operand::Item(item) | Operand::Two(item, _), .. } => {
                let set = match &item.node {
                    Item::Any(set) | Item::Random(set) => (**set).clone(),
                    _ => self.lone(item.node.clone(), item.span),
                };
                (at(NumExpr::Number(1), span), set)
            }
            Statement::Verb { operand: Operand::Several { number, set, .. }, .. } => (number.clone(), set.clone()),
            // One at least, where it may be done up to so often.
            Statement::Repeat { at_most: true, body: Body { statements }, .. } => match statements.as_slice() {
                [one] => return self.needed(&mut one.clone()),
                _ => return None,
            },
            _ => return None,
        };
        Some(at(Cond::There { compare: Compare::AtLeast, number, set }, span))
    }

    /// `put a tick on each of your buildings`, `put a tick on it and its neighbours`
    pub(super) fn on_each(self, number: Spanned<NumExpr>, counter: Word, node: Node) -> Statement {
        let span = self.span(&node);
        let put = Statement::Counters { put: true, number, counter, on: at(Item::It, span) };
        let body = Body { statements: vec![at(put, span)] };
        let each = first(node);
        let set = if each.as_rule() == Rule::joint { self.every(each) } else { self.set(each) };
        Statement::ForEach { at_once: false, set, name: None, body }
    }

    /// `discard 2 cards`: of your hand; `discard down to 5 cards`.
    pub(super) fn discard_some<'i>(
        self,
        mut parts: Peekable<impl Iterator<Item = Node<'i>>>,
        node: Node,
        span: Span,
    ) -> Statement {
        if parts.peek().is_some_and(|node| node.as_rule() == Rule::down_to) {
            return self.discards(&at(Item::You, span), node);
        }
        let hand = hand(at(Item::You, span), span);
        let number = self.drawn(part(&mut parts));
        let random = parts.next().is_some_and(|node| node.as_rule() == Rule::chance_picks);
        let operand = match number {
            number if random => Operand::Several { number, different: false, random: true, set: hand },
            Spanned { node: NumExpr::Number(1), .. } => Operand::Item(at(Item::Any(Box::new(hand)), span)),
            number => Operand::Several { number, different: false, random: false, set: hand },
        };
        Statement::Verb { verb: Verb::Discard, operand }
    }

    /// `put them back in any order`: one after the other on top of the deck.
    pub(super) fn put_back(self, node: Node, span: Span) -> Statement {
        let verb = end_of_deck(&node);
        let them = || of(Noun::Them, span);
        let choose = Statement::Choose { set: them(), random: false, name: None };
        let put = Statement::Verb { verb, operand: Operand::Item(at(Item::It, span)) };
        let body = Body { statements: vec![at(choose, span), at(put, span)] };
        Statement::Repeat { at_most: false, times: at(NumExpr::Count(Box::new(them())), span), body }
    }

    /// `foe destroys one of their buildings`, which foe chooses.
    pub(super) fn does_to(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        let word = node.as_str().split_whitespace().next().unwrap_or_default();
        let word = if word.starts_with("reveal") { "show" } else { word.trim_end_matches('s') };
        let verb = Verb::read(&format!("{word} _")).expect("the grammar knows no others");
        let operand = part(&mut node.into_inner());
        if operand.as_rule() == Rule::held_cards {
            return Statement::Verb { verb, operand: Operand::All(self.held_cards(who, operand)) };
        }
        if operand.as_rule() == Rule::every {
            let set = set_of_doer(self.every(first(operand)), who);
            return Statement::Verb { verb, operand: Operand::All(set) };
        }
        let set = match a_top(of_doer(self.item(operand), who)).node {
            Item::Any(set) => *set,
            item => return Statement::Verb { verb, operand: Operand::Item(at(item, span)) },
        };
        let chooses = by(who, Statement::Choose { set, random: false, name: None }, span);
        let does = Statement::Verb { verb, operand: Operand::Item(at(Item::It, span)) };
        let body = Body { statements: vec![at(chooses, span), at(does, span)] };
        Statement::Repeat { at_most: false, times: at(NumExpr::Number(1), span), body }
    }
}

/// On top of the deck, or at its bottom.
pub(super) fn end_of_deck(node: &Node) -> Verb {
    let under = node.clone().into_inner().flatten().any(|node| node.as_rule() == Rule::deck_bottom);
    if under { Verb::PutUnderDeck } else { Verb::PutOnDeck }
}

/// The form of a verb in which the deck may not be named, with its name: `put it on the bottom`.
pub(super) fn of_the_deck(form: String) -> String {
    match form.strip_prefix("put _ ") {
        Some(end) if end.starts_with("on top") || end.starts_with("on the top") => "put _ on top of the deck".into(),
        Some(end) if end.contains(" the bottom") => "put _ at the bottom of the deck".into(),
        _ => form,
    }
}

//! Builds what is said of two who were chosen: the one with more, and the other.

use super::grammar::{Node, Rule};
use super::trees::{at, filtered, that_player};
use super::{Builder, part};
use crate::base::{Span, Spanned, Verb};
use crate::syntax::ast::{
    Body, Clause, Compare, Cond, Filter, Item, ItemExpr, Noun, Operand, Set, SetExpr, Statement, Text, Word,
};
use crate::syntax::visit::{Part, visit};

/// What two are called that were chosen without names.
const TWO: [&str; 2] = ["one-of-two", "other-of-two"];

fn two(span: Span) -> [ItemExpr; 2] {
    TWO.map(|name| at(Item::Name(name.to_string()), span))
}

/// `exchange them`
pub(super) fn exchange_them(span: Span) -> Spanned<Statement> {
    let [one, other] = two(span);
    at(Statement::Verb { verb: Verb::Exchange, operand: Operand::Two(one, other) }, span)
}

fn plus(left: SetExpr, right: SetExpr, span: Span) -> SetExpr {
    at(Set::Plus(Box::new(left), Box::new(right)), span)
}

impl Builder {
    /// The names of two who are chosen.
    pub(super) fn two_names(self, names: Vec<Node>, span: Span) -> Vec<Word> {
        match names.is_empty() {
            true => TWO.map(|name| at(name.to_string(), span)).into(),
            false => names.into_iter().map(|name| self.word(name)).collect(),
        }
    }

    /// `the other`: of the two, another than who was spoken of last.
    pub(super) fn other_of_two(self, span: Span) -> Item {
        let but = at(Filter::ExceptItem(that_player(span)), span);
        let [one, other] = two(span).map(|item| filtered(self.lone(item.node, span), &but));
        Item::First(Box::new(plus(one, other, span)))
    }

    /// What the other does then hangs on which of them is the one.
    pub(super) fn goes_on(self, before: &mut [Spanned<Statement>], more: &[Spanned<Statement>]) -> bool {
        let Some(Statement::If { then, otherwise: Some(otherwise), .. }) = before.last_mut().map(|last| &mut last.node)
        else {
            return false;
        };
        let is_of_two = |body: &Body| {
            matches!(body.statements.first().map(|first| &first.node), Some(Statement::Choose { set, name: None, .. })
                if TWO.iter().any(|name| set.node.is_one(&Item::Name(name.to_string()))))
        };
        let Some(Statement::If { then: second, .. }) = otherwise.statements.first_mut().map(|first| &mut first.node)
        else {
            return false;
        };
        if !is_of_two(then) || !is_of_two(second) {
            return false;
        }
        let [one, other] = TWO;
        let first = then.statements.first().is_some_and(
            |first| matches!(&first.node, Statement::Choose { set, .. } if set.node.is_one(&Item::Name(one.into()))),
        );
        let (one, other) = if first { (one, other) } else { (other, one) };
        then.statements.extend(with_other(more.to_vec(), other));
        second.statements.extend(with_other(more.to_vec(), one));
        true
    }

    /// `the one with more cards in hand gives a card to the other`: neither does where both have as many.
    pub(super) fn the_one_does(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner().peekable();
        let more = part(&mut parts).as_rule() == Rule::more_word;
        let counted = part(&mut parts);
        let mut filters = Vec::new();
        while let Some(filter) = parts.next_if(|node| node.as_rule() == Rule::filter) {
            filters.push(self.filter(filter));
        }
        let of = |whose: &ItemExpr| self.many_of(&counted, whose.clone(), &filters, span);
        let compare = if more { Compare::MoreThan } else { Compare::FewerThan };
        let [one, other] = two(span);
        let does: Vec<Node> = parts.collect();
        let each = [(&one, &other), (&other, &one)].map(|(who, than)| {
            let condition = at(Cond::Compare { left: of(who), compare, right: of(than) }, span);
            let choose = Statement::Choose { set: self.lone(who.node.clone(), span), random: false, name: None };
            let does = self.all_done(&that_player(span), does.clone().into_iter(), span);
            let Item::Name(other) = &than.node else { unreachable!("the two have names") };
            let does = with_other(does, other);
            (condition, Body { statements: std::iter::once(at(choose, span)).chain(does).collect() })
        });
        let [(is_one, one_does), (is_other, other_does)] = each;
        let second = at(Statement::If { condition: is_other, then: other_does, otherwise: None }, span);
        let otherwise = Some(Body { statements: vec![second] });
        vec![at(Statement::If { condition: is_one, then: one_does, otherwise }, span)]
    }
}

/// Where it is known which of the two is the one, `the other` has its name.
fn with_other(statements: Vec<Spanned<Statement>>, other: &str) -> Vec<Spanned<Statement>> {
    let span = statements.first().map_or(Span::new(0, 0), |first| first.span);
    let mut text = Text { clauses: vec![at(Clause::Play(Body { statements }), span)] };
    visit(&mut text, &mut |part| {
        let Part::Item(item) = part else { return };
        let Item::First(set) = &item.node else { return };
        let Set::Plus(one, _) = &set.node else { return };
        let is_one = |noun: &Noun| matches!(noun, Noun::One(one) if one.node == Item::Name(TWO[0].into()));
        if matches!(&one.node, Set::Of { noun, .. } if is_one(&noun.node)) {
            item.node = Item::Name(other.to_string());
        }
    });
    match text.clauses.pop().map(|clause| clause.node) {
        Some(Clause::Play(body)) => body.statements,
        _ => Vec::new(),
    }
}

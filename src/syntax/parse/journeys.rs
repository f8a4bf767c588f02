//! Builds where things go, by whoever's hand: to the discard pile, into a hand, from one building onto another.

use super::grammar::{Node, Rule};
use super::plainly::end_of_deck;
use super::tokens::THEM;
use super::trees::{MANY, at, by, filtered, hand, of, of_doer, that_player};
use super::{Builder, first, part};
use crate::base::limits::HEAP;
use crate::base::{Span, Spanned, Until, Verb};
use crate::syntax::ast::{Body, Item, ItemExpr, Noun, NumExpr, Operand, SetExpr, Statement};

/// The card that somebody builds.
const BUILT: &str = "card-built";

fn verb(verb: Verb, operand: Operand, span: Span) -> Spanned<Statement> {
    at(Statement::Verb { verb, operand }, span)
}

fn once(statements: Vec<Spanned<Statement>>, span: Span) -> Statement {
    Statement::Repeat { at_most: false, times: at(NumExpr::Number(1), span), body: Body { statements } }
}

impl Builder {
    /// `remove a tick`: from this; `remove them all`: of the sort that was spoken of last.
    pub(super) fn take_here<'i>(self, mut parts: impl Iterator<Item = Node<'i>>, span: Span) -> Statement {
        let many = part(&mut parts);
        let (number, counter) = match many.as_rule() {
            Rule::those_all => (Spanned::new(NumExpr::Number(HEAP), span), Spanned::new(THEM.to_string(), span)),
            _ => (self.article_or_number(many), self.word(part(&mut parts))),
        };
        Statement::Counters { put: false, number, counter, on: Spanned::new(Item::This, span) }
    }

    /// `the rest go to the discard pile`, `it goes to the bottom of the deck`
    pub(super) fn goes_to(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.clone().into_inner();
        let (what, to) = (part(&mut parts), part(&mut parts));
        let them = matches!(what.as_rule(), Rule::them | Rule::the_other_one).then(|| of(Noun::Them, span));
        let item = || if them.is_some() { at(Item::It, span) } else { self.item(what.clone()) };
        let give = |to| Operand::Two(item(), to);
        let done = match to.as_rule() {
            Rule::of_discard => match &them {
                Some(them) => return vec![verb(Verb::Discard, Operand::All(them.clone()), span)],
                None => verb(Verb::Discard, Operand::Item(item()), span),
            },
            Rule::deck_end if them.is_some() => return vec![at(self.put_back(node, span), span)],
            Rule::deck_end => verb(end_of_deck(&to), Operand::Item(item()), span),
            Rule::your => verb(Verb::Give, give(at(Item::You, span)), span),
            _ => verb(Verb::Give, give(self.home(to, item())), span),
        };
        match them {
            Some(set) => {
                let body = Body { statements: vec![done] };
                vec![at(Statement::ForEach { at_once: false, set, name: None, body }, span)]
            }
            None => vec![done],
        }
    }

    /// `put a card from your hand on the bottom of the deck`
    pub(super) fn put_under(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let what = self.item(part(&mut parts));
        let put = if parts.next().is_some() { Verb::PutUnderDeck } else { Verb::PutOnDeck };
        vec![verb(put, Operand::Item(what), span)]
    }

    /// `destroy any number of your buildings`: how many is chosen first.
    pub(super) fn away_any(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner().filter(|node| node.as_rule() != Rule::just_any);
        let away = Verb::read(&format!("{} _", part(&mut parts).as_str())).unwrap_or(Verb::Discard);
        let set = self.set(part(&mut parts));
        let (from, to) = (at(NumExpr::Number(0), span), at(NumExpr::Count(Box::new(set.clone())), span));
        let choose = Statement::ChooseNumber { random: false, from, to, name: at(MANY.to_string(), span) };
        let number = at(NumExpr::Name(MANY.to_string()), span);
        let operand = Operand::Several { number, different: false, random: false, set };
        vec![at(choose, span), verb(away, operand, span)]
    }

    /// `discard all cards with that name from it`: out of the hand that was shown.
    pub(super) fn held_away(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let away = Verb::read(&format!("{} _", part(&mut parts).as_str())).unwrap_or(Verb::Discard);
        vec![verb(away, Operand::All(self.held_cards(&that_player(span), part(&mut parts))), span)]
    }

    /// `the building with the most cards is destroyed`
    pub(super) fn passive(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let what = part(&mut parts);
        let done = match part(&mut parts).as_str().split_whitespace().next().unwrap_or_default() {
            "destroyed" => Verb::Destroy,
            "discarded" => Verb::Discard,
            "removed" => Verb::Remove,
            _ => Verb::Show,
        };
        let operand = match what.as_rule() {
            Rule::every => Operand::All(self.every(first(what))),
            _ => Operand::Item(self.item(what)),
        };
        vec![verb(done, operand, span)]
    }

    /// `its owner's hand`, `the hand of foe`
    fn home(self, node: Node, of_it: ItemExpr) -> ItemExpr {
        let span = self.span(&node);
        let home = first(node);
        match home.as_rule() {
            Rule::to_owner => at(Item::OwnerOf(Box::new(of_it)), span),
            _ => self.item(home),
        }
    }

    /// `that player puts one of them into your hand`, which that player chooses.
    pub(super) fn puts_home(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let (what, to) = (part(&mut parts), part(&mut parts));
        let to = match to.as_rule() {
            Rule::your => at(Item::You, span),
            _ => of_doer(self.home(to, at(Item::It, span)), who),
        };
        self.takes_all(&to, what, who, who)
    }

    /// `that player builds a building from their hand`, where that player chooses.
    pub(super) fn builds(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        let named = || at(Item::Name(BUILT.to_string()), span);
        let (card, built) = match of_doer(self.item(first(node)), who) {
            Spanned { node: Item::Any(set), .. } => {
                let name = Some(at(BUILT.to_string(), span));
                (Some(by(who, Statement::Choose { set: *set, random: false, name }, span)), named())
            }
            item => (None, item),
        };
        let places = of(Noun::Places(Some(who.clone())), span);
        let place = by(who, Statement::Choose { set: places, random: false, name: None }, span);
        let build = verb(Verb::Build, Operand::Two(built, at(Item::It, span)), span);
        once(card.into_iter().chain([place]).map(|node| at(node, span)).chain([build]).collect(), span)
    }

    /// `that player takes an extra turn`
    pub(super) fn takes_turn(self, who: &ItemExpr) -> Statement {
        let whose = Some(Box::new(who.clone())).filter(|who| who.node != Item::You);
        Statement::Later { until: Until::ExtraTurn, whose, body: Body { statements: Vec::new() } }
    }

    /// `all cards with that name`: of the hand of whoever does it.
    pub(super) fn held_cards(self, who: &ItemExpr, node: Node) -> SetExpr {
        let span = self.span(&node);
        let wrap = |node: Node| match node.as_rule() {
            Rule::named => at(crate::syntax::ast::Filter::Named(self.word(first(node.clone()))), self.span(&node)),
            Rule::named_as => at(crate::syntax::ast::Filter::NamedAs(self.item(first(node.clone()))), self.span(&node)),
            _ => at(crate::syntax::ast::Filter::NamedAs(at(Item::That("name".into()), span)), span),
        };
        node.into_inner().map(wrap).fold(hand(who.clone(), span), |set, filter| filtered(set, &filter))
    }

    /// `take a card on a building of another player and put it on one of yours`: as it lies.
    pub(super) fn take_onto(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut things = node.into_inner().filter(|node| node.as_rule() != Rule::it);
        let from = part(&mut things);
        let then = self.past(&from);
        let (from, onto) = (self.item(from), then.item(part(&mut things)));
        vec![verb(Verb::Move, Operand::Two(from, onto), span)]
    }

    /// `each building that has exactly one card loses that card`
    pub(super) fn sheds(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let set = self.set(part(&mut parts));
        if part(&mut parts).as_rule() == Rule::shed_one {
            let tops = of(Noun::Tops(Some(Box::new(set))), span);
            return vec![verb(Verb::Discard, Operand::All(tops), span)];
        }
        let cards = of(Noun::CardsOn { building: at(Item::It, span), from_top: false }, span);
        let body = Body { statements: vec![verb(Verb::Discard, Operand::All(cards), span)] };
        vec![at(Statement::ForEach { at_once: false, set, name: None, body }, span)]
    }

    /// `each player passes a card to the left`: all choose theirs before any is passed.
    pub(super) fn all_pass(self, node: &Node) -> Option<Vec<Spanned<Statement>>> {
        let span = self.span(node);
        let mut parts = node.clone().into_inner();
        let (players, does) = (part(&mut parts), part(&mut parts));
        let side = does.clone().into_inner().find(|node| node.as_rule() == Rule::to_the_side);
        let cards = does.clone().into_inner().flatten();
        let one =
            cards.into_iter().all(|node| !matches!(node.as_rule(), Rule::number | Rule::random | Rule::half_of_hand));
        let gives = matches!(does.as_rule(), Rule::gives | Rule::give_all) && one && parts.next().is_none();
        let side = side.filter(|_| gives)?;
        let (gift, giver) = (|| at("card-passed".to_string(), span), that_player(span));
        let set = hand(at(Item::It, span), span);
        let players = self.set(players);
        let aside = Statement::SetsAside { players: players.clone(), set, name: gift() };
        let card = at(Item::Entry(Box::new((gift(), giver.clone()))), span);
        let give = verb(Verb::Give, Operand::Two(card, self.to_the_side(&giver, side)), span);
        let body = Body { statements: vec![give] };
        let each = Statement::ForEach { at_once: false, set: players, name: None, body };
        Some(vec![at(aside, span), at(each, span)])
    }
}

//! Builds what others get and do: buildings that are taken over, cards that they put somewhere, their votes.

use super::grammar::{Node, Rule};
use super::plainly::end_of_deck;
use super::subjects::but_whom;
use super::trees::{RECEIVER, at, by, hand, of, of_doer};
use super::{Builder, first, part};
use crate::base::{Pick, Side, Span, Spanned, Verb};
use crate::syntax::ast::{Body, Item, ItemExpr, LetValue, Noun, NumExpr, OWNER, Operand, Set, SetExpr, Statement};

/// What is taken over.
const PRIZE: &str = "prize";

fn named(name: &str, span: Span) -> ItemExpr {
    at(Item::Name(name.to_string()), span)
}

/// It is written as a building, whatever its names stand for.
fn is_building(item: &Item) -> bool {
    let of_buildings = |set: &Set| match set {
        Set::Of { noun, .. } => noun.node.is_of_buildings(),
        Set::Plus(..) => false,
    };
    match item {
        Item::Any(set) | Item::Random(set) | Item::First(set) | Item::Pick(_, set) => of_buildings(&set.node),
        Item::Beside(..) | Item::Under(_) => true,
        _ => false,
    }
}

/// Whoever gives a building gives one of their own, where nothing says whose it is.
fn own_buildings(who: &ItemExpr, mut set: SetExpr) -> SetExpr {
    if let Set::Of { noun, filters, .. } = &mut set.node
        && let Noun::Buildings(whose @ None) = &mut noun.node
        && !filters.iter_mut().any(|filter| but_whom(filter).is_some())
    {
        *whose = Some(who.clone());
    }
    set
}

/// Two buildings that are swapped take each other's place; `its left neighbour` is that of the first.
pub(super) fn side_by_side(statement: Statement) -> Statement {
    let Statement::Verb { verb, operand: Operand::Two(one, mut other) } = statement else { return statement };
    if let (Item::This | Item::Name(_), Item::Beside(_, of)) = (&one.node, &mut other.node)
        && of.node == Item::It
        && of.span == other.span
    {
        of.node = one.node.clone();
    }
    let verb = if verb == Verb::Swap && is_building(&other.node) { Verb::Exchange } else { verb };
    Statement::Verb { verb, operand: Operand::Two(one, other) }
}

impl Builder {
    /// `give one of your buildings to another player`, who takes it over and chooses where it stands.
    pub(super) fn given_over(self, item: &ItemExpr, to: &ItemExpr, span: Span) -> Option<Statement> {
        self.handed_over(&at(Item::You, span), (item, to), span)
    }

    /// `foe gives one of their buildings to another player`
    pub(super) fn gives_over(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        // `foe gives you one of their buildings`
        let (you, things): (Vec<Node>, Vec<Node>) = node.into_inner().partition(|node| node.as_rule() == Rule::you);
        let mut things = things.into_iter().map(|node| of_doer(self.item(node), who));
        let (item, to) = (things.next(), things.next());
        let to = to.or_else(|| you.first().map(|you| at(Item::You, self.span(you))));
        let (item, to) = (item.expect("the grammar says what"), to.expect("the grammar says to whom"));
        self.handed_over(who, (&item, &to), span).unwrap_or_else(|| {
            let chosen = match &item.node {
                Item::Any(set) => by(who, Statement::Choose { set: (**set).clone(), random: false, name: None }, span),
                _ => Statement::Let { name: at(PRIZE.to_string(), span), value: LetValue::Item(item.clone()) },
            };
            let given = if matches!(item.node, Item::Any(_)) { at(Item::It, span) } else { named(PRIZE, span) };
            let give = Statement::Verb { verb: Verb::Give, operand: Operand::Two(given, to) };
            let statements = [chosen, give].map(|statement| at(statement, span)).into();
            Statement::Repeat { at_most: false, times: at(NumExpr::Number(1), span), body: Body { statements } }
        })
    }

    fn handed_over(self, who: &ItemExpr, (item, to): (&ItemExpr, &ItemExpr), span: Span) -> Option<Statement> {
        // Whoever has it already has it in the hand then.
        let own = to.node == who.node || matches!(&to.node, Item::OwnerOf(_));
        let home = own || to.node == Item::Name(OWNER.into());
        if home || !is_building(&item.node) {
            return None;
        }
        let word = |name: &str| at(name.to_string(), span);
        let call = |item: &ItemExpr, name: &str| match &item.node {
            Item::Any(set) => {
                let set = own_buildings(who, (**set).clone());
                by(who, Statement::Choose { set, random: false, name: Some(word(name)) }, span)
            }
            _ => Statement::Let { name: word(name), value: LetValue::Item(item.clone()) },
        };
        let receiver = if to.node == Item::You { to.clone() } else { named(RECEIVER, span) };
        let place =
            Statement::Choose { set: of(Noun::Places(Some(receiver.clone())), span), random: false, name: None };
        let shift =
            Statement::Verb { verb: Verb::Shift, operand: Operand::Two(named(PRIZE, span), at(Item::It, span)) };
        let prize = call(item, PRIZE);
        let receives = (to.node != Item::You).then(|| call(to, RECEIVER));
        // What is chosen is `it` then.
        let (one, other) = match &to.node {
            Item::Any(_) => (Some(prize), receives),
            _ => (receives, Some(prize)),
        };
        let all = one.into_iter().chain(other).chain([by(&receiver, place, span), shift]);
        let statements = all.map(|statement| at(statement, span)).collect();
        Some(Statement::Repeat { at_most: false, times: at(NumExpr::Number(1), span), body: Body { statements } })
    }

    /// `foe takes over one of your buildings`, which foe chooses, and where it stands.
    pub(super) fn takes_over(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        let called = who.node == Item::It;
        let to = if called { named(RECEIVER, span) } else { who.clone() };
        let value = LetValue::Item(who.clone());
        let name = called.then(|| at(Statement::Let { name: at(RECEIVER.to_string(), span), value }, span));
        let choose = |set, name| by(&to, Statement::Choose { set, random: false, name }, span);
        let prize = || at(PRIZE.to_string(), span);
        let chosen = match of_doer(self.item(first(node)), who) {
            Spanned { node: Item::Any(set), .. } => choose(*set, Some(prize())),
            item => Statement::Let { name: prize(), value: LetValue::Item(item) },
        };
        let place = choose(of(Noun::Places(Some(to.clone())), span), None);
        let operand = Operand::Two(named(PRIZE, span), at(Item::It, span));
        let shift = Statement::Verb { verb: Verb::Shift, operand };
        let all = name.into_iter().chain([chosen, place, shift].map(|statement| at(statement, span))).collect();
        Statement::Repeat { at_most: false, times: at(NumExpr::Number(1), span), body: Body { statements: all } }
    }

    /// `that player puts a card from their hand face down on this`, which that player chooses, and where, if that is open.
    pub(super) fn puts(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        let (mut number, mut verb, mut onto) = (at(NumExpr::Number(1), span), Verb::PutFaceDown, None);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::face => verb = if first(node).as_rule() == Rule::face_up { Verb::PutFaceUp } else { verb },
                Rule::item | Rule::one_of_set => onto = Some(of_doer(self.item(node), who)),
                Rule::deck_end => verb = end_of_deck(&node),
                _ => number = self.article_or_number(node),
            }
        }
        let card = named("card-put", span);
        let name = Some(at("card-put".to_string(), span));
        let choose = by(who, Statement::Choose { set: hand(who.clone(), span), random: false, name }, span);
        let (place, operand) = match onto {
            Some(Spanned { node: Item::Any(set), .. }) => {
                let place = by(who, Statement::Choose { set: *set, random: false, name: None }, span);
                (Some(at(place, span)), Operand::Two(card, at(Item::It, span)))
            }
            Some(onto) => (None, Operand::Two(card, onto)),
            None => (None, Operand::Item(card)),
        };
        let put = Statement::Verb { verb, operand };
        let statements = std::iter::once(at(choose, span)).chain(place).chain([at(put, span)]).collect();
        Statement::Repeat { at_most: false, times: number, body: Body { statements } }
    }

    /// `the left end of its row`, as a place.
    pub(super) fn row_end(self, node: Node) -> Item {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let left = part(&mut parts).as_str() == Side::Left.word();
        let whose = match parts.next() {
            Some(of) if of.as_rule() == Rule::row_of => match of.into_inner().next() {
                Some(whose) => self.whose(whose),
                None => at(Item::OwnerOf(Box::new(at(Item::It, span))), span),
            },
            Some(item) => self.item(item),
            None => at(Item::You, span),
        };
        let places = Box::new(of(Noun::Places(Some(whose)), span));
        if left { Item::First(places) } else { Item::Pick(Pick::Last, places) }
    }

    /// `move all cards on this onto a neighbour of this`: all onto one.
    pub(super) fn move_all(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let set = self.set(part(&mut parts));
        let goal = "goal-of-all";
        let word = at(goal.to_string(), span);
        let (onto, target) = match self.item(part(&mut parts)) {
            Spanned { node: Item::Any(set), .. } => {
                (Some(Statement::Choose { set: *set, random: false, name: Some(word) }), named(goal, span))
            }
            onto if matches!(onto.node, Item::Name(_) | Item::This) => (None, onto),
            onto => (Some(Statement::Let { name: word, value: LetValue::Item(onto) }), named(goal, span)),
        };
        let operand = Operand::Two(at(Item::It, span), target);
        let shift = at(Statement::Verb { verb: Verb::Move, operand }, span);
        let each = Statement::ForEach { at_once: false, set, name: None, body: Body { statements: vec![shift] } };
        onto.into_iter().chain([each]).map(|statement| at(statement, span)).collect()
    }

    /// `double the ticks on this`, `double the ticks on each of your buildings`
    pub(super) fn double_up(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let counter = self.word(part(&mut parts));
        let on = part(&mut parts);
        let doubled = |on: ItemExpr| {
            let number = at(NumExpr::Counters { counter: counter.clone(), on: Box::new(on.clone()) }, span);
            at(Statement::Counters { put: true, number, counter: counter.clone(), on }, span)
        };
        if on.as_rule() == Rule::each_one {
            let body = Body { statements: vec![doubled(at(Item::It, span))] };
            return vec![at(Statement::ForEach { at_once: false, set: self.set(first(on)), name: None, body }, span)];
        }
        let (chosen, on) = match self.item(on) {
            Spanned { node: Item::Any(set), .. } => {
                let choose = Statement::Choose { set: *set, random: false, name: None };
                (Some(at(choose, span)), at(Item::It, span))
            }
            on => (None, on),
        };
        chosen.into_iter().chain([doubled(on)]).collect()
    }

    /// `as many cards as they have buildings`; they are who does it.
    pub(super) fn so_many_as(self, who: Option<&ItemExpr>, node: Node) -> Spanned<NumExpr> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let whose = part(&mut parts);
        let whose = match who {
            Some(who) if whose.as_rule() == Rule::they => who.clone(),
            _ => self.item(whose),
        };
        let counted = part(&mut parts);
        let number = match counted.as_rule() {
            Rule::counter => NumExpr::Counters { counter: self.word(counted), on: Box::new(whose) },
            _ => NumExpr::Count(Box::new(self.own(counted, whose, Vec::new(), span))),
        };
        at(number, span)
    }
}

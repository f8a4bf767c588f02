//! Builds what may be said in freer words than those that it is printed in.

use super::follows::that_many;
use super::grammar::{Node, Rule};
use super::trees::{RECEIVER, at, by, filtered, hand, looked_at, of, of_doer, other_players, that_player};
use super::{Builder, first, part};
use crate::base::{Pick, Since, Span, Spanned, Verb};
use crate::syntax::ast::{
    Body, Compare, Cond, Deed, Filter, Head, Item, ItemExpr, LetValue, Noun, NumExpr, Operand, Pattern, Property, Role,
    Set, SetExpr, Statement, Voice,
};

/// Whoever gives something.
const GIVER: &str = "giver";

impl Builder {
    /// `a building of foe`, `one of your buildings`, `another player`: any of these.
    pub(super) fn one_of_set(self, node: Node) -> ItemExpr {
        let span = self.span(&node);
        at(Item::Any(Box::new(self.set(first(node)))), span)
    }

    /// `the hand of another player`: of one who is chosen for it.
    pub(super) fn a_player(self, node: Node) -> ItemExpr {
        let span = self.span(&node);
        at(Item::Any(Box::new(self.term(first(node)))), span)
    }

    /// `another player's`: of one who is chosen for it.
    pub(super) fn another_player(self, span: Span) -> ItemExpr {
        at(Item::Any(Box::new(other_players(span))), span)
    }

    /// `the top card of the deck`, `the top card of the discard pile`
    pub(super) fn deck_card(self, node: Node) -> Item {
        let span = self.span(&node);
        match first(node).as_rule() {
            Rule::of_discard => Item::Pick(Pick::Last, Box::new(of(Noun::Discard, span))),
            _ => Item::First(Box::new(of(Noun::DeckTop(Box::new(at(NumExpr::Number(1), span))), span))),
        }
    }

    /// `buildings of another player` are not of `you`.
    pub(super) fn of_others(self, node: &Node) -> Option<Spanned<Filter>> {
        if matches!(node.as_rule(), Rule::hand) {
            return None;
        }
        let others = node
            .clone()
            .into_inner()
            .find(|part| matches!(part.as_rule(), Rule::others_all | Rule::of_another | Rule::of_the_others))?;
        Some(self.not_yours(self.span(&others)))
    }

    /// They are not of `you`.
    fn not_yours(self, span: Span) -> Spanned<Filter> {
        let property = at(Property::Of(at(Item::You, span)), span);
        at(Filter::That(at(Cond::Is { item: looked_at(span), not: true, property }, span)), span)
    }

    /// What stands behind `all`, or speaks of all by itself: `neighbours of this`, `your hand`, `this and its neighbours`.
    pub(super) fn every(self, node: Node) -> SetExpr {
        match node.as_rule() {
            Rule::joint => self.joint(node),
            Rule::tops_of_each => {
                let span = self.span(&node);
                let tops = first(node);
                let set = if tops.as_rule() == Rule::stacks { self.stacks(tops) } else { self.set(tops) };
                of(Noun::Tops(Some(Box::new(set))), span)
            }
            Rule::whole_hand => {
                let span = self.span(&node);
                hand(self.whose(first(node)), span)
            }
            _ => self.set(node),
        }
    }

    /// `each stack of foe`, `each of your stacks`: buildings with all that lies on them.
    fn stacks(self, node: Node) -> SetExpr {
        let span = self.span(&node);
        let one = node.clone().into_inner().any(|node| node.as_rule() == Rule::of_another);
        let of_others = self.of_others(&node).filter(|_| !one);
        let others = node.clone().into_inner().find(|node| node.as_rule() == Rule::each_other);
        let others = others.map(|_| self.not_yours(span)).or(of_others);
        let said = [Rule::stack_word, Rule::others_all, Rule::of_the_others, Rule::each_other];
        let whose = node.into_inner().find(|node| !said.contains(&node.as_rule()));
        let whose = whose.map(|whose| match whose.as_rule() {
            // Who was chosen for it.
            Rule::one_other | Rule::of_another => that_player(span),
            _ => self.whose(whose),
        });
        let all = of(Noun::Buildings(whose), span);
        others.iter().fold(all, filtered)
    }

    /// `this and its neighbours`
    pub(super) fn joint(self, node: Node) -> SetExpr {
        let mut parts = node.into_inner();
        let head = self.term(part(&mut parts));
        let one = match &head.node {
            Set::Of { noun: Spanned { node: Noun::One(item), .. }, .. } => (**item).clone(),
            Set::Of { noun: Spanned { node: Noun::Name(name), span }, .. } => at(Item::Name(name.clone()), *span),
            _ => at(Item::It, head.span),
        };
        parts.fold(head, |left, node| {
            let right = match node.as_rule() {
                Rule::its_neighbours => of(Noun::Neighbours(one.clone()), self.span(&node)),
                _ => self.term(node),
            };
            let span = left.span.to(right.span);
            at(Set::Plus(Box::new(left), Box::new(right)), span)
        })
    }

    /// `players with the highest bid`
    pub(super) fn extreme_named(self, node: Node) -> Filter {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let fewest = part(&mut parts).as_rule() == Rule::fewest;
        Filter::That(at(
            Cond::Most { item: looked_at(span), fewest, others: false, name: self.word(part(&mut parts)) },
            span,
        ))
    }

    /// `buildings with no cards`: that have none.
    pub(super) fn with_some(self, node: Node) -> Filter {
        let span = self.span(&node);
        let mut parts = node.into_inner().peekable();
        let cond = match parts.next_if(|node| node.as_rule() == Rule::than_other) {
            Some(than) => self.than_other(looked_at(span), than),
            None => self.has(looked_at(span), &mut parts),
        };
        Filter::That(at(cond, span))
    }

    /// `you have the fewest buildings`: you are one of those who have.
    pub(super) fn has_most<'i>(self, item: ItemExpr, mut parts: impl Iterator<Item = Node<'i>>) -> Cond {
        let most = part(&mut parts);
        let (span, counted) = (self.span(&most), part(&mut parts));
        let noun = match counted.as_rule() {
            Rule::own_cards => Noun::Buildings(None),
            _ => Noun::Players { from: None },
        };
        let filters = parts.map(|node| self.filter(node)).collect();
        let measure = self.own(counted, looked_at(span), filters, span);
        let extreme = Filter::Extreme { most: most.as_rule() == Rule::the_most, measure };
        let set = filtered(of(noun, span), &at(extreme, span));
        Cond::Is { item, not: false, property: at(Property::In(Box::new(set)), span) }
    }

    /// `at least 2 of your buildings are stacked`, `all of your buildings are stacked`
    pub(super) fn quantified<'i>(self, all: bool, span: Span, mut parts: impl Iterator<Item = Node<'i>>) -> Cond {
        let (compare, number) = match all {
            true => (Compare::AtMost, at(NumExpr::Number(0), span)),
            false => self.compare(&mut parts, Compare::Exactly),
        };
        let set = self.term(part(&mut parts));
        let about = part(&mut parts);
        let place = self.span(&about);
        let mut cond = at(self.about(looked_at(place), about), place);
        if all {
            cond = at(Cond::Not(Box::new(cond)), place);
        }
        Cond::There { compare, number, set: filtered(set, &at(Filter::That(cond), place)) }
    }

    /// `your buildings have at least 5 different names`
    pub(super) fn names_among<'i>(self, mut parts: impl Iterator<Item = Node<'i>>) -> Cond {
        let set = self.term(part(&mut parts));
        let left = at(NumExpr::DifferentNames(Box::new(set.clone())), set.span);
        let (compare, right) = self.compare(parts, Compare::Exactly);
        Cond::Compare { left, compare, right }
    }

    /// `this was built this turn`
    pub(super) fn was_done<'i>(self, who: ItemExpr, parts: impl Iterator<Item = Node<'i>>) -> Deed {
        let span = who.span;
        let mut done = Head::said(Voice::Passive, None);
        done.what = Some(Role { pattern: Pattern::Of(of(Noun::Buildings(None), span)), name: None });
        let mut since = Since::ThisTurn;
        for node in parts {
            match node.as_rule() {
                Rule::this_turn => {}
                Rule::this_game => since = Since::ThisGame,
                _ => self.event_part(&mut done, node),
            }
        }
        Deed { who, done: at(done, span), since }
    }

    /// `other players cannot play more than 1 action a turn`: those who have played so many already cannot.
    pub(super) fn not_more(self, head: &mut Head, node: Node) {
        let span = self.span(&node);
        let mut done = Head::said(Voice::Active, None);
        let (mut number, mut since) = (None, Since::ThisTurn);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::number => number = Some(self.number(node)),
                Rule::a_turn | Rule::cannot => {}
                Rule::a_game => since = Since::ThisGame,
                Rule::deed_acts | Rule::deed_cards | Rule::deed_buildings => {
                    head.what = self.card_named(node.clone());
                    done.what = self.deed_thing(node);
                }
                _ => self.event_part(head, node),
            }
        }
        done.happenings.clone_from(&head.happenings);
        let deed = Deed { who: looked_at(span), done: at(done, span), since };
        let left = at(NumExpr::Often(Box::new(deed)), span);
        let right = number.unwrap_or(at(NumExpr::Number(1), span));
        let cond = at(Cond::Compare { left, compare: Compare::AtLeast, right }, span);
        head.who = head.who.take().map(|who| filtered(who, &at(Filter::That(cond), span)));
    }

    /// `a card for each of your buildings`: as many as there are of these.
    pub(super) fn drawn(self, node: Node) -> Spanned<NumExpr> {
        match node.as_rule() {
            Rule::many_and => {
                let span = self.span(&node);
                let mut parts = node.into_inner().skip(1);
                let minus = part(&mut parts).as_rule() == Rule::minus;
                let (left, right) = (Box::new(that_many(span)), Box::new(self.one_number(part(&mut parts))));
                at(if minus { NumExpr::Minus(left, right) } else { NumExpr::Plus(left, right) }, span)
            }
            Rule::one_for_each | Rule::there_are_so_many => {
                let span = self.span(&node);
                let most = node.clone().into_inner().find(|node| node.as_rule() == Rule::no_more_than).map(first);
                let many = self.one_for_each(node);
                match most.map(|most| Box::new(self.number(most))) {
                    Some(right) => at(NumExpr::OfTwo { larger: false, left: Box::new(many), right }, span),
                    None => many,
                }
            }
            _ => self.article_or_number(node),
        }
    }

    /// `a card for each of your buildings`, `two cards for each heads`
    fn one_for_each(self, node: Node) -> Spanned<NumExpr> {
        let span = self.span(&node);
        let (mut many, mut twice) = (that_many(span), false);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::twofold_cards => twice = true,
                Rule::each_counter => {
                    let mut parts = node.into_inner();
                    let counter = self.word(part(&mut parts));
                    many = at(NumExpr::Counters { counter, on: Box::new(self.item(part(&mut parts))) }, span);
                }
                Rule::set => many = at(NumExpr::Count(Box::new(self.set(node))), span),
                _ => {}
            }
        }
        if twice { at(NumExpr::Twice(Box::new(many)), span) } else { many }
    }

    /// `foe gives 2 cards to you`: of the hand of foe, who chooses them.
    pub(super) fn gives(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        let hand = hand(who.clone(), span);
        let (mut receiver, mut random, mut number) = (at(Item::You, span), false, at(NumExpr::Number(1), span));
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::item | Rule::one_of_set => receiver = of_doer(self.item(node), who),
                Rule::to_the_side => receiver = self.to_the_side(who, node),
                _ => {
                    for node in node.into_inner() {
                        match node.as_rule() {
                            Rule::random => random = true,
                            Rule::one_card => {}
                            Rule::half_of_hand => number = self.half(who, node).1,
                            _ => number = self.article_or_number(node),
                        }
                    }
                }
            }
        }
        let give = |item, to| Statement::Verb { verb: Verb::Give, operand: Operand::Two(item, to) };
        if let Item::Any(set) = receiver.node {
            return self.gives_to_one(who, *set, (random, number), span);
        }
        if random {
            return give(at(Item::Random(Box::new(hand)), span), receiver);
        }
        // In the block `it` is the card.
        let name = (receiver.node == Item::It).then(|| at(RECEIVER.to_string(), span));
        let to = if name.is_some() { at(Item::Name(RECEIVER.into()), span) } else { receiver.clone() };
        let chooses = by(who, Statement::Choose { set: hand, random: false, name: None }, span);
        let mut statements = vec![at(chooses, span), at(give(at(Item::It, span), to), span)];
        if let Some(name) = name {
            let value = LetValue::Item(receiver);
            statements.insert(0, at(Statement::Let { name, value }, span));
        }
        Statement::Repeat { at_most: false, times: number, body: Body { statements } }
    }

    /// `that player gives 2 cards to another player`, whom that player chooses first: all go to one.
    fn gives_to_one(
        self,
        who: &ItemExpr,
        set: SetExpr,
        (random, number): (bool, Spanned<NumExpr>),
        span: Span,
    ) -> Statement {
        let named = |name: &str| at(Item::Name(name.into()), span);
        let word = |name: &str| at(name.to_string(), span);
        let (giver, receiver) = (named(GIVER), named(RECEIVER));
        let who = Statement::Let { name: word(GIVER), value: LetValue::Item(who.clone()) };
        let whom = by(&giver, Statement::Choose { set, random: false, name: Some(word(RECEIVER)) }, span);
        let give = |item| Statement::Verb { verb: Verb::Give, operand: Operand::Two(at(item, span), receiver.clone()) };
        let hand = hand(giver.clone(), span);
        let gives = match random {
            true => vec![give(Item::Random(Box::new(hand)))],
            false => vec![by(&giver, Statement::Choose { set: hand, random: false, name: None }, span), give(Item::It)],
        };
        let all = |statements: Vec<Statement>| Body {
            statements: statements.into_iter().map(|statement| at(statement, span)).collect(),
        };
        let gives = Statement::Repeat { at_most: false, times: number, body: all(gives) };
        let once = at(NumExpr::Number(1), span);
        Statement::Repeat { at_most: false, times: once, body: all(vec![who, whom, gives]) }
    }

    /// `foe may discard 2 cards: ...`, who has so many; what is done for it may stand on the next line.
    pub(super) fn may_deed<'i>(self, who: &ItemExpr, node: Node<'i>, then: Option<Node<'i>>) -> Statement {
        let statement = self.may_do(who, node.clone(), then);
        self.seen_from(who, &node, statement)
    }

    fn may_do<'i>(self, who: &ItemExpr, node: Node<'i>, then: Option<Node<'i>>) -> Statement {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let deed = part(&mut parts);
        let bare = matches!(deed.as_rule(), Rule::bare_draw | Rule::bare_give | Rule::bare_discard);
        let numbers = deed.clone().into_inner().flatten();
        let number = numbers.into_iter().find(|node| matches!(node.as_rule(), Rule::number | Rule::one_article));
        let number = number.map_or(at(NumExpr::Number(1), span), |node| self.article_or_number(node));
        let (rule, place) = (deed.as_rule(), self.span(&deed));
        let mut done = at(self.bare(who, deed), place);
        let possible = if bare { None } else { self.possible(&mut done) };
        let mut body = Body { statements: vec![done] };
        for node in parts.chain(then) {
            match node.as_rule() {
                Rule::bare_draw
                | Rule::bare_give
                | Rule::bare_discard
                | Rule::puts
                | Rule::puts_home
                | Rule::builds
                | Rule::take_all
                | Rule::do_all => {
                    let place = self.span(&node);
                    body.statements.push(at(self.bare(who, node), place));
                }
                _ => body.statements.extend(self.body(node).statements),
            }
        }
        let may = Statement::May { body, otherwise: None };
        let may = by(who, may, span);
        if rule == Rule::bare_draw {
            return may;
        }
        let set = hand(who.clone(), span);
        let condition = match (bare, possible) {
            (false, None) => return may,
            (false, Some(possible)) => possible,
            _ => at(Cond::There { compare: Compare::AtLeast, number, set }, span),
        };
        Statement::If { condition, then: Body { statements: vec![at(may, span)] }, otherwise: None }
    }

    /// `draw 2 cards`, as somebody may.
    fn bare(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::bare_draw => by(who, Statement::Draw { number: self.article_or_number(first(node)) }, span),
            Rule::bare_give => self.gives(who, node),
            Rule::bare_discard => self.discards(who, node),
            _ => self.one_does(who, node),
        }
    }

    /// `take a card from the discard pile`: it is given to you.
    pub(super) fn take_home(self, thing: Node, span: Span) -> Statement {
        let give = |item| Statement::Verb { verb: Verb::Give, operand: Operand::Two(item, at(Item::You, span)) };
        match thing.as_rule() {
            Rule::up_to_them => {
                let mut parts = thing.into_inner().filter(|node| node.as_rule() == Rule::number);
                let times = self.number(part(&mut parts));
                let them = at(Item::Any(Box::new(of(Noun::Them, span))), span);
                let body = Body { statements: vec![at(give(them), span)] };
                let again = at(Statement::Repeat { at_most: true, times, body }, span);
                Statement::May { body: Body { statements: vec![again] }, otherwise: None }
            }
            Rule::every => {
                let body = Body { statements: vec![at(give(at(Item::It, span)), span)] };
                Statement::ForEach { at_once: false, set: self.every(first(thing)), name: None, body }
            }
            Rule::several => {
                let Operand::Several { number, random, set, .. } = self.several(thing) else {
                    unreachable!("`several` builds nothing else");
                };
                let set = Box::new(set);
                let item = at(if random { Item::Random(set) } else { Item::Any(set) }, span);
                let body = Body { statements: vec![at(give(item), span)] };
                Statement::Repeat { at_most: false, times: number, body }
            }
            _ => give(self.top_or(thing)),
        }
    }
}

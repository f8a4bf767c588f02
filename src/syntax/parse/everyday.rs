//! Builds what stands for several statements in everyday words: two that are chosen, hands and cards that change places, who takes what.

use super::grammar::{Node, Rule};
use super::pairs::exchange_them;
use super::trees::{RECEIVER, at, by, filtered, hand, looked_at, of, of_doer, that_player};
use super::{Builder, first, part};
use crate::base::{Pick, Side, Span, Spanned, Until, Verb};
use crate::syntax::ast::{
    Body, Compare, Cond, Filter, Item, ItemExpr, LetValue, Noun, NumExpr, Operand, SetExpr, Statement,
};

/// What counters are taken from.
const GIVER: &str = "giver";
/// The card that goes for another one.
const TRADED: &str = "traded";
/// The first of two that take each other's place.
const ONE_SIDE: &str = "one-side";

fn body(statements: Vec<Spanned<Statement>>) -> Body {
    Body { statements }
}

fn give(item: ItemExpr, to: ItemExpr) -> Statement {
    Statement::Verb { verb: Verb::Give, operand: Operand::Two(item, to) }
}

fn does(verb: Verb, item: Item, span: Span) -> Spanned<Statement> {
    at(Statement::Verb { verb, operand: Operand::Item(at(item, span)) }, span)
}

fn named(name: &str, span: Span) -> ItemExpr {
    at(Item::Name(name.to_string()), span)
}

pub(super) fn there(compare: Compare, number: u16, set: SetExpr) -> Cond {
    let number = at(NumExpr::Number(number), set.span);
    Cond::There { compare, number, set }
}

impl Builder {
    /// What stands for several statements.
    pub(super) fn everyday(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::lasts_beyond => self.lasts_beyond(node),
            Rule::choose_two => self.choose_two(node),
            Rule::exchange_two => self.exchange_two(node),
            Rule::exchange_them => vec![exchange_them(span)],
            Rule::move_counters => self.move_counters(node),
            Rule::look_take => self.look_take(node),
            Rule::search_deck => self.search_deck(node),
            Rule::shuffle_in => {
                let what = first(node);
                let put = match what.as_rule() {
                    Rule::every => {
                        let set = self.every(first(what));
                        let put = does(Verb::PutOnDeck, Item::It, span);
                        Statement::ForEach { at_once: false, set, name: None, body: body(vec![put]) }
                    }
                    _ => Statement::Verb { verb: Verb::PutOnDeck, operand: Operand::Item(self.item(what)) },
                };
                vec![at(put, span), at(Statement::ShuffleDeck, span)]
            }
            Rule::swap_with => {
                let (chosen, who) = self.one_player(first(node));
                let operand = Operand::Two(at(Item::You, span), who);
                let swap = Statement::Verb { verb: Verb::SwapHands, operand };
                chosen.into_iter().chain([at(swap, span)]).collect()
            }
            Rule::hands_round => {
                let side = node.into_inner().flatten().find(|node| node.as_rule() == Rule::side);
                let you = at(Item::You, span);
                let next = beside_whom(side.map_or("left", |side| side.as_str()), you.clone(), span);
                let operand = Operand::Two(you, at(next, span));
                vec![at(Statement::Verb { verb: Verb::PassHands, operand }, span)]
            }
            Rule::take_over => {
                let mut parts = node.into_inner();
                let what = self.item(part(&mut parts));
                let whose = parts.next().map_or(at(Item::You, span), |node| self.whose(node));
                let place = at(Item::Any(Box::new(of(Noun::Places(Some(whose)), span))), span);
                vec![at(Statement::Verb { verb: Verb::Shift, operand: Operand::Two(what, place) }, span)]
            }
            Rule::lasts_both | Rule::lasts_both_so => self.lasts_both(node),
            Rule::noted => self.noted(node),
            Rule::of_each_player => self.of_each_player(node),
            Rule::home_and_rest => self.home_and_rest(node),
            Rule::for_each_so => self.for_each_so(node),
            Rule::double_up => self.double_up(node),
            Rule::move_all => self.move_all(node),
            Rule::reveal_until => self.reveal_until(node),
            Rule::step_aside => self.step_aside(node),
            Rule::trade => self.trade(node),
            Rule::put_some => self.put_some(node),
            Rule::clear_all => self.clear_all(node),
            Rule::put_for_each => self.put_for_each(node),
            Rule::decider_does => {
                let mut parts = node.into_inner();
                let who = self.item(first(part(&mut parts)));
                self.all_done(&who, parts, span)
            }
            Rule::roll => self.roll(node),
            Rule::goes_to => self.goes_to(node),
            Rule::put_under => self.put_under(node),
            Rule::away_any => self.away_any(node),
            Rule::passive => self.passive(node),
            Rule::held_away => self.held_away(node),
            Rule::sheds => self.sheds(node),
            Rule::take_onto => self.take_onto(node),
            Rule::the_one_does => self.the_one_does(node),
            Rule::named_card => self.named_card(node),
            Rule::choose_way => self.choose_way(node),
            _ => self.put_home(node),
        }
    }

    /// A player who is chosen first, where one of several is meant.
    fn one_player(self, node: Node) -> (Option<Spanned<Statement>>, ItemExpr) {
        let span = self.span(&node);
        match self.item(node) {
            Spanned { node: Item::Any(set), .. } => {
                let choose = Statement::Choose { set: *set, random: false, name: None };
                (Some(at(choose, span)), that_player(span))
            }
            who => (None, who),
        }
    }

    /// `two neighbouring buildings`, `two players`: the sets of the first and of the second, which hangs on the first.
    fn two_of(self, node: Node, one: &str) -> (SetExpr, SetExpr) {
        let span = self.span(&node);
        let set = match node.as_rule() {
            Rule::beside_each => {
                let beside = there(Compare::AtLeast, 1, of(Noun::Neighbours(looked_at(span)), span));
                let set = filtered(of(Noun::Buildings(None), span), &at(Filter::That(at(beside, span)), span));
                return (set, of(Noun::Neighbours(named(one, span)), span));
            }
            _ => self.set(node),
        };
        let other = filtered(set.clone(), &at(Filter::ExceptItem(named(one, span)), span));
        (set, other)
    }

    /// `choose two players as first and second`
    fn choose_two(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let (names, sets): (Vec<Node>, Vec<Node>) = node.into_inner().partition(|node| node.as_rule() == Rule::name);
        let names = self.two_names(names, span);
        let one = names[0].node.clone();
        let (set, other) = self.two_of(part(&mut sets.into_iter()), &one);
        let choose = |(set, name)| at(Statement::Choose { set, random: false, name: Some(name) }, span);
        [set, other].into_iter().zip(names).map(choose).collect()
    }

    /// `exchange two of your buildings`
    fn exchange_two(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let (set, other) = self.two_of(first(node), ONE_SIDE);
        let choose = Statement::Choose { set, random: false, name: Some(at(ONE_SIDE.to_string(), span)) };
        let operand = Operand::Two(named(ONE_SIDE, span), at(Item::Any(Box::new(other)), span));
        vec![at(choose, span), at(Statement::Verb { verb: Verb::Exchange, operand }, span)]
    }

    /// `exchange a card in your hand with the top card of the discard pile`: yours is chosen first.
    fn trade(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let you = || at(Item::You, span);
        let name = at(TRADED.to_string(), span);
        let yours = at(Statement::Choose { set: hand(you(), span), random: false, name: Some(name) }, span);
        let other = first(node);
        if other.as_rule() == Rule::traded {
            let mut parts = other.into_inner().peekable();
            let random = parts.next_if(|node| node.as_rule() == Rule::random).is_some();
            let (chosen, who) = match self.whose(part(&mut parts)) {
                Spanned { node: Item::Any(set), .. } => {
                    let choose = Statement::Choose { set: *set, random: false, name: None };
                    (Some(at(choose, span)), that_player(span))
                }
                who => (None, who),
            };
            let theirs = Box::new(hand(who.clone(), span));
            let theirs = at(if random { Item::Random(theirs) } else { Item::Any(theirs) }, span);
            let gives = [give(theirs, you()), give(named(TRADED, span), who)];
            return chosen.into_iter().chain([yours]).chain(gives.map(|give| at(give, span))).collect();
        }
        let on_deck = other.as_rule() == Rule::deck_card
            && other.clone().into_inner().any(|node| node.as_rule() == Rule::of_deck);
        let taken = match other.as_rule() {
            Rule::deck_card => self.item(other),
            _ => at(Item::Any(Box::new(of(Noun::Discard, span))), span),
        };
        let verb = if on_deck { Verb::PutOnDeck } else { Verb::Discard };
        vec![yours, at(give(taken, you()), span), does(verb, Item::Name(TRADED.to_string()), span)]
    }

    /// `put any number of cards from your hand face down on this`
    fn put_some(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let up = node.clone().into_inner().flatten().any(|node| node.as_rule() == Rule::face_up);
        let verb = if up { Verb::PutFaceUp } else { Verb::PutFaceDown };
        let yours = || hand(at(Item::You, span), span);
        let (mut times, mut asked, mut on) = (at(NumExpr::Count(Box::new(yours())), span), false, None);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::number => times = self.number(node),
                Rule::just_any | Rule::up_to => asked = true,
                Rule::face => {}
                _ => on = Some(self.item(node)),
            }
        }
        let mut chosen = None;
        let on = match on.expect("the grammar says on what") {
            Spanned { node: Item::Any(set), .. } => {
                let choose = Statement::Choose { set: *set, random: false, name: None };
                chosen = Some(at(choose, span));
                at(Item::That("building".into()), span)
            }
            on => on,
        };
        let card = at(Item::Any(Box::new(yours())), span);
        let put = at(Statement::Verb { verb, operand: Operand::Two(card, on) }, span);
        let again = Statement::Repeat { at_most: asked, times, body: body(vec![put]) };
        let done = match asked {
            true => Statement::May { body: body(vec![at(again, span)]), otherwise: None },
            false => again,
        };
        chosen.into_iter().chain([at(done, span)]).collect()
    }

    /// `discard all cards on neighbours of this`: of one building after the other.
    fn clear_all(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let verb = Verb::read(&format!("{} _", part(&mut parts).as_str())).unwrap_or(Verb::Discard);
        let set = self.set(part(&mut parts));
        let cards = of(Noun::CardsOn { building: at(Item::It, span), from_top: false }, span);
        let clear = at(Statement::Verb { verb, operand: Operand::All(cards) }, span);
        vec![at(Statement::ForEach { at_once: false, set, name: None, body: body(vec![clear]) }, span)]
    }

    /// `put 1 tick on this for each of your buildings`
    fn put_for_each(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner().filter(|node| node.as_rule() != Rule::one_article);
        let counter = self.word(part(&mut parts));
        let on = self.item(part(&mut parts));
        let set = self.set(part(&mut parts));
        // In the block `it` is one of the set.
        let name = at(RECEIVER.to_string(), span);
        let before =
            (on.node == Item::It).then(|| at(Statement::Let { name, value: LetValue::Item(on.clone()) }, span));
        let on = if before.is_some() { named(RECEIVER, span) } else { on };
        let put = Statement::Counters { put: true, number: at(NumExpr::Number(1), span), counter, on };
        let each = Statement::ForEach { at_once: false, set, name: None, body: body(vec![at(put, span)]) };
        before.into_iter().chain([at(each, span)]).collect()
    }

    /// `move this one place to the left`: it changes places with what stands there, if anything does.
    fn step_aside(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let item = self.item(part(&mut parts));
        let side = if part(&mut parts).as_str() == Side::Left.word() { Side::Left } else { Side::Right };
        let (before, item) = match item.node {
            Item::Any(set) => {
                let choose = Statement::Choose { set: *set, random: false, name: None };
                (Some(at(choose, span)), at(Item::It, span))
            }
            _ => (None, item),
        };
        let beside = Item::Beside(side, Box::new(item.clone()));
        let stands = there(Compare::AtLeast, 1, self.lone(beside.clone(), span));
        let operand = Operand::Two(item, at(beside, span));
        let exchange = at(Statement::Verb { verb: Verb::Exchange, operand }, span);
        let only = Statement::If { condition: at(stands, span), then: body(vec![exchange]), otherwise: None };
        before.into_iter().chain([at(only, span)]).collect()
    }

    /// `move 2 ticks from this onto another building`, where there are so many.
    fn move_counters(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let many = part(&mut parts);
        let all = many.as_rule() == Rule::all_of;
        let number = self.article_or_number(many);
        let counter = self.word(part(&mut parts));
        let from = part(&mut parts);
        let then = self.past(&from);
        let (from, onto) = (self.item(from), then.item(part(&mut parts)));
        let giver = || named(GIVER, span);
        let needed = if all { at(NumExpr::Number(0), span) } else { number.clone() };
        let has = |item| Cond::Has {
            item,
            compare: if all { Compare::MoreThan } else { Compare::AtLeast },
            number: needed.clone(),
            counter: Some(counter.clone()),
        };
        let name = at(GIVER.to_string(), span);
        let chosen = matches!(from.node, Item::Any(_));
        let before = match from.node {
            Item::Any(set) => {
                let set = filtered(*set, &at(Filter::That(at(has(looked_at(span)), span)), span));
                Statement::Choose { set, random: false, name: Some(name) }
            }
            _ => Statement::Let { name, value: LetValue::Item(from) },
        };
        let moved = match all {
            true => at(NumExpr::Counters { counter: counter.clone(), on: Box::new(giver()) }, span),
            false => number.clone(),
        };
        let put = Statement::Counters { put: true, number: moved, counter: counter.clone(), on: onto };
        let take = Statement::Counters { put: false, number, counter: counter.clone(), on: giver() };
        let moves = vec![at(put, span), at(take, span)];
        if chosen {
            return std::iter::once(at(before, span)).chain(moves).collect();
        }
        let then = body(moves);
        let only = Statement::If { condition: at(has(giver()), span), then, otherwise: None };
        vec![at(before, span), at(only, span)]
    }

    /// `look at another player's hand and take a card from it`
    fn look_take(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let whose = part(&mut parts);
        let (chosen, who) = match self.whose(whose.clone()) {
            Spanned { node: Item::Any(set), .. } => {
                let choose = Statement::Choose { set: *set, random: false, name: None };
                (Some(at(choose, span)), that_player(span))
            }
            who => (None, who),
        };
        let of_whom = || hand(who.clone(), span);
        let look = Statement::Verb { verb: Verb::LookAt, operand: Operand::All(of_whom()) };
        let takes = part(&mut parts).as_str() == "take";
        let number = parts.next().map_or(at(NumExpr::Number(1), span), |node| self.article_or_number(node));
        let card = at(Item::Any(Box::new(of_whom())), span);
        let done = match takes {
            true => give(card, at(Item::You, span)),
            false => Statement::Verb { verb: Verb::Discard, operand: Operand::Item(card) },
        };
        let done = match number.node {
            NumExpr::Number(1) => done,
            _ => Statement::Repeat { at_most: false, times: number, body: body(vec![at(done, span)]) },
        };
        chosen.into_iter().chain([at(look, span), at(done, span)]).collect()
    }

    /// `search the deck for a card named "Windmill", show it and put it into your hand`
    fn search_deck(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let (filters, deeds): (Vec<Node>, Vec<Node>) =
            node.into_inner().partition(|node| node.as_rule() == Rule::filter);
        let set = filters.into_iter().fold(of(Noun::Deck, span), |set, node| filtered(set, &self.filter(node)));
        let shown = deeds.into_iter().map(first).any(|deed| deed.as_rule() == Rule::found_shown);
        let show = shown.then(|| does(Verb::Show, Item::It, span));
        let take = at(give(at(Item::It, span), at(Item::You, span)), span);
        let found = body(show.into_iter().chain([take]).collect());
        let look = Statement::Verb { verb: Verb::LookAt, operand: Operand::All(of(Noun::Deck, span)) };
        let choose = Statement::MayChoose { set, name: None, body: found, otherwise: None };
        vec![at(look, span), at(choose, span)]
    }

    /// `put one of them into your hand`, `return it to its owner's hand`
    fn put_home(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let what = part(&mut parts);
        let Some(home) = parts.next().map(first) else { return vec![at(self.take_home(what, span), span)] };
        if home.as_rule() != Rule::to_owner {
            let to = self.item(home);
            if let (Rule::item | Rule::one_of_set, false) = (what.as_rule(), to.node == Item::You) {
                let operand = Operand::Two(self.item(what), to);
                return vec![at(Statement::Verb { verb: Verb::Return, operand }, span)];
            }
            return vec![at(self.takes_all(&to, what, &at(Item::You, span), &to), span)];
        }
        let owner = at(Item::OwnerOf(Box::new(at(Item::It, span))), span);
        let given = at(give(at(Item::It, span), owner), span);
        let (before, item) = match what.as_rule() {
            Rule::every => {
                let set = self.every(first(what));
                let each = Statement::ForEach { at_once: false, set, name: None, body: body(vec![given]) };
                return vec![at(each, span)];
            }
            // What is chosen is the same in both places.
            _ => match self.top_or(what) {
                Spanned { node: Item::Any(set), .. } => {
                    (Some(at(Statement::Choose { set: *set, random: false, name: None }, span)), at(Item::It, span))
                }
                Spanned { node: Item::Random(set), .. } => {
                    (Some(at(Statement::Choose { set: *set, random: true, name: None }, span)), at(Item::It, span))
                }
                item => (None, item),
            },
        };
        let owner = at(Item::OwnerOf(Box::new(item.clone())), span);
        before.into_iter().chain([at(give(item, owner), span)]).collect()
    }

    /// `foe takes a card from your hand`, which foe chooses.
    pub(super) fn takes(self, who: &ItemExpr, node: Node) -> Statement {
        self.takes_all(who, first(node), who, who)
    }

    /// Who gets what, chosen by somebody, and whose it is where it is theirs.
    pub(super) fn takes_all(self, who: &ItemExpr, what: Node, chooser: &ItemExpr, doer: &ItemExpr) -> Statement {
        let span = self.span(&what);
        // In the block `it` is the card.
        let called = who.node == Item::It;
        let to = if called { named(RECEIVER, span) } else { who.clone() };
        let name = called.then(|| {
            let value = LetValue::Item(who.clone());
            at(Statement::Let { name: at(RECEIVER.to_string(), span), value }, span)
        });
        let given = at(give(at(Item::It, span), to.clone()), span);
        let taken = |set| {
            let chooses = by(chooser, Statement::Choose { set, random: false, name: None }, span);
            body(vec![at(chooses, span), given.clone()])
        };
        let done = match what.as_rule() {
            Rule::every => {
                let set = super::trees::set_of_doer(self.every(first(what)), doer);
                Statement::ForEach { at_once: false, set, name: None, body: body(vec![given.clone()]) }
            }
            Rule::several => {
                let Operand::Several { number, set, .. } = self.several(what) else {
                    unreachable!("`several` builds nothing else");
                };
                Statement::Repeat { at_most: false, times: number, body: taken(set) }
            }
            _ => match of_doer(self.item(what), doer) {
                Spanned { node: Item::Any(set), .. } => {
                    Statement::Repeat { at_most: false, times: at(NumExpr::Number(1), span), body: taken(*set) }
                }
                item => give(item, to),
            },
        };
        match name {
            Some(name) => {
                let both = body(vec![name, at(done, span)]);
                Statement::Repeat { at_most: false, times: at(NumExpr::Number(1), span), body: both }
            }
            None => done,
        }
    }

    /// `that player skips their next turn`
    pub(super) fn skips_turn(self, who: &ItemExpr) -> Statement {
        let whose = Some(Box::new(who.clone())).filter(|who| who.node != Item::You);
        Statement::Later { until: Until::SkippedTurn, whose, body: body(Vec::new()) }
    }

    /// `half of their hand, rounded up`: whose, and how many that are.
    pub(super) fn half(self, who: &ItemExpr, node: Node) -> (ItemExpr, Spanned<NumExpr>) {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let whose = part(&mut parts);
        let whose =
            if matches!(whose.as_rule(), Rule::their | Rule::them_held) { who.clone() } else { self.whose(whose) };
        let held = at(NumExpr::Count(Box::new(hand(whose.clone(), span))), span);
        let up = part(&mut parts).as_rule() == Rule::rounded_up;
        (whose, at(NumExpr::Half { of: Box::new(held), up }, span))
    }

    /// `discard half of your hand, rounded down`
    pub(super) fn discards_half(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        let (whose, times) = self.half(who, first(node));
        let chooses = by(who, Statement::Choose { set: hand(whose, span), random: false, name: None }, span);
        let statements = vec![at(chooses, span), does(Verb::Discard, Item::It, span)];
        Statement::Repeat { at_most: false, times, body: body(statements) }
    }

    /// `to the left`: to whoever sits there.
    pub(super) fn to_the_side(self, who: &ItemExpr, node: Node) -> ItemExpr {
        let span = self.span(&node);
        at(beside_whom(first(node).as_str(), who.clone(), span), span)
    }
}

/// Who sits on that side of somebody: whoever has the next turn, or had the last one.
pub(super) fn beside_whom(side: &str, who: ItemExpr, span: Span) -> Item {
    match side == Side::Left.word() {
        true => Item::NextPlayer(Box::new(who)),
        false => Item::Pick(Pick::Last, Box::new(of(Noun::Players { from: Some(who) }, span))),
    }
}

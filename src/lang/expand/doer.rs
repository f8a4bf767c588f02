//! What somebody does: each choice in it is that player's.

use super::conditions::{self, at_most, choose_many, possible};
use super::outcome::offer;
use super::{Statements, ways};
use crate::ast::{Filter, Item, ItemExpr, Noun, NumExpr, OWNER, Operand, Set, SetExpr, Statement};
use crate::trees::{
    GIVER, PRIZE, RECEIVER, a_top, any, as_one, at, body, but_whom, by, called, choose, count,
    for_each, give, hand, it, many, named, number, number_of_doer, of, of_doer, only_if, repeat,
    set_of_doer, that_player, verb, you,
};
use crate::visit::{Part, visit_statement};
use text::{Span, Spanned, Verb};

/// A card that is put somewhere, and one that is built.
const PUT: &str = "card-put";
const BUILT: &str = "card-built";

/// What somebody does, one after the other.
pub(super) fn all_done(who: &ItemExpr, deeds: Statements) -> Statements {
    let mut statements = Vec::new();
    for mut does in deeds {
        if conditions::that_many(&mut does) {
            conditions::count_it(&mut statements);
        }
        statements.extend(one_does(who, does));
    }
    statements
}

/// `each other player does that`: what one of them has done, or given, is `it` then.
pub(super) fn each(set: SetExpr, mut deeds: Statements, span: Span) -> Spanned<Statement> {
    let more = deeds.len() > 1 || deeds.iter_mut().any(does_more);
    let who = if more { that_player(span) } else { it(span) };
    for_each(set, all_done(&who, deeds), span)
}

/// One of the things that somebody does.
pub(super) fn one_does(who: &ItemExpr, mut does: Spanned<Statement>) -> Statements {
    let span = does.span;
    if who.node != Item::You {
        others_from(&mut does, Some(who));
    }
    vec![match does.node {
        Statement::Verb {
            verb: fate @ (Verb::Win | Verb::Lose),
            ..
        } => verb(fate, Operand::Item(who.clone()), span),
        Statement::Verb { verb, operand } => return does_to(who, verb, operand, span),
        Statement::Gives { what, to } => return gives(who, what, of_doer(to, who), span),
        Statement::Counters {
            put,
            number: times,
            counter,
            on,
        } => {
            let counters = |on| {
                let taken = Statement::Counters {
                    put,
                    number: times,
                    counter,
                    on,
                };
                match taken.chooses_sorts() {
                    true => by(who, taken, span),
                    false => at(taken, span),
                }
            };
            let on = of_doer(on, who);
            match on.node {
                Item::Any(set) => {
                    let chosen = choose(who, *set, None, span);
                    once(vec![chosen, counters(it(span))], span)
                }
                node => counters(at(node, on.span)),
            }
        }
        Statement::Draw { number } => {
            let number = number_of_doer(number, who);
            by(who, Statement::Draw { number }, span)
        }
        Statement::Later {
            until,
            whose: None,
            body,
        } => {
            let whose = Some(Box::new(who.clone())).filter(|who| who.node != Item::You);
            at(Statement::Later { until, whose, body }, span)
        }
        Statement::Offer {
            deeds,
            then,
            otherwise,
        } => offer(who, deeds, then, otherwise, span),
        Statement::Pay(paid) => pays(who, *paid, span),
        Statement::Ways(bodies) => {
            let branches = ways(bodies, |body| {
                let mut statements = all_done(who, body.statements);
                // Only where there is so much of it.
                let hangs = |does: &&mut Spanned<_>| {
                    matches!(does.node, Statement::Repeat { .. } | Statement::If { .. })
                };
                let first = statements.first_mut().filter(hangs);
                (first.and_then(possible), statements)
            });
            by(who, Statement::Either(branches), span)
        }
        node @ (Statement::Choose { .. }
        | Statement::ChooseNumber { .. }
        | Statement::May { .. }
        | Statement::MayChoose { .. }
        | Statement::Either(_)
        | Statement::Call { .. }) => by(who, node, span),
        node => at(node, span),
    }]
}

/// `foe pays 2 gold`: all of it, or nothing (PLY-5).
fn pays(who: &ItemExpr, paid: Spanned<Statement>, span: Span) -> Spanned<Statement> {
    let mut paid = as_one(one_does(who, paid), span);
    let condition = possible(&mut paid);
    let (who, statement) = (who.clone(), Box::new(paid));
    let paid = Box::new(at(Statement::By { who, statement }, span));
    let paid = at(Statement::Pay(paid), span);
    match condition {
        Some(condition) => only_if(condition, body(vec![paid]), span),
        None => paid,
    }
}

/// What is done once, with names of its own.
fn once(statements: Statements, span: Span) -> Spanned<Statement> {
    repeat(number(1, span), statements, span)
}

/// It speaks of more than who does it and the thing.
fn does_more(does: &mut Spanned<Statement>) -> bool {
    let more = match &mut does.node {
        Statement::Ways(_) => true,
        // What may be given is given by `it`.
        Statement::Offer { deeds, .. } => deeds.iter_mut().any(|does| match is_given(&does.node) {
            true => others_from(does, None),
            false => does_more(does),
        }),
        Statement::Pay(paid) => does_more(paid),
        Statement::Gives { to, .. } => !is_that_player(&to.node),
        Statement::Verb {
            verb: Verb::Give,
            operand: Operand::Two(item, to),
        } => !is_that_player(&to.node) && !is_building(&item.node),
        Statement::Verb { verb, .. } => {
            use Verb::{Build, PutFaceDown, PutFaceUp, PutOnDeck, PutUnderDeck};
            [Build, PutFaceUp, PutFaceDown, PutOnDeck, PutUnderDeck].contains(verb)
        }
        _ => false,
    };
    more || others_from(does, None)
}

fn is_given(does: &Statement) -> bool {
    match does {
        Statement::Gives { .. } => true,
        Statement::Verb { verb, .. } => *verb == Verb::Give,
        _ => false,
    }
}

fn is_that_player(item: &Item) -> bool {
    matches!(item, Item::That(noun) if noun == "player")
}

/// `foe gives a card to another player`: others are others than foe. Answers whether it speaks of others.
pub(super) fn others_from(does: &mut Spanned<Statement>, who: Option<&ItemExpr>) -> bool {
    let mut found = false;
    let mut look = |filters: &mut Vec<Spanned<Filter>>| {
        for item in filters.iter_mut().filter_map(but_whom) {
            if is_that_player(&item.node) {
                found = true;
                item.node = who.map_or(item.node.clone(), |who| who.node.clone());
            }
        }
    };
    match &mut does.node {
        // What is done for it is not theirs.
        Statement::MayChoose { set, .. } => {
            if let Set::Of { filters, .. } = &mut set.node {
                look(filters);
            }
        }
        Statement::Verb { .. }
        | Statement::Gives { .. }
        | Statement::Choose { .. }
        | Statement::Draw { .. }
        | Statement::Call { .. }
        | Statement::Pay(_)
        | Statement::Counters { .. } => visit_statement(does, &mut |part| {
            if let Part::Filters(filters) = part {
                look(filters);
            }
        }),
        _ => {}
    }
    found
}

/// All of that is given to somebody: of a set each one as it is said.
pub(super) fn all_given(
    who: &ItemExpr,
    what: Operand,
    to: &ItemExpr,
    each: &dyn Fn(SetExpr) -> Statements,
    span: Span,
) -> Statements {
    let given = |item| give(item, to.clone(), span);
    vec![match what {
        Operand::Item(item) | Operand::Two(item, _) => {
            let item = of_doer(item, who);
            match item.node {
                Item::Any(set) => once(each(*set), span),
                node => given(at(node, item.span)),
            }
        }
        Operand::All(set) => for_each(set_of_doer(set, who), vec![given(it(span))], span),
        Operand::Several {
            number,
            random,
            set,
            ..
        } => {
            let set = set_of_doer(set, who);
            let statements = match random {
                true => vec![given(at(Item::Random(Box::new(set)), span))],
                false => each(set),
            };
            repeat(number_of_doer(number, who), statements, span)
        }
        Operand::DownTo(left) => down_to(who, left, each, span),
        Operand::UpTo { number, set } => return up_to(who, Some(&number), set, each, span),
        Operand::AnyNumber(set) => return up_to(who, None, set, each, span),
    }]
}

/// `give one of your buildings to another player`, who takes it over and chooses where it stands.
pub(super) fn handed_over(
    who: &ItemExpr,
    item: &ItemExpr,
    to: &ItemExpr,
    span: Span,
) -> Option<Spanned<Statement>> {
    // Whoever has it already has it in the hand then.
    let own = to.node == who.node || matches!(&to.node, Item::OwnerOf(_));
    if own || to.node == Item::Name(OWNER.into()) || !is_building(&item.node) {
        return None;
    }
    let call = |item: &ItemExpr, name: &str| match &item.node {
        Item::Any(set) => choose(who, own_buildings(who, (**set).clone()), Some(name), span),
        _ => called(name, item.clone(), span),
    };
    let prize = call(item, PRIZE);
    let (receiver, receives) = match to.node {
        Item::You => (you(span), None),
        _ => (named(RECEIVER, span), Some(call(to, RECEIVER))),
    };
    // What is chosen is `it` then.
    let mut statements: Vec<_> = match &to.node {
        Item::Any(_) => std::iter::once(prize).chain(receives).collect(),
        _ => receives.into_iter().chain([prize]).collect(),
    };
    let places = of(Noun::Places(Some(receiver.clone())), span);
    let shifted = Operand::Two(named(PRIZE, span), it(span));
    statements.push(choose(&receiver, places, None, span));
    statements.push(verb(Verb::Shift, shifted, span));
    Some(once(statements, span))
}

/// `foe destroys one of their buildings`, `foe discards 2 cards`: which foe chooses.
fn does_to(who: &ItemExpr, away: Verb, operand: Operand, span: Span) -> Statements {
    let puts = matches!(away, Verb::PutOnDeck | Verb::PutUnderDeck);
    let chosen = |set| {
        let card = if puts { named(PUT, span) } else { it(span) };
        let choose = choose(who, set, puts.then_some(PUT), span);
        vec![choose, verb(away, Operand::Item(card), span)]
    };
    vec![match operand {
        Operand::Two(item, to) if away == Verb::Give => {
            let (one, to) = (of_doer(item.clone(), who), of_doer(to, who));
            match handed_over(who, &one, &to, span) {
                Some(over) => over,
                None => return gives(who, Operand::Item(a_top(item)), to, span),
            }
        }
        Operand::Two(one, other) => {
            does_with(who, away, of_doer(one, who), of_doer(other, who), span)
        }
        Operand::Item(item) => {
            let item = a_top(of_doer(item, who));
            match item.node {
                Item::Any(set) => once(chosen(*set), span),
                node => verb(away, Operand::Item(at(node, item.span)), span),
            }
        }
        Operand::All(set) => verb(away, Operand::All(set_of_doer(set, who)), span),
        Operand::Several {
            number,
            different,
            random: true,
            set,
        } => {
            let several = Operand::Several {
                number,
                different,
                random: true,
                set: set_of_doer(set, who),
            };
            verb(away, several, span)
        }
        Operand::Several { number, set, .. } => {
            let statements = chosen(set_of_doer(set, who));
            repeat(number_of_doer(number, who), statements, span)
        }
        Operand::DownTo(left) => down_to(who, left, &chosen, span),
        Operand::UpTo { number, set } => return up_to(who, Some(&number), set, &chosen, span),
        Operand::AnyNumber(set) => return up_to(who, None, set, &chosen, span),
    }]
}

/// So many of these, each as it is said; how many is chosen first.
fn up_to(
    who: &ItemExpr,
    number: Option<&Spanned<NumExpr>>,
    set: SetExpr,
    each: &dyn Fn(SetExpr) -> Statements,
    span: Span,
) -> Statements {
    let set = set_of_doer(set, who);
    let chosen = choose_many(at_most(number, &set, span), span);
    vec![
        by(who, chosen.node, span),
        repeat(many(span), each(set), span),
    ]
}

/// So many cards of a hand, each as it is said, that no more are left.
fn down_to(
    who: &ItemExpr,
    left: Spanned<NumExpr>,
    each: &dyn Fn(SetExpr) -> Statements,
    span: Span,
) -> Spanned<Statement> {
    let held = hand(who.clone(), span);
    let (most, left) = (Box::new(count(held.clone())), number_of_doer(left, who));
    let times = at(NumExpr::Minus(most, Box::new(left)), span);
    repeat(times, each(held), span)
}

/// `foe puts a card face down on one of their buildings`, `foe takes over a building`: both are chosen, one after the other.
fn does_with(
    who: &ItemExpr,
    does: Verb,
    one: ItemExpr,
    other: ItemExpr,
    span: Span,
) -> Spanned<Statement> {
    let takes_over = does == Verb::Shift;
    let is_chosen = |item: &ItemExpr| matches!(item.node, Item::Any(_));
    if !is_chosen(&one) && !is_chosen(&other) {
        return verb(does, Operand::Two(one, other), span);
    }
    let name = match does {
        Verb::Build => BUILT,
        Verb::Shift => PRIZE,
        _ => PUT,
    };
    let mut statements = Vec::new();
    let (mut who, mut other) = (who.clone(), other);
    // Where what is chosen is `it`, another one is called something else.
    if takes_over && who.node == Item::It && is_chosen(&other) {
        statements.push(called(RECEIVER, who, span));
        who = named(RECEIVER, span);
        other = any(of(Noun::Places(Some(who.clone())), span));
    }
    let one = match one.node {
        Item::Any(set) => {
            statements.push(choose(&who, *set, Some(name), span));
            named(name, span)
        }
        node if takes_over || node == Item::It => {
            statements.push(called(name, at(node, one.span), span));
            named(name, span)
        }
        node => at(node, one.span),
    };
    let other = match other.node {
        Item::Any(set) => {
            statements.push(choose(&who, *set, None, span));
            it(span)
        }
        node => at(node, other.span),
    };
    statements.push(verb(does, Operand::Two(one, other), span));
    once(statements, span)
}

/// `foe gives 2 cards to you`, `foe takes a card from the discard pile`: each is chosen by whoever does it.
fn gives(who: &ItemExpr, what: Operand, to: ItemExpr, span: Span) -> Statements {
    let given = |who: &ItemExpr, what, receiver: &ItemExpr| {
        let chosen = |set| {
            let over = handed_over(who, &any(Clone::clone(&set)), receiver, span);
            let given = give(it(span), receiver.clone(), span);
            let chosen = choose(who, set, None, span);
            over.map_or(vec![chosen, given], |over| vec![over])
        };
        all_given(who, what, receiver, &chosen, span)
    };
    // All go to one, who is chosen first.
    if let Item::Any(set) = to.node {
        let (giver, receiver) = (named(GIVER, span), named(RECEIVER, span));
        let mut statements = vec![
            called(GIVER, who.clone(), span),
            choose(&giver, *set, Some(RECEIVER), span),
        ];
        statements.extend(given(&giver, what, &receiver));
        return vec![once(statements, span)];
    }
    // In the block `it` is the card.
    let is_block = !matches!(&what, Operand::Item(item) if !matches!(item.node, Item::Any(_)));
    if to.node != Item::It || !is_block {
        return given(who, what, &to);
    }
    let to_other = to.node != who.node;
    let mut statements = given(who, what, &named(RECEIVER, span));
    let name = called(RECEIVER, to, span);
    if let [one] = statements.as_mut_slice()
        && let Statement::Repeat {
            at_most: false,
            body,
            ..
        } = &mut one.node
        && to_other
    {
        body.statements.insert(0, name);
        return statements;
    }
    statements.insert(0, name);
    vec![as_one(statements, span)]
}

/// It is written as a building, whatever its names stand for.
fn is_building(item: &Item) -> bool {
    match item {
        Item::Any(set) | Item::Random(set) | Item::First(set) | Item::Pick(_, set) => {
            matches!(&set.node, Set::Of { noun, .. } if noun.node.is_of_buildings())
        }
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

//! What somebody does: each choice in it is that player's.

use super::done;
use super::done::{at_most, choose_many, possible};
use super::trees::{
    GIVER, PRIZE, RECEIVER, Sentences, a_top, any, as_one, at, body, but_whom, by, called, choose,
    count, give, hand, inside, it, many, named, number, number_of_doer, of, of_doer, repeat,
    set_of_doer, that_player, verb, you,
};
use crate::ast::{Filter, Item, ItemExpr, Noun, NumExpr, OWNER, Operand, Set, SetExpr, Statement};
use crate::visit::Part;
use text::{Span, Spanned, Verb};

impl Sentences {
    /// What somebody does, one after the other.
    pub(super) fn all_done(
        self,
        who: &ItemExpr,
        deeds: Vec<Spanned<Statement>>,
    ) -> Vec<Spanned<Statement>> {
        let mut statements = Vec::new();
        for mut does in deeds {
            if done::that_many(&mut does) {
                done::count_it(&mut statements);
            }
            statements.extend(Sentences.one_does(who, does));
        }
        statements
    }

    /// All of that is given to somebody: of a set each one as it is said.
    pub(super) fn all_given(
        self,
        who: &ItemExpr,
        what: Operand,
        to: &ItemExpr,
        each: &dyn Fn(SetExpr) -> Vec<Spanned<Statement>>,
        span: Span,
    ) -> Vec<Spanned<Statement>> {
        let one = match what {
            Operand::Item(item) | Operand::Two(item, _) => match of_doer(item, who) {
                ItemExpr {
                    node: Item::Any(set),
                    ..
                } => repeat(number(1, span), each(*set), span),
                item => give(item, to.clone(), span),
            },
            Operand::All(set) => {
                let body = body(vec![give(it(span), to.clone(), span)]);
                at(
                    Statement::ForEach {
                        at_once: false,
                        set: set_of_doer(set, who),
                        name: None,
                        body,
                    },
                    span,
                )
            }
            Operand::Several {
                number,
                random,
                set,
                ..
            } => {
                let set = set_of_doer(set, who);
                let given = match random {
                    true => vec![give(
                        at(Item::Random(Box::new(set)), span),
                        to.clone(),
                        span,
                    )],
                    false => each(set),
                };
                repeat(number_of_doer(number, who), given, span)
            }
            Operand::DownTo(left) => down_to(who, left, each, span),
            Operand::UpTo { number, set } => return up_to(who, Some(&number), set, each, span),
            Operand::AnyNumber(set) => return up_to(who, None, set, each, span),
        };
        vec![one]
    }

    /// `each other player does that`: what one of them has done, or given, is `it` then.
    pub(super) fn each(
        self,
        set: SetExpr,
        mut deeds: Vec<Spanned<Statement>>,
        span: Span,
    ) -> Spanned<Statement> {
        let more = deeds.len() > 1 || deeds.iter_mut().any(does_more);
        let who = if more { that_player(span) } else { it(span) };
        let body = body(Sentences.all_done(&who, deeds));
        at(
            Statement::ForEach {
                at_once: false,
                set,
                name: None,
                body,
            },
            span,
        )
    }

    /// `give one of your buildings to another player`, who takes it over and chooses where it stands.
    pub(super) fn handed_over(
        self,
        who: &ItemExpr,
        (item, to): (&ItemExpr, &ItemExpr),
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
        let is_you = to.node == Item::You;
        let receiver = if is_you {
            you(span)
        } else {
            named(RECEIVER, span)
        };
        let prize = call(item, PRIZE);
        let receives = (!is_you).then(|| call(to, RECEIVER));
        // What is chosen is `it` then.
        let mut statements: Vec<_> = match &to.node {
            Item::Any(_) => std::iter::once(prize).chain(receives).collect(),
            _ => receives.into_iter().chain([prize]).collect(),
        };
        statements.push(choose(
            &receiver,
            of(Noun::Places(Some(receiver.clone())), span),
            None,
            span,
        ));
        statements.push(verb(
            Verb::Shift,
            Operand::Two(named(PRIZE, span), it(span)),
            span,
        ));
        Some(repeat(number(1, span), statements, span))
    }

    /// One of the things that somebody does.
    pub(super) fn one_does(
        self,
        who: &ItemExpr,
        mut does: Spanned<Statement>,
    ) -> Vec<Spanned<Statement>> {
        let span = does.span;
        if who.node != Item::You {
            others_from(&mut does, Some(who));
        }
        let whose = || Some(Box::new(who.clone())).filter(|who| who.node != Item::You);
        let one = match does.node {
            Statement::Verb {
                verb: fate @ (Verb::Win | Verb::Lose),
                ..
            } => verb(fate, Operand::Item(who.clone()), span),
            Statement::Verb { verb, operand } => return does_to(who, verb, operand, span),
            Statement::Gives { what, to } => return gives(who, what, of_doer(to, who), span),
            Statement::Counters {
                put,
                number,
                counter,
                on,
            } => {
                let counters = |on| {
                    at(
                        Statement::Counters {
                            put,
                            number,
                            counter,
                            on,
                        },
                        span,
                    )
                };
                match of_doer(on, who) {
                    ItemExpr {
                        node: Item::Any(set),
                        ..
                    } => once(choose(who, *set, None, span), counters(it(span)), span),
                    on => counters(on),
                }
            }
            Statement::Draw { number } => by(
                who,
                Statement::Draw {
                    number: number_of_doer(number, who),
                },
                span,
            ),
            Statement::Later {
                until,
                whose: None,
                body,
            } => at(
                Statement::Later {
                    until,
                    whose: whose(),
                    body,
                },
                span,
            ),
            Statement::Offer {
                deeds,
                then,
                otherwise,
            } => Sentences.offer(who, deeds, (then, otherwise), span),
            Statement::Ways(bodies) => {
                let branches = Sentences.ways(bodies, |body| {
                    let mut statements = Sentences.all_done(who, body.statements);
                    // Only where there is so much of it.
                    let first = statements
                        .first_mut()
                        .filter(|does| matches!(does.node, Statement::Repeat { .. }));
                    (first.and_then(possible), statements)
                });
                by(who, Statement::Either(branches), span)
            }
            node @ (Statement::Choose { .. }
            | Statement::ChooseNumber { .. }
            | Statement::May { .. }
            | Statement::MayChoose { .. }
            | Statement::Either(_)) => by(who, node, span),
            node => at(node, span),
        };
        vec![one]
    }
}

/// A card that is put somewhere, and one that is built.
const PUT: &str = "card-put";
const BUILT: &str = "card-built";

/// It speaks of more than who does it and the thing.
fn does_more(does: &mut Spanned<Statement>) -> bool {
    let more = match &mut does.node {
        Statement::Ways(_) => true,
        // What may be given is given by `it`.
        Statement::Offer { deeds, .. } => deeds.iter_mut().any(|does| {
            if is_given(&does.node) {
                others_from(does, None)
            } else {
                does_more(does)
            }
        }),
        Statement::Gives { to, .. } => !is_that_player(&to.node),
        Statement::Verb {
            verb: Verb::Give,
            operand: Operand::Two(item, to),
        } => !is_that_player(&to.node) && !is_building(&item.node),
        Statement::Verb { verb, .. } => {
            matches!(
                verb,
                Verb::Build
                    | Verb::PutFaceUp
                    | Verb::PutFaceDown
                    | Verb::PutOnDeck
                    | Verb::PutUnderDeck
            )
        }
        _ => false,
    };
    more || others_from(does, None)
}

fn is_given(does: &Statement) -> bool {
    matches!(
        does,
        Statement::Gives { .. }
            | Statement::Verb {
                verb: Verb::Give,
                ..
            }
    )
}

fn is_that_player(item: &Item) -> bool {
    matches!(item, Item::That(noun) if noun == "player")
}

/// `foe gives a card to another player`: others are others than foe. Answers whether it speaks of others.
pub(super) fn others_from(does: &mut Spanned<Statement>, who: Option<&ItemExpr>) -> bool {
    let seen = |filter: &mut Spanned<Filter>| match but_whom(filter) {
        Some(item) if is_that_player(&item.node) => {
            who.into_iter().for_each(|who| item.node = who.node.clone());
            true
        }
        _ => false,
    };
    // What is done for it is not theirs.
    match &mut does.node {
        Statement::MayChoose { set, .. } => match &mut set.node {
            Set::Of { filters, .. } => filters.iter_mut().any(seen),
            Set::Plus(..) => false,
        },
        Statement::Verb { .. }
        | Statement::Gives { .. }
        | Statement::Choose { .. }
        | Statement::Draw { .. }
        | Statement::Counters { .. } => {
            let mut found = false;
            inside(does, &mut |part| {
                if let Part::Filters(filters) = part {
                    filters.iter_mut().for_each(|filter| found |= seen(filter));
                }
            });
            found
        }
        _ => false,
    }
}

fn once(chooses: Spanned<Statement>, does: Spanned<Statement>, span: Span) -> Spanned<Statement> {
    repeat(number(1, span), vec![chooses, does], span)
}

/// `foe destroys one of their buildings`, `foe discards 2 cards`: which foe chooses.
fn does_to(who: &ItemExpr, away: Verb, operand: Operand, span: Span) -> Vec<Spanned<Statement>> {
    let puts = matches!(away, Verb::PutOnDeck | Verb::PutUnderDeck);
    let card = || if puts { named(PUT, span) } else { it(span) };
    let chosen = |set| {
        let name = puts.then_some(PUT);
        vec![
            choose(who, set, name, span),
            verb(away, Operand::Item(card()), span),
        ]
    };
    let item = match operand {
        Operand::Two(item, to) if away == Verb::Give => {
            let (one, to) = (of_doer(item.clone(), who), of_doer(to, who));
            return match Sentences.handed_over(who, (&one, &to), span) {
                Some(over) => vec![over],
                None => gives(who, Operand::Item(a_top(item)), to, span),
            };
        }
        Operand::Two(one, other) => {
            return vec![does_with(
                who,
                away,
                (of_doer(one, who), of_doer(other, who)),
                span,
            )];
        }
        Operand::Item(item) => a_top(of_doer(item, who)),
        Operand::All(set) => return vec![verb(away, Operand::All(set_of_doer(set, who)), span)],
        Operand::Several {
            number,
            different,
            random: true,
            set,
        } => {
            let set = set_of_doer(set, who);
            return vec![verb(
                away,
                Operand::Several {
                    number,
                    different,
                    random: true,
                    set,
                },
                span,
            )];
        }
        Operand::Several { number, set, .. } => {
            return vec![repeat(
                number_of_doer(number, who),
                chosen(set_of_doer(set, who)),
                span,
            )];
        }
        Operand::DownTo(left) => return vec![down_to(who, left, &chosen, span)],
        Operand::UpTo { number, set } => return up_to(who, Some(&number), set, &chosen, span),
        Operand::AnyNumber(set) => return up_to(who, None, set, &chosen, span),
    };
    vec![match item.node {
        Item::Any(set) => repeat(number(1, span), chosen(*set), span),
        _ => verb(away, Operand::Item(item), span),
    }]
}

/// So many of these, each as it is said; how many is chosen first.
fn up_to(
    who: &ItemExpr,
    number: Option<&Spanned<NumExpr>>,
    set: SetExpr,
    each: &dyn Fn(SetExpr) -> Vec<Spanned<Statement>>,
    span: Span,
) -> Vec<Spanned<Statement>> {
    let set = set_of_doer(set, who);
    let chosen = by(
        who,
        choose_many(at_most(number, &set, span), span).node,
        span,
    );
    vec![chosen, repeat(many(span), each(set), span)]
}

/// So many cards of a hand, each as it is said, that no more are left.
fn down_to(
    who: &ItemExpr,
    left: Spanned<NumExpr>,
    each: &dyn Fn(SetExpr) -> Vec<Spanned<Statement>>,
    span: Span,
) -> Spanned<Statement> {
    let held = Box::new(count(hand(who, span)));
    let times = at(
        NumExpr::Minus(held, Box::new(number_of_doer(left, who))),
        span,
    );
    repeat(times, each(hand(who, span)), span)
}

/// `foe puts a card face down on one of their buildings`, `foe takes over a building`: both are chosen, one after the other.
fn does_with(
    who: &ItemExpr,
    does: Verb,
    (one, other): (ItemExpr, ItemExpr),
    span: Span,
) -> Spanned<Statement> {
    let takes_over = does == Verb::Shift;
    if !matches!(one.node, Item::Any(_)) && !matches!(other.node, Item::Any(_)) {
        return verb(does, Operand::Two(one, other), span);
    }
    let name = match does {
        Verb::Build => BUILT,
        Verb::Shift => PRIZE,
        _ => PUT,
    };
    let mut statements = Vec::new();
    // Where what is chosen is `it`, another one is called something else.
    let (who, other) = match (takes_over && who.node == Item::It, other.node) {
        (true, Item::Any(_)) => {
            statements.push(called(RECEIVER, who.clone(), span));
            let to = named(RECEIVER, span);
            (to.clone(), any(of(Noun::Places(Some(to)), span)))
        }
        (_, node) => (who.clone(), at(node, other.span)),
    };
    let one = match one.node {
        Item::Any(set) => {
            statements.push(choose(&who, *set, Some(name), span));
            named(name, span)
        }
        _ if takes_over || one.node == Item::It => {
            statements.push(called(name, one, span));
            named(name, span)
        }
        _ => one,
    };
    let other = match other.node {
        Item::Any(set) => {
            statements.push(choose(&who, *set, None, span));
            it(span)
        }
        _ => other,
    };
    statements.push(verb(does, Operand::Two(one, other), span));
    repeat(number(1, span), statements, span)
}

/// `foe gives 2 cards to you`, `foe takes a card from the discard pile`: each is chosen by whoever does it.
pub(super) fn gives(
    who: &ItemExpr,
    what: Operand,
    to: ItemExpr,
    span: Span,
) -> Vec<Spanned<Statement>> {
    if let Item::Any(set) = to.node {
        return vec![gives_to_one(who, *set, what, span)];
    }
    // In the block `it` is the card.
    let calls = to.node == Item::It
        && !matches!(&what, Operand::Item(item) if !matches!(item.node, Item::Any(_)));
    let receiver = if calls {
        named(RECEIVER, span)
    } else {
        to.clone()
    };
    let to_other = to.node != who.node;
    let name = calls.then(|| called(RECEIVER, to, span));
    let chosen = |set| {
        vec![
            choose(who, set, None, span),
            give(it(span), receiver.clone(), span),
        ]
    };
    let mut given = Sentences.all_given(who, what, &receiver, &chosen, span);
    match (name, given.as_mut_slice()) {
        (None, _) => given,
        (
            Some(name),
            [
                Spanned {
                    node:
                        Statement::Repeat {
                            at_most: false,
                            body,
                            ..
                        },
                    ..
                },
            ],
        ) if to_other => {
            body.statements.insert(0, name);
            given
        }
        (Some(name), _) => vec![as_one(std::iter::once(name).chain(given).collect(), span)],
    }
}

/// `foe gives 2 cards to another player`, whom foe chooses first: all go to one.
fn gives_to_one(who: &ItemExpr, set: SetExpr, what: Operand, span: Span) -> Spanned<Statement> {
    let (giver, receiver) = (named(GIVER, span), named(RECEIVER, span));
    let chosen = |set| {
        vec![
            choose(&giver, set, None, span),
            give(it(span), receiver.clone(), span),
        ]
    };
    let mut statements = vec![
        called(GIVER, who.clone(), span),
        choose(&giver, set, Some(RECEIVER), span),
    ];
    statements.extend(Sentences.all_given(&giver, what, &receiver, &chosen, span));
    repeat(number(1, span), statements, span)
}

/// It is written as a building, whatever its names stand for.
fn is_building(item: &Item) -> bool {
    let of_buildings =
        |set: &Set| matches!(set, Set::Of { noun, .. } if noun.node.is_of_buildings());
    match item {
        Item::Any(set) | Item::Random(set) | Item::First(set) | Item::Pick(_, set) => {
            of_buildings(&set.node)
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

//! What is said of what is done: whether it can be, how often it was, whose the thing was, and what is done otherwise.

use super::trees::{
    MANY, a_top, any, at, body, count, filtered, hand, inside, it, many, number, of, verb, word,
};
use crate::ast::{
    Body, Compare, Cond, Filter, Item, ItemExpr, LetValue, Noun, NumExpr, OWNER, Operand, Set,
    SetExpr, Statement,
};
use crate::visit::Part;
use text::{Span, Spanned, Verb};

/// So many of a set are there.
fn there(number: Spanned<NumExpr>, set: SetExpr, span: Span) -> Option<Spanned<Cond>> {
    Some(at(
        Cond::There {
            compare: Compare::AtLeast,
            number,
            set,
        },
        span,
    ))
}

/// There is what one thing, or several, are done to.
pub(super) fn needed(does: &mut Spanned<Statement>) -> Option<Spanned<Cond>> {
    let span = does.span;
    if let Statement::Verb {
        operand: Operand::Item(item),
        ..
    } = &mut does.node
    {
        *item = a_top(item.clone());
    }
    match &does.node {
        Statement::Verb {
            operand: Operand::Item(item) | Operand::Two(item, _),
            ..
        } => {
            let set = match &item.node {
                Item::Any(set) | Item::Random(set) => (**set).clone(),
                _ => of(Noun::One(Box::new(item.clone())), item.span),
            };
            there(number(1, span), set, span)
        }
        Statement::Verb {
            operand: Operand::Several { number, set, .. },
            ..
        } => there(number.clone(), set.clone(), span),
        // One at least, where it may be done up to so often.
        Statement::Repeat {
            at_most: true,
            body: Body { statements },
            ..
        } => match statements.as_slice() {
            [one] => needed(&mut one.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// There is what a statement is done to, whatever it is.
pub(super) fn possible(does: &mut Spanned<Statement>) -> Option<Spanned<Cond>> {
    let span = does.span;
    match &does.node {
        Statement::Verb {
            operand: Operand::All(set),
            ..
        } => there(number(1, span), set.clone(), span),
        Statement::Repeat {
            at_most: false,
            times,
            body,
        } => match &undecided(body.statements.first()?).node {
            Statement::Choose {
                set, random: false, ..
            } => there(times.clone(), set.clone(), span),
            Statement::Verb {
                operand: Operand::Item(item) | Operand::Two(item, _),
                ..
            } => match &item.node {
                Item::Any(set) | Item::Random(set) => there(times.clone(), (**set).clone(), span),
                _ => None,
            },
            _ => None,
        },
        Statement::Counters {
            put: false,
            number,
            counter,
            on,
        } => {
            let (item, number, counter) = (on.clone(), number.clone(), Some(counter.clone()));
            Some(at(
                Cond::Has {
                    item,
                    compare: Compare::AtLeast,
                    number,
                    counter,
                },
                span,
            ))
        }
        _ => needed(does),
    }
}

/// What must be there to do it at all, where it is one of several ways. What hangs on what cards are is not asked.
pub(super) fn open_way(does: &mut Spanned<Statement>) -> Option<Spanned<Cond>> {
    let span = does.span;
    let needed = match &does.node {
        Statement::Verb {
            operand:
                Operand::Item(ItemExpr {
                    node: Item::Any(set),
                    ..
                }),
            ..
        } => there(number(1, span), (**set).clone(), span),
        Statement::Verb {
            operand: Operand::Item(_) | Operand::Two(..),
            ..
        } => None,
        _ => possible(does),
    };
    needed.filter(|needed| match &needed.node {
        Cond::There {
            set:
                Spanned {
                    node: Set::Of { filters, .. },
                    ..
                },
            ..
        } => filters.is_empty(),
        Cond::There { .. } => false,
        _ => true,
    })
}

/// Without who decides it.
fn undecided(statement: &Spanned<Statement>) -> &Spanned<Statement> {
    match &statement.node {
        Statement::By { statement, .. } => statement,
        _ => statement,
    }
}

/// A statement that somebody may do, or not.
pub(super) fn offered(statement: &mut Statement) -> Option<&mut Statement> {
    match statement {
        Statement::May { .. } | Statement::MayChoose { .. } => Some(statement),
        Statement::By { statement, .. } => offered(&mut statement.node),
        Statement::If { then: body, .. }
        | Statement::ForEach { body, .. }
        | Statement::Repeat { body, .. } => offered(&mut body.statements.last_mut()?.node),
        _ => None,
    }
}

/// What is done where nobody does what may be done, or could.
pub(super) fn or_else(statement: &mut Statement, unless: &Body) {
    match statement {
        Statement::If {
            then, otherwise, ..
        } => {
            if let Some(may) = then.statements.last_mut()
                && offered(&mut may.node).is_some()
            {
                or_else(&mut may.node, unless);
            }
            *otherwise = Some(unless.clone());
        }
        Statement::ForEach { body, .. } | Statement::Repeat { body, .. } => {
            body.statements
                .last_mut()
                .into_iter()
                .for_each(|last| or_else(&mut last.node, unless));
        }
        Statement::By { statement, .. } => or_else(&mut statement.node, unless),
        Statement::May { otherwise, .. } | Statement::MayChoose { otherwise, .. } => {
            *otherwise = Some(unless.clone())
        }
        _ => {}
    }
}

/// `that many` in a statement itself, not in what hangs on it, gets its name. Answers whether it was there.
pub(super) fn that_many(statement: &mut Spanned<Statement>) -> bool {
    match &mut statement.node {
        Statement::Draw { number }
        | Statement::Counters { number, .. }
        | Statement::Repeat { times: number, .. }
        | Statement::AddTo { number, .. }
        | Statement::TurnDraws(number)
        | Statement::MorePlays { number, .. } => name_many(number),
        Statement::Verb { operand, .. } | Statement::Gives { what: operand, .. } => match operand {
            Operand::Several { number, .. }
            | Operand::UpTo { number, .. }
            | Operand::DownTo(number) => name_many(number),
            _ => false,
        },
        Statement::Does { deeds, .. } => deeds.first_mut().is_some_and(that_many),
        Statement::By {
            statement: inner, ..
        }
        | Statement::IfDone { deed: inner, .. }
        | Statement::Pay(inner) => that_many(inner),
        _ => false,
    }
}

fn name_many(number: &mut Spanned<NumExpr>) -> bool {
    match &mut number.node {
        NumExpr::ThatMany => {
            *number = many(number.span);
            true
        }
        NumExpr::Plus(left, right)
        | NumExpr::Minus(left, right)
        | NumExpr::OfTwo { left, right, .. } => name_many(left) | name_many(right),
        NumExpr::Twice(of) | NumExpr::Half { of, .. } => name_many(of),
        _ => false,
    }
}

/// So many were done to, as far as there were any.
fn counted(times: &Spanned<NumExpr>, set: &SetExpr, span: Span) -> Spanned<NumExpr> {
    let (left, right) = (Box::new(times.clone()), Box::new(count(set.clone())));
    at(
        NumExpr::OfTwo {
            larger: false,
            left,
            right,
        },
        span,
    )
}

/// What one of several is chosen out of, as a statement begins that does it so often.
fn chosen_out_of(body: &Body) -> Option<(Verb, SetExpr)> {
    match body.statements.as_slice() {
        [
            Spanned {
                node:
                    Statement::Verb {
                        verb,
                        operand: Operand::Item(item),
                    },
                ..
            },
        ] => match &item.node {
            Item::Any(set) => Some((*verb, (**set).clone())),
            _ => None,
        },
        [
            chooses,
            Spanned {
                node: Statement::Verb { verb, .. },
                ..
            },
        ] => match &undecided(chooses).node {
            Statement::Choose {
                set, random: false, ..
            } => Some((*verb, set.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// Of whom each discards one card, where there is one: so many cards are discarded.
fn each_discards_one(each: &SetExpr, does: &Statement, span: Span) -> Option<Spanned<NumExpr>> {
    let Statement::Repeat {
        at_most: false,
        times,
        body,
    } = does
    else {
        return None;
    };
    let (verb, out_of) = chosen_out_of(body)?;
    if verb != Verb::Discard
        || times.node != NumExpr::Number(1)
        || !is_hand(&out_of.node, &Item::It)
    {
        return None;
    }
    // What is looked at by a filter is not written.
    let held = hand(&it(Span::new(span.start, span.start)), span);
    let one = there(number(1, span), held, span)?;
    Some(at(
        NumExpr::Count(Box::new(filtered(
            each.clone(),
            &at(Filter::That(one), span),
        ))),
        span,
    ))
}

/// It is all cards of the hand of somebody.
pub(super) fn is_hand(set: &Set, whose: &Item) -> bool {
    matches!(set, Set::Of { target: false, noun, filters } if filters.is_empty()
        && matches!(&noun.node, Noun::Hand { of, as_buildings: false } if of.node == *whose))
}

/// `discard your hand, then draw that many cards`: how many there are is counted before.
pub(super) fn count_it(before: &mut Vec<Spanned<Statement>>) {
    // `shuffle your hand into the deck`: what went there.
    let shuffled = usize::from(
        before
            .last()
            .is_some_and(|last| last.node == Statement::ShuffleDeck),
    );
    let Some(place) = before.len().checked_sub(1 + shuffled) else {
        return;
    };
    let span = before[place].span;
    let number = match &before[place].node {
        Statement::ForEach {
            set,
            body: Body { statements },
            ..
        } => match statements.as_slice() {
            [
                Spanned {
                    node:
                        Statement::Verb {
                            operand: Operand::Item(item) | Operand::Two(item, _),
                            ..
                        },
                    ..
                },
            ] if item.node == Item::It => count(set.clone()),
            [does] => match each_discards_one(set, &does.node, span) {
                Some(number) => number,
                None => return,
            },
            _ => return,
        },
        Statement::Verb {
            operand: Operand::All(set),
            ..
        } => count(set.clone()),
        // `choose a number from 1 to 3 as size; draw that many cards`
        Statement::ChooseNumber { name, .. } if name.node != MANY => {
            let value = LetValue::Number(at(NumExpr::Name(name.node.clone()), span));
            before.push(at(
                Statement::Let {
                    name: word(MANY, span),
                    value,
                },
                span,
            ));
            return;
        }
        // `discard 2 cards`: of fewer, all. How many may have been chosen before.
        Statement::Verb {
            operand: Operand::Several { number, set, .. },
            ..
        } if number.node != many(span).node => counted(number, set, span),
        Statement::Repeat {
            at_most: false,
            times,
            body,
        } if times.node != many(span).node => match chosen_out_of(body) {
            Some((_, set)) => counted(times, &set, span),
            None => return,
        },
        // `discard up to 3 cards`: how many is chosen first.
        Statement::May {
            body: Body { statements },
            otherwise: None,
        } => {
            let [
                Spanned {
                    node:
                        Statement::Repeat {
                            at_most: true,
                            times,
                            body,
                        },
                    ..
                },
            ] = statements.as_slice()
            else {
                return;
            };
            let Some((away, set)) = chosen_out_of(body) else {
                return;
            };
            let chosen = choose_many(counted(times, &set, span), span);
            let several = Operand::Several {
                number: many(span),
                different: false,
                random: false,
                set,
            };
            before.splice(place.., [chosen, verb(away, several, span)]);
            return;
        }
        _ => return,
    };
    before.insert(
        place,
        at(
            Statement::Let {
                name: word(MANY, span),
                value: LetValue::Number(number),
            },
            span,
        ),
    );
}

/// So many of a set, up to all of them.
pub(super) fn choose_many(to: Spanned<NumExpr>, span: Span) -> Spanned<Statement> {
    at(
        Statement::ChooseNumber {
            random: false,
            from: number(0, span),
            to,
            name: word(MANY, span),
        },
        span,
    )
}

/// So many of a set as far as there are any, or all of them.
pub(super) fn at_most(
    number: Option<&Spanned<NumExpr>>,
    set: &SetExpr,
    span: Span,
) -> Spanned<NumExpr> {
    number.map_or_else(|| count(set.clone()), |number| counted(number, set, span))
}

/// `destroy a building; its owner draws 2 cards`: whose it is is kept before it is gone.
pub(super) fn owner_first(statements: &mut Vec<Spanned<Statement>>) {
    let mut place = 1;
    while place < statements.len() {
        let (before, behind) = statements.split_at_mut(place);
        let last = &mut before[place - 1];
        let span = last.span;
        if let Statement::Verb {
            verb,
            operand: Operand::Item(item) | Operand::Two(item, _),
        } = &mut last.node
            && takes_away(*verb)
            && matches!(item.node, Item::Any(_) | Item::It)
            && name_owner(&mut behind[0])
        {
            behind[1..].iter_mut().for_each(|statement| {
                name_owner(statement);
            });
            let chosen = match std::mem::replace(&mut item.node, Item::It) {
                Item::Any(set) => Some(at(
                    Statement::Choose {
                        set: *set,
                        random: false,
                        name: None,
                    },
                    span,
                )),
                _ => None,
            };
            let owner = at(Item::OwnerOf(Box::new(it(span))), span);
            let owner = at(
                Statement::Let {
                    name: word(OWNER, span),
                    value: LetValue::Item(owner),
                },
                span,
            );
            statements.splice(place - 1..place - 1, chosen.into_iter().chain([owner]));
            return;
        }
        place += 1;
    }
}

fn takes_away(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Discard
            | Verb::Destroy
            | Verb::Remove
            | Verb::Give
            | Verb::Return
            | Verb::PutOnDeck
            | Verb::PutUnderDeck
    )
}

/// `its owner` gets its name; answers whether it was there.
fn name_owner(statement: &mut Spanned<Statement>) -> bool {
    let mut found = false;
    let does = matches!(
        statement.node,
        Statement::By { .. }
            | Statement::Verb { .. }
            | Statement::Repeat { .. }
            | Statement::Counters { .. }
            | Statement::AddTo { .. }
            | Statement::Call { .. }
            | Statement::Later { .. }
    );
    if does {
        inside(statement, &mut |part| match part {
            Part::Item(item) if matches!(&item.node, Item::OwnerOf(of) if of.node == Item::It) => {
                (item.node, found) = (Item::Name(OWNER.into()), true);
            }
            _ => {}
        });
    }
    found
}

/// Up to so many of a set, one by one, as long as you like.
pub(super) fn up_to(
    times: Spanned<NumExpr>,
    does: Spanned<Statement>,
    span: Span,
) -> Spanned<Statement> {
    let again = Statement::Repeat {
        at_most: true,
        times,
        body: body(vec![does]),
    };
    at(
        Statement::May {
            body: body(vec![at(again, span)]),
            otherwise: None,
        },
        span,
    )
}

/// One of a set, whichever is chosen then.
pub(super) fn does_any(
    away: Verb,
    set: SetExpr,
    to: Option<&ItemExpr>,
    span: Span,
) -> Spanned<Statement> {
    let operand = match to {
        Some(to) => Operand::Two(any(set), to.clone()),
        None => Operand::Item(any(set)),
    };
    verb(away, operand, span)
}

//! What is said of what is done: whether it can be, how often it was, whose the thing was, and what is done otherwise.

use crate::ast::{
    Body, Compare, Cond, Filter, Item, ItemExpr, LetValue, NumExpr, OWNER, Operand, Set, SetExpr,
    Statement,
};
use crate::trees::{
    MANY, a_top, any, at, body, choose, count, filtered, hand, it, let_be, lone, many, may, number,
    of_two, several, there, verb, word, you,
};
use crate::visit::{Part, visit_statement};
use text::{Span, Spanned, Verb};

/// The only one of these.
pub(super) fn only(statements: &[Spanned<Statement>]) -> Option<&Statement> {
    match statements {
        [only] => Some(&only.node),
        _ => None,
    }
}

/// One of a set, by choice or by chance.
fn one_of(item: &ItemExpr) -> Option<&SetExpr> {
    match &item.node {
        Item::Any(set) | Item::Random(set) => Some(set),
        _ => None,
    }
}

/// There is what one thing, or several, are done to.
pub(super) fn needed(does: &mut Spanned<Statement>) -> Option<Spanned<Cond>> {
    let span = does.span;
    match &mut does.node {
        Statement::Verb { operand, .. } => match operand {
            Operand::Item(item) => {
                *item = a_top(item.clone());
                Some(there(number(1, span), one_or_itself(item), span))
            }
            Operand::Two(item, _) => Some(there(number(1, span), one_or_itself(item), span)),
            Operand::Several { number, set, .. } => Some(there(number.clone(), set.clone(), span)),
            _ => None,
        },
        // One at least, where it may be done up to so often.
        Statement::Repeat {
            at_most: true,
            body: Body { statements },
            ..
        } if statements.len() == 1 => needed(&mut statements[0].clone()),
        _ => None,
    }
}

fn one_or_itself(item: &ItemExpr) -> SetExpr {
    one_of(item).cloned().unwrap_or_else(|| lone(item.clone()))
}

/// There is what a statement is done to, whatever it is.
pub(super) fn possible(does: &mut Spanned<Statement>) -> Option<Spanned<Cond>> {
    let span = does.span;
    if let Statement::By { statement, .. } = &mut does.node
        && statement.node.chooses_sorts()
    {
        return possible(statement);
    }
    match &does.node {
        Statement::Verb {
            operand: Operand::All(set),
            ..
        } => Some(there(number(1, span), set.clone(), span)),
        Statement::Repeat {
            at_most: false,
            times,
            body,
        } => {
            let set = match &undecided(body.statements.first()?).node {
                Statement::Choose {
                    set, random: false, ..
                } => set,
                Statement::Verb {
                    operand: Operand::Item(item) | Operand::Two(item, _),
                    ..
                } => one_of(item)?,
                _ => return None,
            };
            Some(there(times.clone(), set.clone(), span))
        }
        Statement::Counters {
            put: false,
            number,
            counter,
            on,
        } => {
            let has = Cond::Has {
                item: on.clone(),
                compare: Compare::AtLeast,
                number: number.clone(),
                counter: Some(counter.clone()),
            };
            Some(at(has, span))
        }
        // What another player pays: all of it.
        Statement::If {
            condition,
            then,
            otherwise: None,
        } if matches!(only(&then.statements), Some(Statement::Pay(_))) => Some(condition.clone()),
        _ => needed(does),
    }
}

/// What must be there to do it at all, where it is one of several ways. What hangs on what cards are is not asked.
pub(super) fn open_way(does: &mut Spanned<Statement>) -> Option<Spanned<Cond>> {
    let needed = match &does.node {
        Statement::Verb {
            operand: Operand::Item(item),
            ..
        } => match &item.node {
            Item::Any(set) => there(number(1, does.span), (**set).clone(), does.span),
            _ => return None,
        },
        Statement::Verb {
            operand: Operand::Two(..),
            ..
        } => return None,
        _ => possible(does)?,
    };
    let open = match &needed.node {
        Cond::There { set, .. } => {
            matches!(&set.node, Set::Of { filters, .. } if filters.is_empty())
        }
        _ => true,
    };
    open.then_some(needed)
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
            if let Some(last) = body.statements.last_mut() {
                or_else(&mut last.node, unless);
            }
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
    of_two(false, times.clone(), count(set.clone()), span)
}

/// What one of several is chosen out of, as a statement begins that does it so often.
fn chosen_out_of(body: &Body) -> Option<(Verb, SetExpr)> {
    let (chooses, does) = match body.statements.as_slice() {
        [does] => (None, does),
        [chooses, does] => (Some(&undecided(chooses).node), does),
        _ => return None,
    };
    let Statement::Verb { verb, operand } = &does.node else {
        return None;
    };
    let set = match (chooses, operand) {
        (
            Some(Statement::Choose {
                set, random: false, ..
            }),
            _,
        ) => set,
        (None, Operand::Item(item)) => match &item.node {
            Item::Any(set) => set,
            _ => return None,
        },
        _ => return None,
    };
    Some((*verb, set.clone()))
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
    if verb != Verb::Discard || times.node != NumExpr::Number(1) || !is_hand(&out_of, &Item::It) {
        return None;
    }
    // What is looked at by a filter is not written.
    let held = hand(it(Span::new(span.start, span.start)), span);
    let one = Filter::That(there(number(1, span), held, span));
    let each = filtered(each.clone(), &at(one, span));
    Some(at(NumExpr::Count(Box::new(each)), span))
}

/// It is all cards of the hand of somebody.
pub(super) fn is_hand(set: &SetExpr, whose: &Item) -> bool {
    set.node.hand().is_some_and(|of| of.node == *whose)
}

/// `discard your hand, then draw that many cards`: how many there are is counted before.
pub(super) fn count_it(before: &mut Vec<Spanned<Statement>>) -> Option<()> {
    // `shuffle your hand into the deck`: what went there.
    let shuffled = before.last()?.node == Statement::ShuffleDeck;
    let place = before.len().checked_sub(1 + usize::from(shuffled))?;
    let span = before[place].span;
    let is_other = |number: &Spanned<NumExpr>| number.node != many(span).node;
    let number = match &before[place].node {
        Statement::ForEach { set, body, .. } => match only(&body.statements)? {
            Statement::Verb {
                operand: Operand::Item(item) | Operand::Two(item, _),
                ..
            } if item.node == Item::It => count(set.clone()),
            does => each_discards_one(set, does, span)?,
        },
        Statement::Verb {
            operand: Operand::All(set),
            ..
        } => count(set.clone()),
        // `choose a number from 1 to 3 as size; draw that many cards`
        Statement::ChooseNumber { name, .. } if name.node != MANY => {
            let value = at(NumExpr::Name(name.node.clone()), span);
            before.push(let_be(MANY, LetValue::Number(value), span));
            return None;
        }
        // `discard 2 cards`: of fewer, all. How many may have been chosen before.
        Statement::Verb {
            operand: Operand::Several { number, set, .. },
            ..
        } if is_other(number) => counted(number, set, span),
        Statement::Repeat {
            at_most: false,
            times,
            body,
        } if is_other(times) => counted(times, &chosen_out_of(body)?.1, span),
        // `discard up to 3 cards`: how many is chosen first.
        Statement::May {
            body,
            otherwise: None,
        } => {
            let Statement::Repeat {
                at_most: true,
                times,
                body,
            } = only(&body.statements)?
            else {
                return None;
            };
            let (away, set) = chosen_out_of(body)?;
            let chosen = choose_many(counted(times, &set, span), span);
            let several = several(many(span), set);
            before.splice(place.., [chosen, verb(away, several, span)]);
            return None;
        }
        _ => return None,
    };
    before.insert(place, let_be(MANY, LetValue::Number(number), span));
    Some(())
}

/// So many of a set, up to all of them.
pub(super) fn choose_many(to: Spanned<NumExpr>, span: Span) -> Spanned<Statement> {
    let choose = Statement::ChooseNumber {
        random: false,
        from: number(0, span),
        to,
        name: word(MANY, span),
        such: None,
    };
    at(choose, span)
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
    for place in 1..statements.len() {
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
            for statement in &mut behind[1..] {
                name_owner(statement);
            }
            let chosen = match std::mem::replace(&mut item.node, Item::It) {
                Item::Any(set) => Some(choose(&you(span), *set, None, span)),
                _ => None,
            };
            let owner = at(Item::OwnerOf(Box::new(it(span))), span);
            let owner = let_be(OWNER, LetValue::Item(owner), span);
            let first = place - 1;
            statements.splice(first..first, chosen.into_iter().chain([owner]));
            return;
        }
    }
}

fn takes_away(verb: Verb) -> bool {
    use Verb::{Destroy, Discard, Give, PutOnDeck, PutUnderDeck, Remove, Return};
    [
        Discard,
        Destroy,
        Remove,
        Give,
        Return,
        PutOnDeck,
        PutUnderDeck,
    ]
    .contains(&verb)
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
        visit_statement(statement, &mut |part| match part {
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
    at(may(vec![at(again, span)]), span)
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

//! What hangs on what is done: `if you do`, `otherwise`, what may be done, and the faces of a die.

use super::conditions::{self, needed, offered, only, or_else, possible};
use super::doer::one_does;
use super::{NOT_DONE, Statements, UNCLEAR_ELSE, one};
use crate::ast::{Body, Compare, Cond, Face, Item, ItemExpr, Operand, SetExpr, Statement};
use crate::trees::{MANY, as_one, at, body, both, by, many, may, number, only_if, word};
use text::{Span, Spanned, Verb};

/// It hangs on what cannot be told.
pub(super) fn unclear(why: &str, then: Body, span: Span) -> Spanned<Statement> {
    only_if(at(Cond::Name(why.to_string()), span), then, span)
}

/// Cards are drawn, or one's own are discarded or given.
fn is_own(does: &Statement) -> bool {
    let own = |set: &SetExpr| conditions::is_hand(set, &Item::You);
    let one =
        |item: &ItemExpr| matches!(&item.node, Item::Any(set) | Item::Random(set) if own(set));
    let operand = match does {
        Statement::Draw { .. } | Statement::Pay(_) => return true,
        Statement::Verb {
            verb: Verb::Give,
            operand: Operand::Two(item, _),
        } => return one(item),
        Statement::Verb {
            verb: Verb::Discard,
            operand,
        } => operand,
        Statement::Gives {
            what: what @ Operand::Several { .. },
            ..
        } => what,
        _ => return false,
    };
    match operand {
        Operand::Item(item) => one(item),
        Operand::Several { set, random, .. } => !random && own(set),
        Operand::DownTo(_) => true,
        _ => false,
    }
}

/// `discard a card. If you do, draw 2 cards. Otherwise, lose`: said of the last of these.
pub(super) fn if_done(
    mut before: Statements,
    then: Body,
    otherwise: Option<Body>,
    span: Span,
) -> Statements {
    let Some(mut last) = before.pop() else {
        return vec![unclear(NOT_DONE, then, span)];
    };
    if otherwise.is_some() && matches!(last.node, Statement::ForEach { .. }) {
        before.push(unclear(UNCLEAR_ELSE, then, span));
        return before;
    }
    let done = match offered(&mut last.node) {
        Some(Statement::May { body, .. } | Statement::MayChoose { body, .. }) => {
            let statements = &mut body.statements;
            let again = statements.first().filter(|_| is_up_to(statements)).cloned();
            statements.extend(then.statements);
            // Where there is nothing of it, none of it is done.
            let mut done = if_possible(again.and_then(|mut again| needed(&mut again)), last, span);
            otherwise
                .iter()
                .for_each(|unless| or_else(&mut done.node, unless));
            done
        }
        _ => done_then(last, then, otherwise, span),
    };
    before.push(done);
    before
}

/// All there is to be done is done up to so often.
fn is_up_to(statements: &[Spanned<Statement>]) -> bool {
    matches!(
        only(statements),
        Some(Statement::Repeat { at_most: true, .. })
    )
}

fn if_possible(
    condition: Option<Spanned<Cond>>,
    does: Spanned<Statement>,
    span: Span,
) -> Spanned<Statement> {
    match condition {
        Some(condition) => only_if(condition, body(vec![does]), span),
        None => does,
    }
}

/// Whatever each one of several does is said of the last of it.
fn done_then(
    mut last: Spanned<Statement>,
    mut then: Body,
    otherwise: Option<Body>,
    span: Span,
) -> Spanned<Statement> {
    if let Statement::ForEach { body, .. } = &mut last.node {
        if let Some(inner) = body.statements.pop() {
            body.statements
                .push(done_then(inner, then, otherwise, span));
        }
        return last;
    }
    let Some(condition) = possible(&mut last) else {
        return unclear(NOT_DONE, then, span);
    };
    then.statements.insert(0, last);
    at(
        Statement::If {
            condition,
            then,
            otherwise,
        },
        span,
    )
}

/// `roll a die. On 1 or 2, draw 2 cards. Otherwise, discard a card`
pub(super) fn shown(faces: Vec<Face>, otherwise: Option<Body>, span: Span) -> Statements {
    let name = word(MANY, span);
    let mut statements = vec![at(Statement::Roll { name }, span)];
    let mut conds = Vec::new();
    for Face { ranges, body: then } in faces {
        let ranges = ranges.iter().map(|(low, high)| between(low, high, span));
        if let Some(condition) = ranges.reduce(|left, right| both(Cond::Or, left, right, span)) {
            conds.push(condition.clone());
            statements.push(only_if(condition, then, span));
        }
    }
    let conds = conds.into_iter().rev();
    let any = conds.reduce(|any, cond| both(Cond::Or, cond, any, span));
    if let (Some(any), Some(then)) = (any, otherwise) {
        statements.push(only_if(at(Cond::Not(Box::new(any)), span), then, span));
    }
    statements
}

/// The die shows one of these.
fn between(low: &Spanned<u16>, high: &Spanned<u16>, span: Span) -> Spanned<Cond> {
    let is = |compare, than: &Spanned<u16>| {
        let (left, right) = (many(span), number(than.node, than.span));
        at(
            Cond::Compare {
                left,
                compare,
                right,
            },
            than.span,
        )
    };
    match low.node == high.node {
        true => is(Compare::Exactly, low),
        false => both(
            Cond::And,
            is(Compare::AtLeast, low),
            is(Compare::AtMost, high),
            span,
        ),
    }
}

/// `you may discard a card. If you do, draw 2 cards. Otherwise, lose`: only where there is what it is done to.
pub(super) fn offer(
    who: &ItemExpr,
    deeds: Statements,
    then: Option<Body>,
    otherwise: Option<Body>,
    span: Span,
) -> Spanned<Statement> {
    let of_doer = who.node != Item::You || deeds.first().is_some_and(|does| is_own(&does.node));
    let alone = deeds.len() == 1 && then.is_none();
    let (mut statements, mut condition) = (Vec::new(), None);
    for (place, mut does) in deeds.into_iter().enumerate() {
        if conditions::that_many(&mut does) {
            conditions::count_it(&mut statements);
        }
        let mut all = match of_doer {
            true => one_does(who, does),
            false => vec![as_one(one(does), span)],
        };
        if let (0, Some(first)) = (place, all.first_mut()) {
            // What may be done up to so often is asked for once.
            if let Statement::May {
                body,
                otherwise: None,
            } = &mut first.node
                && is_up_to(&body.statements)
            {
                *first = body.statements.swap_remove(0);
            }
            condition = match of_doer {
                true => possible(first),
                false if alone => None,
                false => needed(first),
            };
        }
        statements.extend(all);
    }
    statements.extend(then.into_iter().flat_map(|then| then.statements));
    let mut offer = if_possible(condition, by(who, may(statements), span), span);
    otherwise
        .iter()
        .for_each(|unless| or_else(&mut offer.node, unless));
    offer
}

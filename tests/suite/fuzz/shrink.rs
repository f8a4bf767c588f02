//! Makes a case smaller as long as it still fails in the same way.

use brink::lang::ast::{Cond, NumExpr, Set, Statement};
use brink::lang::visit::{Part, visit};

use super::case::Case;

/// The smallest case found that `fails`.
pub fn shrink(case: &Case, fails: &dyn Fn(&Case) -> bool) -> Case {
    let mut small = case.clone();
    loop {
        let mut smaller = false;
        let mut number = 0;
        while let Some(candidate) = nth_smaller(&small, number) {
            if fails(&candidate) {
                small = candidate;
                smaller = true;
            } else {
                number += 1;
            }
        }
        if !smaller {
            return small;
        }
    }
}

/// The smaller case with that number; none past the last one.
fn nth_smaller(case: &Case, number: usize) -> Option<Case> {
    let mut small = case.clone();
    let mut left = Some(number);
    let mut here = |possible: bool| {
        let here = possible && left == Some(0);
        left = if here {
            None
        } else {
            left.map(|more| more - usize::from(possible))
        };
        here
    };
    // The larger steps come first. No step changes which face is called how, but for the last ones.
    if here(case.kinds.len() > 1) {
        small.kinds.pop();
        return Some(small);
    }
    if here(case.victories.len() > 1) {
        small.victories.pop();
        return Some(small);
    }
    if here(!case.keywords.is_empty()) {
        small.keywords.pop();
        return Some(small);
    }
    if here(case.crisis.is_some()) {
        small.crisis = None;
        return Some(small);
    }
    if here(case.tally.is_some()) {
        small.tally = None;
        return Some(small);
    }
    if here(case.players > 2) {
        small.players = 2;
        return Some(small);
    }
    for victory in 0..case.victories.len() {
        if here(case.victories[victory].1.is_some()) {
            small.victories[victory].1 = None;
            return Some(small);
        }
    }
    if here(case.random_victory) {
        small.random_victory = false;
        return Some(small);
    }
    for dispute in 0..case.disputes.len() {
        if here(true) {
            small.disputes.remove(dispute);
            return Some(small);
        }
    }
    for text in 0..case.texts() {
        if here(!case.clone().text(text).clauses.is_empty()) {
            small.text(text).clauses.clear();
            return Some(small);
        }
    }
    for text in 0..case.texts() {
        let mut done = false;
        visit(small.text(text), &mut |part| {
            if !done {
                done = simpler(part, &mut here);
            }
        });
        if done {
            return Some(small);
        }
    }
    None
}

/// Makes one part simpler where `here` says so. Answers whether it did.
fn simpler(part: Part<'_>, here: &mut impl FnMut(bool) -> bool) -> bool {
    match part {
        Part::Clauses(clauses) => (0..clauses.len()).any(|at| here(true) && drop_at(clauses, at)),
        Part::Statements(statements) => {
            if let Some(at) = (0..statements.len()).find(|_| here(true)) {
                return drop_at(statements, at);
            }
            for at in 0..statements.len() {
                let inner = match &statements[at].node {
                    Statement::MayChoose { body, .. }
                    | Statement::If { then: body, .. }
                    | Statement::Repeat { body, .. }
                    | Statement::ForEach { body, .. }
                    | Statement::AtOnce(body)
                    | Statement::OneEffect(body)
                    | Statement::Unanswered(body)
                    | Statement::UnansweredBy { body, .. } => body.statements.clone(),
                    Statement::Either(branches) => branches[0].body.statements.clone(),
                    Statement::Does { deeds, .. } | Statement::Offer { deeds, .. } => deeds.clone(),
                    Statement::IfDone { deed, .. } => vec![(**deed).clone()],
                    Statement::Ways(ways) => ways[0].statements.clone(),
                    _ => continue,
                };
                if here(true) {
                    statements.splice(at..=at, inner);
                    return true;
                }
            }
            false
        }
        Part::Branches(branches) => {
            (1..branches.len()).any(|at| here(true) && drop_at(branches, at))
        }
        Part::Filters(filters) => (0..filters.len()).any(|at| here(true) && drop_at(filters, at)),
        Part::Cond(cond) => {
            let (Cond::And(left, right) | Cond::Or(left, right)) = cond.node.clone() else {
                return false;
            };
            if here(true) {
                *cond = *left;
                return true;
            }
            if here(true) {
                *cond = *right;
                return true;
            }
            false
        }
        Part::Set(set) => {
            let Set::Plus(left, right) = set.node.clone() else {
                return false;
            };
            if here(true) {
                *set = *left;
                return true;
            }
            if here(true) {
                *set = *right;
                return true;
            }
            false
        }
        Part::Number(number) => match number.node {
            NumExpr::Number(0..=2) => false,
            NumExpr::Number(_) => here(true) && put(&mut number.node, NumExpr::Number(2)),
            _ => here(true) && put(&mut number.node, NumExpr::Number(1)),
        },
        _ => false,
    }
}

fn drop_at<T>(parts: &mut Vec<T>, at: usize) -> bool {
    parts.remove(at);
    true
}

fn put<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}

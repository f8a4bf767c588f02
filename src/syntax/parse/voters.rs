//! Finds who votes, where a majority is spoken of: those of the vote before it.

use super::trees::{at, filtered, of, that_player};
use crate::base::{Span, Spanned};
use crate::syntax::ast::{Body, Filter, Item, LetValue, Noun, Set, SetExpr, Statement, Text, VOTE};
use crate::syntax::visit::{Part, visit};

/// Those who vote; no text gives a name that is written so, and none with it is checked.
pub(super) const VOTERS: &str = "those who vote";
/// Those who vote, noted before it: what they have then may be gone where the votes are counted.
const NOTED: &str = "voters-asked";

/// A majority is one of those who vote: of whom the vote before it speaks.
pub(super) fn count_who_votes(text: &mut Text) {
    let mut voters: Option<(SetExpr, Span)> = None;
    let mut noted = Vec::new();
    visit(text, &mut |part| match part {
        Part::Statement(statement) => {
            if let Some(players) = of_vote(&statement.node) {
                voters = Some((players.clone(), statement.span));
            }
        }
        Part::Set(set) => {
            let Set::Of { noun, filters, .. } = &set.node else { return };
            if noun.node == Noun::Name(VOTERS.to_string()) {
                let all = match &voters {
                    Some((players, _)) if stays(players) => players.clone(),
                    Some((_, vote)) => {
                        noted.push(*vote);
                        of(Noun::Name(NOTED.to_string()), noun.span)
                    }
                    None => of(Noun::Players { from: None }, noun.span),
                };
                *set = filters.iter().fold(all, filtered);
            }
        }
        _ => {}
    });
    if noted.is_empty() {
        return;
    }
    visit(text, &mut |part| {
        let Part::Statements(statements) = part else { return };
        *statements = std::mem::take(statements)
            .into_iter()
            .flat_map(|statement| {
                let players = of_vote(&statement.node).filter(|_| noted.contains(&statement.span));
                players.map(note_all).into_iter().flatten().chain([statement.clone()]).collect::<Vec<_>>()
            })
            .collect();
    });
}

/// Who votes there.
fn of_vote(statement: &Statement) -> Option<&SetExpr> {
    match statement {
        Statement::SecretNumber { players, name, .. } if name.node == VOTE => Some(players),
        _ => None,
    }
}

/// These are the same players later, whatever is done: all, or all but somebody.
fn stays(players: &SetExpr) -> bool {
    let same = |filter: &Spanned<Filter>| matches!(&filter.node, Filter::ExceptItem(one) if one.node == Item::You);
    matches!(&players.node, Set::Of { noun, filters, .. }
        if matches!(noun.node, Noun::Players { .. }) && filters.iter().all(same))
}

/// Each of them is noted.
fn note_all(players: &SetExpr) -> [Spanned<Statement>; 2] {
    let span = players.span;
    let name = || at(NOTED.to_string(), span);
    let note = at(Statement::Add { item: that_player(span), to: name() }, span);
    let body = Body { statements: vec![note] };
    let none = Statement::Let { name: name(), value: LetValue::NoPlayers };
    let each = Statement::ForEach { at_once: false, set: players.clone(), name: None, body };
    [at(none, span), at(each, span)]
}

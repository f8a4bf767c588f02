//! Sentences that do nothing, and abilities that may be used for ever without changing anything.

use super::bounds::{Known, of_number};
use super::written::{Found, Kind, Written};
use crate::warning::Warning;
use lang::ast::{
    Ability, Alteration, Body, Clause, Cond, Item, Noun, NumExpr, Operand, Property, Set, SetExpr,
    Starred, Statement,
};
use lang::visit::{Part, visit};
use text::{Source, Span, Spanned, Verb};

/// Finds both in one text.
pub(super) fn sentences(written: &Written, source: &Source, found: &mut Vec<Found>) {
    let mut add = |span: Span, warning, what: &str, label| {
        found.push(written.found(source, span, warning, what.to_string(), label));
    };
    visit(&mut written.text.clone(), &mut |part| match part {
        Part::Clause(clause) => match &clause.node {
            Clause::Ability(ability) if written.kind == Kind::Building && is_free(ability) => {
                let what =
                    "this ability costs nothing, has no limit, and leaves things as they were";
                add(clause.span, Warning::FreeRepeat, what, "again and again");
            }
            Clause::Raise(by) if is_none(by) => add(
                by.span,
                Warning::NoEffect,
                "no number is raised",
                "by nothing",
            ),
            Clause::Alters(alters) => match &alters.what {
                Alteration::Starred {
                    change: Starred::Raise(by) | Starred::Lower { by, .. },
                    of: _,
                } if is_none(by) => {
                    add(
                        by.span,
                        Warning::NoEffect,
                        "no number is changed",
                        "by nothing",
                    );
                }
                _ => {}
            },
            _ => {}
        },
        Part::Statements(statements) => {
            for pair in statements.windows(2) {
                if matches!(pair[0].node, Statement::Stop | Statement::DrawGame) {
                    add(
                        pair[1].span,
                        Warning::NoEffect,
                        "the text has ended before this",
                        "never done",
                    );
                }
            }
        }
        Part::Statement(statement) => {
            if let Some((span, what, label)) = nothing(statement) {
                add(span, Warning::NoEffect, what, label);
            }
        }
        _ => {}
    });
}

fn is_none(number: &Spanned<NumExpr>) -> bool {
    of_number(&number.node, &Known::new()).1 == 0
}

fn lowest(number: &Spanned<NumExpr>) -> u64 {
    of_number(&number.node, &Known::new()).0
}

/// A statement that does nothing, and why.
fn nothing(statement: &Spanned<Statement>) -> Option<(Span, &'static str, &'static str)> {
    match &statement.node {
        Statement::Repeat { times, .. } if is_none(times) => {
            Some((times.span, "this is never done", "not once"))
        }
        Statement::Draw { number } if is_none(number) => {
            Some((number.span, "no card is drawn", "none"))
        }
        Statement::Counters { number, .. } if is_none(number) => {
            Some((number.span, "no counters are put or taken", "none"))
        }
        Statement::ChooseNumber { from, to, .. }
            if lowest(from) > of_number(&to.node, &Known::new()).1 =>
        {
            Some((
                from.span.to(to.span),
                "there is no such number, and the text ends here",
                "none",
            ))
        }
        Statement::MorePlays { number, .. } if is_none(number) => {
            Some((number.span, "nothing is changed", "none"))
        }
        Statement::Verb {
            verb,
            operand: Operand::Two(one, other),
        } => {
            let same = match verb {
                Verb::Exchange => one == other,
                // It lies there.
                Verb::Move => matches!(&other.node, Item::Under(card) if card.node == one.node),
                _ => false,
            };
            same.then_some((
                statement.span,
                "it comes to be where it is",
                "changes nothing",
            ))
        }
        _ => None,
    }
}

/// An ability that may be used again and again, and leads back to where it began.
fn is_free(ability: &Ability) -> bool {
    let open = ability
        .condition
        .as_ref()
        .is_none_or(|cond| is_unlimited(&cond.node));
    let limited =
        ability.start_of_turn || ability.once || !open || ability.body.statements.is_empty();
    !limited && all_back(&ability.body, ability.condition.is_some())
}

/// It holds the next time as well, where nothing has been changed.
fn is_unlimited(cond: &Cond) -> bool {
    match cond {
        Cond::And(left, right) | Cond::Or(left, right) => {
            is_unlimited(&left.node) && is_unlimited(&right.node)
        }
        Cond::Is { property, .. } => {
            matches!(
                property.node,
                Property::Stacked | Property::Active | Property::FaceUp
            )
        }
        Cond::There { .. } => true,
        _ => false,
    }
}

/// All that is done there can be taken back by doing it once more; where a condition is asked, nothing is done at all.
fn all_back(body: &Body, asked: bool) -> bool {
    body.statements
        .iter()
        .all(|statement| is_back(&statement.node, asked))
}

fn is_back(statement: &Statement, asked: bool) -> bool {
    match statement {
        Statement::Choose { .. } | Statement::ChooseNumber { .. } | Statement::Let { .. } => true,
        Statement::ShuffleDeck => true,
        Statement::By { statement, who: _ } => is_back(&statement.node, asked),
        Statement::MayChoose {
            body, otherwise, ..
        }
        | Statement::May { body, otherwise } => {
            all_back(body, asked) && otherwise.iter().all(|body| all_back(body, asked))
        }
        Statement::ForEach { body, .. } | Statement::AtOnce(body) | Statement::OneEffect(body) => {
            all_back(body, asked)
        }
        Statement::Offer {
            deeds,
            then,
            otherwise,
        } => {
            deeds.iter().all(|deed| is_back(&deed.node, asked))
                && then
                    .iter()
                    .chain(otherwise)
                    .all(|body| all_back(body, asked))
        }
        Statement::Verb {
            verb: Verb::LookAt | Verb::Show,
            operand: _,
        } => true,
        Statement::Verb {
            verb,
            operand: Operand::Two(one, other),
        } if !asked => match verb {
            Verb::Exchange => {
                let is_free = |item| is_any(item, &|noun| matches!(noun, Noun::Buildings(_)));
                (one.node == Item::This || is_free(one)) && is_free(other)
            }
            Verb::Shift => {
                one.node == Item::This && is_any(other, &|noun| matches!(noun, Noun::Places(_)))
            }
            Verb::Move => {
                is_any(one, &|noun| matches!(noun, Noun::Tops(None)))
                    && is_any(other, &|noun| matches!(noun, Noun::Buildings(None)))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Any of a plain set is chosen.
fn is_any(item: &Spanned<Item>, such: &dyn Fn(&Noun) -> bool) -> bool {
    let plain = |set: &SetExpr| match &set.node {
        Set::Of {
            noun,
            filters,
            target: _,
        } => filters.is_empty() && such(&noun.node),
        Set::Plus(..) => false,
    };
    matches!(&item.node, Item::Any(set) if plain(set))
}

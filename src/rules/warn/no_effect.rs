//! Sentences that do nothing, and abilities that may be used for ever without changing anything.

use super::bounds::{Bounds, Known, of_number};
use super::notice::{Findings, Passage};
use crate::warning::Warning;
use lang::ast::{
    Ability, Alteration, Body, Clause, Cond, Item, Noun, NumExpr, Operand, Property, Set, SetExpr,
    Starred, Statement,
};
use lang::visit::{Part, visit};
use text::{Span, Spanned, Verb};

/// Finds both in one text.
pub(super) fn sentences(passage: &Passage, findings: &mut Findings) {
    visit(&mut passage.text.clone(), &mut |part| {
        let found = match part {
            Part::Clause(clause) => match &clause.node {
                Clause::Ability(ability) if passage.sort == "building" && is_free(ability) => {
                    let what =
                        "this ability costs nothing, has no limit, and leaves things as they were";
                    let what = (what, "can be used for ever");
                    passage.add(findings, clause.span, Warning::FreeRepeat, what);
                    None
                }
                Clause::Raise(by) => nothing(by, "no number is raised", "by 0"),
                Clause::Alters(alters) => match &alters.what {
                    Alteration::Starred {
                        change: Starred::Raise(by) | Starred::Lower { by, .. },
                        of: _,
                    } => nothing(by, "no number is changed", "by 0"),
                    _ => None,
                },
                _ => None,
            },
            Part::Statements(statements) => {
                let ends = |statement: &Statement| {
                    matches!(statement, Statement::Stop | Statement::DrawGame)
                };
                for pair in statements.windows(2).filter(|pair| ends(&pair[0].node)) {
                    let what = ("the text has ended before this", "never done");
                    passage.add(findings, pair[1].span, Warning::NoEffect, what);
                }
                None
            }
            Part::Statement(statement) => idle(statement),
            _ => None,
        };
        if let Some((span, what)) = found {
            passage.add(findings, span, Warning::NoEffect, what);
        }
    });
}

/// What does nothing, why, and its label.
type Idle = Option<(Span, (&'static str, &'static str))>;

fn range(number: &Spanned<NumExpr>) -> Bounds {
    of_number(&number.node, &Known::new())
}

/// The number is 0.
fn nothing(number: &Spanned<NumExpr>, what: &'static str, label: &'static str) -> Idle {
    (range(number).1 == 0).then_some((number.span, (what, label)))
}

/// A statement that does nothing.
fn idle(statement: &Spanned<Statement>) -> Idle {
    match &statement.node {
        Statement::Repeat { times, .. } => nothing(times, "this is never done", "0 times"),
        Statement::Draw { number } => nothing(number, "no card is drawn", "none"),
        Statement::Counters { number, .. } => {
            nothing(number, "no counters are put or taken", "none")
        }
        Statement::ChooseNumber { from, to, .. } => {
            let what = ("there is no such number, and the text ends here", "none");
            (range(from).0 > range(to).1).then_some((from.span.to(to.span), what))
        }
        Statement::Secret(choice) => idle(choice),
        Statement::MorePlays { number, .. } => nothing(number, "nothing is changed", "none"),
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
            let what = ("it is already there", "changes nothing");
            same.then_some((statement.span, what))
        }
        _ => None,
    }
}

/// An ability that may be used again and again, and leads back to where it began.
fn is_free(ability: &Ability) -> bool {
    let condition = ability.condition.as_ref();
    let limited = ability.start_of_turn
        || ability.once
        || condition.is_some_and(|cond| !is_unlimited(&cond.node));
    !limited && !ability.body.statements.is_empty() && all_back(&ability.body, condition.is_some())
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

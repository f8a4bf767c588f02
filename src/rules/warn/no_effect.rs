//! Sentences that do nothing, and abilities that may be used for ever without changing anything.

use super::bounds::{Known, of_number, of_set};
use super::constant::names;
use super::notice::{Findings, Passage};
use crate::warning::Warning;
use lang::ast::{
    Ability, Alteration, Body, Clause, Cond, Head, Item, ItemExpr, Noun, NumExpr, Operand,
    Property, Set, SetExpr, Starred, Statement, Trigger, Word,
};
use lang::visit::{Part, visit};
use text::{Span, Spanned, Verb};

/// Finds both in one text.
pub(super) fn sentences(passage: &Passage, findings: &mut Findings) {
    let mut known = Known::new();
    visit(&mut passage.text.clone(), &mut |part| {
        let found = match part {
            Part::Clause(clause) => {
                known.clear();
                match &clause.node {
                    Clause::Ability(ability) if passage.sort == "building" && is_free(ability) => {
                        let what = "this ability costs nothing, has no limit, and leaves things as they were";
                        let what = (what, "can be used for ever");
                        passage.add(findings, clause.span, Warning::FreeRepeat, what);
                        None
                    }
                    Clause::Raise(by) => nothing(by, &known, "no number is raised", "by 0"),
                    Clause::Alters(alters) => match &alters.what {
                        Alteration::Starred {
                            change: Starred::Raise(by) | Starred::Lower { by, .. },
                            of: _,
                        } => nothing(by, &known, "no number is changed", "by 0"),
                        Alteration::TextOf { set, of } if set.node.is_one(&of.node) => {
                            Some((clause.span, ("it has this text already", "changes nothing")))
                        }
                        Alteration::Neighbours {
                            each: None,
                            left,
                            right: Some(right),
                        } if left == &**right && matches!(left.node.bare(), Some(Noun::One(_))) => {
                            Some((
                                clause.span,
                                ("nothing is its own neighbour", "changes nothing"),
                            ))
                        }
                        _ => None,
                    },
                    _ => None,
                }
            }
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
            Part::Statement(statement) => {
                names(&statement.node, &mut known);
                idle(statement, &known)
            }
            Part::Number(number) => match &number.node {
                NumExpr::If {
                    then, otherwise, ..
                } if then == otherwise => Some((
                    number.span,
                    ("both numbers are the same", "the same either way"),
                )),
                _ => None,
            },
            _ => None,
        };
        if let Some((span, what)) = found {
            passage.add(findings, span, Warning::NoEffect, what);
        }
    });
}

/// What does nothing, why, and its label.
type Idle = Option<(Span, (&'static str, &'static str))>;

/// The number is 0.
fn nothing(
    number: &Spanned<NumExpr>,
    known: &Known,
    what: &'static str,
    label: &'static str,
) -> Idle {
    (of_number(&number.node, known).1 == 0).then_some((number.span, (what, label)))
}

/// A statement that does nothing.
fn idle(statement: &Spanned<Statement>, known: &Known) -> Idle {
    let range = |number: &Spanned<NumExpr>| of_number(&number.node, known);
    match &statement.node {
        Statement::Repeat { times, .. } => nothing(times, known, "this is never done", "0 times"),
        Statement::Draw { number } => nothing(number, known, "no card is drawn", "none"),
        Statement::Counters { number, .. } => {
            nothing(number, known, "no counters are put or taken", "none")
        }
        Statement::ChooseNumber { from, to, .. } => {
            let what = ("there is no such number, and the text ends here", "none");
            (range(from).0 > range(to).1).then_some((from.span.to(to.span), what))
        }
        Statement::Secret(choice) => idle(choice, known),
        Statement::Lasts { ends, clause, .. } => {
            let Clause::Trigger(trigger) = &clause.node else {
                return None;
            };
            let heard = |end: &Trigger| {
                let (during, condition) = (None, None);
                let head = trigger.head.clone();
                end.head
                    == Head {
                        during,
                        condition,
                        ..head
                    }
            };
            let what = ("what this waits for ends it", "never heard");
            ends.iter().any(heard).then_some((clause.span, what))
        }
        Statement::MorePlays { number, .. } => nothing(number, known, "nothing is changed", "none"),
        Statement::ForEach { set, .. } | Statement::Choose { set, .. } => none(set, known),
        Statement::Verb {
            operand: Operand::Several { number, .. } | Operand::UpTo { number, .. },
            verb: _,
        } => nothing(number, known, "nothing is chosen", "none"),
        Statement::Verb {
            operand: Operand::All(set) | Operand::AnyNumber(set),
            verb: _,
        } => none(set, known),
        Statement::If {
            then,
            otherwise: Some(otherwise),
            condition: _,
        } if then == otherwise => {
            let what = ("both ways do the same", "the same either way");
            Some((statement.span, what))
        }
        Statement::Ways(ways) => {
            let mut again = ways.iter().enumerate();
            let again = again.any(|(at, way)| ways[..at].contains(way));
            again.then_some((statement.span, ("two of these are the same", "no choice")))
        }
        Statement::Verb {
            verb,
            operand: Operand::Two(one, other),
        } => {
            let same = match verb {
                // Two that are chosen are two choices.
                Verb::Exchange | Verb::SwapHands => {
                    one == other && !matches!(one.node, Item::Any(_) | Item::Random(_))
                }
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

/// There is nothing in the set.
fn none(set: &SetExpr, known: &Known) -> Idle {
    (of_set(&set.node, known).1 == 0).then_some((set.span, ("there is never any of these", "none")))
}

/// An ability that may be used again and again, and leads back to where it began.
fn is_free(ability: &Ability) -> bool {
    let condition = ability.condition.as_ref();
    let statements = &ability.body.statements;
    // What makes itself usable again has no limit.
    let limited = ability.once && !statements.iter().any(|statement| renews(&statement.node))
        || ability.start_of_turn
        || condition.is_some_and(|cond| !is_unlimited(&cond.node));
    !limited && !statements.is_empty() && all_back(&ability.body, condition.is_some())
}

/// Its own ability can be used again.
fn renews(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Verb { verb: Verb::Refresh, operand: Operand::Item(item) } if item.node == Item::This
    )
}

/// It holds the next time as well, where nothing has been changed.
fn is_unlimited(cond: &Cond) -> bool {
    match cond {
        Cond::And(left, right) | Cond::Or(left, right) => {
            is_unlimited(&left.node) && is_unlimited(&right.node)
        }
        Cond::Not(inner) => is_unlimited(&inner.node),
        Cond::Is { property, .. } => {
            matches!(
                property.node,
                Property::Stacked | Property::Active | Property::FaceUp
            )
        }
        Cond::There { .. } | Cond::Has { .. } => true,
        _ => false,
    }
}

/// All that is done there can be taken back by doing it once more; where a condition is asked, nothing is done at all.
fn all_back(body: &Body, asked: bool) -> bool {
    let statements: Vec<&Statement> = body.statements.iter().map(|said| &said.node).collect();
    let (mut at, mut back) = (0, true);
    while back && at < statements.len() {
        at += match &statements[at..] {
            [one, other, ..] if undoes(one, other) => 2,
            [one, ..] => {
                back = is_back(one, asked);
                1
            }
            [] => 1,
        };
    }
    back
}

/// The one takes back what the other does: so many counters are put there and taken off again, or the other way round.
fn undoes(one: &Statement, other: &Statement) -> bool {
    let counters = |statement: &Statement| match statement {
        Statement::Pay(paid) => match &paid.node {
            Statement::Counters {
                put: false,
                number,
                counter,
                on,
            } => Some((false, number.clone(), counter.clone(), on.clone())),
            _ => None,
        },
        Statement::Counters {
            put,
            number,
            counter,
            on,
        } => Some((*put, number.clone(), counter.clone(), on.clone())),
        _ => None,
    };
    let (Some((put, ..)), Some(_)) = (counters(one), counters(other)) else {
        return false;
    };
    let same = |(_, number, counter, on): (bool, Spanned<NumExpr>, Word, ItemExpr)| {
        let fixed = matches!(number.node, NumExpr::Number(_))
            && matches!(on.node, Item::This | Item::You | Item::Name(_));
        fixed.then_some((number, counter, on))
    };
    let (one, other) = (counters(one), counters(other));
    put != other.as_ref().is_some_and(|(put, ..)| *put)
        && one
            .and_then(same)
            .is_some_and(|one| other.and_then(same) == Some(one))
}

fn is_back(statement: &Statement, asked: bool) -> bool {
    match statement {
        Statement::Choose { .. } | Statement::ChooseNumber { .. } | Statement::Let { .. } => true,
        Statement::ShuffleDeck => true,
        Statement::By { statement, who: _ } => is_back(&statement.node, asked),
        Statement::MayChoose {
            body, otherwise, ..
        }
        | Statement::May { body, otherwise }
        | Statement::If {
            then: body,
            otherwise,
            condition: _,
        } => all_back(body, asked) && otherwise.iter().all(|body| all_back(body, asked)),
        Statement::ForEach { body, .. }
        | Statement::AtOnce(body)
        | Statement::OneEffect(body)
        | Statement::Unanswered(body)
        | Statement::UnansweredBy { body, first: _ }
        | Statement::Repeat { body, .. } => all_back(body, asked),
        Statement::Either(branches) | Statement::Modes { branches, .. } => {
            branches.iter().all(|branch| all_back(&branch.body, asked))
        }
        Statement::Ways(ways) => ways.iter().all(|way| all_back(way, asked)),
        Statement::Does { deeds, who: _ } => deeds.iter().all(|deed| is_back(&deed.node, asked)),
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
        statement if renews(statement) => true,
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

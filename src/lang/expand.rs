//! Puts sentences into the statements that the checks know: what somebody does, what may be done, and what is said of that.

mod doer;
mod done;
mod labels;
mod trees;

use super::SyntaxError;
use super::ast::{
    Body, Branch, Clause, Compare, Cond, Doer, Face, Head, Item, ItemExpr, Many, Noun, NumExpr,
    Operand, Plays, Set, SetExpr, Statement, Text, Trigger, Voice,
};
use super::print::print_cond;
use super::visit::{Part, visit};
use done::{needed, offered, open_way, or_else, possible};
use text::limits::HEAP;
use text::{Happening, Span, Spanned, Verb};
use trees::{
    MANY, RECEIVER, Sentences, a_top, any, as_one, at, body, by, called, choose, count, give, it,
    many, named, number, of, repeat, that_player, verb, word, you,
};

/// What stands for a condition that nothing before can answer; no name is written so.
const NOT_DONE: &str = "if you do";
/// The same of `otherwise` behind what each of several may do.
const UNCLEAR_ELSE: &str = "otherwise, of each";

type Statements = Vec<Spanned<Statement>>;

/// Sentences of a text are put into statements that the checks know. Answers what follows from nothing.
pub fn expand(text: &mut Text) -> Vec<SyntaxError> {
    visit(text, &mut |part| match part {
        Part::Clause(Spanned { node, .. }) => {
            plays(node);
            payable(node);
        }
        Part::Statements(statements) => *statements = said(std::mem::take(statements)),
        _ => {}
    });
    // Which building it was is asked later.
    let mut that_building = false;
    visit(text, &mut |part| {
        if let Part::Item(item) = part {
            that_building |= matches!(&item.node, Item::That(noun) if noun == "building");
        }
    });
    let mut faults = Vec::new();
    visit(text, &mut |part| match part {
        Part::Statement(statement) if !that_building => of_tops(&mut statement.node),
        Part::Statements(statements) => {
            if !that_building {
                statements
                    .iter_mut()
                    .for_each(|statement| of_tops(&mut statement.node));
            }
            done::owner_first(statements);
        }
        // Of what was counted before, wherever that is said.
        Part::Number(number) if number.node == NumExpr::ThatMany => *number = many(number.span),
        Part::Cond(cond) => faults.extend(unanswered(cond)),
        _ => {}
    });
    faults
}

/// What may be done in the place of something needs what it is done to: `you may instead discard a card`.
fn payable(clause: &mut Clause) {
    let Clause::Instead(trigger) = clause else {
        return;
    };
    let first = trigger.body.statements.first_mut().filter(|_| trigger.may);
    let Some(needed) = first.and_then(|first| needed(&mut first.clone())) else {
        return;
    };
    // What is there anyway, or is asked for anyway.
    let there = match &needed.node {
        Cond::There {
            set:
                SetExpr {
                    node: Set::Of { noun, .. },
                    ..
                },
            ..
        } => matches!(noun.node, Noun::One(_)),
        _ => true,
    };
    let asked = trigger
        .head
        .condition
        .as_ref()
        .is_some_and(|given| print_cond(given).contains(&print_cond(&needed)));
    if there || asked {
        return;
    }
    trigger.head.condition = Some(match trigger.head.condition.take() {
        Some(given) => at(
            Cond::And(Box::new(given), Box::new(needed)),
            trigger.head.happenings[0].span,
        ),
        None => needed,
    });
}

/// `discard the top of a building`: of those that have one.
fn of_tops(statement: &mut Statement) {
    match statement {
        Statement::Verb {
            operand: Operand::Item(item),
            ..
        } => *item = a_top(item.clone()),
        Statement::Verb {
            verb: Verb::Give,
            operand: Operand::Two(item, to),
        } if to.node == Item::You => {
            *item = a_top(item.clone());
        }
        _ => {}
    }
}

fn unanswered(cond: &Spanned<Cond>) -> Option<SyntaxError> {
    let Cond::Name(name) = &cond.node else {
        return None;
    };
    let (reason, help) = match name.as_str() {
        NOT_DONE => (
            "this follows from nothing that could be left undone",
            "say it behind what may be done, or is done to something: `Discard a card. If you do, draw 2 cards.`; or ask for it before: `If there is a building that is stacked, ...`",
        ),
        UNCLEAR_ELSE => (
            "each of several may do it, and `otherwise` could be for each who does not, or where nobody does",
            "say it of each: `for each other player as foe:`, and below it `foe may give a card to you` and `otherwise: draw a card`",
        ),
        _ => return None,
    };
    Some(SyntaxError {
        span: cond.span,
        reason: reason.to_string(),
        help: Some(help.to_string()),
    })
}

/// It hangs on what cannot be told.
fn unclear(why: &str, then: Body, span: Span) -> Statement {
    Statement::If {
        condition: at(Cond::Name(why.to_string()), span),
        then,
        otherwise: None,
    }
}

/// What stands in one block; what it holds is come by later.
fn said(statements: Statements) -> Statements {
    let mut all = Vec::new();
    for mut statement in statements {
        if done::that_many(&mut statement) {
            done::count_it(&mut all);
        }
        all.extend(one(statement));
    }
    all
}

/// What one sentence says, in as many statements as it needs.
fn one(mut statement: Spanned<Statement>) -> Statements {
    let span = statement.span;
    match statement.node {
        Statement::Does { who, deeds } => does(who, deeds, span),
        Statement::Offer {
            deeds,
            then,
            otherwise,
        } => {
            vec![Sentences.offer(&you(span), deeds, (then, otherwise), span)]
        }
        Statement::IfDone {
            deed,
            then,
            otherwise,
        } => if_done(one(*deed), then, otherwise, span),
        Statement::Faces { faces, otherwise } => shown(faces, otherwise, span),
        Statement::Ways(bodies) => {
            let branches = Sentences.ways(bodies, |body| {
                let mut statements = said(body.statements);
                (statements.first_mut().and_then(open_way), statements)
            });
            vec![at(
                Statement::Modes {
                    many: Many::Exactly(1),
                    chosen_order: false,
                    branches,
                },
                span,
            )]
        }
        Statement::PutBack { bottom } => {
            let (them, put) = (
                of(Noun::Them, span),
                if bottom {
                    Verb::PutUnderDeck
                } else {
                    Verb::PutOnDeck
                },
            );
            let each = vec![
                choose(&you(span), them.clone(), None, span),
                verb(put, Operand::Item(it(span)), span),
            ];
            vec![repeat(count(them), each, span)]
        }
        Statement::Gives { what, to } => you_give(what, to, span),
        Statement::Verb {
            verb: Verb::Give,
            operand: Operand::Two(item, to),
        } => {
            let over = Sentences.handed_over(&you(span), (&item, &to), span);
            vec![over.unwrap_or_else(|| give(item, to, span))]
        }
        // `another player wins`, `another player takes an extra turn`: whoever is chosen.
        Statement::Verb {
            verb: fate @ (Verb::Win | Verb::Lose),
            operand: Operand::Item(who),
        } => {
            let (chosen, who) = chosen(who);
            chosen
                .into_iter()
                .chain([verb(fate, Operand::Item(who), span)])
                .collect()
        }
        Statement::Later {
            until,
            whose: Some(who),
            body,
        } => {
            let (chosen, who) = chosen(*who);
            chosen
                .into_iter()
                .chain([at(
                    Statement::Later {
                        until,
                        whose: Some(Box::new(who)),
                        body,
                    },
                    span,
                )])
                .collect()
        }
        Statement::Verb { verb, operand } => you_do(verb, operand, span),
        Statement::Pay(paid) => vec![at(
            Statement::Pay(Box::new(all_there_are(as_one(one(*paid), span)))),
            span,
        )],
        Statement::By { who, mut statement } => {
            doer::others_from(&mut statement, Some(&who));
            let (who, inner) = (who, *statement);
            match inner.node {
                // No other could stand there.
                Statement::Ways(_) | Statement::Offer { .. } => Sentences.one_does(&who, inner),
                _ => vec![at(
                    Statement::By {
                        who,
                        statement: Box::new(inner),
                    },
                    span,
                )],
            }
        }
        _ => {
            if let Statement::Lasts { clause, .. } = &mut statement.node {
                plays(&mut clause.node);
            }
            vec![statement]
        }
    }
}

/// Who is chosen for it first, where one of several is meant.
fn chosen(who: ItemExpr) -> (Option<Spanned<Statement>>, ItemExpr) {
    let span = who.span;
    match who.node {
        Item::Any(set) => (
            Some(choose(&you(span), *set, None, span)),
            that_player(span),
        ),
        _ => (None, who),
    }
}

/// `you may play 2 cards each turn`: as that turn begins.
fn plays(clause: &mut Clause) {
    let Clause::Plays(Plays {
        condition,
        who,
        number: most,
    }) = clause
    else {
        return;
    };
    let span = most.span;
    let mut trigger = Trigger::of(Head::said(Voice::Active, condition.take()));
    trigger.head.happenings.push(at(Happening::TurnBegun, span));
    trigger.head.who = Some(who.clone());
    let more = Statement::MorePlays {
        number: number(most.node.saturating_sub(1), span),
        fewer: false,
    };
    trigger.body.statements.push(at(more, span));
    *clause = Clause::Trigger(Box::new(trigger));
}

/// `each other player discards 2 cards`, `another player draws a card`, `foe loses`
fn does(who: Doer, deeds: Statements, span: Span) -> Statements {
    match who {
        Doer::Each(set) => {
            let otherwise = |does: &Spanned<Statement>| match &does.node {
                Statement::Offer {
                    otherwise: Some(otherwise),
                    ..
                } => Some(otherwise.clone()),
                _ => None,
            };
            match deeds.iter().find_map(otherwise) {
                Some(otherwise) => vec![at(unclear(UNCLEAR_ELSE, otherwise, span), span)],
                None => vec![Sentences.each(set, deeds, span)],
            }
        }
        Doer::One(mut set) => {
            // Whoever that is is chosen.
            if let Set::Of { target, .. } = &mut set.node {
                *target = false;
            }
            let chosen = choose(&you(span), set, None, span);
            std::iter::once(chosen)
                .chain(Sentences.all_done(&that_player(span), deeds))
                .collect()
        }
        Doer::Item(ItemExpr {
            node: Item::You, ..
        }) => said(deeds),
        Doer::Item(who) => Sentences.all_done(&who, deeds),
    }
}

/// What `you` do to several that are chosen one by one.
fn you_do(away: Verb, mut operand: Operand, span: Span) -> Statements {
    let several = |number, set| {
        verb(
            away,
            Operand::Several {
                number,
                different: false,
                random: false,
                set,
            },
            span,
        )
    };
    if let Some(chosen) = of_one_other(&mut operand) {
        return std::iter::once(chosen)
            .chain(you_do(away, operand, span))
            .collect();
    }
    match operand {
        Operand::UpTo { number, set } => vec![done::up_to(
            number,
            done::does_any(away, set, None, span),
            span,
        )],
        Operand::AnyNumber(set) => {
            vec![
                done::choose_many(count(set.clone()), span),
                several(many(span), set),
            ]
        }
        Operand::DownTo(_) => Sentences.one_does(&you(span), verb(away, operand, span)),
        operand => vec![verb(away, operand, span)],
    }
}

/// `give 2 cards to another player`, all to one; `take 2 cards from the discard pile`
fn you_give(mut what: Operand, to: ItemExpr, span: Span) -> Statements {
    let you = you(span);
    if let Some(chosen) = of_one_other(&mut what) {
        return std::iter::once(chosen)
            .chain(you_give(what, to, span))
            .collect();
    }
    // Where each card is `it`, another one is called something else.
    let (before, to) = match to.node {
        Item::It => (Some(called(RECEIVER, to, span)), named(RECEIVER, span)),
        _ => chosen(to),
    };
    let given = match what {
        Operand::UpTo { number, set } => {
            vec![done::up_to(
                number,
                done::does_any(Verb::Give, set, Some(&to), span),
                span,
            )]
        }
        Operand::AnyNumber(set) => {
            let times = many(span);
            vec![
                done::choose_many(count(set.clone()), span),
                repeat(times, vec![give(any(set), to, span)], span),
            ]
        }
        what => Sentences.all_given(
            &you,
            what,
            &to,
            &|set| vec![give(any(set), to.clone(), span)],
            span,
        ),
    };
    match before {
        Some(before) if matches!(before.node, Statement::Let { .. }) => {
            vec![as_one(std::iter::once(before).chain(given).collect(), span)]
        }
        before => before.into_iter().chain(given).collect(),
    }
}

/// `take 2 cards from another player's hand`: all of one, who is chosen first.
fn of_one_other(what: &mut Operand) -> Option<Spanned<Statement>> {
    let (Operand::UpTo { set, .. } | Operand::AnyNumber(set) | Operand::Several { set, .. }) = what
    else {
        return None;
    };
    let Set::Of {
        noun: Spanned {
            node: Noun::Hand { of, .. },
            ..
        },
        ..
    } = &mut set.node
    else {
        return None;
    };
    let (before, one) = chosen(of.clone());
    *of = one;
    before
}

/// All there are are paid, and one at least.
fn all_there_are(mut paid: Spanned<Statement>) -> Spanned<Statement> {
    if let Statement::Counters {
        put: false,
        number: times,
        counter,
        on,
    } = &mut paid.node
        && times.node == NumExpr::Number(HEAP)
    {
        let span = times.span;
        let left = Box::new(at(
            NumExpr::Counters {
                counter: counter.clone(),
                on: Box::new(on.clone()),
            },
            span,
        ));
        times.node = NumExpr::OfTwo {
            larger: true,
            left,
            right: Box::new(number(1, span)),
        };
    }
    paid
}

fn only_if(
    condition: Option<Spanned<Cond>>,
    does: Spanned<Statement>,
    span: Span,
) -> Spanned<Statement> {
    match condition {
        Some(condition) => at(
            Statement::If {
                condition,
                then: body(vec![does]),
                otherwise: None,
            },
            span,
        ),
        None => does,
    }
}

/// Cards are drawn, or one's own are discarded or given.
fn is_own(does: &Statement) -> bool {
    let own = |set: &SetExpr| done::is_hand(&set.node, &Item::You);
    let one =
        |item: &ItemExpr| matches!(&item.node, Item::Any(set) | Item::Random(set) if own(set));
    match does {
        Statement::Draw { .. } => true,
        Statement::Verb {
            verb: Verb::Discard,
            operand: Operand::Item(item),
        }
        | Statement::Verb {
            verb: Verb::Give,
            operand: Operand::Two(item, _),
        } => one(item),
        Statement::Verb {
            verb: Verb::Discard,
            operand: Operand::Several {
                set, random: false, ..
            },
        }
        | Statement::Gives {
            what: Operand::Several {
                set, random: false, ..
            },
            ..
        } => own(set),
        Statement::Verb {
            verb: Verb::Discard,
            operand: Operand::DownTo(_),
        } => true,
        _ => false,
    }
}

/// `discard a card. If you do, draw 2 cards. Otherwise, lose`: said of the last of these.
fn if_done(mut before: Statements, then: Body, otherwise: Option<Body>, span: Span) -> Statements {
    let Some(mut last) = before.pop() else {
        return vec![at(unclear(NOT_DONE, then, span), span)];
    };
    if otherwise.is_some() && matches!(last.node, Statement::ForEach { .. }) {
        before.push(at(unclear(UNCLEAR_ELSE, then, span), span));
        return before;
    }
    let done = match offered(&mut last.node) {
        Some(Statement::May { body, .. } | Statement::MayChoose { body, .. }) => {
            let again = match body.statements.as_slice() {
                [
                    again @ Spanned {
                        node: Statement::Repeat { at_most: true, .. },
                        ..
                    },
                ] => Some(again.clone()),
                _ => None,
            };
            body.statements.extend(then.statements);
            // Where there is nothing of it, none of it is done.
            let mut done = only_if(again.and_then(|mut again| needed(&mut again)), last, span);
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

/// Whatever each one of several does is said of the last of it.
fn done_then(
    mut last: Spanned<Statement>,
    then: Body,
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
    match possible(&mut last) {
        Some(condition) => {
            let then = body(std::iter::once(last).chain(then.statements).collect());
            at(
                Statement::If {
                    condition,
                    then,
                    otherwise,
                },
                span,
            )
        }
        None => at(unclear(NOT_DONE, then, span), span),
    }
}

/// `roll a die. On 1 or 2, draw 2 cards. Otherwise, discard a card`
fn shown(faces: Vec<Face>, otherwise: Option<Body>, span: Span) -> Statements {
    let mut statements = vec![at(
        Statement::Roll {
            name: word(MANY, span),
        },
        span,
    )];
    let mut conds = Vec::new();
    for Face { ranges, body: then } in faces {
        let ranges = ranges.iter().map(|(low, high)| between(low, high, span));
        let any = ranges.reduce(|left, right| at(Cond::Or(Box::new(left), Box::new(right)), span));
        if let Some(condition) = any {
            conds.push(condition.clone());
            statements.push(at(
                Statement::If {
                    condition,
                    then,
                    otherwise: None,
                },
                span,
            ));
        }
    }
    let any = conds
        .into_iter()
        .rev()
        .reduce(|any, cond| at(Cond::Or(Box::new(cond), Box::new(any)), span));
    if let (Some(any), Some(then)) = (any, otherwise) {
        let condition = at(Cond::Not(Box::new(any)), span);
        statements.push(at(
            Statement::If {
                condition,
                then,
                otherwise: None,
            },
            span,
        ));
    }
    statements
}

/// The die shows one of these.
fn between(low: &Spanned<u16>, high: &Spanned<u16>, span: Span) -> Spanned<Cond> {
    let is = |compare, than: &Spanned<u16>| {
        at(
            Cond::Compare {
                left: many(span),
                compare,
                right: number(than.node, than.span),
            },
            than.span,
        )
    };
    match low.node == high.node {
        true => is(Compare::Exactly, low),
        false => at(
            Cond::And(
                Box::new(is(Compare::AtLeast, low)),
                Box::new(is(Compare::AtMost, high)),
            ),
            span,
        ),
    }
}

impl Sentences {
    /// `you may discard a card. If you do, draw 2 cards. Otherwise, lose`: only where there is what it is done to.
    pub(super) fn offer(
        self,
        who: &ItemExpr,
        mut deeds: Statements,
        (then, otherwise): (Option<Body>, Option<Body>),
        span: Span,
    ) -> Spanned<Statement> {
        let of_doer = who.node != Item::You || deeds.first().is_some_and(|does| is_own(&does.node));
        let alone = deeds.len() == 1 && then.is_none();
        let (mut statements, mut condition) = (Vec::new(), None);
        for (place, mut does) in deeds.drain(..).enumerate() {
            if done::that_many(&mut does) {
                done::count_it(&mut statements);
            }
            let mut all = if of_doer {
                Sentences.one_does(who, does)
            } else {
                vec![as_one(one(does), span)]
            };
            if let (0, [first, ..]) = (place, all.as_mut_slice()) {
                // What may be done up to so often is asked for once.
                if let Statement::May {
                    body: Body { statements },
                    otherwise: None,
                } = &mut first.node
                    && let [
                        Spanned {
                            node: Statement::Repeat { at_most: true, .. },
                            ..
                        },
                    ] = statements.as_slice()
                {
                    *first = statements.swap_remove(0);
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
        let may = by(
            who,
            Statement::May {
                body: body(statements),
                otherwise: None,
            },
            span,
        );
        let mut offer = only_if(condition, may, span);
        otherwise
            .iter()
            .for_each(|unless| or_else(&mut offer.node, unless));
        offer
    }

    /// Branches with labels: what is done in each, and on what condition.
    pub(super) fn ways(
        self,
        bodies: Vec<Body>,
        does: impl Fn(Body) -> (Option<Spanned<Cond>>, Statements),
    ) -> Vec<Branch> {
        let mut branches: Vec<Branch> = Vec::new();
        for way in bodies {
            let span = way
                .statements
                .first()
                .map_or(Span::new(0, 0), |first| first.span);
            let label = labels::label(&branches, &way, span);
            let (condition, statements) = does(way);
            branches.push(Branch {
                label,
                condition,
                body: body(statements),
            });
        }
        branches
    }
}

//! Puts sentences into the statements that the checks know: what somebody does, what may be done, and what is said of that.

mod conditions;
mod doer;
mod labels;
mod outcome;

use super::Fault;
use super::ast::{
    Body, Branch, Clause, Cond, Doer, Head, Item, ItemExpr, Many, Noun, NumExpr, Operand, Plays,
    Set, Statement, Text, Trigger, Voice,
};
use super::print::print_cond;
use super::trees::{
    RECEIVER, a_top, any, as_one, at, body, both, called, choose, count, give, it, many, named,
    number, of, of_two, repeat, several, that_player, verb, you,
};
use super::visit::{Part, visit};
use conditions::{needed, open_way};
use doer::{all_done, all_given, each, handed_over, one_does, others_from};
use outcome::{if_done, offer, shown, unclear};
use text::limits::HEAP;
use text::{Happening, Span, Spanned, Verb};

/// What stands for a condition that nothing before can answer; no name is written so.
const NOT_DONE: &str = "if you do";
/// The same of `otherwise` behind what each of several may do.
const UNCLEAR_ELSE: &str = "otherwise, of each";

type Statements = Vec<Spanned<Statement>>;

/// Sentences of a text are put into statements that the checks know. Answers what follows from nothing.
pub fn expand(text: &mut Text) -> Vec<Fault> {
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
            conditions::owner_first(statements);
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
    let first = trigger.body.statements.first().filter(|_| trigger.may);
    let Some(needed) = first.and_then(|first| needed(&mut first.clone())) else {
        return;
    };
    // What is there anyway, or is asked for anyway.
    let there = match &needed.node {
        Cond::There { set, .. } => match &set.node {
            Set::Of { noun, .. } => matches!(noun.node, Noun::One(_)),
            Set::Plus(..) => true,
        },
        _ => true,
    };
    let head = &mut trigger.head;
    let asks = |given: &Spanned<Cond>| print_cond(given).contains(&print_cond(&needed));
    if there || head.condition.as_ref().is_some_and(asks) {
        return;
    }
    head.condition = Some(match head.condition.take() {
        Some(given) => both(Cond::And, given, needed, head.happenings[0].span),
        None => needed,
    });
}

/// `discard the top of a building`: of those that have one.
fn of_tops(statement: &mut Statement) {
    let Statement::Verb { verb, operand } = statement else {
        return;
    };
    match operand {
        Operand::Item(item) => *item = a_top(item.clone()),
        Operand::Two(item, to) if *verb == Verb::Give && to.node == Item::You => {
            *item = a_top(item.clone());
        }
        _ => {}
    }
}

fn unanswered(cond: &Spanned<Cond>) -> Option<Fault> {
    let Cond::Name(name) = &cond.node else {
        return None;
    };
    let (reason, help) = match name.as_str() {
        NOT_DONE => (
            "this must follow something that can fail",
            "put it after a sentence that may do nothing: `Discard a card. If you do, draw 2 cards.`; or ask first: `If there is a building that is stacked, ...`",
        ),
        UNCLEAR_ELSE => (
            "several players may do it: `otherwise` could mean each one who does not, or that nobody does",
            "write it for each player: `for each other player as foe:`, and below it `foe may give a card to you` and `otherwise: draw a card`",
        ),
        _ => return None,
    };
    Some(Fault::new(cond.span, reason).with_help(help))
}

/// What stands in one block; what it holds is come by later.
fn said(statements: Statements) -> Statements {
    let mut all = Vec::new();
    for mut statement in statements {
        if conditions::that_many(&mut statement) {
            conditions::count_it(&mut all);
        }
        all.extend(one(statement));
    }
    all
}

/// What one sentence says, in as many statements as it needs.
fn one(mut statement: Spanned<Statement>) -> Statements {
    let span = statement.span;
    let first =
        |chosen: Option<Spanned<Statement>>, does| chosen.into_iter().chain([does]).collect();
    vec![match statement.node {
        Statement::Does { who, deeds } => return does(who, deeds, span),
        Statement::Offer {
            deeds,
            then,
            otherwise,
        } => offer(&you(span), deeds, then, otherwise, span),
        Statement::IfDone {
            deed,
            then,
            otherwise,
        } => return if_done(one(*deed), then, otherwise, span),
        Statement::Faces { faces, otherwise } => return shown(faces, otherwise, span),
        Statement::Ways(bodies) => {
            let modes = Statement::Modes {
                many: Many::Exactly(1),
                chosen_order: false,
                branches: ways(bodies, |body| {
                    let mut statements = said(body.statements);
                    (statements.first_mut().and_then(open_way), statements)
                }),
            };
            at(modes, span)
        }
        Statement::PutBack { bottom } => {
            let put = match bottom {
                true => Verb::PutUnderDeck,
                false => Verb::PutOnDeck,
            };
            let them = of(Noun::Them, span);
            let chosen = choose(&you(span), them.clone(), None, span);
            let put = verb(put, Operand::Item(it(span)), span);
            repeat(count(them), vec![chosen, put], span)
        }
        Statement::Gives { what, to } => return you_give(what, to, span),
        Statement::Verb {
            verb: Verb::Give,
            operand: Operand::Two(item, to),
        } => {
            let over = handed_over(&you(span), &item, &to, span);
            over.unwrap_or_else(|| give(item, to, span))
        }
        // `another player wins`, `another player takes an extra turn`: whoever is chosen.
        Statement::Verb {
            verb: fate @ (Verb::Win | Verb::Lose),
            operand: Operand::Item(who),
        } => {
            let (chosen, who) = chosen(who);
            return first(chosen, verb(fate, Operand::Item(who), span));
        }
        Statement::Later {
            until,
            whose: Some(who),
            body,
        } => {
            let (chosen, who) = chosen(*who);
            let whose = Some(Box::new(who));
            return first(chosen, at(Statement::Later { until, whose, body }, span));
        }
        Statement::Verb { verb, operand } => return you_do(verb, operand, span),
        Statement::Pay(paid) => {
            let paid = all_there_are(as_one(one(*paid), span));
            at(Statement::Pay(Box::new(paid)), span)
        }
        Statement::By { who, mut statement } => {
            others_from(&mut statement, Some(&who));
            match statement.node {
                // No other could stand there.
                Statement::Ways(_) | Statement::Offer { .. } => return one_does(&who, *statement),
                _ => at(Statement::By { who, statement }, span),
            }
        }
        Statement::Lasts { ref mut clause, .. } => {
            plays(&mut clause.node);
            payable(&mut clause.node);
            statement
        }
        _ => statement,
    }]
}

/// Who is chosen for it first, where one of several is meant.
fn chosen(who: ItemExpr) -> (Option<Spanned<Statement>>, ItemExpr) {
    let span = who.span;
    let Item::Any(set) = who.node else {
        return (None, who);
    };
    let chosen = choose(&you(span), *set, None, span);
    (Some(chosen), that_player(span))
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
                Statement::Offer { otherwise, .. } => otherwise.clone(),
                _ => None,
            };
            vec![match deeds.iter().find_map(otherwise) {
                Some(otherwise) => unclear(UNCLEAR_ELSE, otherwise, span),
                None => each(set, deeds, span),
            }]
        }
        Doer::One(mut set) => {
            // Whoever that is is chosen.
            if let Set::Of { target, .. } = &mut set.node {
                *target = false;
            }
            let mut statements = vec![choose(&you(span), set, None, span)];
            statements.extend(all_done(&that_player(span), deeds));
            statements
        }
        Doer::Item(who) if who.node == Item::You => said(deeds),
        Doer::Item(who) => all_done(&who, deeds),
    }
}

/// What `you` do to several that are chosen one by one.
fn you_do(away: Verb, mut operand: Operand, span: Span) -> Statements {
    if let Some(chosen) = of_one_other(&mut operand) {
        let mut statements = vec![chosen];
        statements.extend(you_do(away, operand, span));
        return statements;
    }
    vec![match operand {
        Operand::UpTo { number, set } => {
            conditions::up_to(number, conditions::does_any(away, set, None, span), span)
        }
        Operand::AnyNumber(set) => {
            let all = several(many(span), set.clone());
            let chosen = conditions::choose_many(count(set), span);
            return vec![chosen, verb(away, all, span)];
        }
        Operand::DownTo(_) => return one_does(&you(span), verb(away, operand, span)),
        operand => verb(away, operand, span),
    }]
}

/// `give 2 cards to another player`, all to one; `take 2 cards from the discard pile`
fn you_give(mut what: Operand, to: ItemExpr, span: Span) -> Statements {
    if let Some(chosen) = of_one_other(&mut what) {
        let mut statements = vec![chosen];
        statements.extend(you_give(what, to, span));
        return statements;
    }
    // Where each card is `it`, another one is called something else.
    let is_it = to.node == Item::It;
    let (before, to) = match is_it {
        true => (Some(called(RECEIVER, to, span)), named(RECEIVER, span)),
        false => chosen(to),
    };
    let each = |set| {
        let (who, one) = (you(span), any(set));
        let over = handed_over(&who, &one, &to, span);
        vec![over.unwrap_or_else(|| give(one, to.clone(), span))]
    };
    let given = match what {
        Operand::UpTo { number, set } => {
            let does = conditions::does_any(Verb::Give, set, Some(&to), span);
            vec![conditions::up_to(number, does, span)]
        }
        Operand::AnyNumber(set) => {
            let chosen = conditions::choose_many(count(set.clone()), span);
            vec![chosen, repeat(many(span), each(set), span)]
        }
        what => all_given(&you(span), what, &to, &each, span),
    };
    let statements = before.into_iter().chain(given).collect();
    match is_it {
        true => vec![as_one(statements, span)],
        false => statements,
    }
}

/// `take 2 cards from another player's hand`: all of one, who is chosen first.
fn of_one_other(what: &mut Operand) -> Option<Spanned<Statement>> {
    let (Operand::UpTo { set, .. } | Operand::AnyNumber(set) | Operand::Several { set, .. }) = what
    else {
        return None;
    };
    let Set::Of { noun, .. } = &mut set.node else {
        return None;
    };
    let Noun::Hand { of, .. } = &mut noun.node else {
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
        let (counter, on) = (counter.clone(), Box::new(on.clone()));
        let left = at(NumExpr::Counters { counter, on }, times.span);
        *times = of_two(true, left, number(1, times.span), times.span);
    }
    paid
}

/// Branches with labels: what is done in each, and on what condition.
fn ways(
    bodies: Vec<Body>,
    does: impl Fn(Body) -> (Option<Spanned<Cond>>, Statements),
) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    for way in bodies {
        let span = way.statements.first().map(|first| first.span);
        let label = labels::label(&branches, &way, span.unwrap_or_default());
        let (condition, statements) = does(way);
        branches.push(Branch {
            label,
            condition,
            body: body(statements),
        });
    }
    branches
}

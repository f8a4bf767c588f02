//! Sentences that are lost where no player is found: where nobody can be chosen, a text ends.

use super::notice::{Findings, Passage};
use crate::warning::Warning;
use lang::ast::{
    Body, Clause, Cond, Doer, Filter, Item, Noun, NumExpr, Operand, Property, Set, Statement, Text,
};
use lang::visit::{Part, visit};
use text::Spanned;

/// Finds them in one text.
pub(super) fn sentences(passage: &Passage, findings: &mut Findings) {
    if matches!(passage.sort, "keyword" | "tally") {
        return;
    }
    for clause in &passage.text.clauses {
        // What is chosen first decides whether the text can be chosen at all (PLY-5); what stands first, whether it answers.
        let (body, tried) = match &clause.node {
            Clause::Play(body) | Clause::Replay(body) => (body, true),
            Clause::Ability(ability) => (&ability.body, true),
            Clause::Crisis(body) => (body, false),
            Clause::Trigger(trigger) | Clause::Instead(trigger) => (&trigger.body, false),
            _ => continue,
        };
        let mut settled = !tried;
        for (at, statement) in body.statements.iter().enumerate() {
            let before = at > 0 && settled;
            settled |= chooses(&statement.node);
            let Some((set, name)) = chosen(&statement.node) else {
                continue;
            };
            let behind = &body.statements[at + 1..];
            if before && may_be_empty(set) && lasts(&statement.node, name, behind) {
                let what =
                    "if there is no such player, the text ends here and the rest of it is skipped";
                let what = (what, "may find nobody");
                passage.add(findings, statement.span, Warning::EmptyPlayers, what);
            }
        }
    }
}

/// A set of which one must be chosen, and the name that it gets.
fn chosen(statement: &Statement) -> Option<(&Set, Option<&str>)> {
    match statement {
        Statement::Choose {
            set,
            name,
            random: _,
        } => Some((&set.node, name.as_ref().map(|name| name.node.as_str()))),
        Statement::Does {
            who: Doer::One(set),
            deeds: _,
        } => Some((&set.node, None)),
        _ => None,
    }
}

/// Something must be chosen in it, or may be.
fn chooses(statement: &Statement) -> bool {
    match statement {
        Statement::Choose { random, .. } | Statement::ChooseNumber { random, .. } => !random,
        Statement::MayChoose { .. } | Statement::May { .. } | Statement::Offer { .. } => true,
        Statement::Either(_) | Statement::Modes { .. } => true,
        Statement::Does {
            who: Doer::One(_),
            deeds: _,
        } => true,
        Statement::Verb {
            operand: Operand::Item(item),
            verb: _,
        } => matches!(item.node, Item::Any(_)),
        _ => false,
    }
}

/// Nobody may be such a player.
fn may_be_empty(set: &Set) -> bool {
    match set {
        Set::Plus(left, right) => may_be_empty(&left.node) && may_be_empty(&right.node),
        Set::Of {
            noun,
            filters,
            target: _,
        } => match &noun.node {
            // In a game of two, without two of them nobody is left.
            Noun::Players { .. } => {
                let but = |filter: &&Spanned<Filter>| matches!(filter.node, Filter::ExceptItem(_));
                filters.iter().filter(but).count() > 1
                    || filters.iter().any(|filter| leaves_out(&filter.node))
            }
            Noun::PlayersWith { .. } => true,
            _ => false,
        },
    }
}

/// It may leave out all that there are: others than `you` there always are, and somebody has the most.
fn leaves_out(filter: &Filter) -> bool {
    let Filter::That(cond) = filter else {
        return false;
    };
    match &cond.node {
        Cond::Most { .. } => false,
        Cond::Is {
            not: true,
            property,
            ..
        } => {
            !matches!(&property.node, Property::Same(item) if matches!(item.node, Item::You | Item::Provoker))
        }
        Cond::Is {
            not: false,
            property,
            ..
        } => !matches!(property.node, Property::Living),
        _ => true,
    }
}

/// Some sentence of these has nothing to do with who was chosen.
fn lasts(first: &Statement, name: Option<&str>, behind: &[Spanned<Statement>]) -> bool {
    let mut of_them: Vec<String> = name.map(str::to_string).into_iter().collect();
    of_them.extend(speech(first, &[]).1);
    behind.iter().any(|statement| {
        let (hangs, named) = speech(&statement.node, &of_them);
        if hangs {
            of_them.extend(named);
        }
        !hangs
    })
}

/// Whether a statement speaks of one of these, or of what was spoken of last; and the names that it gives to things.
fn speech(statement: &Statement, names: &[String]) -> (bool, Vec<String>) {
    let statements = vec![Spanned::new(statement.clone(), Default::default())];
    let clause = Spanned::new(Clause::Play(Body { statements }), Default::default());
    let clauses = vec![clause];
    let mut hangs = matches!(statement, Statement::PutBack { .. });
    let mut named = Vec::new();
    let has = |name: &String| names.contains(name);
    visit(&mut Text { clauses }, &mut |part| {
        hangs |= match part {
            Part::Name(word) => {
                named.push(word.node.clone());
                false
            }
            Part::Item(item) => match &item.node {
                Item::It | Item::That(_) => true,
                Item::Name(name) => has(name),
                Item::Entry(entry) => has(&entry.0.node),
                _ => false,
            },
            Part::Set(set) => match &set.node {
                Set::Of { noun, .. } => match &noun.node {
                    Noun::Them => true,
                    Noun::Name(name) => has(name),
                    _ => false,
                },
                Set::Plus(..) => false,
            },
            Part::Number(number) => match &number.node {
                NumExpr::ThatMany => true,
                NumExpr::Name(name) => has(name),
                NumExpr::Entry(entry) => has(&entry.0.node),
                _ => false,
            },
            Part::Cond(cond) => match &cond.node {
                Cond::Name(name) => has(name),
                Cond::Is { property, .. } => {
                    matches!(&property.node, Property::Status(name) if has(name))
                }
                _ => false,
            },
            _ => false,
        };
    });
    (hangs, named)
}

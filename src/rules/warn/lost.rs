//! Sentences that are lost where no player is found: where nobody can be chosen, a text ends.

use super::written::{Found, Kind, Written};
use crate::warning::Warning;
use lang::ast::{
    Body, Clause, Cond, Doer, Filter, Item, Noun, NumExpr, Operand, Property, Set, Statement, Text,
};
use lang::visit::{Part, visit};
use text::{Source, Spanned};

/// Finds them in one text.
pub(super) fn players(written: &Written, source: &Source, found: &mut Vec<Found>) {
    if matches!(written.kind, Kind::Keyword | Kind::Tally) {
        return;
    }
    for clause in &written.text.clauses {
        let body = match &clause.node {
            Clause::Play(body) | Clause::Replay(body) | Clause::Crisis(body) => body,
            Clause::Ability(ability) => &ability.body,
            Clause::Trigger(trigger) | Clause::Instead(trigger) => &trigger.body,
            _ => continue,
        };
        let statements = &body.statements;
        // What is chosen first decides whether the text can be chosen at all (PLY-5); what stands first, whether it answers.
        let tried = !matches!(
            clause.node,
            Clause::Trigger(_) | Clause::Instead(_) | Clause::Crisis(_)
        );
        let mut settled = !tried;
        for (at, statement) in statements.iter().enumerate() {
            let before = at > 0 && settled;
            settled |= chooses(&statement.node);
            let Some((set, name)) = chosen(&statement.node) else {
                continue;
            };
            if !before || !may_be_empty(set) || !lasts(&statement.node, name, &statements[at + 1..])
            {
                continue;
            }
            let what =
                "where there is no such player the text ends here, and what stands behind is not done".to_string();
            found.push(written.found(
                source,
                statement.span,
                Warning::EmptyPlayers,
                what,
                "perhaps nobody",
            ));
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
            Noun::Players { .. } => filters.iter().any(|filter| leaves_out(&filter.node)),
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
    let mut of_them: Vec<String> = name
        .map(str::to_string)
        .into_iter()
        .chain(named(first))
        .collect();
    behind.iter().any(|statement| {
        let hangs = speaks_of(&statement.node, &of_them);
        if hangs {
            of_them.extend(named(&statement.node));
        }
        !hangs
    })
}

fn look(statement: &Statement, see: &mut dyn FnMut(Part<'_>)) {
    let statements = vec![Spanned::new(statement.clone(), Default::default())];
    let clause = Spanned::new(Clause::Play(Body { statements }), Default::default());
    visit(
        &mut Text {
            clauses: vec![clause],
        },
        see,
    );
}

/// The names that it gives to things.
fn named(statement: &Statement) -> Vec<String> {
    let mut names = Vec::new();
    look(statement, &mut |part| {
        if let Part::Name(word) = part {
            names.push(word.node.clone());
        }
    });
    names
}

/// It speaks of one of these, or of what was spoken of last.
fn speaks_of(statement: &Statement, names: &[String]) -> bool {
    let mut found = matches!(statement, Statement::PutBack { .. });
    let has = |name: &String| names.contains(name);
    look(statement, &mut |part| {
        found |= match part {
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
    found
}

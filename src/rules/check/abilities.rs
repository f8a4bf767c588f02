//! Abilities of buildings: what they are called, when they can be used, and what they cost.

use super::face::BUILDING;
use super::scope::maybe;
use super::{In, Place, Scope};
use crate::document;
use crate::error::{Problem, Report};
use crate::tree::{Ability, Act, Block, Body, Cond};
use crate::verbs::meaning;
use lang::ast::{self, Clause, Operand, Statement, TurnPart};
use text::limits::HEAP;
use text::{Span, Spanned};

pub(super) fn abilities(text: &ast::Text) -> impl Iterator<Item = &ast::Ability> {
    text.clauses.iter().filter_map(|clause| match &clause.node {
        Clause::Ability(ability) => Some(ability),
        _ => None,
    })
}

pub(super) fn same_ability_names(file: In, text: &ast::Text, report: &mut Report) {
    let mut seen: Vec<&str> = Vec::new();
    for name in abilities(text).filter_map(|ability| ability.name.as_ref()) {
        if seen.contains(&name.node.as_str()) {
            let first = "an ability of the same building has that name".to_string();
            let name = name.clone();
            let problem = Problem::Twice {
                name: name.node,
                first,
            };
            report.add(file.source, name.span, problem);
        }
        seen.push(&name.node);
    }
}

pub(super) fn ability(
    file: In,
    span: Span,
    ability: &ast::Ability,
    report: &mut Report,
) -> Option<Ability> {
    ability
        .name
        .iter()
        .for_each(|name| document::name_length(file.source, name, report));
    let condition = maybe(ability.condition.as_ref(), |cond| {
        file.alone(BUILDING, cond.span, report, |scope| scope.cond(cond))
    });
    if let (Some(cond), Some(Some(checked))) = (&ability.condition, &condition)
        && is_at_no_time(&checked.node, ability.start_of_turn)
    {
        let help = "use abilities in your own turn, where `at the start of your turn` means before everything else; for the \
            turns of others, write `when another player plays an action, ...`";
        let why = ("this ability can never be used", help);
        file.refused(cond.span, why, report);
    }
    let place = Place {
        pays: true,
        ..BUILDING
    };
    let text = file.text(place, span, &ability.body, report);
    Some(Ability {
        name: ability.name.as_ref().map(|name| name.node.clone()),
        start: ability.start_of_turn,
        once: ability.once,
        condition: condition?,
        text: text?,
    })
}

/// What is asked for never holds when an ability can be used, at the start of a turn or later in it.
fn is_at_no_time(cond: &Cond, start: bool) -> bool {
    match cond {
        Cond::And(left, right) => is_at_no_time(left, start) || is_at_no_time(right, start),
        Cond::Not(inner) => match **inner {
            Cond::Turn(TurnPart::On) => true,
            Cond::Turn(TurnPart::AtItsStart) => start,
            _ => false,
        },
        Cond::Turn(TurnPart::PastItsStart) => start,
        _ => false,
    }
}

impl Scope<'_> {
    pub(super) fn pay(
        &mut self,
        cost: &Spanned<Statement>,
        may_pay: bool,
        span: Span,
    ) -> Option<Act> {
        if let Statement::By { statement, .. } = &cost.node {
            if !is_cost(&statement.node) {
                return self.fault(cost.span, Problem::NotACost);
            }
            let steps = vec![Spanned::new(self.statement(statement)?, cost.span)];
            return Some(Act::Block(Block::Paid, Body { steps }));
        }
        if !may_pay {
            // In the ability's own block it is late; anywhere else it has no place at all.
            return match self.place.pays {
                true => self.fault(span, Problem::LateCost),
                false => self.misplaced(
                    span,
                    "a cost",
                    "write a cost only in an ability, `use: ...`, before everything else",
                ),
            };
        }
        if !is_cost(&cost.node) {
            return self.fault(cost.span, Problem::NotACost);
        }
        let step = self.statement(cost)?;
        Some(Act::Pay(Box::new(Spanned::new(step, cost.span))))
    }
}

/// What a cost may be; another player chooses what of several it is that they pay with.
fn is_cost(statement: &Statement) -> bool {
    match statement {
        Statement::Verb { verb, operand } => {
            meaning(*verb).cost && !matches!(operand, Operand::All(_))
        }
        Statement::Counters { put, number, .. } => {
            !put && *number.node.plain() != ast::NumExpr::Number(HEAP)
        }
        Statement::By { statement, .. } => statement.node.chooses_sorts(),
        Statement::Repeat {
            at_most: false,
            body,
            ..
        } => {
            let chooses = |statement: &Statement| matches!(statement, Statement::By { statement, .. } if matches!(statement.node, Statement::Choose { .. }));
            let mut all = body.statements.iter().map(|statement| &statement.node);
            all.all(|statement| chooses(statement) || is_cost(statement))
        }
        _ => false,
    }
}

//! The blocks of clauses and statements, and what is chosen in them.

use super::ast::{ANY_COUNTERS, Body, Clause, NumExpr, Statement};
use text::Span;
use text::limits::HEAP;

impl Body {
    /// The place of the whole block.
    pub fn span(&self) -> Span {
        let first = self
            .statements
            .first()
            .map(|statement| statement.span)
            .unwrap_or_default();
        self.statements
            .last()
            .map_or(first, |last| first.to(last.span))
    }
}

impl Clause {
    /// What it does, if it does something.
    pub fn body(&self) -> Option<&Body> {
        match self {
            Clause::Play(body) | Clause::Replay(body) | Clause::Crisis(body) => Some(body),
            Clause::Ability(ability) => Some(&ability.body),
            Clause::Trigger(trigger) | Clause::Instead(trigger) => Some(&trigger.body),
            Clause::Define(define) => Some(&define.body),
            _ => None,
        }
    }
}

impl Statement {
    /// Counters of any sort are taken off: of which sort each is, whoever takes it chooses, unless all are meant.
    pub fn chooses_sorts(&self) -> bool {
        matches!(
            self,
            Statement::Counters { put: false, counter, number, .. }
                if ANY_COUNTERS.contains(&&*counter.node) && *number.node.plain() != NumExpr::Number(HEAP)
        )
    }

    /// The blocks in it.
    pub fn blocks(&self) -> Vec<&Body> {
        match self {
            Statement::By { statement, .. } => statement.node.blocks(),
            Statement::Does { deeds, .. } => {
                deeds.iter().flat_map(|deed| deed.node.blocks()).collect()
            }
            Statement::Offer { deeds, .. } => {
                let deeds = deeds.iter().flat_map(|deed| deed.node.blocks());
                deeds
                    .chain(self.own_blocks().into_iter().map(|(body, _)| body))
                    .collect()
            }
            Statement::Lasts { clause, .. } => {
                let body = clause.node.body().into_iter();
                body.filter(|body| !body.statements.is_empty()).collect()
            }
            _ => self
                .own_blocks()
                .into_iter()
                .map(|(body, _)| body)
                .collect(),
        }
    }

    /// The blocks that are its own, not those of a statement in it, each with whether `otherwise` stands behind it.
    pub(super) fn own_blocks(&self) -> Vec<(&Body, bool)> {
        let (bodies, otherwise): (Vec<&Body>, &Option<Body>) = match self {
            Statement::Repeat { body, .. }
            | Statement::ForEach { body, .. }
            | Statement::AtOnce(body)
            | Statement::OneEffect(body)
            | Statement::Unanswered(body)
            | Statement::Winless(body)
            | Statement::UnansweredBy { body, .. } => (vec![body], &None),
            Statement::Later { body, .. } if !body.statements.is_empty() => (vec![body], &None),
            Statement::If {
                then: body,
                otherwise,
                ..
            }
            | Statement::MayChoose {
                body, otherwise, ..
            }
            | Statement::May { body, otherwise } => (vec![body], otherwise),
            Statement::IfDone {
                then, otherwise, ..
            } => {
                let then = Some(then).filter(|then| !then.statements.is_empty());
                (then.into_iter().collect(), otherwise)
            }
            Statement::Offer {
                then, otherwise, ..
            } => (then.iter().collect(), otherwise),
            Statement::Faces { faces, otherwise } => {
                (faces.iter().map(|face| &face.body).collect(), otherwise)
            }
            Statement::Toss { sides } => (sides.iter().map(|side| &side.body).collect(), &None),
            Statement::Either(branches) | Statement::Modes { branches, .. } => {
                (branches.iter().map(|branch| &branch.body).collect(), &None)
            }
            Statement::Ways(ways) => (ways.iter().collect(), &None),
            _ => (Vec::new(), &None),
        };
        let followed = otherwise.is_some();
        let bodies = bodies.into_iter().map(|body| (body, followed));
        bodies
            .chain(otherwise.iter().map(|body| (body, false)))
            .collect()
    }
}

//! The blocks of clauses and statements.

use super::ast::{Body, Clause, Statement};
use text::Span;

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
            Clause::Cannot(_)
            | Clause::Lasting(_)
            | Clause::CountsAs(_)
            | Clause::Raise(_)
            | Clause::Alters(_)
            | Clause::Win(_)
            | Clause::Plays(_)
            | Clause::Count(_) => None,
        }
    }
}

impl Statement {
    /// The blocks in it.
    pub fn blocks(&self) -> Vec<&Body> {
        match self {
            Statement::Repeat { body, .. }
            | Statement::ForEach { body, .. }
            | Statement::AtOnce(body)
            | Statement::OneEffect(body)
            | Statement::Unanswered(body)
            | Statement::Winless(body)
            | Statement::UnansweredBy { body, .. } => vec![body],
            Statement::If {
                then: body,
                otherwise,
                ..
            }
            | Statement::MayChoose {
                body, otherwise, ..
            }
            | Statement::May { body, otherwise } => {
                std::iter::once(body).chain(otherwise).collect()
            }
            Statement::Later { body, .. } => Some(body)
                .filter(|body| !body.statements.is_empty())
                .into_iter()
                .collect(),
            Statement::By { statement, .. } => statement.node.blocks(),
            Statement::Lasts { clause, .. } => clause
                .node
                .body()
                .filter(|body| !body.statements.is_empty())
                .into_iter()
                .collect(),
            Statement::Either(branches) | Statement::Modes { branches, .. } => {
                branches.iter().map(|branch| &branch.body).collect()
            }
            Statement::Does { deeds, .. } => {
                deeds.iter().flat_map(|deed| deed.node.blocks()).collect()
            }
            Statement::Offer {
                deeds,
                then,
                otherwise,
            } => deeds
                .iter()
                .flat_map(|deed| deed.node.blocks())
                .chain(then)
                .chain(otherwise)
                .collect(),
            Statement::IfDone {
                then, otherwise, ..
            } => std::iter::once(then).chain(otherwise).collect(),
            Statement::Faces { faces, otherwise } => faces
                .iter()
                .map(|face| &face.body)
                .chain(otherwise)
                .collect(),
            Statement::Ways(ways) => ways.iter().collect(),
            Statement::Toss { sides } => sides.iter().map(|side| &side.body).collect(),
            Statement::Pay(_)
            | Statement::Choose { .. }
            | Statement::ChooseNumber { .. }
            | Statement::Stop
            | Statement::Roll { .. }
            | Statement::Require(_)
            | Statement::Let { .. }
            | Statement::Verb { .. }
            | Statement::Add { .. }
            | Statement::Counters { .. }
            | Statement::AddTo { .. }
            | Statement::Secretly { .. }
            | Statement::SetsAside { .. }
            | Statement::SecretNumber { .. }
            | Statement::Ready
            | Statement::Take { .. }
            | Statement::Draw { .. }
            | Statement::Once { .. }
            | Statement::TurnDraws(_)
            | Statement::Aim(_)
            | Statement::MorePlays { .. }
            | Statement::Shuffle
            | Statement::ShuffleDeck
            | Statement::DrawGame
            | Statement::Gives { .. }
            | Statement::PutBack { .. }
            | Statement::Call { .. } => Vec::new(),
        }
    }
}

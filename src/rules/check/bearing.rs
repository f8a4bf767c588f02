//! Checks that counters are put where they can lie: a card of a hand, the deck or the discard pile bears none.

use super::Scope;
use crate::base::{Span, Verb};
use crate::rules::tree::{Item, Part, Set, SetKind, Source, Step};
use crate::syntax::ast::Statement;

impl Scope<'_> {
    /// What counters are put on lies in a nation, or may do so.
    pub(super) fn bears(&mut self, on: &Item, span: Span) -> Option<()> {
        let off = match on {
            Item::Local(local) => self.off.contains(local),
            Item::Any { set, .. } | Item::First(set) | Item::Pick(_, set) => is_off(set),
            _ => false,
        };
        if !off {
            return Some(());
        }
        let help = "a card bears counters while it lies on a building: put it there first, or put them on a player or a building";
        self.misplaced(span, "a counter on a card that lies in no nation", help)
    }

    /// What is done with a card may bring it into a nation.
    pub(super) fn brings(&mut self, statement: &Statement, step: &Step) {
        match statement {
            Statement::Verb {
                verb: Verb::Give | Verb::Discard | Verb::SetAside | Verb::Show | Verb::LookAt, ..
            } => {}
            Statement::Verb { .. } | Statement::Call { .. } => {
                self.off.retain(|local| !Part::Step(step).uses(*local));
            }
            _ => {}
        }
    }
}

/// It is of cards that lie in no nation.
pub(super) fn is_off(set: &Set) -> bool {
    match &set.kind {
        SetKind::Plus(one, other) => is_off(one) && is_off(other),
        SetKind::Of { source, .. } => {
            matches!(source, Source::Hand(_) | Source::Discard | Source::Deck | Source::DeckTop(_))
        }
    }
}

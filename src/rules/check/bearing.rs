//! Checks that counters are put where they can lie: a card of a hand, the deck or the discard pile bears none, nor does what has fallen.

use super::Scope;
use crate::tree::{Item, Part, Set, SetKind, Source, Step};
use lang::ast::{Item as Said, Statement, Trigger, Voice};
use text::{Span, Verb};

/// What a clause that waits is about, by its place among what the text speaks of.
const ROLE: usize = 0;

impl Scope<'_> {
    /// What counters are put on lies in a nation, or may do so.
    pub(super) fn bears(&mut self, on: &Item, span: Span) -> Option<()> {
        let gone = match on {
            Item::This => self.this_fell && !self.moved,
            Item::Local(ROLE) => self.fell && self.off.contains(&ROLE),
            _ => false,
        };
        if gone {
            let help = "by then it has left its nation, and counters with it: put them on a player, or on a building that still stands";
            return self.misplaced(span, "a counter on what is gone", help);
        }
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

    /// What the clause waits for takes it out of its nation, or has it in a hand: then its text comes.
    pub(super) fn falls(&mut self, trigger: &Trigger) {
        let head = &trigger.head;
        let off = head.happenings.iter().all(|one| one.node.takes_away());
        if self.replaces || head.voice == Voice::Short || !off {
            return;
        }
        self.fell = true;
        self.off.push(ROLE);
        self.this_fell = head
            .what
            .as_ref()
            .is_some_and(|what| what.is_of(&Said::This));
    }

    /// What is done with a card may bring it into a nation.
    pub(super) fn brings(&mut self, statement: &Statement, step: &Step) {
        match statement {
            Statement::Verb {
                verb: Verb::Give | Verb::Discard | Verb::SetAside | Verb::Show | Verb::LookAt,
                ..
            } => {}
            Statement::Verb { .. } | Statement::Call { .. } => {
                self.off.retain(|local| !Part::Step(step).uses(*local));
                self.unheld.retain(|local| !Part::Step(step).uses(*local));
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
            matches!(
                source,
                Source::Hand(_) | Source::Discard | Source::Deck | Source::DeckTop(_)
            )
        }
    }
}

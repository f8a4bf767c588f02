//! Refuses conditions that always hold, or never: whatever happens, they tell nothing.

use super::Scope;
use super::happening::one_of;
use crate::error::Problem;
use crate::ir::Compare;
use crate::tree::{Cond, Item, Local, Num, Pattern, Set, SetKind, Source};
use lang::ast::{Head, Voice};
use text::{Happening, Span};

/// What a clause that waits is about, by its place among what the text speaks of.
const ROLE: usize = 0;

/// Where a card may lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    Held,
    Discarded,
    Stacked,
}

fn zone(source: &Source) -> Option<Zone> {
    match source {
        Source::Hand(_) | Source::Deck | Source::DeckTop(_) => Some(Zone::Held),
        Source::Discard => Some(Zone::Discarded),
        Source::Tops
        | Source::TopsOf(_)
        | Source::CardsOn(_)
        | Source::CardsOnFromTop(_)
        | Source::CardsIn(_) => Some(Zone::Stacked),
        _ => None,
    }
}

/// All that are of it lie there.
fn lie_in(set: &Set, wanted: Zone) -> bool {
    match &set.kind {
        SetKind::Plus(one, other) => lie_in(one, wanted) && lie_in(other, wanted),
        SetKind::Of { source, .. } => zone(source) == Some(wanted),
    }
}

impl Scope<'_> {
    /// A condition may hold, and may not; `not` is said of it.
    pub(super) fn may_hold(&mut self, cond: &Cond, not: bool, span: Span) -> Option<()> {
        let (holds, help) = match cond {
            Cond::Of(item, Item::OwnerOf(of)) if **of == *item => (
                true,
                "whatever stands in a nation is its owner's: say whose, `is of you`, `is of provoker`",
            ),
            Cond::Same(one, other) if one == other => (
                true,
                "it is asked of itself: say which other it is, or is not",
            ),
            Cond::In(Item::Local(local), set)
                if self.unheld.contains(local) && lie_in(set, Zone::Held) =>
            {
                (false, PLAYED)
            }
            Cond::In(Item::Local(local), set)
                if self.off.contains(local) && lie_in(set, Zone::Stacked) =>
            {
                (false, OFF)
            }
            Cond::Compare(_, Compare::AtLeast, Num::Const(0)) => {
                (true, "no number is below 0: say how many there are")
            }
            Cond::Compare(Num::Const(left), how, Num::Const(right)) => {
                let holds = match how {
                    Compare::AtLeast => left >= right,
                    Compare::AtMost => left <= right,
                    Compare::Exactly => left == right,
                };
                (
                    holds,
                    "both numbers stand there already: say what is counted",
                )
            }
            Cond::Not(inner) => return self.may_hold(inner, !not, span),
            _ => return Some(()),
        };
        self.fault(
            span,
            Problem::Decided {
                always: holds != not,
                help,
            },
        )
    }

    /// What it happens to may be one of these.
    pub(super) fn may_be_one(&mut self, local: Local, set: Set, span: Span) -> Option<Set> {
        self.may_hold(&one_of(Item::Local(local), &set), false, span)?;
        Some(set)
    }

    /// What a clause waits for lies in no hand, and not in the deck, once that has happened.
    pub(super) fn is_out(&mut self, head: &Head, forbids: bool) {
        let out = |one: Happening| {
            matches!(
                one,
                Happening::Played | Happening::Put | Happening::Moved | Happening::Revealed
            )
        };
        let happened = !forbids && !self.replaces && head.voice != Voice::Short;
        if happened && head.happenings.iter().all(|one| out(one.node)) {
            self.unheld.push(ROLE);
        }
    }

    /// A card that is put somewhere is forbidden by where it goes.
    pub(super) fn is_put(&mut self, head: &Head, what: Option<&Pattern>) -> Option<()> {
        let puts =
            head.onto.is_none() && head.happenings.iter().all(|one| one.node == Happening::Put);
        let stacked = matches!(what, Some(Pattern::Of(set)) if lie_in(set, Zone::Stacked));
        if head.voice != Voice::Active || !puts || !stacked {
            return Some(());
        }
        let span = head
            .happenings
            .first()
            .map_or(Span::default(), |one| one.span);
        let help = "these lie in a stack already; say where cards come to lie: `other players cannot put cards onto one of your buildings`";
        self.misplaced(span, "putting cards that are put already", help)
    }
}

const PLAYED: &str = "by then it lies in no hand and not in the deck: `when you play a card from hand` waits for what is played from a hand; ask of who did it, `provoker`, or of where it lies now";
const OFF: &str = "it lies in no stack: it was chosen in a hand, the deck or the discard pile, and nothing has been done with it since";

//! Knows sets of which one is meant: who sits beside whom, what lies on top of the deck, what is alone in it.

use crate::rules::tree::{Cond, Item, Num, Set, SetKind, Source};

/// Whose next player the first of that set is.
pub(super) fn next_player(set: &Set) -> Option<&Item> {
    match &set.kind {
        SetKind::Of { target: false, source: Source::PlayersFrom(from), candidate, filters } => {
            let other = Cond::Same(Item::Local(*candidate), from.clone());
            matches!(filters.as_slice(), [Cond::Not(only)] if **only == other).then_some(from)
        }
        _ => None,
    }
}

/// In front of whom the last of that set has a turn.
pub(super) fn last_player(set: &Set) -> Option<&Item> {
    match &set.kind {
        SetKind::Of { target: false, source: Source::PlayersFrom(from), filters, .. } if filters.is_empty() => {
            Some(from)
        }
        _ => None,
    }
}

/// The one card that lies on top of the deck.
pub(super) fn is_top_card(set: &Set) -> bool {
    let SetKind::Of { source: Source::DeckTop(number), filters, .. } = &set.kind else { return false };
    filters.is_empty() && **number == Num::Const(1)
}

/// The one thing that is all of a set, whatever is done meanwhile.
pub(super) fn lone(set: &Set) -> Option<&Item> {
    match &set.kind {
        SetKind::Of { target: false, source: Source::One(item), filters, .. } if filters.is_empty() => {
            Some(item).filter(|item| matches!(item, Item::Local(_) | Item::This | Item::You))
        }
        _ => None,
    }
}

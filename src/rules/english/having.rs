//! Says of players that they have buildings or cards in hand, or none.

use super::speaker::Speaker;
use super::things::{As, is};
use crate::rules::tree::{Set, SetKind, Source};

impl Speaker<'_> {
    /// `has no buildings`, `have a card in hand`: where it is asked whether there is any of what a candidate has.
    pub(super) fn having(&mut self, set: &Set, candidate: usize, (plural, not): (bool, bool)) -> Option<String> {
        let SetKind::Of { target, source, candidate: own, filters } = &set.kind else { return None };
        let has = self.has(plural);
        match source {
            Source::Hand(of) if is(of, candidate) && filters.is_empty() => Some(match not {
                true => format!("{has} no cards in hand"),
                false => format!("{has} a card in hand"),
            }),
            Source::BuildingsOf(of) if is(of, candidate) => {
                let (target, own, filters) = (*target, *own, filters.clone());
                let kind = SetKind::Of { target, source: Source::Buildings, candidate: own, filters };
                let among = Set { element: set.element, kind };
                Some(match not {
                    true => format!("{has} no {}", self.set(&among, As::All)),
                    false => format!("{has} {}", self.set(&among, As::One)),
                })
            }
            _ => None,
        }
    }
}

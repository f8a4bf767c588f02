//! Places of a row in words.

use super::speaker::Speaker;
use super::things::As;
use crate::rules::tree::{Item, Set, SetKind, Source};

impl Speaker<'_> {
    /// The first of them, or the last.
    pub(super) fn row_end(&mut self, item: &Item, set: &Set) -> String {
        let side = if matches!(item, Item::First(_)) { "left" } else { "right" };
        match &set.kind {
            SetKind::Of { source: Source::PlacesOf(Item::You), .. } => format!("the {side} end of your nation"),
            SetKind::Of { source: Source::PlacesOf(owner), .. } => {
                format!("the {side} end of the nation of {}", self.item(owner))
            }
            _ => format!("the {side} end of {}", self.set(set, As::All)),
        }
    }
}

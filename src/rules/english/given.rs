//! Says to whom something is given: a card, or a building, which might be to stand with whoever gets it.

use super::speaker::Speaker;
use crate::base::{Verb, formed};
use crate::rules::ir::Element;
use crate::rules::tree::Item;
use crate::rules::verbs::meaning;

impl Speaker<'_> {
    /// `give that card to that player`, `put that building into the hand of that player`
    pub(super) fn given(&mut self, what: &Item, whom: &Item) -> String {
        let said = if self.is_building(what) { "put _ into the hand of _" } else { meaning(Verb::Give).says[0] };
        let things = [self.item(what), self.item(whom)];
        formed(said, &things)
    }

    fn is_building(&self, item: &Item) -> bool {
        match item {
            Item::Local(local) => self.buildings.contains(local),
            Item::First(set) | Item::Pick(_, set) | Item::Any { set, .. } => set.element == Element::Building,
            Item::Under(_) | Item::Beside(..) => true,
            Item::This | Item::TopOf(_) => false,
            Item::You | Item::Provoker | Item::OwnerOf(_) | Item::NameOf(..) | Item::WrittenOn(_) => false,
            // What each player has are cards that were set aside, or players.
            Item::Entry(..) => false,
        }
    }
}

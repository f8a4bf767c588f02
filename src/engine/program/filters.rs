//! The filters of sets: those that are asked most often are known by heart.

use crate::rules::ir::{Item, ItemId, NameId, Pred, PredId, Rules, Set, Source};

/// A filter that is asked so often that it is worth knowing by heart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Quick {
    /// There is none.
    All,
    Named(NameId),
    NotNamed(NameId),
    /// The building lacks that status.
    Lacks(u8),
    /// Stacked cards that lie face up and have that name.
    UpNamed(NameId),
    /// Anything else: the condition is asked.
    Filter(PredId),
}

impl Quick {
    pub(in crate::engine) fn of(rules: &Rules, set: &Set) -> Quick {
        let Some(filter) = set.filter else { return Quick::All };
        let it = |item: ItemId| rules.items[item.index()] == Item::It;
        match rules.preds[filter.index()] {
            Pred::Named(item, name) if it(item) => Quick::Named(name),
            Pred::And(left, right) if matches!(set.source, Source::CardsIn(_)) => {
                match [rules.preds[left.index()], rules.preds[right.index()]] {
                    [Pred::Named(card, name), Pred::FaceUp(other)] | [Pred::FaceUp(other), Pred::Named(card, name)]
                        if it(card) && it(other) =>
                    {
                        Quick::UpNamed(name)
                    }
                    _ => Quick::Filter(filter),
                }
            }
            Pred::Not(inner) => match rules.preds[inner.index()] {
                Pred::Named(item, name) if it(item) => Quick::NotNamed(name),
                Pred::Status(item, status) if it(item) => Quick::Lacks(status),
                _ => Quick::Filter(filter),
            },
            _ => Quick::Filter(filter),
        }
    }
}

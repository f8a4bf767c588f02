//! Takes filters apart: which conditions must all hold, and which of them speak of the candidate.

use crate::rules::ir::{Item, ItemId, Num, NumId, Pred, PredId, Reg, Rules, SetId, Source};

/// The conditions that must all hold.
pub(super) fn conjuncts(rules: &Rules, pred: PredId, found: &mut Vec<PredId>) {
    match rules.preds[pred.index()] {
        Pred::And(left, right) => {
            conjuncts(rules, left, found);
            conjuncts(rules, right, found);
        }
        _ => found.push(pred),
    }
}

/// Tells whether something speaks of the candidate.
pub(super) struct Finder<'a> {
    pub rules: &'a Rules,
    /// The register that stands for the candidate, too.
    pub bound: Option<Reg>,
}

impl Finder<'_> {
    /// The candidate itself.
    pub fn is_candidate(&self, item: ItemId) -> bool {
        match self.rules.items[item.index()] {
            Item::It => true,
            Item::Reg(reg) => Some(reg) == self.bound,
            _ => false,
        }
    }

    /// The candidate is spoken of.
    pub fn in_item(&self, item: ItemId) -> bool {
        match self.rules.items[item.index()] {
            Item::It => true,
            Item::Reg(reg) => Some(reg) == self.bound,
            Item::This | Item::You | Item::Provoker => false,
            Item::TopOf(inner) | Item::OwnerOf(inner) | Item::Under(inner) => self.in_item(inner),
            Item::First(set) => self.in_set(set),
        }
    }

    pub fn in_set(&self, set: SetId) -> bool {
        let set = self.rules.sets[set.index()];
        // A filter's candidate is one of its own set; but a register stays what it is.
        self.in_source(set.source) || set.filter.is_some_and(|filter| self.in_pred(filter))
    }

    fn in_source(&self, source: Source) -> bool {
        match source {
            Source::Players | Source::Buildings | Source::Tops | Source::Discard | Source::Places => false,
            Source::PlayersFrom(item)
            | Source::BuildingsOf(item)
            | Source::Neighbours(item)
            | Source::CardsOn(item)
            | Source::CardsOnFromTop(item)
            | Source::CardsIn(item)
            | Source::Hand(item)
            | Source::PlacesOf(item)
            | Source::One(item) => self.in_item(item),
            Source::TopsOf(set) => self.in_set(set),
            Source::Marked(_) => false,
            Source::Plus(left, right) => self.in_set(left) || self.in_set(right),
        }
    }

    /// Rather once too often: a filter within speaks of its own candidate by the same word.
    pub fn in_pred(&self, pred: PredId) -> bool {
        match self.rules.preds[pred.index()] {
            Pred::Always | Pred::Never | Pred::MyTurn | Pred::MyTurnStart | Pred::MyTurnMain => false,
            Pred::Truth(reg) => Some(reg) == self.bound,
            Pred::And(left, right) | Pred::Or(left, right) => self.in_pred(left) || self.in_pred(right),
            Pred::Not(inner) => self.in_pred(inner),
            Pred::Stacked(item)
            | Pred::Active(item)
            | Pred::Disabled(item)
            | Pred::FaceUp(item)
            | Pred::Living(item)
            | Pred::VictoryCard(item)
            | Pred::Named(item, _)
            | Pred::Face(item, _)
            | Pred::Status(item, _)
            | Pred::Playable(item, _) => self.in_item(item),
            Pred::On(left, right) | Pred::Of(left, right) | Pred::Same(left, right) => {
                self.in_item(left) || self.in_item(right)
            }
            Pred::In(item, set) => self.in_item(item) || self.in_set(set),
            Pred::Exists(set) => self.in_set(set),
            Pred::Compare(left, _, right) => self.in_num(left) || self.in_num(right),
        }
    }

    fn in_num(&self, num: NumId) -> bool {
        match self.rules.nums[num.index()] {
            Num::Const(_) | Num::Starred(_) | Num::Seats => false,
            Num::Count(set) | Num::DifferentNames(set) | Num::MostAlike(set) => self.in_set(set),
            Num::Height(item) => self.in_item(item),
            Num::If(pred, then, otherwise) => self.in_pred(pred) || self.in_num(then) || self.in_num(otherwise),
            Num::Plus(left, right) => self.in_num(left) || self.in_num(right),
            Num::Reg(reg) => Some(reg) == self.bound,
        }
    }
}

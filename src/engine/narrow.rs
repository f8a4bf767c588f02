//! Sets that are walked faster when it matters only whether they hold anything, not in which order.

use crate::rules::ir::{Item, ItemId, Num, NumId, Pred, PredId, Reg, Rules, Set, SetId, Source};

/// For each set one that is empty when it is, and no longer to walk. "Stacks that are neighbours of X and so on" walks
/// all stacks; the set for it here walks the neighbours.
pub(super) fn narrowed(rules: &mut Rules) -> Vec<SetId> {
    let sets = rules.sets.len();
    (0..sets).map(|set| narrow(rules, rules.sets[set]).unwrap_or(SetId(set as u16))).collect()
}

fn narrow(rules: &mut Rules, set: Set) -> Option<SetId> {
    let (Source::Buildings, Some(filter)) = (set.source, set.filter) else { return None };
    let mut atoms = Vec::new();
    conjuncts(rules, filter, &mut atoms);
    let finder = Finder { rules, bound: set.bind };
    let at = atoms.iter().position(|atom| finder.inner(*atom).is_some())?;
    let inner = finder.inner(atoms.remove(at))?;
    // What limits the inner set is asked first, as it is when that set is walked.
    let mut filter = inner.filter;
    for atom in atoms {
        filter = Some(match filter {
            None => atom,
            Some(before) => {
                rules.preds.push(Pred::And(before, atom));
                PredId(rules.preds.len() as u16 - 1)
            }
        });
    }
    rules.sets.push(Set { filter, target: set.target || inner.target, bind: set.bind, never_empty: false, ..inner });
    Some(SetId(rules.sets.len() as u16 - 1))
}

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

/// Finds sets that a candidate must be in.
pub(super) struct Finder<'a> {
    pub rules: &'a Rules,
    /// The register that stands for the candidate, too.
    pub bound: Option<Reg>,
}

impl Finder<'_> {
    /// The set that the condition limits the candidate to, when that set is the same for all candidates.
    fn inner(&self, pred: PredId) -> Option<Set> {
        let Pred::In(item, set) = self.rules.preds[pred.index()] else { return None };
        let inner = self.rules.sets[set.index()];
        let candidate = self.is_candidate(item);
        let small = matches!(inner.source, Source::Neighbours(_) | Source::Plus(..) | Source::One(_));
        (candidate && small && inner.bind.is_none() && !self.in_source(inner.source)).then_some(inner)
    }

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

    fn in_set(&self, set: SetId) -> bool {
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

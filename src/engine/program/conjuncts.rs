//! Takes filters apart: which conditions must all hold, and which of them speak of the candidate.

use rules::ir::{Item, ItemId, Num, Part, Pred, PredId, Reg, Rules};

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
pub(super) struct Candidate<'a> {
    pub rules: &'a Rules,
    /// The register that stands for the candidate, too.
    pub bound: Option<Reg>,
}

impl Candidate<'_> {
    /// It is the candidate itself.
    pub fn is(&self, item: ItemId) -> bool {
        match self.rules.items[item.index()] {
            Item::It => true,
            Item::Reg(reg) => Some(reg) == self.bound,
            _ => false,
        }
    }

    /// The candidate is spoken of: rather once too often, since a filter within speaks of its own candidate by the same word.
    pub fn is_in(&self, part: Part) -> bool {
        let itself = match part {
            Part::Item(item) => self.is(item),
            Part::Pred(pred) => match self.rules.preds[pred.index()] {
                Pred::Truth(reg) => Some(reg) == self.bound,
                _ => false,
            },
            Part::Num(num) => match self.rules.nums[num.index()] {
                Num::Reg(reg) => Some(reg) == self.bound,
                _ => false,
            },
            Part::Set(_) => false,
        };
        let mut found = itself;
        self.rules
            .each_part(part, &mut |inner| found = found || self.is_in(inner));
        found
    }
}

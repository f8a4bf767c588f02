//! Conditions taken apart: the parts that must all hold, those that speak of the candidate, the simple properties of one
//! thing, and those that read the turn alone.

use board::Phase;
use rules::ir::{Compare, DISABLED, Item, ItemId, NameId, Num, Part, Pred, PredId, Reg, Rules};

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

/// Something simple that is property of a building, or of a card where that makes sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// Cards lie on it.
    Stacked,
    /// None do.
    Bare,
    Named(NameId),
    NotNamed(NameId),
    /// It has that status.
    Has(u8),
    Lacks(u8),
    /// So many cards lie on it.
    Cards(Compare, u16),
    /// It lies face up.
    FaceUp,
}

impl Property {
    /// Of what a condition says something simple, and what that is.
    pub fn of(rules: &Rules, pred: PredId) -> Option<(ItemId, Property)> {
        Some(match rules.preds[pred.index()] {
            Pred::Not(inner) => {
                let (item, property) = Property::of(rules, inner)?;
                (item, property.denied()?)
            }
            Pred::Stacked(item) => (item, Property::Stacked),
            Pred::Named(item, name) => (item, Property::Named(name)),
            Pred::Status(item, status) => (item, Property::Has(status)),
            Pred::Active(item) => (item, Property::Lacks(DISABLED)),
            Pred::Disabled(item) => (item, Property::Has(DISABLED)),
            Pred::FaceUp(item) => (item, Property::FaceUp),
            Pred::Compare(left, compare, right) => {
                match [left, right].map(|num| rules.nums[num.index()]) {
                    [Num::Height(item), Num::Const(cards)] => {
                        (item, Property::Cards(compare, cards))
                    }
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn denied(self) -> Option<Property> {
        Some(match self {
            Property::Stacked => Property::Bare,
            Property::Bare => Property::Stacked,
            Property::Named(name) => Property::NotNamed(name),
            Property::NotNamed(name) => Property::Named(name),
            Property::Has(status) => Property::Lacks(status),
            Property::Lacks(status) => Property::Has(status),
            Property::Cards(..) | Property::FaceUp => return None,
        })
    }
}

/// The bit for where the game stands as the owner of a card sees it: 1 at the start of their turn, 2 after it, and 4 while it
/// is not their turn: in the turns of others, once they have passed, and while the game is set up.
#[inline(always)]
pub fn turn_bit(owners: bool, phase: Phase) -> u8 {
    match phase {
        Phase::Start if owners => 1,
        Phase::Main if owners => 2,
        _ => 4,
    }
}

/// Whether a condition on the turn holds where the game stands so.
#[inline(always)]
pub fn turn_holds(pred: &Pred, bit: u8) -> bool {
    match pred {
        Pred::MyTurn => bit != 4,
        Pred::MyTurnStart => bit == 1,
        Pred::MyTurnMain => bit == 2,
        _ => false,
    }
}

/// When a condition holds that asks for nothing but the turn: all the bits of [`turn_bit`] where it does.
pub(super) fn turns_of(rules: &Rules, condition: Option<PredId>) -> Option<u8> {
    fn holds(rules: &Rules, pred: PredId, bit: u8) -> Option<bool> {
        Some(match rules.preds[pred.index()] {
            Pred::Always => true,
            Pred::Never => false,
            ref turn @ (Pred::MyTurn | Pred::MyTurnStart | Pred::MyTurnMain) => {
                turn_holds(turn, bit)
            }
            Pred::And(left, right) => holds(rules, left, bit)? && holds(rules, right, bit)?,
            Pred::Or(left, right) => holds(rules, left, bit)? || holds(rules, right, bit)?,
            Pred::Not(inner) => !holds(rules, inner, bit)?,
            _ => return None,
        })
    }
    let Some(condition) = condition else {
        return Some(7);
    };
    [1, 2, 4].into_iter().try_fold(0, |all, bit| {
        Some(if holds(rules, condition, bit)? {
            all | bit
        } else {
            all
        })
    })
}

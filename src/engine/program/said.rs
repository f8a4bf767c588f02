//! What conditions say of one thing in simple words, whichever way they were lowered.

use rules::ir::{Compare, DISABLED, ItemId, NameId, Num, Pred, PredId, Rules};

/// Something simple that is said of a building, or of a card where that makes sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
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

impl Said {
    /// Of what a condition says something simple, and what that is.
    pub fn of(rules: &Rules, pred: PredId) -> Option<(ItemId, Said)> {
        Some(match rules.preds[pred.index()] {
            Pred::Not(inner) => {
                let (item, said) = Said::of(rules, inner)?;
                (item, said.denied()?)
            }
            Pred::Stacked(item) => (item, Said::Stacked),
            Pred::Named(item, name) => (item, Said::Named(name)),
            Pred::Status(item, status) => (item, Said::Has(status)),
            Pred::Active(item) => (item, Said::Lacks(DISABLED)),
            Pred::Disabled(item) => (item, Said::Has(DISABLED)),
            Pred::FaceUp(item) => (item, Said::FaceUp),
            Pred::Compare(left, compare, right) => {
                match [left, right].map(|num| rules.nums[num.index()]) {
                    [Num::Height(item), Num::Const(cards)] => (item, Said::Cards(compare, cards)),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn denied(self) -> Option<Said> {
        Some(match self {
            Said::Stacked => Said::Bare,
            Said::Bare => Said::Stacked,
            Said::Named(name) => Said::NotNamed(name),
            Said::NotNamed(name) => Said::Named(name),
            Said::Has(status) => Said::Lacks(status),
            Said::Lacks(status) => Said::Has(status),
            Said::Cards(..) | Said::FaceUp => return None,
        })
    }
}

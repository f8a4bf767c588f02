//! Conditions that ask for nothing but the turn: when they hold.

use board::Phase;
use rules::ir::{Pred, PredId, Rules};

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

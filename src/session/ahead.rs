//! What was taken back, and how often.

use explain::options::taken::{Taken, written};
use record::traces::settlement::Settlement;

/// How often a person has gone back in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TakenBack {
    pub times: u32,
    /// So many of them after something had been seen that was hidden before.
    pub seen: u32,
    /// So many contests for a dispute have begun; not all of them were played to their end.
    pub contests: u32,
}

impl TakenBack {
    /// Once more; a kept file may say any number.
    pub fn add(&mut self, seen: bool) {
        self.times = self.times.saturating_add(1);
        self.seen = self.seen.saturating_add(seen.into());
    }
}

/// What going back has taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Back {
    /// Decisions of the person.
    pub decisions: usize,
    /// Cards that the person had come to know since, and whatever else chance had decided.
    pub seen: usize,
}

/// What was taken back, and can be taken again.
#[derive(Debug, Clone, Default)]
pub(super) struct Ahead {
    /// Choices, the next one first.
    pub(super) choices: Vec<Taken>,
    /// Disputes that were settled after the choice that is next, or a later one; in order.
    pub(super) settlements: Vec<Settlement>,
}

impl Ahead {
    pub(super) fn clear(&mut self) {
        *self = Ahead::default();
    }

    /// A choice is taken. If it is not the one that was taken here before, nothing is ahead any more.
    pub(super) fn meet(&mut self, taken: &Taken) {
        match self.choices.first() == Some(taken) {
            true => drop(self.choices.remove(0)),
            // A game that was kept does not say so.
            false if taken.for_others => {}
            false => self.clear(),
        }
    }

    /// After those choices the game goes on without what was settled there, and so without what followed.
    pub(super) fn pass_by(&mut self, taken: &[Taken]) {
        if self
            .settlements
            .first()
            .is_some_and(|next| next.after <= written(taken))
        {
            self.clear();
        }
    }

    /// The next dispute that was settled after those choices.
    pub(super) fn settlement(&mut self, taken: &[Taken]) -> Option<Settlement> {
        let next = self
            .settlements
            .first()
            .is_some_and(|next| next.after == written(taken));
        next.then(|| self.settlements.remove(0))
    }
}

#[cfg(test)]
mod tests {
    use super::TakenBack;

    #[test]
    fn however_often_somebody_went_back_it_is_counted() {
        let mut taken_back = TakenBack {
            times: 7,
            seen: u32::MAX,
            contests: 0,
        };
        taken_back.add(true);
        assert_eq!(
            taken_back,
            TakenBack {
                times: 8,
                seen: u32::MAX,
                contests: 0
            }
        );
        let mut taken_back = TakenBack {
            times: u32::MAX,
            seen: 0,
            contests: 0,
        };
        taken_back.add(false);
        assert_eq!(
            taken_back,
            TakenBack {
                times: u32::MAX,
                seen: 0,
                contests: 0
            }
        );
    }
}

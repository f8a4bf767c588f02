//! Disputes that are settled in the middle of a game (HFB-3): from then on it goes on under other rules.

use std::sync::Arc;

use crate::sitting::{Settled, Sitting};
use engine::{NotNow, Script};
use explain::options::taken::written;
use record::traces::settlement::Settlement;

impl Sitting {
    /// The disputes that were settled in the middle of the game, in order.
    pub fn settlements(&self) -> impl Iterator<Item = &Settlement> {
        self.settled.iter().map(|settled| &settled.settlement)
    }

    /// The dispute of that name has been settled in this turn.
    pub fn settled_in_turn(&self, name: &str) -> bool {
        self.settled
            .iter()
            .any(|settled| settled.turn == self.turn() && settled.settlement.name == name)
    }

    /// The game is under other rules from now on, told why. What was taken back is not taken again under them.
    ///
    /// # Errors
    /// No turn menu is asked, or these are the rules of another game.
    pub fn settle(
        &mut self,
        name: &str,
        value: &str,
        told: Vec<String>,
        script: Arc<Script>,
    ) -> Result<(), NotNow> {
        let (name, value) = (name.to_string(), value.to_string());
        self.take_over(Settlement {
            after: written(&self.taken),
            name,
            value,
            told,
            script,
        })?;
        self.ahead.clear();
        Ok(())
    }

    /// A contest for a dispute begins; answers how many have begun before.
    pub fn contest_begins(&mut self) -> u32 {
        let before = self.taken_back.contests;
        self.taken_back.contests = before.saturating_add(1);
        before
    }

    /// Somebody has left a contest in which symbols had been shown: that is going back after something hidden was seen.
    pub fn contest_left(&mut self) {
        self.taken_back.add(true);
    }

    /// Settles what was settled here before somebody went back.
    pub(super) fn settle_again(&mut self) {
        while let Some(settlement) = self.ahead.settlement(&self.taken) {
            if self.take_over(settlement).is_err() {
                self.ahead.clear();
            }
        }
    }

    pub(super) fn take_over(&mut self, settlement: Settlement) -> Result<(), NotNow> {
        let turn = self.turn();
        let mut told = self.told.clone();
        told.settled(&settlement.told);
        let lines = told.lines();
        self.game = self.game.under(settlement.script.clone(), &mut told)?;
        told.settle(self.game.script(), self.game.board());
        self.told = told;
        self.settled.push(Settled {
            settlement,
            lines,
            turn,
        });
        Ok(())
    }
}

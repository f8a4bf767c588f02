//! Options for those who play many games in their head: listed into a buffer, taken without looking them up again.

use crate::engine::play::fuel::Fuel;
use crate::engine::play::options::each_choice;
use crate::engine::play::run::{Runner, Watch};
use crate::engine::{Choice, Game};

impl Game {
    /// Lists all options into `into`, in the order of [`Game::options`]. What was in it is dropped.
    pub fn options_into(&self, into: &mut Vec<Choice>) {
        into.clear();
        each_choice(&self.script, &self.state, &mut |choice| {
            into.push(choice);
            false
        });
    }

    /// Takes an option that has been listed since the game last moved on.
    ///
    /// # Panics
    /// It may panic when the choice is not offered; [`Game::take`] never does.
    pub(crate) fn take_listed(&mut self, choice: Choice, watch: &mut impl Watch) {
        Runner { script: &self.script, state: &mut self.state, watch, trial: None, fuel: Fuel::full() }.accept(choice);
    }
}

//! Questions on the full screen, outside of a game: before the cards are dealt, or while a dispute is played for.

use crate::Failure;
use crate::play::opening::Host;
use crate::tui::{Effect, Lobby, Screen};

/// The screen before the cards are dealt, or while a dispute is played for.
pub struct OnScreen<'s> {
    pub screen: &'s mut Screen,
    pub lobby: Lobby,
}

impl Host for OnScreen<'_> {
    fn choose(
        &mut self,
        question: &str,
        options: &[(String, String)],
    ) -> Result<Option<usize>, Failure> {
        self.lobby.ask(question, options);
        match self.screen.run(&mut self.lobby, Vec::new())? {
            Effect::Picked(number) => Ok(Some(number)),
            _ => Ok(None),
        }
    }

    fn say(&mut self, sentence: &str) -> Result<(), Failure> {
        self.lobby.say(sentence.to_string());
        Ok(())
    }
}

impl OnScreen<'_> {
    /// Waits until what has been said is read. Answers `false` when the person leaves.
    pub fn go_on(&mut self, sentence: &str) -> Result<bool, Failure> {
        Ok(self
            .choose(sentence, &[("go on".to_string(), String::new())])?
            .is_some())
    }
}

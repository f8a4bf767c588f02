//! Where a game stood, to go back to. A state is large, so that its room is used again and again.

use engine::{Game, State};

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct Checkpoint(Option<Box<State>>);

impl Checkpoint {
    /// Where the game stands now.
    pub fn of(game: &Game) -> Checkpoint {
        Checkpoint(Some(Box::new(game.state().clone())))
    }

    /// Notes where the game stands now.
    pub fn set(&mut self, game: &Game) {
        match &mut self.0 {
            Some(state) => state.copy_from(game.state()),
            None => *self = Checkpoint::of(game),
        }
    }

    /// Takes the game back there.
    pub fn restore(&self, game: &mut Game) {
        game.set_state(self.0.as_deref().expect("it was set"));
    }
}

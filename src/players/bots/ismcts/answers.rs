//! Looks at the answer to a turn: whether whoever comes next wins at once, by what they can know.

use crate::engine::{Game, State, Words};
use crate::players::bots::ismcts::nearest::NearestFirst;
use crate::players::bots::ismcts::playout::Over;
use crate::players::bots::ismcts::turn::TurnSearch;

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    look: NearestFirst,
    /// Where the game stood before.
    begun: Option<Box<State>>,
}

/// So many games that whoever comes next cannot tell from this one must be won by the same choices: who wins by what nobody can know has luck.
const SHOWN: u32 = 2;

impl Answers {
    /// Whether whoever has the turn now is found to win in it within so many choices, and how many were tried; what is found is tried elsewhere by
    /// `trial`. The game is as before.
    pub fn wins(
        &mut self,
        (game, trial): (&mut Game, &mut TurnSearch),
        words: &mut Words,
        takes: u32,
        over: &Over<'_>,
    ) -> (bool, u32) {
        let next = game.board().turn;
        let begun = self.begun.get_or_insert_with(|| Box::new(game.state().clone()));
        begun.copy_from(game.state());
        let (wins, tried) = self.look.wins(game, next, takes, over);
        game.set_state(begun);
        if !wins {
            return (false, tried);
        }
        let line = self.look.line();
        let shown = |_| trial.wins_by(&mut game.determinized(next, words), next, &line, over);
        ((0..SHOWN).all(shown), tried)
    }
}

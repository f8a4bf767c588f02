//! Looks at the answer to a turn: whether whoever comes next wins at once, by what they can know.

use crate::bots::ismcts::nearest::NearestFirst;
use crate::bots::ismcts::playout::Over;
use crate::bots::ismcts::turn::TurnSearch;
use engine::{Game, State, Words};

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
        let begun = self
            .begun
            .get_or_insert_with(|| Box::new(game.state().clone()));
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Answers;
    use crate::bots::ismcts::nearest::NearestFirst;
    use crate::bots::ismcts::turn::TurnSearch;
    use engine::{Game, Script, Words};
    use rules::{Library, Settings};

    #[test]
    fn what_wins_by_luck_alone_is_no_answer() {
        let library = Library::builtin().expect("the cards are sound");
        let rules = library
            .compile("combined", &Settings::default())
            .expect("the recipe is sound");
        let script = Arc::new(Script::new(rules));
        let (mut answers, mut trial, mut look) = (
            Answers::default(),
            TurnSearch::default(),
            NearestFirst::default(),
        );
        let (mut wins, mut answered) = (0, 0);
        for seed in 0..120 {
            let (mut game, mut words) = (
                Game::deal(script.clone(), 2, seed, &mut ()),
                Words::new(seed, 11),
            );
            let mut turn = 0;
            while game.chooser().is_some() && game.state().turns < 30 {
                if game.state().turns != turn {
                    turn = game.state().turns;
                    let next = game.board().turn;
                    let (found, _) = look.wins(&mut game.clone(), next, 400, &|| false);
                    let before = game.clone();
                    let (answer, _) =
                        answers.wins((&mut game, &mut trial), &mut words, 400, &|| false);
                    assert_eq!(game.state(), before.state(), "the game is as before");
                    assert!(
                        found || !answer,
                        "no answer is found that a look does not find"
                    );
                    (wins, answered) = (wins + u32::from(found), answered + u32::from(answer));
                }
                game.take_nth(&mut (), |count| words.below(count));
            }
        }
        assert!(
            answered > 10 && answered * 10 < wins * 9,
            "{answered} of {wins}"
        );
    }
}

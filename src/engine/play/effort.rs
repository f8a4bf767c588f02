//! How much the texts of a game have done: who plays it on in the head ends by that, and not by the clock, at the same place on every machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Things that texts have looked at so far, a step counting as four; where they cannot look at much at a time, steps and what is counted anyway. It goes up as choices are
/// made, options listed and ways to win asked for. A copy of the game counts by itself.
#[derive(Debug, Default)]
pub struct Effort(Arc<AtomicU64>);

impl Effort {
    /// How much it has come to.
    pub fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// The same counter, to be read while the game goes on.
    pub fn watched(&self) -> Effort {
        Effort(self.0.clone())
    }

    /// Only one counts at a time.
    #[inline(always)]
    pub fn add(&self, more: u64) {
        self.0.store(self.so_far() + more, Ordering::Relaxed);
    }
}

impl Clone for Effort {
    fn clone(&self) -> Effort {
        Effort(Arc::new(AtomicU64::new(self.so_far())))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::program::worst_case::tests::rules;
    use crate::{Choice, Game, Script};

    /// The second turn menu of a game whose one action asks that, and its first action.
    fn game(asks: &str) -> (Game, Choice) {
        let rules = rules("", &format!("If {asks}, draw a card."));
        let mut game = Game::deal(Arc::new(Script::new(rules)), 2, 1, &mut ());
        while game.menu().is_none() {
            game.take_nth(&mut (), |_| 0);
        }
        let action = game
            .options()
            .into_iter()
            .find(|choice| matches!(choice, Choice::Action(_)));
        (game, action.expect("the action can be played"))
    }

    /// What one action takes.
    fn effort(asks: &str) -> u64 {
        let (mut game, action) = game(asks);
        let before = game.effort().so_far();
        game.take(action, &mut ()).expect("it is offered");
        game.effort().so_far() - before
    }

    #[test]
    fn what_dear_texts_look_at_is_counted() {
        let deck = |that: &str| format!("the number of cards in the deck{that} is at least 1");
        let far = deck(&format!(
            " that ({})",
            deck(&format!(" that ({})", deck("")))
        ));
        let (near, far) = (effort(&deck("")), effort(&far));
        assert!((4..400).contains(&near), "{near}: a few steps");
        // 198 cards, each with as many, each with as many.
        assert!((4_000_000..16_000_000).contains(&far), "{far}");
    }

    #[test]
    fn a_copy_counts_by_itself_and_who_looks_on_does_not() {
        let (mut game, action) = game("the number of cards in the deck is at least 1");
        let (watched, copy, before) = (
            game.effort().watched(),
            game.clone(),
            game.effort().so_far(),
        );
        game.take(action, &mut ()).expect("it is offered");
        assert!(watched.so_far() > before);
        assert_eq!(
            (watched.so_far(), copy.effort().so_far()),
            (game.effort().so_far(), before)
        );
    }
}

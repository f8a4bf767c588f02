//! What was taken, by its label, and whether a game still offers it.

use crate::board::Chooser;
use crate::engine::{Choice, Game, NotNow};
use crate::speech::options::label::labels;

/// A label that somebody took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub who: Chooser,
    pub label: String,
}

/// Why choices that were kept do not fit the game. It speaks of what the person may know alone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    #[error("the game is over before this choice")]
    Over,
    #[error("{asked} is asked here, not {given}")]
    Seat { asked: Chooser, given: Chooser },
    #[error("this is not among the options of {0}")]
    Label(Chooser),
    #[error(transparent)]
    Settled(#[from] NotNow),
}

/// The choice that was taken, as the game has it now, and its number among the options.
pub(crate) fn offered(game: &Game, taken: &Taken) -> Result<(usize, Choice), Misfit> {
    let who = game.chooser().ok_or(Misfit::Over)?;
    if who != taken.who {
        return Err(Misfit::Seat { asked: who, given: taken.who });
    }
    let options = labels(game).into_iter().enumerate();
    let mut same = options.filter(|(_, (_, label))| label.eq_ignore_ascii_case(&taken.label));
    same.next().map(|(number, (choice, _))| (number, choice)).ok_or(Misfit::Label(who))
}

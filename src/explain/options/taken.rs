//! What was taken, by its label, and whether a game still offers it.

use crate::options::label::labels;
use board::Chooser;
use engine::{Choice, Game, NotNow};

/// A label that somebody took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub who: Chooser,
    pub label: String,
    /// There was nothing else: they were asked so that others could not tell. It is not written down, since whoever plays the game
    /// again finds it.
    pub for_others: bool,
}

impl Taken {
    /// One of several.
    pub fn new(who: Chooser, label: impl Into<String>) -> Taken {
        Taken {
            who,
            label: label.into(),
            for_others: false,
        }
    }

    /// What somebody is asked for the sake of others, as they will take it.
    pub fn for_others(game: &Game) -> Option<Taken> {
        let who = game.chooser().filter(|_| game.asks_for_others())?;
        let (_, label) = labels(game).into_iter().next()?;
        Some(Taken {
            for_others: true,
            ..Taken::new(who, label)
        })
    }
}

/// How many of them were taken out of several.
pub fn written(taken: &[Taken]) -> usize {
    taken.iter().filter(|taken| !taken.for_others).count()
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
pub fn offered(game: &Game, taken: &Taken) -> Result<(usize, Choice), Misfit> {
    let who = game.chooser().ok_or(Misfit::Over)?;
    if who != taken.who {
        return Err(Misfit::Seat {
            asked: who,
            given: taken.who,
        });
    }
    let options = labels(game).into_iter().enumerate();
    let mut same = options.filter(|(_, (_, label))| label.eq_ignore_ascii_case(&taken.label));
    same.next()
        .map(|(number, (choice, _))| (number, choice))
        .ok_or(Misfit::Label(who))
}

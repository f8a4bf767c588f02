//! What somebody is asked, as a thing of its own; before the first turn all are asked at the same time, in secret (SET-2, SET-5).

use crate::hints::Thought;
use crate::preview::{Preview, preview};
use crate::sitting::Sitting;
use board::{CardSet, Seat};
use bots::{BotSpec, Course};
use engine::{AllAsked, Game, Words};
use explain::options::decision::{Decision, Question};
use explain::options::decision::{Misfit, Taken, offered};
use record::positions::fingerprint::fingerprint;

/// A decision that somebody has to make, with all that can be asked about it.
pub struct Asked {
    game: Game,
    decision: Decision,
    course: Course,
    known: Option<usize>,
    seed: u64,
}

impl Asked {
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// What somebody takes who is asked for the sake of others alone.
    pub fn passed(&self) -> Option<Taken> {
        Taken::for_others(&self.game)
    }

    /// What an option will do, as far as whoever is asked can know.
    pub fn preview(&self, number: usize) -> Option<Preview> {
        preview(&self.game, number)
    }

    /// What that bot has to think about.
    pub fn thought(self, bot: BotSpec) -> Thought {
        let Asked {
            game,
            decision,
            course,
            known,
            seed,
        } = self;
        Thought {
            game,
            decision,
            known,
            course,
            bot,
            seed,
        }
    }
}

impl Sitting {
    /// The number of the option that was taken so.
    ///
    /// # Errors
    /// Why it does not fit.
    pub fn number_of(&self, taken: &Taken) -> Result<usize, Misfit> {
        offered(&self.game, taken).map(|(number, _)| number)
    }

    /// What the game is before the next choice, in short, as [`Sitting::prints`] will have it.
    pub fn print(&self) -> Option<u32> {
        Decision::of(&self.game).map(|decision| fingerprint(&self.game, &decision))
    }

    /// Looks at the game as it might be as well, for all that this person can know; then it is as it was. For tests.
    pub fn in_another_world<T>(
        &mut self,
        person: Seat,
        seed: u64,
        look: impl FnOnce(&mut Sitting) -> T,
    ) -> T {
        let other = self.game.with_hidden_permuted(
            person,
            &CardSet::default(),
            &mut Words::new(seed, OTHERS),
        );
        let own = std::mem::replace(&mut self.game, other);
        let seen = look(self);
        self.game = own;
        seen
    }

    /// It is before the first turn: all choose a side, or a first card, at the same time.
    pub fn asks_together(&self) -> bool {
        Decision::of(&self.game).is_some_and(|decision| step(decision.question).is_some())
    }

    /// What that person is asked now. Where all are asked at the same time, `given` is what has been answered and not been taken
    /// yet; what others have answered changes nothing in it.
    pub fn asked_of(&self, person: Seat, given: &[Taken]) -> Option<Asked> {
        let decision = Decision::of(&self.game)?;
        let Some(now) = step(decision.question) else {
            let known = self.foreseen(&decision);
            let asked = || Asked {
                game: self.game.clone(),
                decision,
                course: self.course,
                known,
                seed: self.seating().seed,
            };
            return (self.asked() == Some(person)).then(asked);
        };
        let mut given = given.iter().filter(|taken| taken.who.by == person);
        let (mut game, mut course) = (self.game.clone(), self.course);
        loop {
            let decision =
                Decision::of(&game).filter(|decision| step(decision.question) == Some(now))?;
            let mine = decision.by == person;
            let number = match mine.then(|| given.next()) {
                Some(None) => {
                    return Some(Asked {
                        game,
                        decision,
                        course,
                        known: None,
                        seed: self.seating().seed,
                    });
                }
                Some(Some(taken)) => decision
                    .offers
                    .iter()
                    .position(|offer| offer.label == taken.label)?,
                // Whatever the others take is hidden from this one.
                None => 0,
            };
            let choice = *game.options().get(number)?;
            game.take(choice, &mut AllAsked).ok()?;
            course.advance(&game);
        }
    }
}

/// The numbers by which other worlds are drawn.
const OTHERS: u64 = 0x6f74_6865;

/// Which of the steps before the first turn asks that, if one does.
fn step(question: Question) -> Option<u8> {
    match question {
        Question::Side => Some(0),
        Question::Shield { .. } => Some(1),
        Question::Menu | Question::Pick(_) | Question::Branch => None,
    }
}

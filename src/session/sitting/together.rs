//! What somebody is asked, as a thing of its own; before the first turn all are asked at the same time, in secret (SET-2, SET-5).

use crate::hints::Task;
use crate::opening::Seating;
use crate::sitting::Sitting;
use board::{CardSet, Seat};
use engine::{AllAsked, Words};
use explain::options::decision::{Decision, Misfit, Question, Taken, offered};
use record::positions::print::fingerprint;

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
    pub fn asked_of(&self, person: Seat, given: &[Taken]) -> Option<Task> {
        let decision = Decision::of(&self.game)?;
        let task = |game, decision, course, known| {
            let Seating { bots, seed, .. } = *self.seating();
            Task {
                game,
                decision,
                known,
                course,
                bot: bots,
                seed,
            }
        };
        let Some(now) = step(decision.question) else {
            let known = self.foreseen(&decision);
            let asked = self.asked() == Some(person);
            return asked.then(|| task(self.game.clone(), decision, self.course, known));
        };
        let mut given = given.iter().filter(|taken| taken.who.by == person);
        let (mut game, mut course) = (self.game.clone(), self.course);
        loop {
            let next = Decision::of(&game);
            let decision = next.filter(|decision| step(decision.question) == Some(now))?;
            let number = match (decision.by == person).then(|| given.next()) {
                Some(None) => return Some(task(game, decision, course, None)),
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

//! How far card text may go in one decision (END-1).

use crate::eval::looks::Looks;
use crate::{Cause, Script, State};
use board::{CardId, CardSet, Cut, Seat};
use text::limits::{CIRCLE, LOOKS, STEPS};

/// What a text may take of both where it is only tried (PLY-5). One that goes on longer can be chosen.
const TRIED: u32 = 10;
/// A step takes as long as so many looks.
const A_STEP: u32 = 4;
/// So many of the cards of a long chain are told; of those, the last one says that there are more.
pub(super) const NAMED: usize = CIRCLE + 1;

/// What is left to texts in one decision.
pub(super) struct Fuel {
    pub looks: Looks,
    /// Something has come to its bound: texts are cut off before anything else happens.
    pub cut: Option<Cut>,
    /// Texts have been cut off in this decision, so that all has been looked at once more.
    pub again: bool,
    /// What had been taken up to then (see [`Effort`](crate::Effort)).
    burnt: u64,
    /// A position in a long chain, and the cards whose texts have begun since, in that order.
    pub seen: Option<Box<(State, Vec<CardId>)>>,
    /// The text that is one too many in a chain.
    pub follows: Option<Cause>,
}

impl Fuel {
    pub fn full() -> Fuel {
        Fuel {
            looks: Looks::full(),
            cut: None,
            again: false,
            burnt: 0,
            seen: None,
            follows: None,
        }
    }

    /// For a text that is only tried, by a player who knows what they know now, where so much may still be looked at.
    pub fn of_trial(script: &Script, state: &State, you: Seat, left: u32) -> Fuel {
        let cards = CardSet::of_all(script.rules.cards.len(), |card| {
            let card = state.board.card(card);
            !card.face_up() && !card.known.has(you)
        });
        let looks = Looks::of_trial(left.min(LOOKS / TRIED), STEPS / TRIED, cards);
        Fuel {
            looks,
            ..Fuel::full()
        }
    }

    /// What a trial has taken, as looks.
    pub fn taken(&self, left: u32) -> u32 {
        STEPS / TRIED - self.looks.steps().min(STEPS / TRIED) + left.min(LOOKS / TRIED)
            - self.looks.left()
    }

    /// What a decision has taken (see [`Effort`](crate::Effort)).
    #[inline(always)]
    pub fn effort(&self, script: &Script) -> u64 {
        let steps = A_STEP * (STEPS - self.looks.steps().min(STEPS));
        self.burnt
            + u64::from(
                steps
                    + if script.worst.dear {
                        self.looks.taken()
                    } else {
                        0
                    },
            )
    }

    /// As much as one decision has, once more: what lasts is looked at again.
    pub fn refill(&mut self, script: &Script) {
        self.burnt = self.effort(script);
        self.looks.set_steps(STEPS);
        self.looks.set_left(LOOKS);
    }

    /// Nothing that is asked now has an answer.
    #[inline(always)]
    pub fn is_blind(&self) -> bool {
        self.looks.is_spent() || self.cut.is_some()
    }

    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.looks.steps() == 0
    }

    /// One step more.
    #[inline(always)]
    pub fn step(&self) {
        self.looks.set_steps(self.looks.steps() - 1);
    }

    /// What texts look at is counted once a decision has come so far that it might matter (END-1). A trial also notes what
    /// is asked.
    #[inline(always)]
    pub fn counts(&self, script: &Script, trial: bool) -> bool {
        self.looks.steps() < script.worst.counted_below || trial
    }

    /// Texts are cut off at the next step.
    #[cold]
    pub fn stop(&mut self, why: Cut) {
        self.cut.get_or_insert(why);
        self.looks.set_steps(0);
    }
}

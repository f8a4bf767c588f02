//! A game that is over, to be looked through for one of its people.

use crate::again::timeline;
use crate::review::{review, told};
use crate::seating::Seating;
use board::Seat;
use bots::{Budget, Stop};
use explain::options::taken::Taken;
use record::traces::settlement::Settlement;

/// See the top of the file.
pub struct Study {
    pub(super) seating: Seating,
    pub(super) taken: Vec<Taken>,
    pub(super) settled: Vec<Settlement>,
    pub(super) person: Seat,
}

impl Study {
    /// What a bot that searches has to say about it, a sentence each.
    pub fn told(&self, stop: &Stop<'_>) -> Vec<String> {
        let timeline = timeline(&self.seating, &self.taken, &self.settled);
        let timeline = timeline
            .unwrap_or_else(|_| unreachable!("the same seed and choices make the same game"));
        let mut told = told(&review(
            &timeline,
            self.person,
            self.seating.seed,
            STUDY_BUDGET,
            stop,
        ));
        told.push("The chances are a bot's, from what you could see then.".to_string());
        told
    }
}

/// How long it thinks about each decision of a game that is over.
const STUDY_BUDGET: Budget = Budget::Iterations(500);

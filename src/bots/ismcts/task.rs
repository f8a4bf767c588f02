//! What a search is asked, when it is over, and what it answers.

use std::time::Instant;

use engine::Choice;
use rules::ir::weights::Weights;

use crate::ismcts::lines::Line;
use crate::ismcts::playout::Over;

/// What a search is asked.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// All options of the decision, or some.
    pub options: &'a [Choice],
    /// Lines that win in this turn in some worlds.
    pub lines: &'a [Line],
    /// Iterations at most.
    pub iterations: u32,
    /// It may end as soon as no other option can be visited more often than the one that was visited most.
    pub early: bool,
    /// When its time is over, where it has one.
    pub end: Option<Instant>,
    /// Whether it is over before that; an iteration that is under way then counts for nothing.
    pub over: &'a Over<'a>,
}

/// How an option has fared in a search.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Results {
    /// How often it was tried.
    pub visits: u32,
    /// The chances to win that it led to, added up.
    pub won: f32,
    /// How often the game was won after it, and the turns up to that, added up.
    pub wins: u32,
    pub turns: u32,
}

/// What wins as often is as good as won.
const WON: f32 = 0.9;
/// Values that are not further apart are as good as the same.
const AS_GOOD: f32 = 0.01;
/// So many times as few visits as those of the best one still tell as much.
const AS_KNOWN: u32 = 4;
/// By so many turns, at least, another way must be shorter.
const SHORTER: f32 = 0.25;

impl Results {
    /// Adds what others have found out.
    pub fn add(&mut self, more: Results) {
        self.visits += more.visits;
        self.won += more.won;
        self.wins += more.wins;
        self.turns = self.turns.saturating_add(more.turns);
    }

    /// The chance to win that it leads to, as far as the search can tell; nothing where it was never tried.
    pub fn value(self) -> Option<f32> {
        (self.visits > 0).then(|| (self.won / self.visits as f32).clamp(0.0, 1.0))
    }

    /// Turns up to the win, on average; nothing where most games were not played to a win.
    fn turns_to_win(self) -> Option<f32> {
        (self.wins > self.visits / 2).then(|| self.turns as f32 / self.wins as f32)
    }
}

/// Where the best one is as good as won: the option that is as good and wins soonest; else the best one.
pub fn soonest(tried: &[Results], best: usize) -> usize {
    let Some((value, turns)) = tried[best]
        .value()
        .zip(tried[best].turns_to_win())
        .filter(|(value, _)| *value >= WON)
    else {
        return best;
    };
    let most = tried[best].visits;
    let sooner = |tried: &Results| {
        let known = tried.visits.saturating_mul(AS_KNOWN) >= most;
        let good = tried.value().is_some_and(|other| other >= value - AS_GOOD);
        tried
            .turns_to_win()
            .filter(|other| known && good && *other <= turns - SHORTER)
    };
    let all = tried
        .iter()
        .enumerate()
        .filter_map(|(index, tried)| Some((index, sooner(tried)?)));
    all.min_by(|(_, left), (_, right)| left.total_cmp(right))
        .map_or(best, |(index, _)| index)
}

/// How many iterations there are before it is told how far a search is, and at most from one time to the next.
const TOLD: [u32; 2] = [16, 1024];

/// After so many iterations it is told how far the search is.
pub fn is_due(iterations: u32) -> bool {
    let [first, most] = TOLD;
    iterations >= first && (iterations.is_power_of_two() || iterations.is_multiple_of(most))
}

/// How many times as fast the iterations to come may be: some take less time than others.
const FASTER: f64 = 2.0;

/// So many more iterations there may be from now up to the end, by those since the search has begun.
pub fn in_time(iterations: u32, [begun, now, end]: [Instant; 3]) -> u32 {
    let part =
        end.saturating_duration_since(now).as_secs_f64() / (now - begun).as_secs_f64().max(1e-9);
    (f64::from(iterations) * part * FASTER) as u32
}

/// How a search goes about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// What is found out about a choice is gone on with at the next one of the same turn.
    pub keeps: bool,
    /// Choices that lead to the same table in another order lead to the same node.
    pub merges: bool,
    /// What tables are judged by, where it is not what the game says.
    pub weights: Option<Weights>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            keeps: true,
            merges: true,
            weights: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Results, in_time, soonest};

    #[test]
    fn iterations_to_come_may_be_twice_as_fast_as_those_before() {
        let begun = Instant::now();
        let [now, end] = [300, 400].map(|milliseconds| begun + Duration::from_millis(milliseconds));
        assert_eq!(in_time(900, [begun, now, end]), 600);
        assert_eq!(in_time(900, [begun, end, end]), 0, "its time is up");
    }

    /// An option with these visits, this value, and games that were all won after so many turns.
    fn won_in(visits: u32, value: f32, turns: u32) -> Results {
        Results {
            visits,
            won: value * visits as f32,
            wins: visits,
            turns: turns * visits,
        }
    }

    #[test]
    fn of_options_that_are_as_good_as_won_the_soonest_is_taken() {
        let best = won_in(400, 0.97, 4);
        let few_won = Results {
            wins: 20,
            turns: 20,
            ..won_in(300, 0.97, 0)
        };
        for (others, chosen, why) in [
            (
                vec![won_in(200, 0.965, 2), won_in(200, 0.97, 3)],
                1,
                "sooner",
            ),
            (vec![won_in(300, 0.93, 2)], 0, "it is worse"),
            (vec![won_in(20, 1.0, 2)], 0, "it is hardly known"),
            (vec![few_won], 0, "few of its games were won"),
        ] {
            assert_eq!(soonest(&[vec![best], others].concat(), 0), chosen, "{why}");
        }
        let open = [won_in(400, 0.6, 4), won_in(390, 0.6, 1)];
        assert_eq!(
            soonest(&open, 0),
            0,
            "as long as a game is open, what was visited most"
        );
    }
}

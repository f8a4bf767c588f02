//! What a search is asked, when it is over, and what it answers.

use std::time::Instant;

use engine::Choice;
use rules::ir::weights::Weights;

use crate::ismcts::lines::Line;

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
    pub over: &'a (dyn Fn() -> bool + Sync),
}

/// How an option has fared in a search.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tried {
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

impl Tried {
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
pub(crate) fn soonest(tried: &[Tried], best: usize) -> usize {
    let Some((value, turns)) = tried[best]
        .value()
        .zip(tried[best].turns_to_win())
        .filter(|(value, _)| *value >= WON)
    else {
        return best;
    };
    let most = tried[best].visits;
    let sooner = |tried: &Tried| {
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
pub(crate) fn in_time(iterations: u32, [begun, now, end]: [Instant; 3]) -> u32 {
    let part =
        end.saturating_duration_since(now).as_secs_f64() / (now - begun).as_secs_f64().max(1e-9);
    (f64::from(iterations) * part * FASTER) as u32
}

/// How a search goes about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How much options that were seldom tried are favoured (UCB1).
    pub exploration: f32,
    /// How much options that are liked without thinking are favoured, less and less with their visits.
    pub bias: f32,
    /// A node that was visited n times has up to `widening * n ^ growth` options in the tree.
    pub widening: f32,
    /// The exponent in that.
    pub growth: f32,
    /// Rounds that a game is played on for where the tree ends: as many turns for each seat.
    pub rounds: u32,
    /// How much the tables at the end of the turns on the way count beside the last one, from 0 to 1.
    pub along: f32,
    /// Choices that a look at the answer may try: whether whoever comes next wins.
    pub answer: u32,
    /// So many times an option of a turn menu is drawn to be looked at.
    pub tries: u32,
    /// Options that are looked at before one is added to the tree; with more than two players twice as many.
    pub drawn: u32,
    /// Choices that the search of the turn may try for each iteration of the budget.
    pub takes: u32,
    /// Choices that the search for a turn after which nobody wins may try for each iteration of the budget.
    pub answers: u32,
    /// Worlds are drawn by how plausible what others have laid face down is.
    pub beliefs: bool,
    /// Whoever can win for sure does so in the tree.
    pub solver: bool,
    /// What is found out about a choice is gone on with at the next one of the same turn.
    pub keeps: bool,
    /// Choices that lead to the same table in another order lead to the same node.
    pub merges: bool,
    /// What tables are judged by, where it is not what the game says.
    pub weights: Option<Weights>,
}

impl Default for Settings {
    fn default() -> Settings {
        let (exploration, bias, widening, growth) = (0.25, 0.5, 1.0, 0.5);
        let (rounds, along, answer, drawn) = (4, 0.6, 400, 4);
        let tries = 32;
        let (takes, answers) = (15, 30);
        Settings {
            exploration,
            bias,
            widening,
            growth,
            rounds,
            along,
            answer,
            tries,
            drawn,
            takes,
            answers,
            beliefs: true,
            solver: true,
            keeps: true,
            merges: true,
            weights: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Tried, in_time, soonest};

    #[test]
    fn iterations_to_come_may_be_twice_as_fast_as_those_before() {
        let begun = Instant::now();
        let [now, end] = [300, 400].map(|milliseconds| begun + Duration::from_millis(milliseconds));
        assert_eq!(in_time(900, [begun, now, end]), 600);
        assert_eq!(in_time(900, [begun, end, end]), 0, "its time is up");
    }

    /// An option with these visits, this value, and games that were all won after so many turns.
    fn won_in(visits: u32, value: f32, turns: u32) -> Tried {
        Tried {
            visits,
            won: value * visits as f32,
            wins: visits,
            turns: turns * visits,
        }
    }

    #[test]
    fn of_options_that_are_as_good_as_won_the_soonest_is_taken() {
        assert_eq!(
            soonest(
                &[
                    won_in(400, 0.97, 4),
                    won_in(200, 0.965, 2),
                    won_in(200, 0.97, 3)
                ],
                0
            ),
            1
        );
    }

    #[test]
    fn what_is_worse_or_hardly_known_is_not_taken_because_it_is_soon() {
        assert_eq!(
            soonest(&[won_in(400, 0.97, 4), won_in(300, 0.93, 2)], 0),
            0,
            "it is worse"
        );
        assert_eq!(
            soonest(&[won_in(400, 0.97, 4), won_in(20, 1.0, 2)], 0),
            0,
            "it is hardly known"
        );
        let lost = Tried {
            wins: 20,
            turns: 20,
            ..won_in(300, 0.97, 0)
        };
        assert_eq!(
            soonest(&[won_in(400, 0.97, 4), lost], 0),
            0,
            "few of its games were won"
        );
    }

    #[test]
    fn as_long_as_a_game_is_open_what_was_visited_most_is_taken() {
        assert_eq!(soonest(&[won_in(400, 0.6, 4), won_in(390, 0.6, 1)], 0), 0);
    }
}

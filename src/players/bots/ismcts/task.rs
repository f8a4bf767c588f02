//! What a search is asked, when it is over, and what it answers.

use std::time::Instant;

use crate::engine::Choice;
use crate::players::bots::ismcts::turn::Line;

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
}

impl Tried {
    /// The chance to win that it leads to, as far as the search can tell; nothing where it was never tried.
    pub fn value(self) -> Option<f32> {
        (self.visits > 0).then(|| (self.won / self.visits as f32).clamp(0.0, 1.0))
    }
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

/// So many more iterations there may be up to that time, by those since the search has begun.
pub fn in_time(iterations: u32, begun: Instant, end: Instant) -> u32 {
    let now = Instant::now();
    let part = end.saturating_duration_since(now).as_secs_f64() / (now - begun).as_secs_f64().max(1e-9);
    (f64::from(iterations) * part * FASTER) as u32
}

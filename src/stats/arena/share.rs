//! How often something was won, and how sure that is.

use std::fmt;

use crate::interval::{Interval, wilson};

/// Deals from which on it is looked at how much the games of one deal go together.
const ENOUGH: usize = 20;

/// How often something was won.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// Out of so many.
    pub of: u64,
    pub wins: u64,
    pub rate: f64,
    pub interval: Interval,
}

impl Share {
    /// How often something was won: by deal how often, of so many of a deal.
    ///
    /// Games of one deal are not independent: they go together when the deal favours a seat, and against each other
    /// when seats are exchanged. The number of trials is the number of seats divided by how much the rates of whole
    /// deals vary compared with independent games (the design effect, Kish 1965).
    pub fn by_deals(wins: &[u32], each: f64) -> Share {
        let (deals, sum) = (
            wins.len() as f64,
            wins.iter().map(|wins| u64::from(*wins)).sum::<u64>(),
        );
        let of = deals * each;
        if of == 0.0 {
            return Share {
                of: 0,
                wins: 0,
                rate: 0.0,
                interval: Interval {
                    low: 0.0,
                    high: 1.0,
                },
            };
        }
        let rate = sum as f64 / of;
        let independent = rate * (1.0 - rate) / of;
        let mut effect = 1.0;
        if wins.len() >= ENOUGH && independent > 0.0 {
            let squares: f64 = wins
                .iter()
                .map(|wins| (f64::from(*wins) / each - rate).powi(2))
                .sum();
            let clustered = squares / (deals * (deals - 1.0));
            effect = (clustered / independent).clamp(0.25, each);
        }
        Share {
            of: of as u64,
            wins: sum,
            rate,
            interval: wilson(rate, of / effect),
        }
    }
}

impl fmt::Display for Share {
    /// The end of a line of the tables.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rate, low, high] =
            [self.rate, self.interval.low, self.interval.high].map(|share| 100.0 * share);
        write!(
            formatter,
            "{:7} {:7}   {rate:5.1} %   {low:5.1} % to {high:5.1} %",
            self.of, self.wins
        )
    }
}

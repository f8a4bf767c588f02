//! How often something was won, how sure that is, and intervals in which a number lies in 95 of 100 cases.

use std::fmt;

/// A number that is known to lie between two others, in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// Half of how wide it is.
    pub fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// What 95 % of a normal distribution lie within, in standard deviations.
pub const Z: f64 = 1.959_963_984_540_054;

/// Wilson's interval for a rate, out of so many independent trials (Wilson 1927); without trials it may be anything.
pub fn wilson(rate: f64, trials: f64) -> Interval {
    if trials == 0.0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let centre = rate + Z * Z / (2.0 * trials);
    let spread = Z * (rate * (1.0 - rate) / trials + Z * Z / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + Z * Z / trials;
    Interval {
        low: ((centre - spread) / scale).max(0.0),
        high: ((centre + spread) / scale).min(1.0),
    }
}

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
    /// How often something was won, in independent games.
    pub fn new(wins: u64, of: u64) -> Share {
        Share::with_effect(wins, of as f64, 1.0)
    }

    fn with_effect(wins: u64, of: f64, effect: f64) -> Share {
        let rate = wins as f64 / of.max(1.0);
        Share {
            of: of as u64,
            wins,
            rate,
            interval: wilson(rate, of / effect),
        }
    }

    /// How often something was won: by deal how often, of so many of a deal.
    ///
    /// Games of one deal are not independent: they go together when the deal favours a seat, and against each other
    /// when seats are exchanged. The number of trials is the number of seats divided by how much the rates of whole
    /// deals vary compared with independent games (the design effect, Kish 1965).
    pub fn by_deals(wins: &[u32], each: f64) -> Share {
        let sum = wins.iter().map(|wins| u64::from(*wins)).sum();
        let deals = wins.len() as f64;
        let of = deals * each;
        let rate = sum as f64 / of;
        let independent = rate * (1.0 - rate) / of;
        let mut effect = 1.0;
        if wins.len() >= ENOUGH && independent > 0.0 {
            let squares = wins
                .iter()
                .map(|wins| (f64::from(*wins) / each - rate).powi(2));
            let clustered = squares.sum::<f64>() / (deals * (deals - 1.0));
            effect = (clustered / independent).clamp(0.25, each);
        }
        Share::with_effect(sum, of, effect)
    }
}

impl fmt::Display for Share {
    /// The end of a line of the tables.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rate, low, high] =
            [self.rate, self.interval.low, self.interval.high].map(|share| 100.0 * share);
        write!(
            formatter,
            "{:7} {:7}   {rate:5.1}%   {low:5.1}% to {high:5.1}%",
            self.of, self.wins
        )
    }
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn wilsons_interval_is_that_of_the_textbook() {
        // Newcombe 1998, table I.
        for (successes, trials, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let found = wilson(successes / trials, trials);
            let off = (found.low - low).abs().max((found.high - high).abs());
            assert!(off < 5e-5, "{successes} of {trials}: {found:?}");
        }
    }
}

//! Intervals in which a number lies in 95 of 100 cases.

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
pub const Z: f64 = 1.959_964;

/// Wilson's interval for a rate, out of so many independent trials (Wilson 1927).
pub fn wilson(rate: f64, trials: f64) -> Interval {
    let centre = rate + Z * Z / (2.0 * trials);
    let spread = Z * (rate * (1.0 - rate) / trials + Z * Z / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + Z * Z / trials;
    Interval {
        low: ((centre - spread) / scale).max(0.0),
        high: ((centre + spread) / scale).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn wilsons_interval_is_that_of_the_textbook() {
        // Newcombe 1998, table I: 81 of 263.
        let interval = wilson(81.0 / 263.0, 263.0);
        assert!(
            (interval.low - 0.2553).abs() < 5e-5 && (interval.high - 0.3662).abs() < 5e-5,
            "{interval:?}"
        );
        let none = wilson(0.0, 20.0);
        assert!(
            none.low == 0.0 && (none.high - 0.1611).abs() < 5e-5,
            "{none:?}"
        );
    }
}

//! Numbers as people read them.

use stats::simulate::Estimate;

/// `12.3%`.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", plain(share * 100.0, 1))
}

/// `12.3% (11.9 to 12.8)`, or a dash.
pub fn rate(estimate: Option<Estimate>) -> String {
    estimate.map_or(NONE.to_string(), |estimate| {
        let [low, high] = [estimate.low, estimate.high].map(|share| plain(share * 100.0, 1));
        format!("{} ({low:.1} to {high:.1})", percent(estimate.value))
    })
}

/// `+1.2 (-0.3 to 2.7)` in percentage points, or a dash.
pub fn points(estimate: Option<Estimate>) -> String {
    estimate.map_or(NONE.to_string(), |estimate| signed(estimate, 100.0, 1))
}

/// `+1.23 (-0.30 to 2.70)`, or a dash.
pub fn difference(estimate: Option<Estimate>) -> String {
    estimate.map_or(NONE.to_string(), |estimate| signed(estimate, 1.0, 2))
}

/// `12.3 (12.1 to 12.5)`.
pub fn mean(estimate: Estimate) -> String {
    format!(
        "{:.1} ({:.1} to {:.1})",
        estimate.value, estimate.low, estimate.high
    )
}

/// What there is no number for.
pub const NONE: &str = "-";

fn signed(estimate: Estimate, scale: f64, digits: usize) -> String {
    let [value, low, high] =
        [estimate.value, estimate.low, estimate.high].map(|number| plain(number * scale, digits));
    format!("{value:+.digits$} ({low:+.digits$} to {high:+.digits$})")
}

/// `+1.2` in percentage points.
pub fn in_points(share: f64) -> String {
    format!("{:+.1}", plain(share * 100.0, 1))
}

/// `1.23`.
pub fn times(number: f64) -> String {
    format!("{:.2}", plain(number, 2))
}

/// Nothing is `-0.0`.
fn plain(number: f64, digits: usize) -> f64 {
    let half = 0.5 / 10f64.powi(digits as i32);
    if number.abs() < half { 0.0 } else { number }
}

#[cfg(test)]
mod tests {
    use super::{Estimate, difference, points, rate};

    #[test]
    fn numbers_are_short_and_have_no_negative_zero() {
        let estimate = Estimate {
            value: -0.0001,
            low: -0.0123,
            high: 0.0121,
        };
        assert_eq!(points(Some(estimate)), "+0.0 (-1.2 to +1.2)");
        assert_eq!(difference(Some(estimate)), "+0.00 (-0.01 to +0.01)");
        assert_eq!(
            rate(Some(Estimate {
                value: 0.5,
                low: 0.25,
                high: 0.75
            })),
            "50.0% (25.0 to 75.0)"
        );
        assert_eq!(rate(None), "-");
    }
}

//! Whole numbers on the command line: what is wrong with one is said in words.

use std::ops::RangeInclusive;

/// Reads a number of that range.
pub fn whole<N: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number =
            text.parse().ok().filter(|number| range.contains(number)).and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// A number of turns.
pub fn turns(text: &str) -> Result<u32, String> {
    whole(0..=u32::MAX.into())(text)
}

/// Whatever chance hangs on.
pub fn seed(text: &str) -> Result<u64, String> {
    whole(0..=u64::MAX)(text)
}

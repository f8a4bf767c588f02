//! A seed that nobody at the table can guess: from the operating system.

use crate::Failure;

/// Of the bits of a seed so many are left out, so that every reader of JSON keeps it exact and a person can type it; 52 are
/// left, too many to try them all.
const LEFT_OUT: u32 = u64::BITS - 52;

/// Draws one. It must not be told before the game is over.
pub fn seed() -> Result<u64, Failure> {
    getrandom::u64()
        .map(|drawn| drawn >> LEFT_OUT)
        .map_err(|error| {
            let help = "give a seed yourself: `--seed S`";
            Failure::run(
                format!("the system gives nothing to draw a secret seed from: {error}"),
                help,
            )
        })
}

#[cfg(test)]
mod tests {
    use super::seed;

    #[test]
    fn secret_seeds_are_large_differ_and_are_exact_in_json() {
        let mut seeds: Vec<u64> = (0..64).map(|_| seed().expect("the system draws")).collect();
        assert!(seeds.iter().all(|seed| *seed < 1 << 52));
        // That none of so many has one of its high bits happens once in 10^19 times.
        assert!(seeds.iter().any(|seed| *seed >= 1 << 51));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 64);
    }
}

//! How property tests keep what fails: a line for each failure in `tests/regressions/SUITE.txt`, which is committed
//! and tried first ever after. The line is printed, too, so that a failure elsewhere can be copied into the file.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

/// The settings of one suite, by the file in which its failures are kept. Every run tries the same cases;
/// `PROPTEST_CASES` says how many instead of 256, and `PROPTEST_RNG_SEED` says which.
pub(super) fn kept_in(file: &'static str) -> ProptestConfig {
    let asked = ProptestConfig::default();
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(file))),
        rng_seed: match asked.rng_seed {
            RngSeed::Random => RngSeed::Fixed(1),
            seed => seed,
        },
        ..asked
    }
}

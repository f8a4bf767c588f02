//! How property tests keep what fails: a line for each failure in `tests/regressions/SUITE.txt`, which is committed
//! and tried first ever after. The line is printed, too, so that a failure elsewhere can be copied into the file.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::FileFailurePersistence;

/// The settings of one suite, by the file in which its failures are kept. `PROPTEST_CASES` says how many cases a test
/// tries instead of 256.
pub(super) fn kept_in(file: &'static str) -> ProptestConfig {
    let kept = FileFailurePersistence::Direct(file);
    ProptestConfig {
        failure_persistence: Some(Box::new(kept)),
        ..ProptestConfig::default()
    }
}

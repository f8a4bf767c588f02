//! Every clause and branch of the shipped card texts is run by a ruling.

use crate::support::scripts::builtin;
use brink::record::casebook::Casebook;
use brink::record::coverage::cover;

#[test]
fn every_clause_and_branch_is_run_by_a_ruling() {
    let library = builtin();
    let missing = cover(library, &crate::support::casebook::casebook()).missing();
    assert!(
        missing.is_empty(),
        "no ruling runs:\n{}",
        missing.join("\n")
    );
}

#[test]
fn without_rulings_nothing_is_covered() {
    let library = builtin();
    let coverage = cover(library, &Casebook::default());
    let units: usize = coverage.texts.iter().map(|text| text.units.len()).sum();
    assert_eq!(coverage.missing().len(), units);
    assert!(coverage.listing().contains("never"), "the listing says so");
}

#[test]
fn a_branch_that_only_other_rulings_take_is_missed() {
    let library = builtin();
    let mut book = crate::support::casebook::casebook();
    let taken = |book: &Casebook| {
        let coverage = cover(library, book);
        coverage
            .missing()
            .into_iter()
            .filter(|place| place.contains("is never declined"))
            .count()
    };
    assert_eq!(taken(&book), 0);
    book.cases.retain(|case| {
        !case
            .ruling
            .moves
            .as_ref()
            .is_some_and(|moves| moves.get_ref().contains("decline"))
    });
    // A keyword of 1971 in both readings; in 1981 what comes instead of a missile, and a hack.
    assert_eq!(taken(&book), 4);
}

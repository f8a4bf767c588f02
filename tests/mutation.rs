//! Rulings notice small changes of the card texts.

mod support {
    pub mod casebook;
}

use std::fs;
use std::path::Path;

use brink::rules::Library;
use brink::table::coverage::cover;
use brink::table::mutate::{Court, Equivalents, Fate, Mutant, mutants, sample};

/// So many changes are tried in each run of the suite; `brink ruling --mutate` tries all of them.
const SAMPLE: usize = 120;
const SEED: u64 = 1;

fn equivalents() -> Equivalents {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/equivalent-mutants.toml");
    let text = fs::read_to_string(path).expect("the file is text");
    Equivalents::read(&text).unwrap_or_else(|reason| panic!("equivalent-mutants.toml: {reason}"))
}

fn fates(mutants: &[Mutant]) -> Vec<Fate> {
    let library = Library::builtin().expect("the cards are sound");
    let book = support::casebook::casebook();
    let coverage = cover(&library, &book);
    assert!(coverage.failing.is_empty(), "all rulings hold for the texts as they are");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let judged = |fate: Option<Fate>| fate.expect("nobody has interrupted it");
    Court::new(&library, &book, &coverage).judge(mutants, threads, &|| true).into_iter().map(judged).collect()
}

fn all() -> Vec<Mutant> {
    mutants(&Library::builtin().expect("the cards are sound"), None)
}

#[test]
fn a_small_change_of_a_card_text_is_noticed() {
    let (mutants, equivalents) = (sample(all(), SAMPLE, SEED), equivalents());
    assert_eq!(mutants.len(), SAMPLE);
    let fates = fates(&mutants);
    let survivors: Vec<String> = mutants
        .iter()
        .zip(&fates)
        .filter(|(mutant, fate)| **fate == Fate::Survived && !equivalents.names(mutant))
        .map(|(mutant, _)| format!("{}\n{}", mutant.owner, mutant.diff))
        .collect();
    assert!(survivors.is_empty(), "no ruling notices:\n{}", survivors.join("\n"));
    assert!(fates.iter().any(|fate| matches!(fate, Fate::Killed(_))), "some are noticed");
}

#[test]
fn what_is_named_as_equivalent_is_a_change_that_nobody_notices() {
    let all = all();
    let named = equivalents().mutant;
    let find = |named: &brink::table::mutate::Equivalent| {
        let found = all.iter().find(|mutant| named.is(mutant)).cloned();
        found.unwrap_or_else(|| panic!("{} is no longer changed so:\n{}", named.card, named.mutation))
    };
    let mutants: Vec<Mutant> = named.iter().map(find).collect();
    for (mutant, fate) in mutants.iter().zip(fates(&mutants)) {
        assert_eq!(fate, Fate::Survived, "{}\n{}", mutant.owner, mutant.diff);
    }
    assert!(named.iter().all(|named| !named.reason.is_empty()));
}

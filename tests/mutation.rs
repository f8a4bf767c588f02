//! Rulings notice small changes of the card texts.

mod support {
    pub mod casebook;
}

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use brink::rules::Library;
use brink::rulings::coverage::cover;
use brink::rulings::mutation::{Court, Equivalents, Fate, Mutant, mutants};

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
    let (mutants, equivalents) = (all(), equivalents());
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
fn so_many_changes_of_each_kind_are_made() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    all().iter().for_each(|mutant| *kinds.entry(mutant.operator).or_default() += 1);
    let counts: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count:4} {kind}")).collect();
    insta::assert_snapshot!(counts.join("\n"));
}

#[test]
fn what_is_named_as_equivalent_is_a_change_that_nobody_notices() {
    let all = all();
    let named = equivalents().mutant;
    let find = |named: &brink::rulings::mutation::Equivalent| {
        let found = all.iter().find(|mutant| named.is(mutant)).cloned();
        found.unwrap_or_else(|| panic!("{} is no longer changed so:\n{}", named.card, named.mutation))
    };
    let mutants: Vec<Mutant> = named.iter().map(find).collect();
    for (mutant, fate) in mutants.iter().zip(fates(&mutants)) {
        assert_eq!(fate, Fate::Survived, "{}\n{}", mutant.owner, mutant.diff);
    }
    assert!(named.iter().all(|named| !named.reason.is_empty()));
}

#[test]
fn a_judge_who_is_interrupted_says_nothing_of_what_was_not_judged() {
    let library = Library::builtin().expect("the cards are sound");
    let book = support::casebook::casebook();
    let coverage = cover(&library, &book);
    let mutants: Vec<Mutant> = mutants(&library, Some("strike")).into_iter().take(12).collect();
    let judge = |threads, most: usize| {
        let judged = AtomicUsize::new(0);
        let go_on = || judged.fetch_add(1, Ordering::Relaxed) + 1 < most;
        Court::new(&library, &book, &coverage).judge(&mutants, threads, &go_on)
    };
    let all = judge(2, usize::MAX);
    assert!(all.len() == 12 && all.iter().all(Option::is_some));
    let some = judge(1, 5);
    assert_eq!((&some[..5], &some[5..]), (&all[..5], &[None; 7][..]));
}

//! Rulings notice small changes of the card texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::scripts::builtin;
use brink::lang::print;
use brink::record::casebook::Casebook;
use brink::record::coverage::{cover, passages};
use brink::record::mutation::{Court, Equivalent, Equivalents, Fate, Mutant, mutants};
use brink::record::ruling::cards_of;
use brink::rules::Library;
use brink::text::Source;

fn equivalents() -> Equivalents {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/equivalent-mutants.toml");
    let text = fs::read_to_string(path).expect("the file is text");
    Equivalents::read(&text).unwrap_or_else(|reason| panic!("equivalent-mutants.toml: {reason}"))
}

/// Those named whose card is in a set that comes with Brink, or those of the book of fan cards.
fn named(of_the_book: bool) -> Vec<Equivalent> {
    let library = builtin();
    let comes_along = |named: &Equivalent| match named
        .card
        .split_once(' ')
        .and_then(|(_, card)| card.split_once(':'))
    {
        Some((set, _)) => library.sets().iter().any(|known| known.id.node == set),
        None => true,
    };
    equivalents()
        .mutant
        .into_iter()
        .filter(|named| comes_along(named) != of_the_book)
        .collect()
}

fn fates(mutants: &[Mutant]) -> Vec<Fate> {
    judged(builtin(), &crate::support::casebook::casebook(), mutants)
}

fn judged(library: &Library, book: &Casebook, mutants: &[Mutant]) -> Vec<Fate> {
    let coverage = cover(library, book);
    assert!(
        coverage.failing.is_empty(),
        "all rulings hold for the texts as they are"
    );
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let judged = |fate: Option<Fate>| fate.expect("nobody has interrupted it");
    Court::new(library, book, &coverage)
        .judge(mutants, threads, &|| true)
        .into_iter()
        .map(judged)
        .collect()
}

fn all() -> Vec<Mutant> {
    mutants(builtin(), None)
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
    assert!(
        survivors.is_empty(),
        "no ruling notices:\n{}",
        survivors.join("\n")
    );
    assert!(
        fates.iter().any(|fate| matches!(fate, Fate::Killed(_))),
        "some are noticed"
    );
}

#[test]
fn so_many_changes_of_each_kind_are_made() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    all()
        .iter()
        .for_each(|mutant| *kinds.entry(mutant.operator).or_default() += 1);
    let counts: Vec<String> = kinds
        .iter()
        .map(|(kind, count)| format!("{count:4} {kind}"))
        .collect();
    insta::assert_snapshot!(counts.join("\n"));
}

#[test]
fn what_is_named_as_equivalent_is_a_change_that_nobody_notices() {
    let all = all();
    let named = named(false);
    let find = |named: &Equivalent| {
        let found = all.iter().find(|mutant| named.is(mutant)).cloned();
        found.unwrap_or_else(|| {
            panic!(
                "{} is no longer changed so:\n{}",
                named.card, named.mutation
            )
        })
    };
    let mutants: Vec<Mutant> = named.iter().map(find).collect();
    for (mutant, fate) in mutants.iter().zip(fates(&mutants)) {
        assert_eq!(fate, Fate::Survived, "{}\n{}", mutant.owner, mutant.diff);
    }
    assert!(
        equivalents()
            .mutant
            .iter()
            .all(|named| !named.reason.is_empty())
    );
}

/// A design of the book of fan cards: the file of its rulings, and the library of its recipe.
fn designs() -> Vec<(Casebook, Library, Vec<Mutant>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulings/book");
    let entries = fs::read_dir(folder)
        .expect("there are rulings of the book")
        .flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files.iter().map(|file| design(file)).collect()
}

fn design(file: &Path) -> (Casebook, Library, Vec<Mutant>) {
    let text = fs::read_to_string(file).expect("a ruling file is text");
    let source = Source::new(file.display().to_string(), text);
    let recipes: Vec<PathBuf> = cards_of(&source)
        .into_iter()
        .map(|(path, _)| path)
        .collect();
    let library = Library::load(&recipes).unwrap_or_else(|report| panic!("{:#?}", report.faults));
    let book = Casebook::read(vec![source])
        .unwrap_or_else(|(source, fault)| panic!("{}: {fault:?}", source.name));
    // Its recipe may have other designs beside it: those have rulings of their own.
    let number = format!(
        "{}-",
        file.file_stem().expect("it has a name").to_string_lossy()
    );
    let own = |mutant: &Mutant| {
        let name = Path::new(mutant.file())
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        mutant.file().contains("book") && name.starts_with(&number)
    };
    let mutants: Vec<Mutant> = mutants(&library, None).into_iter().filter(own).collect();
    assert!(
        !mutants.is_empty(),
        "{}: no text of it is changed",
        file.display()
    );
    (book, library, mutants)
}

#[test]
fn a_small_change_of_a_design_of_the_book_is_noticed() {
    let (mut named, mut wrong) = (named(true), Vec::new());
    for (book, library, mutants) in designs() {
        let fates = judged(&library, &book, &mutants);
        for (mutant, fate) in mutants.iter().zip(fates) {
            let before = named.len();
            named.retain(|named| !named.is(mutant));
            if (fate == Fate::Survived) == (before == named.len()) {
                wrong.push(format!("{fate:?}: {}\n{}", mutant.owner, mutant.diff));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "noticed by no ruling, or named as equivalent and noticed:\n{}",
        wrong.join("\n")
    );
    let named: Vec<String> = named
        .iter()
        .map(|named| format!("{}\n{}", named.card, named.mutation))
        .collect();
    assert!(
        named.is_empty(),
        "no longer changed so:\n{}",
        named.join("\n")
    );
}

/// A text that is printed wrong would be refused with whatever change, so that no ruling need notice it.
#[test]
fn what_is_printed_back_passes_the_checker() {
    for (_, library, _) in designs() {
        let texts = passages(&library);
        for passage in texts
            .iter()
            .filter(|passage| passage.source.name.contains("book"))
        {
            let (span, text) = (passage.span(), &passage.source.text);
            let printed = format!(
                "{}{}\n{}",
                &text[..span.start],
                print(&passage.text),
                &text[span.end..]
            );
            let sets = library.sets().iter().map(|set| &set.source);
            let sources = sets
                .chain(library.recipes().iter().map(|recipe| &recipe.source))
                .map(|source| match source.name == passage.source.name {
                    true => Source::new(source.name.clone(), printed.clone()),
                    false => source.clone(),
                });
            let again = Library::parse(sources.collect());
            let told = again.err().map(|report| {
                report
                    .faults
                    .iter()
                    .map(|fault| format!("{fault:?}\n"))
                    .collect::<String>()
            });
            assert_eq!(told, None, "{}\n{printed}", passage.owner);
        }
    }
}

#[test]
fn a_judge_who_is_interrupted_says_nothing_of_what_was_not_judged() {
    let library = builtin();
    let book = crate::support::casebook::casebook();
    let coverage = cover(library, &book);
    let mutants: Vec<Mutant> = mutants(library, Some("strike"))
        .into_iter()
        .take(12)
        .collect();
    let judge = |threads, most: usize| {
        let judged = AtomicUsize::new(0);
        let go_on = || judged.fetch_add(1, Ordering::Relaxed) + 1 < most;
        Court::new(library, &book, &coverage).judge(&mutants, threads, &go_on)
    };
    let all = judge(2, usize::MAX);
    assert!(all.len() == 12 && all.iter().all(Option::is_some));
    let some = judge(1, 5);
    assert_eq!((&some[..5], &some[5..]), (&all[..5], &[None; 7][..]));
}

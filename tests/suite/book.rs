//! Plays the book of fan cards: each set under `tests/cards/book` is sound, and every ruling under `tests/rulings/book` holds;
//! so do those under `tests/own`, of other sets of our own.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use brink::engine::Script;
use brink::record::judge::run_ruling;
use brink::record::ruling::{cards_of, read_rulings};
use brink::rules::Library;
use brink::text::Source;

fn files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    crate::support::below::below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
        &mut files,
    );
    files
}

#[test]
fn every_ruling_of_the_book_holds() {
    all_hold("tests/rulings/book");
}

#[test]
fn every_ruling_of_sets_of_our_own_holds() {
    all_hold("tests/own");
}

fn all_hold(folder: &str) {
    let source = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a ruling file is text");
        (Source::new(path.display().to_string(), text), path)
    };
    let sources: Vec<(Source, PathBuf)> = files(folder).into_iter().map(source).collect();
    let recipes: Vec<PathBuf> = sources
        .iter()
        .flat_map(|(source, _)| cards_of(source))
        .map(|(path, _)| path)
        .collect();
    let library = Library::load(&recipes).unwrap_or_else(|report| panic!("{:#?}", report.faults));
    let (mut scripts, mut failures) = (HashMap::new(), Vec::new());
    for (source, path) in sources {
        let rulings = read_rulings(&source)
            .unwrap_or_else(|faults| panic!("{}: {faults:#?}", path.display()));
        for ruling in rulings {
            let settings = ruling.settings();
            let script: &mut Arc<Script> = scripts
                .entry(format!("{} {settings:?}", ruling.game.get_ref()))
                .or_insert_with(|| {
                    let rules = library.compile(ruling.game.get_ref(), &settings);
                    Arc::new(Script::new(rules.unwrap_or_else(|report| {
                        panic!("{}: {report:?}", ruling.id.get_ref())
                    })))
                });
            let found = run_ruling(&source, &ruling, script.clone())
                .err()
                .unwrap_or_default();
            failures.extend(
                found
                    .iter()
                    .map(|fault| format!("{}: {}", ruling.id.get_ref(), fault.reason)),
            );
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_contradicts_itself_is_reported_at_load() {
    let told = |file: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/cards/book")
            .join(file);
        let report = Library::load(&[path]).expect_err("it contradicts itself");
        report
            .faults
            .iter()
            .map(|fault| format!("{fault:?}"))
            .collect::<String>()
    };
    let liar = told("41-liars-ministry.toml");
    assert!(
        liar.contains("whether this clause disables `this` depends on whether `this` is disabled"),
        "{liar}"
    );
    let incomplete = told("42-incompleteness.toml");
    assert!(
        incomplete.contains("can ask whether somebody would win"),
        "{incomplete}"
    );
}

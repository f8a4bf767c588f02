//! Plays every ruling under `tests/rulings/`, and tells it in plain words.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::support::scripts::builtin;
use brink::engine::Script;
use brink::explain::rulebook::rule_ids;
use brink::record::casebook::{Entry, unlisted, with_index};
use brink::record::judge::run_ruling;
use brink::record::ruling::Ruling;
use brink::record::ruling::read_rulings;
use brink::record::transcript::transcript;
use brink::rules::Library;
use brink::text::Source;

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Every file of rulings with what is in it, in the order of their names.
fn files() -> Vec<(String, Source, Vec<Ruling>)> {
    let mut paths = Vec::new();
    crate::support::below::below(&at("tests/rulings"), &mut paths);
    // Those of the book of fan cards need its cards: tests/suite/book.rs plays them.
    paths.retain(|path| !path.starts_with(at("tests/rulings/book")));
    let file = |path: PathBuf| {
        let name = path
            .strip_prefix(at("tests/rulings"))
            .expect("it is below")
            .display()
            .to_string();
        let text = fs::read_to_string(&path).expect("a ruling file is text");
        let source = Source::new(path.display().to_string(), text);
        let rulings = read_rulings(&source).unwrap_or_else(|faults| panic!("{name}: {faults:#?}"));
        (name, source, rulings)
    };
    paths.into_iter().map(file).collect()
}

/// The games of rulings, each made once.
#[derive(Default)]
struct Scripts(HashMap<String, Arc<Script>>);

impl Scripts {
    fn of(&mut self, library: &Library, ruling: &Ruling) -> Arc<Script> {
        let settings = ruling.settings();
        let key = format!("{} {settings:?}", ruling.game.get_ref());
        let made = self.0.entry(key).or_insert_with(|| {
            let rules = library.compile(ruling.game.get_ref(), &settings);
            Arc::new(Script::new(rules.unwrap_or_else(|report| {
                panic!("{}: {report:?}", ruling.id.get_ref())
            })))
        });
        made.clone()
    }
}

#[test]
fn every_ruling_holds() {
    let (library, mut scripts) = (builtin(), Scripts::default());
    let (mut ids, mut failures) = (BTreeSet::new(), Vec::new());
    for (name, source, rulings) in files() {
        for ruling in rulings {
            let id = ruling.id.get_ref().clone();
            assert!(ids.insert(id.clone()), "two rulings are called {id}");
            assert!(!ruling.rules.is_empty(), "{id} cites no rule");
            if let Err(faults) = run_ruling(&source, &ruling, scripts.of(library, &ruling)) {
                let reason = |fault: &brink::record::ruling::Failure| {
                    let help = fault.help.as_deref().unwrap_or("");
                    format!(
                        "  line {}: {}; {help}",
                        source.line(fault.span.start),
                        fault.reason
                    )
                };
                let reasons: Vec<String> = faults.iter().map(reason).collect();
                failures.push(format!("{name}: {id}\n{}", reasons.join("\n")));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} rulings fail:\n{}",
        failures.len(),
        ids.len(),
        failures.join("\n")
    );
}

/// A page says whatever its ruling says; one of each sort is kept as it reads.
#[test]
fn every_ruling_reads_like_a_page_of_a_companion() {
    let (library, mut scripts) = (builtin(), Scripts::default());
    let sorts = [
        "has won: ",
        "\nNot offered: ",
        ", reshuffle ",
        "Game: draft of ",
        " sees p",
        "flips",
        "is eliminated",
    ];
    let (mut kept, mut of_sort) = (BTreeSet::new(), Vec::new());
    for (name, source, rulings) in files() {
        for ruling in &rulings {
            let id = ruling.id.get_ref();
            let page = transcript(&source, ruling, scripts.of(library, ruling))
                .unwrap_or_else(|faults| panic!("{name}: {id}: {faults:?}"));
            let rules: Vec<&str> = ruling.rule_ids().collect();
            let head = format!(
                "{id}\n{}\n\nRules: {}. Game: {}",
                ruling.title,
                rules.join(", "),
                ruling.game.get_ref()
            );
            assert!(page.starts_with(&head), "{head}\n\n{page}");
            assert_eq!(page.matches("\nThe table:\n").count(), 1, "{page}");
            let expect = ruling.expect.get_ref();
            let labels = |labels: &[toml::Spanned<String>]| {
                let labels: Vec<&str> = labels.iter().map(|label| &label.get_ref()[..]).collect();
                labels.join(" | ")
            };
            let mut said = Vec::new();
            let over = expect.winner.is_some() || expect.draw.is_some();
            if !over && !expect.options.is_empty() {
                said.push(format!("\nOffered: {}\n", labels(&expect.options)));
            }
            if !over && !expect.not_options.is_empty() {
                said.push(format!("\nNot offered: {}\n", labels(&expect.not_options)));
            }
            said.extend(
                expect
                    .winner
                    .as_ref()
                    .map(|who| format!("\n{} has won", who.get_ref())),
            );
            said.extend(
                expect
                    .asked
                    .as_ref()
                    .map(|who| format!("\n{} decides next.\n", who.get_ref())),
            );
            let moves = ruling
                .moves
                .as_ref()
                .map_or("", |moves| moves.get_ref().trim());
            if !moves.is_empty() {
                said.push("\nThe table after:\n".to_owned());
            }
            for said in said {
                assert!(page.contains(&said), "{said}\n\n{page}");
            }
            for (at, sort) in sorts.iter().enumerate() {
                if page.contains(sort) && kept.insert(at) {
                    of_sort.push((at, page.clone()));
                }
            }
        }
    }
    assert_eq!(kept.len(), sorts.len(), "{kept:?}");
    of_sort.sort();
    of_sort.dedup_by(|one, other| one.1 == other.1);
    let pages: Vec<String> = of_sort.into_iter().map(|(_, page)| page).collect();
    insta::assert_snapshot!(pages.join(&format!("\n{}\n\n", "-".repeat(60))));
}

/// With `UPDATE=1` in its environment this test writes what it would compare.
#[test]
fn every_rule_of_the_document_names_the_rulings_that_pin_it() {
    let path = at("docs/rules.md");
    let document = fs::read_to_string(&path).expect("the rules are written");
    let mut entries = Vec::new();
    for (name, _, rulings) in files() {
        entries.extend(rulings.into_iter().map(|ruling| Entry {
            id: ruling.id.get_ref().clone(),
            link: format!("../tests/rulings/{name}"),
            rules: ruling.rule_ids().map(str::to_string).collect(),
        }));
    }
    assert_eq!(
        unlisted(&document, &entries),
        [],
        "rulings pin rules that docs/rules.md does not list"
    );
    assert!(rule_ids(&document).len() > 100, "the rules were found");
    // What no position of the two games can show.
    let tests = ["setup", "ahead", "endless", "custom"].map(|name| {
        fs::read_to_string(at(&format!("tests/suite/{name}.rs"))).expect("they are there")
    });
    let cited = |rule: &str| {
        let comments = tests
            .iter()
            .flat_map(|text| text.lines())
            .filter_map(|line| line.trim_start().strip_prefix("// "));
        comments
            .flat_map(|line| line.split([',', ':', ' ']))
            .any(|word| word == rule)
    };
    let pinned = |rule: &str| {
        entries
            .iter()
            .any(|entry| entry.rules.iter().any(|other| other == rule))
    };
    for rule in rule_ids(&document) {
        assert!(
            pinned(rule) || cited(rule),
            "neither a ruling nor a test pins {rule}"
        );
    }
    let indexed = with_index(&document, &entries);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, indexed).expect("the document can be written");
    } else {
        let help = "run `brink ruling --index docs/rules.md`, or this test with UPDATE=1";
        assert!(
            indexed == document,
            "the index of docs/rules.md is out of date: {help}"
        );
    }
}

//! Every rule is pinned: its id is cited by a test or a ruling.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("the file is text")
}

/// All files under a folder with one of these endings, without this one.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if endings
            .iter()
            .any(|ending| path.extension().is_some_and(|other| other == *ending))
            && path.file_name().is_some_and(|name| name != "ids.rs")
        {
            found.push(path);
        }
    }
    found
}

/// Words that look like ids: `RSP-4`, `71-RADAR-2`.
fn ids(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let words = words.map(|word| word.trim_matches('-'));
    let shaped =
        words.filter(|word| word.contains('-') && !word.contains(|c: char| c.is_ascii_lowercase()));
    shaped.map(str::to_string).collect()
}

/// The ids that the rules define, one at the beginning of each line.
fn rules() -> BTreeSet<String> {
    let rules = text(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md"));
    let first = |line: &str| {
        line.strip_prefix("- ")?
            .split(' ')
            .next()
            .map(str::to_string)
    };
    rules
        .lines()
        .filter_map(first)
        .filter(|id| ids(id).contains(id))
        .collect()
}

#[test]
fn every_rule_is_cited_by_a_test_or_a_ruling() {
    let rules = rules();
    assert!(rules.len() > 100, "{} rules were found", rules.len());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let cited: BTreeSet<String> = files(&folder, &["rs", "toml"])
        .iter()
        .flat_map(|path| ids(&text(path)))
        .collect();
    let missing: Vec<&String> = rules.difference(&cited).collect();
    assert!(
        missing.is_empty(),
        "no test and no ruling cites {missing:?}"
    );
}

#[test]
fn rulings_cite_rules_that_there_are() {
    let rules = rules();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulings");
    let mut wrong = Vec::new();
    for path in files(&folder, &["toml"]) {
        let table: toml::Table = text(&path).parse().expect("rulings are TOML");
        for ruling in table["ruling"].as_array().expect("a list of rulings") {
            let cited = ruling["rules"]
                .as_array()
                .expect("a list of rules")
                .iter()
                .filter_map(toml::Value::as_str);
            wrong.extend(
                cited
                    .filter(|id| !rules.contains(*id))
                    .map(|id| format!("{}: {id}", ruling["id"])),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

//! The house rules: the engine knows no cards, and files stay small.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files with such endings in a folder of the project and below it.
pub fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if endings
                .iter()
                .any(|ending| path.extension().is_some_and(|other| other == *ending))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A file of code without its unit tests, which may name cards.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the file is text");
    if path.file_name().is_some_and(|name| name == "tests.rs") {
        return String::new();
    }
    text.split("#[cfg(test)]")
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// Every name that a card file defines: faces, keywords, statuses, tallies, symbols, sets.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in files("cards", &["toml"]) {
        let text = fs::read_to_string(&path).expect("the file is text");
        let table: toml::Table = text.parse().expect("card files are TOML");
        if path
            .parent()
            .is_some_and(|folder| folder.ends_with("cards"))
            && table["id"].as_str() != Some("core")
        {
            names.insert(
                table["id"]
                    .as_str()
                    .expect("an id is a text")
                    .to_lowercase(),
            );
        }
        for section in ["building", "action", "keyword", "tally", "status"] {
            if let Some(entries) = table.get(section).and_then(toml::Value::as_table) {
                names.extend(entries.keys().map(|name| name.to_lowercase()));
            }
        }
        let beats = table
            .get("first-player")
            .and_then(|section| section.get("beats"))
            .and_then(toml::Value::as_table);
        names.extend(
            beats
                .into_iter()
                .flat_map(|beats| beats.keys().map(|symbol| symbol.to_lowercase())),
        );
    }
    names
}

/// The words of a text, lower case, with its plural forms cut down, joined by single blanks.
fn words(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

#[test]
fn no_card_and_no_word_of_a_set_is_named_in_the_engine() {
    let names = names();
    assert!(names.len() > 15, "the names were found: {names:?}");
    let mut found = Vec::new();
    let sources = files("src", &["rs"])
        .into_iter()
        .chain(files("grammar", &["pest"]));
    for path in sources {
        let text = words(&code(&path));
        for name in &names {
            for form in [format!(" {name} "), format!(" {name}s ")] {
                if text.contains(&words(&form)[..]) {
                    found.push(format!("{}: {name}", path.display()));
                }
            }
        }
    }
    assert!(
        found.is_empty(),
        "card names in the engine:\n{}",
        found.join("\n")
    );
}

#[test]
fn the_search_for_names_finds_one_that_is_there() {
    let text = words("// A Windmill's sails; two windmills, a Secret-Mill.");
    assert!(text.contains(&words("secret mill")) && text.contains(" windmills "));
}

#[test]
fn no_file_of_code_is_longer_than_five_hundred_lines() {
    let long: Vec<String> = files("src", &["rs"])
        .into_iter()
        .filter_map(|path| {
            let lines = fs::read_to_string(&path)
                .expect("the file is text")
                .lines()
                .count();
            (lines > 500).then(|| format!("{} has {lines} lines", path.display()))
        })
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn every_file_says_first_why_it_exists() {
    let silent: Vec<_> = files("src", &["rs"])
        .into_iter()
        .filter(|path| {
            !fs::read_to_string(path)
                .expect("the file is text")
                .starts_with("//! ")
        })
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}

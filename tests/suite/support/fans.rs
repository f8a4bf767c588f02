//! Games of fan cards.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use brink::engine::Script;
use brink::rules::{Library, Settings};
use brink::text::Source;

use super::below::below;

/// Both printed sets and all of the book, but for what contradicts itself, with so many copies of each kind.
pub fn book(copies: u8) -> Arc<Script> {
    let mut files: Vec<PathBuf> = Vec::new();
    below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cards/book"),
        &mut files,
    );
    let name = |file: &PathBuf| {
        file.file_name()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned()
    };
    files.retain(|file| {
        !["41-", "42-"]
            .iter()
            .any(|refused| name(file).starts_with(refused))
            && !name(file).contains("-game")
    });
    files.sort();
    assert!(files.len() > 25, "{files:?}");
    let sets: Vec<String> = files
        .iter()
        .map(|file| format!("{:?}", file.to_str().expect("names are plain")))
        .collect();
    let recipe = format!(
        "id = \"mix\"\ntitle = \"All\"\nsets = [\"1961\", \"1971\", {}]\ncopies = {copies}\nvictory = \"random\"\n\
         victory-cards = [{{ kind = \"Shuttle Program\", copies = 2 }}, {{ kind = \"Woodstock\", copies = 4 }}]\nhand = 3\nshields = 1\n\
         tallies = [\"embassies\", \"reforms\"]\n",
        sets.join(", ")
    );
    let library = Library::with(vec![Source::new("mix.toml", recipe)])
        .unwrap_or_else(|report| panic!("{:#?}", report.faults));
    let rules = library
        .compile("mix", &Settings::default())
        .unwrap_or_else(|report| panic!("{:#?}", report.faults));
    Arc::new(Script::new(rules))
}

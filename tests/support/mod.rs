//! What several suites need: games of every recipe, and random players.
#![allow(dead_code)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use brink::base::Source;
use brink::engine::Script;
use brink::rules::{Library, Settings};
use brink::table::casebook::Casebook;

/// The rules of a built-in recipe as a script, with disputes set.
pub fn script_with(recipe: &str, disputes: &[(&str, &str)], kinds: &[&str]) -> Arc<Script> {
    let library = Library::builtin().expect("the cards are sound");
    let settings = Settings {
        disputes: disputes.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        kinds: kinds.iter().map(ToString::to_string).collect(),
    };
    let rules = library.compile(recipe, &settings).expect("the recipe is built in");
    Arc::new(Script::new(rules))
}

/// The rules of a built-in recipe as they are.
///
/// A draft is one with three kinds of each set.
pub fn script(recipe: &str) -> Arc<Script> {
    let kinds = ["Factory", "Agency", "Embassy", "Hippies", "University", "Interstate Highway"];
    script_with(recipe, &[], if recipe == "draft" { &kinds } else { &[] })
}

/// All rulings, in the order of their files.
pub fn casebook() -> Casebook {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulings");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("there are rulings").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let files = files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let read = |path| fs::read_to_string(path).expect("a ruling file is text");
    let sources = files.map(|path| Source::new(path.display().to_string(), read(path))).collect();
    Casebook::read(sources).unwrap_or_else(|(source, fault)| panic!("{}: {fault:?}", source.name))
}

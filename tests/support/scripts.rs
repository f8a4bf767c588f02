//! Games of every recipe.

use std::sync::Arc;

use brink::engine::Script;
use brink::rules::{Library, Settings};

/// The rules of a built-in recipe as a script, with disputes set.
pub fn script_with(recipe: &str, disputes: &[(&str, &str)], kinds: &[&str]) -> Arc<Script> {
    let library = Library::builtin().expect("the cards are sound");
    let settings = Settings {
        disputes: disputes
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect(),
        kinds: kinds.iter().map(ToString::to_string).collect(),
    };
    let rules = library
        .compile(recipe, &settings)
        .expect("the recipe is built in");
    Arc::new(Script::new(rules))
}

/// The rules of a built-in recipe as they are.
///
/// A draft is one with three kinds of each set.
pub fn script(recipe: &str) -> Arc<Script> {
    let kinds = [
        "Factory",
        "Agency",
        "Embassy",
        "Hippies",
        "University",
        "Interstate Highway",
    ];
    script_with(recipe, &[], if recipe == "draft" { &kinds } else { &[] })
}

//! Games of every recipe.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, OnceLock};

use brink::engine::Script;
use brink::rules::{Library, Report, Settings};
use miette::Diagnostic as _;

/// What comes with Brink, loaded once.
pub fn builtin() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::builtin().expect("the cards are sound"))
}

/// What is made once for each name.
pub fn once(
    made: &Mutex<HashMap<String, Arc<Script>>>,
    name: &str,
    make: impl FnOnce() -> Arc<Script>,
) -> Arc<Script> {
    let known = || made.lock().expect("nothing is made in between");
    if let Some(script) = known().get(name) {
        return script.clone();
    }
    let script = make();
    known().entry(name.to_owned()).or_insert(script).clone()
}

/// The rules of a built-in recipe as a script, with disputes set.
pub fn script_with(recipe: &str, disputes: &[(&str, &str)], kinds: &[&str]) -> Arc<Script> {
    let settings = Settings {
        disputes: disputes
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect(),
        kinds: kinds.iter().map(ToString::to_string).collect(),
    };
    let rules = builtin()
        .compile(recipe, &settings)
        .expect("the recipe is built in");
    Arc::new(Script::new(rules))
}

/// The rules of a built-in recipe as they are.
///
/// A draft is one with three kinds of each set.
pub fn script(recipe: &str) -> Arc<Script> {
    static MADE: OnceLock<Mutex<HashMap<String, Arc<Script>>>> = OnceLock::new();
    let kinds = [
        "Factory",
        "Agency",
        "Embassy",
        "Hippies",
        "University",
        "Interstate Highway",
    ];
    once(MADE.get_or_init(Mutex::default), recipe, || {
        script_with(recipe, &[], if recipe == "draft" { &kinds } else { &[] })
    })
}

/// The faults of a report, each with its advice.
pub fn told(report: &Report) -> String {
    report.faults.iter().fold(String::new(), |mut all, fault| {
        let help = fault
            .help()
            .map(|help| help.to_string())
            .unwrap_or_default();
        let _ = writeln!(all, "{fault}: {help}");
        all
    })
}

//! Loads every example of `docs/language.md` and plays what `docs/authoring.md` makes.

mod support {
    pub mod pages;
}

use std::fs;
use std::sync::Arc;

use brink::base::Verb;
use brink::engine::Script;
use brink::players::chance::{Policy, trace_game};
use brink::rules::{Library, Settings};
use support::pages::{examples, file};

#[test]
fn every_example_of_the_language_page_loads() {
    let examples = examples("docs/language.md");
    assert!(examples.len() > 25, "{} examples", examples.len());
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut failures = Vec::new();
    for (index, (kind, text)) in examples.iter().enumerate() {
        // There is one rule of its kind, in `cards/core.toml`: another one can only be read.
        if kind == "rule" {
            brink::syntax::parse_text(text, 0).unwrap_or_else(|faults| panic!("{faults:?}"));
            continue;
        }
        let content = match kind.as_str() {
            "toml" => text.clone(),
            "building" | "action" | "keyword" | "tally" => file(kind, text),
            other => panic!("an example of an unknown kind, `{other}`"),
        };
        let path = folder.path().join(format!("example-{index}.toml"));
        fs::write(&path, &content).expect("a file can be written");
        if let Err(report) = Library::load(&[path]) {
            let faults: Vec<String> = report
                .faults
                .iter()
                .map(|fault| {
                    format!(
                        "  {fault}: {:?}",
                        fault.place().map(|(_, span)| &content[span.start..span.end.min(content.len())])
                    )
                })
                .collect();
            failures.push(format!("{text}\n{}", faults.join("\n")));
        }
    }
    assert!(failures.is_empty(), "{} examples fail:\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
fn every_verb_stands_on_the_language_page() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/language.md")).expect("the page is there");
    let first = |verb: &Verb| verb.form().split(" _").next().unwrap_or_default().to_string();
    let missing: Vec<String> =
        Verb::ALL.iter().map(first).filter(|verb| !page.contains(&format!("`{verb} ITEM"))).collect();
    assert!(missing.is_empty(), "not told of: {missing:?}");
}

#[test]
fn the_game_that_the_authoring_page_makes_can_be_played() {
    let examples = examples("docs/authoring.md");
    let files: Vec<&String> = examples.iter().filter(|(kind, _)| kind == "toml").map(|(_, text)| text).collect();
    let [set, recipe] = files[..] else { panic!("the page shows a set and a recipe") };
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("mills.toml"), set).expect("a file can be written");
    let path = folder.path().join("mill-game.toml");
    fs::write(&path, recipe).expect("a file can be written");
    let library = Library::load(&[path]).unwrap_or_else(|report| panic!("{:?}", report.faults));
    let rules = library.compile("mill-game", &Settings::default()).expect("the recipe makes a game");
    let script = Arc::new(Script::new(rules));
    let unfinished =
        (1..=200).filter(|seed| trace_game(&script, 3, *seed, Policy::Uniform, 400).ends_with("unfinished\n"));
    let unfinished = unfinished.count();
    assert!(unfinished < 60, "{unfinished} of 200 games end without a winner");
}

//! Runs what `docs/authoring.md` says, and plays what it makes.

use std::fs;
use std::sync::Arc;

use crate::support::pages::examples;
use brink::bots::chance::{Policy, trace_game};
use brink::engine::Script;
use brink::rules::{Library, Settings};

#[test]
fn the_game_that_the_authoring_page_makes_can_be_played() {
    let examples = examples("docs/authoring.md");
    let files: Vec<&String> = examples
        .iter()
        .filter(|(kind, _)| kind == "toml")
        .map(|(_, text)| text)
        .collect();
    let names = [
        "mills.toml",
        "mill-game.toml",
        "mill-rulings.toml",
        "quick-mills.toml",
        "quick-game.toml",
    ];
    assert_eq!(files.len(), names.len(), "the page shows these files");
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in names.iter().zip(files) {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/authoring.md"))
        .expect("the page is there");
    let commands = page
        .lines()
        .filter_map(|line| line.strip_prefix("    brink "))
        .filter(|line| !line.starts_with("play"));
    let mut run = 0;
    for command in commands {
        let mut brink = std::process::Command::new(env!("CARGO_BIN_EXE_brink"));
        let output = brink
            .args(command.split_whitespace())
            .current_dir(folder.path())
            .output()
            .expect("brink runs");
        let told = String::from_utf8_lossy(&output.stderr);
        // Changes that nobody notices are a finding, not a fault of the page.
        assert!(
            output.status.success() || command.contains("--mutate"),
            "{command}: {told}"
        );
        run += 1;
    }
    assert!(run >= 6, "{run} commands");
    let path = folder.path().join("mill-game.toml");
    let library = Library::load(&[path]).unwrap_or_else(|report| panic!("{:?}", report.faults));
    let rules = library
        .compile("mill-game", &Settings::default())
        .expect("the recipe makes a game");
    let script = Arc::new(Script::new(rules));
    let unfinished = (1..=200).filter(|seed| {
        trace_game(&script, 3, *seed, Policy::Uniform, 400).ends_with("unfinished\n")
    });
    let unfinished = unfinished.count();
    assert!(
        unfinished < 60,
        "{unfinished} of 200 games end without a winner"
    );
}

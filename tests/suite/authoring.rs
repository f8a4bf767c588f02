//! Does what `docs/authoring.md` says, in its order, and plays what it makes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use brink::bots::chance::{Policy, trace_game};
use brink::engine::Script;
use brink::rules::{Library, Settings};
use toml::Value;

/// A project file as text.
fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("it is text")
}

/// Writes a block of the page. Its first line names the file: `# thaw.toml`, or `# add to thaw.toml`.
fn write(folder: &Path, block: &str) {
    let (first, rest) = block.split_once('\n').expect("the first line is a comment");
    let name = first.strip_prefix("# ").expect("it names the file");
    match name.strip_prefix("add to ") {
        Some(name) => {
            let file = fs::OpenOptions::new().append(true).open(folder.join(name));
            write!(file.expect("there is such a file"), "\n{rest}\n").expect("it can be written");
        }
        None => fs::write(folder.join(name), block).expect("it can be written"),
    }
}

/// What a reader does who follows the page, but for games and for what has no end.
fn follow(page: &str, folder: &Path) {
    let (mut run, mut folder) = (0, folder.to_path_buf());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if line == "```toml" {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            write(&folder, &block.join("\n"));
        }
        if let Some(inner) = line.strip_prefix("    cd ") {
            folder = folder.join(inner);
        }
        let Some(command) = line.strip_prefix("    brink ") else {
            continue;
        };
        if command.starts_with("play") || command.contains("--watch") {
            continue;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_brink"))
            .args(command.split_whitespace())
            .current_dir(&folder)
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
    assert!(run >= 10, "{run} commands");
}

/// What a set says, without the words of its author and the rules that it follows: these are not on the page.
fn essence(text: &str) -> toml::Table {
    let mut set: toml::Table = text.parse().expect("it is TOML");
    set.remove("id");
    set.remove("title");
    let tables = set.iter_mut().filter_map(|(_, value)| value.as_table_mut());
    for sections in tables {
        let sections = sections.iter_mut();
        for section in sections.filter_map(|(_, value)| value.as_table_mut()) {
            section.remove("says");
            section.remove("rules");
            if let Some(Value::String(text)) = section.get_mut("text") {
                *text = text.trim().to_string();
            }
        }
    }
    set
}

#[test]
fn the_authoring_page_makes_the_set_of_1981_and_a_game() {
    let page = text("docs/authoring.md");
    assert!(page.lines().count() <= 250, "it is a short page");
    let folder = tempfile::tempdir().expect("a folder can be made");
    follow(&page, folder.path());
    let made = folder.path().join("thaw");
    let set = fs::read_to_string(made.join("thaw.toml")).expect("the page writes it");
    assert_eq!(essence(&set), essence(&text("cards/1981.toml")));
    let recipe = |text: &str, id: &str| {
        let mut recipe: toml::Table = text.parse().expect("it is TOML");
        recipe.insert("id".to_owned(), Value::from(id));
        recipe.remove("title");
        recipe.remove("sets");
        recipe
    };
    let game = fs::read_to_string(made.join("thaw-game.toml")).expect("the page writes it");
    assert_eq!(
        recipe(&game, "1981"),
        recipe(&text("cards/recipes/1981.toml"), "1981")
    );
    let library = Library::load(&[made.join("thaw-game.toml")])
        .unwrap_or_else(|report| panic!("{:?}", report.faults));
    let rules = library
        .compile("thaw-game", &Settings::default())
        .expect("the recipe makes a game");
    let script = Arc::new(Script::new(rules));
    let unfinished = (1..=200)
        .filter(|seed| {
            trace_game(&script, 3, *seed, Policy::Uniform, 400).ends_with("unfinished\n")
        })
        .count();
    assert!(
        unfinished < 10,
        "{unfinished} of 200 games end without a winner"
    );
}

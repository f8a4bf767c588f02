//! The tools for those who write cards: what `brink check` writes for programs, fixes, watches and plays, and how errors are explained.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use author::explanation::{Explanation, Of, page};
use brink::rules::{FaultName, Warning};
use serde_json::Value;

use crate::support::program::{Run, brink_in, project};
use crate::warnings::{RECIPE, set};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for files")
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("there is room");
}

fn check(folder: &Path, arguments: &[&str]) -> Run {
    brink_in(folder, &[&["check"], arguments].concat(), "")
}

/// A recipe with these lines in place of those of the same keys.
fn recipe(lines: &str) -> String {
    let key = |line: &str| line.split(" =").next().unwrap_or_default().to_string();
    let given: BTreeSet<String> = lines.lines().map(key).collect();
    let usual = RECIPE.lines().filter(|line| !given.contains(&key(line)));
    let usual: Vec<&str> = usual.collect();
    format!("{}\n{lines}\n", usual.join("\n"))
}

const SOUND: &str =
    "[building.\"Windmill\"]\ntext = 'Once a turn, if this is stacked: draw a card.'\n";
const MISSPELT: &str =
    "[action.\"Gale\"]\ntext = 'Choose a player as friend. Give this to frend.'\n";

/// What an example is checked as, and how.
fn tried(explanation: &Explanation, example: &str) -> Run {
    let folder = folder();
    let (mills, game, with): (String, String, &[&str]) = match explanation.of {
        Of::Set => (set("mills", example), RECIPE.into(), &["mills.toml"]),
        Of::File => (example.into(), RECIPE.into(), &["mills.toml"]),
        Of::Recipe => {
            let barn =
                "[building.\"Windmill\"]\ntext = ''\n[action.\"Gale\"]\ntext = 'Draw a card.'\n";
            (set("mills", barn), recipe(example), &["mill-game.toml"])
        }
        Of::Ruling => {
            write(folder.path(), "rulings.toml", example);
            (set("mills", SOUND), RECIPE.into(), &["."])
        }
        Of::Game => (
            set("mills", example),
            RECIPE.into(),
            &["mill-game.toml", "--play", "20"],
        ),
    };
    write(folder.path(), "mills.toml", &mills);
    write(folder.path(), "mill-game.toml", &game);
    check(folder.path(), &[with, &["--format", "json"]].concat())
}

/// The names of the errors in it.
fn errors(run: &Run) -> BTreeSet<String> {
    let found: Value = serde_json::from_str(&run.out)
        .unwrap_or_else(|error| panic!("{error}: {}{}", run.out, run.err));
    let findings = found["findings"].as_array().expect("it is a list");
    let errors = findings.iter().filter(|one| one["severity"] == "error");
    errors
        .map(|one| one["name"].as_str().expect("it has a name").to_string())
        .collect()
}

#[test]
fn every_wrong_example_has_its_error_and_every_right_one_none() {
    let mut wrong = Vec::new();
    for explanation in Explanation::all().iter().filter(|one| !one.is_warning) {
        let name = &explanation.name;
        let run = tried(explanation, &explanation.wrong);
        let found = errors(&run);
        if found != BTreeSet::from([name.clone()]) || run.code != Some(1) {
            wrong.push(format!("{name}: the wrong one has {found:?}: {}", run.out));
        }
        let run = tried(explanation, &explanation.right);
        if !errors(&run).is_empty() || run.code != Some(0) {
            wrong.push(format!("{name}: the right one has an error: {}", run.out));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_name_is_explained_once_and_in_order() {
    let all: Vec<&str> = Explanation::all()
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    let faults = FaultName::ALL.iter().map(|name| name.name());
    for name in faults.chain(Warning::ALL.iter().map(|warning| warning.name())) {
        assert!(all.contains(&name), "`{name}` is not explained");
    }
    let errors = &all[..all.len() - Warning::ALL.len()];
    assert!(errors.is_sorted(), "{errors:?}");
}

/// With `WRITE_ERRORS=1` in its environment this test writes what it would compare.
#[test]
fn the_page_of_errors_is_made_of_the_table() {
    let path = project().join("docs/errors.md");
    if std::env::var_os("WRITE_ERRORS").is_some() {
        fs::write(&path, page()).expect("it can be written");
    }
    let written = fs::read_to_string(&path).expect("the page is there");
    assert!(
        written == page(),
        "WRITE_ERRORS=1 cargo test the_page_of_errors writes the page anew"
    );
}

#[test]
fn an_error_is_explained_by_its_name() {
    let folder = folder();
    let explain =
        |names: &[&str]| brink_in(folder.path(), &[&["explain-error"], names].concat(), "");
    let told = explain(&["never-used"]);
    assert_eq!(told.code, Some(0));
    insta::assert_snapshot!(told.out);
    let unknown = explain(&["never-usde"]);
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown.err.contains("did you mean `never-used`?"),
        "{}",
        unknown.err
    );
    let all = explain(&[]).out;
    for explanation in Explanation::all() {
        assert!(all.contains(&format!("  {} ", explanation.name)), "{all}");
    }
}

#[test]
fn faults_are_told_with_the_command_that_explains_them() {
    let folder = folder();
    write(folder.path(), "mills.toml", &set("mills", MISSPELT));
    let run = check(folder.path(), &["mills.toml"]);
    assert_eq!(run.code, Some(1));
    let line = "\nFor more about an error: brink explain-error unknown-name\n";
    assert!(run.err.ends_with(line), "{}", run.err);
}

#[test]
fn formats_for_programs_go_to_the_standard_output() {
    let folder = folder();
    write(folder.path(), "mills.toml", &set("mills", MISSPELT));
    let mut all = String::new();
    for format in ["short", "github", "json"] {
        let run = check(folder.path(), &["mills.toml", "--format", format]);
        assert_eq!((run.err.as_str(), run.code), ("", Some(1)), "{format}");
        all += &run.out;
    }
    insta::assert_snapshot!(all);
    write(folder.path(), "mills.toml", &set("mills", SOUND));
    let run = check(folder.path(), &["mills.toml", "--format", "short"]);
    assert_eq!((run.out.as_str(), run.code), ("", Some(0)));
    let run = check(folder.path(), &["no.toml", "--format", "json"]);
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)));
}

#[test]
fn names_that_are_clear_are_put_right_and_all_else_stays() {
    let folder = folder();
    let path = folder.path().join("mills.toml");
    let file = format!("\u{feff}{}", set("mills", MISSPELT).replace('\n', "\r\n"));
    fs::write(&path, &file).expect("there is room");
    let run = check(folder.path(), &["mills.toml", "--fix"]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    let fixed = fs::read_to_string(&path).expect("it is there");
    assert_eq!(fixed, file.replace("frend", "friend"));
    // A capital letter stays one.
    let right = set(
        "mills",
        "[action.\"Gale\"]\ntext = 'Missile at a player.'\n",
    );
    fs::write(&path, right.replace("Missile", "Missle")).expect("there is room");
    assert_eq!(check(folder.path(), &["mills.toml", "--fix"]).code, Some(0));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), right);
    // A file that cannot be read hides nothing that is wrong with others.
    fs::write(&path, right.replace("Missile", "Missle")).expect("there is room");
    fs::write(folder.path().join("odd.toml"), b"\xff").expect("there is room");
    let run = check(folder.path(), &[".", "--format", "short"]);
    assert_eq!(
        (run.out.lines().count(), run.code),
        (2, Some(1)),
        "{}",
        run.out
    );
    fs::remove_file(folder.path().join("odd.toml")).expect("it is there");
    // Either of two may be meant.
    let two = MISSPELT.replace(
        "friend. Give",
        "fiend. Choose a player as frind. Give fiend to frind. Give",
    );
    let file = set("mills", &two);
    fs::write(&path, &file).expect("there is room");
    assert_eq!(check(folder.path(), &["mills.toml", "--fix"]).code, Some(1));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), file);
}

#[test]
fn games_that_end_are_told_so_and_others_can_be_replayed() {
    let folder = folder();
    write(folder.path(), "mill-game.toml", RECIPE);
    let never = "[building.\"Windmill\"]\ntext = 'Players cannot draw cards.'\n";
    write(folder.path(), "mills.toml", &set("mills", never));
    let run = check(folder.path(), &["mill-game.toml", "--play", "3"]);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    let said = "3 games not over after 2000 turns\n  help: `brink trace mill-game.toml --players 2 --seed 1`";
    assert!(run.err.contains(said), "{}", run.err);
    let long = "[building.\"Windmill\"]\ntext = ''\n[action.\"Gale\"]\n\
        text = 'Repeat 9999 times: repeat 9999 times: you may: shuffle the deck'\n";
    write(folder.path(), "mills.toml", &set("mills", long));
    let run = check(folder.path(), &["mill-game.toml", "--play", "1"]);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    let replay = "simulate mill-game.toml --players 2 --seed 1 --games 1";
    let said = format!("1 game stuck in a turn that does not end\n  help: `brink {replay}`");
    assert!(run.err.contains(&said), "{}", run.err);
    let replay: Vec<&str> = replay.split(' ').collect();
    let run = brink_in(folder.path(), &replay, "");
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    write(
        folder.path(),
        "mills.toml",
        &set(
            "mills",
            "[building.\"Summit\"]\ntext = 'Win when you have at least 5 buildings.'\n",
        ),
    );
    let run = check(folder.path(), &["mill-game.toml", "--play", "3"]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert!(
        run.out
            .ends_with("mill-game.toml: 3 random games, all ended\n"),
        "{}",
        run.out
    );
}

#[cfg(unix)]
#[test]
fn a_watched_file_is_checked_again_however_it_is_written() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let folder = folder();
    let path = folder.path().join("mills.toml");
    let (sound, wrong) = (set("mills", SOUND), set("mills", MISSPELT));
    fs::write(&path, &sound).expect("there is room");
    let mut child = Command::new(env!("CARGO_BIN_EXE_brink"))
        .args(["check", "mills.toml", "--watch"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("brink runs");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut until = |said: &str| {
        let found = lines
            .by_ref()
            .any(|line| line.is_ok_and(|line| line.starts_with(said)));
        assert!(found, "it ended before it said `{said}`");
    };
    until("1 file: no problems found (");
    fs::write(&path, &wrong).expect("there is room");
    until("1 file: 1 fault (");
    // As editors do it.
    write(folder.path(), "aside", &sound);
    fs::rename(folder.path().join("aside"), &path).expect("it can be renamed");
    until("1 file: no problems found (");
    fs::remove_file(&path).expect("it is there");
    until("the files cannot be checked (");
    for end in 0..=wrong.len() {
        fs::write(&path, &wrong[..end]).expect("there is room");
    }
    until("1 file: 1 fault (");
    for _ in 0..2_000 {
        fs::write(&path, &wrong).expect("there is room");
    }
    fs::write(&path, &sound).expect("there is room");
    until("1 file: no problems found (");
    let killed = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(killed.is_ok_and(|status| status.success()));
    let code = child.wait().expect("it ends").code();
    assert_eq!(code, Some(143));
}

//! `brink fmt`: canonical texts, and nothing else in a file is another one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::formatting::{disturbed, formatted, without_notes};
use crate::support::program::{Run, brink_in, project};
use crate::support::texts::toml_files_below;
use brink::rules::{Library, Settings, explain};

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for files");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("there is room for files");
    }
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("it is there")
}

fn fmt(folder: &Path, arguments: &[&str], input: &str) -> Run {
    brink_in(folder, &[&["fmt"], arguments].concat(), input)
}

#[test]
fn the_projects_own_cards_are_formatted() {
    let run = fmt(project(), &["--check", "cards"], "");
    assert_eq!(
        (run.code, run.out.as_str(), run.err.as_str()),
        (Some(0), "", "")
    );
}

#[test]
fn sets_mean_the_same_when_they_are_formatted() {
    let copy = tempfile::tempdir().expect("there is room for files");
    for below in ["cards", "tests/cards"] {
        for file in toml_files_below(below) {
            let text = fs::read_to_string(&file).expect("it is text");
            let straight = formatted(&text);
            assert_eq!(formatted(&straight), straight, "{}", file.display());
            let odd = formatted(&disturbed(&text));
            assert_eq!(without_notes(&odd), straight, "{}", file.display());
            let path = copy
                .path()
                .join(file.strip_prefix(project()).expect("it lies there"));
            fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("there is room");
            fs::write(path, odd).expect("there is room for files");
        }
    }
    // The project's own sets are at hand without a path, so theirs are loaded in their place.
    let programs = |library: &Library| -> Vec<String> {
        let recipes = library
            .recipes()
            .iter()
            .filter(|recipe| recipe.id.node != "draft");
        let compiled = recipes.map(|recipe| library.compile(&recipe.id.node, &Settings::default()));
        compiled
            .map(|rules| explain(&rules.expect("the recipe is sound")))
            .collect()
    };
    let own = Library::own_texts().into_iter();
    let own = own.map(|source| {
        brink::text::Source::new(source.name.clone(), read(copy.path(), &source.name))
    });
    let library = Library::of_texts(own.collect()).expect("the cards are sound");
    let builtin = crate::support::scripts::builtin();
    assert!(programs(&library) == programs(builtin));
    let mut games = toml_files_below("tests/cards");
    games.retain(|file| file.to_string_lossy().ends_with("-game.toml"));
    assert!(games.len() > 30);
    for game in games {
        let other = copy
            .path()
            .join(game.strip_prefix(project()).expect("it lies there"));
        let load = |path: PathBuf| Library::load(&[path]).expect("the cards are sound");
        let (before, after) = (load(game.clone()), load(other));
        assert!(programs(&before) == programs(&after), "{}", game.display());
    }
}

/// A file with all ways to write a text, and what is around them.
const ODD: &str = "\u{feff}# A set\r
id = 'odd'   # its name\r
title=\"Odd\"\r
language =2\r
\r
building = { \"Mill\" = { text = 'draw two card', says = \"draw  two card\" }, \"Barn\" = { text = \"\" } }\r
action.\"Gale\".text = '''draw a card\r
# and more\r
discard a card'''\r
  [action.\"Gust\"]  # another\r
  says = '''\r
  draw  a card\r
'''\r
  text = \"\"\"\r
    Use:\r
        draw a card   # one\r
\r
        discard a card\r
    \"\"\"  # behind\r
  [[action.\"Gust\".instead]]\r
  text = '''if this is stacked: draw a card'''\r
  if = {a='b'}\r
[rule.played-action-aside]\r
holds = ' this  IS stacked '\r
[zebra]\r
text = 'left alone'";

const EVEN: &str = "\u{feff}# A set\r
id = 'odd'   # its name\r
title=\"Odd\"\r
language =2\r
\r
building = { \"Mill\" = { text = 'Draw 2 cards.', says = \"draw  two card\" }, \"Barn\" = { text = \"\" } }\r
action.\"Gale\".text = '''Draw a card.\r
# and more\r
Discard a card.'''\r
  [action.\"Gust\"]  # another\r
  says = '''\r
  draw  a card\r
'''\r
  text = \"\"\"\r
Use:\r
  draw a card   # one\r
\r
  discard a card\r
\"\"\"  # behind\r
  [[action.\"Gust\".instead]]\r
  text = '''If this is stacked, draw a card.'''\r
  if = {a='b'}\r
[rule.played-action-aside]\r
holds = 'this is stacked'\r
[zebra]\r
text = 'left alone'";

#[test]
fn all_but_the_texts_stays_byte_for_byte() {
    let folder = folder(&[("odd.toml", ODD)]);
    let run = fmt(folder.path(), &["odd.toml"], "");
    assert_eq!(
        (run.out.as_str(), run.err.as_str()),
        ("odd.toml: 5 texts formatted\n", "")
    );
    assert_eq!(read(folder.path(), "odd.toml"), EVEN);
    let run = fmt(folder.path(), &["odd.toml"], "");
    assert_eq!((run.out.as_str(), run.code), ("", Some(0)));
    let run = fmt(folder.path(), &["-"], ODD);
    assert_eq!(
        (run.out.as_str(), run.err.as_str(), run.code),
        (EVEN, "", Some(0))
    );
}

#[test]
fn check_lists_what_is_not_formatted_and_changes_nothing() {
    let even = "id = 'a'\ntitle = 'A'\nlanguage = 2\n[action.A]\ntext = 'Draw a card.'\n";
    let odd = even.replace("Draw a card.", "draw a card");
    let folder = folder(&[
        ("even.toml", even),
        ("odd.toml", &odd),
        ("Cargo.toml", "[package]\n"),
    ]);
    let run = fmt(folder.path(), &["--check", "."], "");
    assert_eq!((run.code, run.out.as_str()), (Some(1), "odd.toml\n"));
    assert!(run.err.contains("1 file is not formatted"), "{}", run.err);
    assert_eq!(read(folder.path(), "odd.toml"), odd);
    let run = fmt(folder.path(), &["--check", "-"], &odd);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert_eq!(fmt(folder.path(), &["--check", "-"], even).code, Some(0));
    // Named twice, it is formatted once.
    let run = fmt(folder.path(), &[".", "odd.toml", "./odd.toml"], "");
    assert_eq!(
        (run.code, run.out.as_str()),
        (Some(0), "odd.toml: 1 text formatted\n")
    );
    assert_eq!(fmt(folder.path(), &["--check", "."], "").code, Some(0));
}

#[test]
fn what_is_wrong_is_told_as_by_check_and_nothing_is_written() {
    let odd = "id = 'a'\ntitle = 'A'\nlanguage = 2\n[action.A]\ntext = 'draw a card'\n";
    let wrong = odd
        .replace("draw a card", "reveal your hand")
        .replace("'a'", "'b'");
    let broken = "id = 'c\n";
    let folder = folder(&[
        ("odd.toml", odd),
        ("wrong.toml", &wrong),
        ("broken.toml", broken),
    ]);
    for (files, fault) in [
        (&["odd.toml", "wrong.toml"][..], "write `Show your hand.`"),
        (&["odd.toml", "broken.toml"], "broken.toml:1"),
        (&["--check", "odd.toml", "wrong.toml"], "wrong.toml:5"),
    ] {
        let run = fmt(folder.path(), files, "");
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{}", run.err);
        assert!(run.err.contains(fault), "{}", run.err);
        assert_eq!(read(folder.path(), "odd.toml"), odd);
        assert_eq!(read(folder.path(), "wrong.toml"), wrong);
    }
    let run = fmt(folder.path(), &["-"], &wrong);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert!(run.err.contains("standard input:5"), "{}", run.err);
}

#[test]
fn what_is_no_file_of_cards_is_told() {
    let folder = folder(&[("recipe.toml", "id = 'a'\ntitle = 'A'\nsets = ['b']\n")]);
    for (arguments, code, said) in [
        (
            &["-", "recipe.toml"][..],
            2,
            "cannot be combined with files",
        ),
        (&["none.toml"], 2, "there is no such file"),
        (&["."], 1, "has no set of cards"),
        (&[], 2, "required"),
    ] {
        let run = fmt(folder.path(), arguments, "");
        assert_eq!(
            (run.code, run.out.as_str()),
            (Some(code), ""),
            "{arguments:?}"
        );
        assert!(run.err.contains(said), "{}", run.err);
    }
    // A recipe has no texts.
    assert_eq!(fmt(folder.path(), &["recipe.toml"], "").code, Some(0));
}

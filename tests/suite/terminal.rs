//! What others have written steers nobody's terminal: files are refused, and whatever is said of them shows the signs.

use std::fs;
use std::path::Path;

use crate::support::program::{brink_in, project};

/// Clears the screen, in two ways; rings; turns text round; breaks a line; goes back to the beginning of it.
const HOSTILE: &str = "\u{1b}[2J\u{9b}2J\u{7}\u{7f}\u{202e}\u{2066}\u{2028}\u{85}";

/// Each of the signs that are hostile.
fn signs() -> impl Iterator<Item = char> {
    HOSTILE.chars().filter(|sign| !"[2J".contains(*sign))
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for files")
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("there is room for files");
}

/// What a run writes, none of which steers a terminal; it shows the sign that stands here.
#[track_caller]
fn check(folder: &Path, arguments: &[&str], input: &str, shown: &str) -> String {
    let run = brink_in(folder, arguments, input);
    let all = run.out + &run.err;
    let steers = |sign: char| {
        sign.is_control() && !"\n\t".contains(sign) || !sign.is_ascii() && HOSTILE.contains(sign)
    };
    assert!(!all.contains(steers), "{arguments:?}: {all:?}");
    assert!(all.contains(shown), "{arguments:?}: {all}");
    all
}

/// The hostile signs as TOML and JSON write them.
fn escaped() -> String {
    HOSTILE
        .chars()
        .map(|sign| format!("\\u{:04x}", u32::from(sign)))
        .collect()
}

#[test]
fn a_card_file_is_refused_at_the_place_of_the_sign() {
    let folder = folder();
    let harbour =
        fs::read_to_string(project().join("tests/cards/harbour.toml")).expect("it is there");
    let game =
        fs::read_to_string(project().join("tests/cards/harbour-game.toml")).expect("it is there");
    write(folder.path(), "harbour-game.toml", &game);
    for (from, to) in [
        ("id = \"harbour\"", "id = \"harbour$\""),
        ("title = \"Piers,", "title = \"$Piers,"),
        ("building = \"Pier\"", "building = \"Pi$er\""),
        ("[building.\"Pier\"]", "[building.\"Pi$er\"]"),
        ("id = ", "\"$\" = 1\nid = "),
    ] {
        let text = harbour.replacen(from, &to.replace('$', &escaped()), 1);
        assert_ne!(text, harbour);
        write(folder.path(), "harbour.toml", &text);
        let all = check(
            folder.path(),
            &["check", "harbour-game.toml"],
            "",
            "the character `\\u{1b}` is not allowed",
        );
        assert!(all.contains("harbour.toml"), "{all}");
        // As it is TOML takes some of them, and a comment all.
        for sign in signs() {
            let shown = format!("the character `{}` is not allowed", sign.escape_unicode());
            if sign.is_ascii() && sign != '\u{7f}' {
                continue;
            }
            write(
                folder.path(),
                "harbour.toml",
                &harbour.replacen(from, &to.replace('$', &sign.to_string()), 1),
            );
            check(folder.path(), &["check", "harbour-game.toml"], "", &shown);
        }
    }
    for sign in signs() {
        let text = harbour.replacen(
            "Discard a target top.",
            &format!("Discard a target top. # {sign}"),
            1,
        );
        write(folder.path(), "harbour.toml", &text);
        let shown = format!("the character `{}` is not allowed", sign.escape_unicode());
        check(folder.path(), &["play", "harbour-game.toml"], "", &shown);
    }
    // No title has lines.
    write(
        folder.path(),
        "harbour.toml",
        &harbour.replacen("title = \"Piers,", "title = \"Piers\\n,", 1),
    );
    check(
        folder.path(),
        &["check", "harbour-game.toml"],
        "",
        "the character `\\u{a}` is not allowed",
    );
    write(folder.path(), "harbour.toml", &harbour);
    let recipe = game.replacen("title = \"A", &format!("title = \"{}A", escaped()), 1);
    write(folder.path(), "harbour-game.toml", &recipe);
    check(
        folder.path(),
        &["simulate", "harbour-game.toml"],
        "",
        "the character `\\u{1b}` is not allowed",
    );
}

#[test]
fn what_people_write_in_any_language_is_no_such_sign() {
    let folder = folder();
    let harbour =
        fs::read_to_string(project().join("tests/cards/harbour.toml")).expect("it is there");
    let game =
        fs::read_to_string(project().join("tests/cards/harbour-game.toml")).expect("it is there");
    write(folder.path(), "harbour-game.toml", &game);
    let text = harbour.replace("Pier", "Pír").replacen(
        "title = \"Pírs",
        "title = \"\u{5de}\u{5d6}\u{5d7} 港 \u{1f6a2}",
        1,
    );
    write(folder.path(), "harbour.toml", &text.replace('\n', "\r\n"));
    assert!(text.contains("Pír") && text.contains('港'));
    let run = brink_in(folder.path(), &["check", "harbour-game.toml"], "");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
}

#[cfg(unix)]
#[test]
fn a_bot_steers_no_terminal() {
    let folder = folder();
    // It says so on both outputs, and in the file of all that is said.
    write(folder.path(), "line", &format!("{HOSTILE}\n"));
    let files = ["--json", "results.json", "--log", "said.txt"];
    for bot in ["cat line", "sh -c 'cat line >&2; exit 1'"] {
        let arguments = [
            "bot-host", "1961", "--games", "1", "--seed", "1", "--bot", bot,
        ];
        check(
            folder.path(),
            &[&arguments[..], &files[..]].concat(),
            "",
            "has lost",
        );
        for name in ["results.json", "said.txt"] {
            let text = fs::read_to_string(folder.path().join(name)).expect("it was written");
            assert!(
                text.contains("u{1b}[2J") && !text.contains(['\u{1b}', '\u{9b}', '\u{202e}']),
                "{name}: {text:?}"
            );
        }
        check(
            folder.path(),
            &[&arguments[..], &["--json", "-"]].concat(),
            "",
            "u{1b}[2J",
        );
    }
    // As its name, by an escape of JSON.
    let name = format!(
        "{{\"type\":\"hello\",\"name\":\"{}\",\"version\":\"1\",\"wants\":[]}}\n",
        escaped()
    );
    write(folder.path(), "name", &name);
    let arguments = ["bot-host", "1961", "--games", "1", "--bot", "cat name"];
    check(
        folder.path(),
        &arguments,
        "",
        "a name and a version have 1 to 40 printable characters",
    );
    let hello = "{\"type\":\"hello\",\"name\":\"me\",\"version\":\"1\",\"wants\":[]}\n";
    write(
        folder.path(),
        "type",
        &format!("{hello}{{\"type\":\"{}\"}}\n", escaped()),
    );
    // It goes on, for one that has ended has lost by that.
    let bot = "sh -c 'cat type; exec cat > /dev/null'";
    check(
        folder.path(),
        &["bot-host", "1961", "--games", "1", "--bot", bot],
        "",
        "cannot send a message",
    );
}

#[test]
fn files_of_strangers_steer_no_terminal() {
    let folder = folder();
    // Rulings: what they are called, what they say, and where they lie.
    let ruling = format!(
        "[[ruling]]\nid = \"a{0}\"\ntitle = \"b{0}\"\nrules = [\"PLY-1\"]\ngame = \"1961\"\nposition = '''\np1: Bunker[]\np2: Bunker[]\n'''\nmoves = '''\n'''\n[ruling.expect]\nasked = \"{0}\"\noptions = [\"{0}\", \"{1}\"]\n",
        escaped(),
        "\u{9b}\u{202e}"
    );
    // An id with such signs is refused.
    let called = |id: &str| {
        ruling.replace(
            &format!("id = \"a{}\"", escaped()),
            &format!("id = \"{id}\""),
        )
    };
    for (text, opened) in [
        (ruling.clone(), "this is not a valid id of a ruling"),
        (called("a"), "nosuch"),
    ] {
        write(folder.path(), "rulings.toml", &text);
        check(folder.path(), &["ruling", "rulings.toml"], "", "\\u{1b}");
        check(
            folder.path(),
            &["ruling", "rulings.toml", "--format", "json"],
            "",
            "\\u001b",
        );
        check(
            folder.path(),
            &["ruling", "rulings.toml", "--show"],
            "",
            "\\u{",
        );
        check(
            folder.path(),
            &["ruling", "--open", "nosuch", "rulings.toml"],
            "",
            opened,
        );
    }
    // Positions, traces, kept games, records, results.
    check(
        folder.path(),
        &["position"],
        &format!("p1: {HOSTILE}[]\n"),
        ":1",
    );
    check(
        folder.path(),
        &["why", "p1.1"],
        &format!("p1: {HOSTILE}[]\n"),
        ":1",
    );
    write(
        folder.path(),
        "trace",
        &format!("trace 1\ngame {HOSTILE}\n"),
    );
    check(folder.path(), &["replay", "trace"], "", "trace");
    let kept =
        format!("save 1\ngame 1961\nplayers 2\nseed 3\nseat p1\nbots cautious\ntold {HOSTILE}\n");
    write(folder.path(), "kept", &kept);
    let all = check(
        folder.path(),
        &["play", "--load", "kept"],
        "log\nquit\n",
        "",
    );
    assert!(all.contains("\\u{1b}") || all.contains("kept:"), "{all}");
    write(
        folder.path(),
        "kept",
        &format!("save 1\ngame {HOSTILE}\nplayers 2\n"),
    );
    check(folder.path(), &["play", "--load", "kept"], "", "kept");
    let arena = [
        "arena", "1961", "random", "cautious", "--games", "2", "--resume", "record",
    ];
    check(folder.path(), &arena, "", "2 games");
    let record = fs::read_to_string(folder.path().join("record")).expect("it was written");
    write(
        folder.path(),
        "record",
        &record.replacen("1961", &escaped(), 1),
    );
    check(folder.path(), &arena, "", "record");
    write(folder.path(), "record", &format!("{record}{HOSTILE}\n"));
    check(folder.path(), &arena, "", "record");
    let simulate = [
        "simulate", "1961", "--games", "3", "--json", "sums", "--shard", "1/1",
    ];
    check(folder.path(), &simulate, "", "1961");
    let sums = fs::read_to_string(folder.path().join("sums")).expect("it was written");
    write(
        folder.path(),
        "sums",
        &sums.replace("\"1961\"", &format!("\"{}\"", escaped())),
    );
    check(folder.path(), &["simulate", "merge", "sums"], "", "\\u{1b}");
}

/// A name of a file is written by somebody, too.
#[cfg(unix)]
#[test]
fn names_of_files_steer_no_terminal() {
    let folder = folder();
    let name = format!("a{HOSTILE}.toml");
    write(folder.path(), &name, "id = 3\n");
    for command in [
        &["check"][..],
        &["play"],
        &["ruling"],
        &["replay"],
        &["simulate"],
    ] {
        check(
            folder.path(),
            &[command, &[&name]].concat(),
            "",
            "a\\u{1b}[2J",
        );
    }
    fs::create_dir(folder.path().join("rulings")).expect("there is room for files");
    write(
        folder.path(),
        &format!("rulings/{name}"),
        "[[ruling]]\nid = 3\n",
    );
    check(folder.path(), &["ruling", "rulings"], "", "a\\u{1b}[2J");
}

#[test]
fn boxes_close_around_letters_of_any_width() {
    let folder = folder();
    let harbour =
        fs::read_to_string(project().join("tests/cards/harbour.toml")).expect("it is there");
    let game =
        fs::read_to_string(project().join("tests/cards/harbour-game.toml")).expect("it is there");
    for letters in ["火の国 Quay", "🚀 Quay", "Quáy"] {
        write(
            folder.path(),
            "harbour-game.toml",
            &game.replace("Quay", letters),
        );
        write(
            folder.path(),
            "harbour.toml",
            &harbour.replace("Quay", letters),
        );
        let input = "1\n".repeat(30) + "table\nquit\n";
        let run = brink_in(
            folder.path(),
            &["play", "harbour-game.toml", "--plain", "--seed", "2"],
            &input,
        );
        let boxes: Vec<&str> = run
            .out
            .lines()
            .filter(|line| line.starts_with("  +-") || line.starts_with("  | "))
            .collect();
        assert!(
            boxes.iter().any(|line| line.contains(letters)),
            "{}",
            run.out
        );
        let mut wide = 0;
        for line in boxes {
            let columns = textwrap::core::display_width(line);
            if line.starts_with("  +-") {
                wide = columns;
            }
            assert!(columns <= wide, "{line}\n{}", run.out);
            // In a row of one building all lines are as wide.
            assert!(
                line.matches('|').count() != 2 || columns == wide,
                "{line}\n{}",
                run.out
            );
        }
    }
}

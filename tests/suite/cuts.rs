//! Commands that play games say at their end that texts were cut off (END-1), how often and where, and fail by it.

use std::fs;
use std::path::Path;

use crate::support::program::run::output_in;
use serde_json::Value;

const SET: &str = "id = \"echoes\"\ntitle = \"Echoes\"\nlanguage = 2\n[[card]]\nbuilding = \"Cave\"\naction = \"Echo\"\n[[victory]]\n\
                   front = \"Summit\"\n[building.\"Summit\"]\ntext = ''\n[building.\"Cave\"]\ntext = ''\n\
                   [action.\"Echo\"]\ntext = '''\nRepeat N times:\n  repeat ((the number of players) plus 99) times:\n    \
                   repeat 999 times: look at the top of the first of buildings\n'''\n";
const GAME: &str = "id = \"echo-game\"\ntitle = \"What is called comes back\"\nsets = [\"echoes.toml\"]\ncopies = 40\n\
                    victory = \"same\"\nhand = 3\nshields = 1\n";
const TOLD: &str = "The text of Echo (echoes.toml, line 17) takes too many steps and is cut off, with everything under way";

/// A folder with a game in which an action repeats something that often.
fn game(times: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for files");
    let repeated = if times == 1 {
        "1 time".to_string()
    } else {
        format!("{times} times")
    };
    fs::write(
        folder.path().join("echoes.toml"),
        SET.replace("N times", &repeated),
    )
    .expect("a file can be written");
    fs::write(folder.path().join("game.toml"), GAME).expect("a file can be written");
    folder
}

struct Run {
    out: String,
    err: String,
    code: Option<i32>,
}

fn run(folder: &Path, arguments: &[&str]) -> Run {
    let output = output_in(folder, folder, arguments, "");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    Run {
        out: text(output.stdout),
        err: text(output.stderr),
        code: output.status.code(),
    }
}

/// How often, by the lines of the error output, which has no others.
fn told(err: &str) -> Vec<(u64, u64)> {
    let line = |line: &str| {
        let numbers = line
            .strip_prefix("cut off ")?
            .strip_suffix(&format!(" (END-1): {TOLD}"))?;
        let numbers: Vec<u64> = numbers
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        Some((numbers[0], numbers[1]))
    };
    err.lines()
        .map(|each| line(each).unwrap_or_else(|| panic!("{err}")))
        .collect()
}

fn json(folder: &Path, file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join(file)).expect("it was written"))
        .expect("it is JSON")
}

#[test]
fn a_simulation_counts_them_everywhere_and_fails() {
    let folder = game(999);
    let play = ["simulate", "game.toml", "--games", "6", "--limit", "8"];
    let files = [
        "--json", "all.json", "--csv", "rows", "--report", "all.html",
    ];
    let done = run(folder.path(), &[&play[..], &files[..]].concat());
    assert_eq!(done.code, Some(1));
    let [(times, games)] = told(&done.err)[..] else {
        panic!("{}", done.err)
    };
    assert!(times >= games && games > 0 && games <= 6, "{}", done.err);
    // The table, the page, the document and the rows tell the same.
    let row = done
        .out
        .lines()
        .find(|line| line.starts_with(TOLD))
        .unwrap_or_else(|| panic!("{}", done.out));
    let numbers: Vec<&str> = row[TOLD.len()..].split_whitespace().collect();
    assert_eq!(numbers, [times.to_string(), games.to_string()]);
    let cuts = &json(folder.path(), "all.json")["game"]["counts"]["cuts"][TOLD];
    assert_eq!(
        (cuts["times"].as_u64(), cuts["games"].as_u64()),
        (Some(times), Some(games))
    );
    let page = fs::read_to_string(folder.path().join("all.html")).expect("it was written");
    assert!(
        page.contains(&format!("<td>{TOLD}</td><td>{times}</td><td>{games}</td>")),
        "{page}"
    );
    let rows = fs::read_to_string(folder.path().join("rows/games.csv")).expect("it was written");
    let column = rows
        .lines()
        .next()
        .and_then(|line| line.split(',').position(|name| name == "cuts"));
    let column = column.expect("there is such a column");
    let each = rows.lines().skip(1).map(|line| {
        line.split(',')
            .nth(column)
            .and_then(|cell| cell.parse::<u64>().ok())
    });
    let each: Vec<u64> = each.map(|cell| cell.expect("it is a number")).collect();
    assert_eq!(
        (
            each.iter().sum(),
            each.iter().filter(|cuts| **cuts > 0).count() as u64
        ),
        (times, games)
    );
    // So do games that are counted for their speed alone.
    let bare = run(folder.path(), &[&play[..], &["--bare"]].concat());
    assert_eq!(
        (told(&bare.err), bare.code),
        (vec![(times, games)], Some(1))
    );
    assert!(bare.out.contains(TOLD), "{}", bare.out);
}

#[test]
fn shards_are_joined_with_them() {
    let folder = game(999);
    let play = ["simulate", "game.toml", "--games", "6", "--limit", "8"];
    let whole = run(folder.path(), &play);
    for shard in ["1", "2", "3"] {
        let of = format!("{shard}/3");
        let file = format!("{shard}.json");
        run(
            folder.path(),
            &[&play[..], &["--shard", &of, "--json", &file]].concat(),
        );
    }
    let merged = run(
        folder.path(),
        &["simulate", "merge", "1.json", "2.json", "3.json"],
    );
    assert_eq!(
        (told(&merged.err), merged.code),
        (told(&whole.err), Some(1))
    );
}

#[test]
fn a_game_that_is_compared_is_named_with_them() {
    let folder = game(999);
    let other = GAME
        .replace("echo-game", "calm-game")
        .replace("echoes.toml", "calm.toml");
    let calm = SET
        .replace("N times", "1 time")
        .replace("echoes", "calm")
        .replace("999", "9");
    fs::write(folder.path().join("calm.toml"), calm).expect("a file can be written");
    fs::write(folder.path().join("calm-game.toml"), other).expect("a file can be written");
    let play = [
        "simulate",
        "calm-game.toml",
        "--compare",
        "game.toml",
        "--games",
        "6",
        "--limit",
        "8",
    ];
    let done = run(folder.path(), &play);
    assert_eq!(done.code, Some(1));
    assert!(
        done.out.contains(&format!("\necho-game: {TOLD}")),
        "{}",
        done.out
    );
    assert!(!done.out.contains("calm-game: The text"), "{}", done.out);
    assert_eq!(told(&done.err).len(), 1);
}

#[test]
fn traces_are_written_to_their_end_and_fail() {
    let folder = game(999);
    let done = run(
        folder.path(),
        &[
            "trace",
            "game.toml",
            "--players",
            "2",
            "--seed",
            "1",
            "--games",
            "4",
            "--limit",
            "8",
        ],
    );
    assert_eq!(done.code, Some(1));
    let faults = done
        .out
        .lines()
        .filter(|line| *line == format!("fault {TOLD}"))
        .count() as u64;
    assert_eq!(
        told(&done.err)
            .iter()
            .map(|(times, _)| *times)
            .collect::<Vec<_>>(),
        [faults]
    );
    assert_eq!(
        done.out
            .lines()
            .filter(|line| *line == "unfinished")
            .count(),
        4
    );
}

#[test]
fn an_arena_keeps_them_in_its_record() {
    let folder = game(999);
    let play = |games: &str| {
        let files = [
            "--resume",
            "kept.jsonl",
            "--json",
            "stand.json",
            "--csv",
            "games.csv",
        ];
        let play = [
            "arena",
            "game.toml",
            "random",
            "cautious",
            "--limit",
            "8",
            "--games",
            games,
        ];
        run(folder.path(), &[&play[..], &files[..]].concat())
    };
    let first = play("4");
    assert_eq!(first.code, Some(1));
    let [(times, games)] = told(&first.err)[..] else {
        panic!("{}", first.err)
    };
    // What is read back counts like what was played.
    let again = play("4");
    assert_eq!(
        (told(&again.err), again.code),
        (vec![(times, games)], Some(1))
    );
    let cuts = &json(folder.path(), "stand.json")["cuts"][TOLD];
    assert_eq!(
        (cuts["times"].as_u64(), cuts["games"].as_u64()),
        (Some(times), Some(games))
    );
    let rows = fs::read_to_string(folder.path().join("games.csv")).expect("it was written");
    let column = rows
        .lines()
        .next()
        .and_then(|head| head.split(',').position(|name| name == "cuts"));
    let cut = |line: &str| {
        column
            .and_then(|at| line.split(',').nth(at))
            .and_then(|cell| cell.parse::<u64>().ok())
    };
    assert_eq!(rows.lines().skip(1).filter_map(cut).sum::<u64>(), times);
}

#[test]
fn games_without_any_say_nothing() {
    let folder = game(1);
    let calm = fs::read_to_string(folder.path().join("echoes.toml"))
        .expect("it is there")
        .replace("999", "9");
    fs::write(folder.path().join("echoes.toml"), calm).expect("a file can be written");
    for command in [
        &["simulate", "game.toml", "--games", "6", "--limit", "8"][..],
        &["trace", "game.toml", "--players", "2", "--seed", "1"],
        &[
            "arena",
            "game.toml",
            "random",
            "cautious",
            "--limit",
            "8",
            "--games",
            "4",
        ],
    ] {
        let done = run(folder.path(), command);
        assert_eq!((done.err.as_str(), done.code), ("", Some(0)), "{command:?}");
        assert!(!done.out.contains("cut off"), "{}", done.out);
    }
}

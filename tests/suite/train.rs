//! Learning to judge tables: the same from the same seed, better than chance, and used by who is told to.

use std::fs;
use std::path::Path;

use crate::support::program::run::output_in;
use serde_json::Value;

/// Output and errors of a run, and its exit code.
fn brink(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = output_in(folder, folder, arguments, "");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for files")
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).expect("it was written")
}

/// Learns something quickly.
fn train(folder: &Path, game: &str, more: &[&str]) -> String {
    let few = [
        "train",
        game,
        "cautious",
        "random",
        "--players",
        "2",
        "--games",
        "60",
    ];
    let (out, err, code) = brink(folder, &[&few[..], more].concat());
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    out
}

#[test]
fn the_same_seed_learns_the_same_whatever_the_threads_and_better_than_chance() {
    let folder = folder();
    let out = train(
        folder.path(),
        "1961",
        &["--threads", "1", "--out", "one.toml"],
    );
    insta::assert_snapshot!(out);
    let json = train(
        folder.path(),
        "1961",
        &["--threads", "3", "--out", "three.toml", "--json", "-"],
    );
    assert_eq!(
        read(folder.path(), "one.toml"),
        read(folder.path(), "three.toml")
    );
    train(
        folder.path(),
        "1961",
        &["--seed", "2", "--out", "other.toml"],
    );
    assert_ne!(
        read(folder.path(), "one.toml"),
        read(folder.path(), "other.toml")
    );
    let document: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(
        (&document["games"], &document["held_out"]["games"]),
        (&60.into(), &12.into())
    );
    for score in ["log_loss", "brier"] {
        let of = |who: &str| document["held_out"][who][score].as_f64().expect("a number");
        assert!(of("learned") < 0.9 * of("even"), "{json}");
    }
}

#[test]
fn what_wins_is_learned_by_playing_it_the_same_whatever_the_threads() {
    let folder = folder();
    let learn = |bot: &str, more: &[&str]| {
        let few = [
            "train",
            "1961",
            bot,
            "--by",
            "wins",
            "--players",
            "2",
            "--games",
            "60",
            "--limit",
            "100",
        ];
        brink(folder.path(), &[&few[..], more].concat())
    };
    let (out, err, code) = learn("greedy", &["--threads", "1", "--out", "one.toml"]);
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    insta::assert_snapshot!(out);
    let (json, err, code) = learn(
        "greedy",
        &["--threads", "3", "--out", "three.toml", "--json", "-"],
    );
    assert_eq!((err.as_str(), code), ("", Some(0)), "{json}");
    assert_eq!(
        read(folder.path(), "one.toml"),
        read(folder.path(), "three.toml")
    );
    let document: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(
        (&document["by"], &document["held_out"]["games"]),
        (&"wins".into(), &12.into())
    );
    // It goes on from what was learned before.
    let (out, err, code) = learn("greedy@one.toml", &["--seed", "100", "--out", "two.toml"]);
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    assert!(out.contains("against those to begin with"), "{out}");
    assert_ne!(
        read(folder.path(), "one.toml"),
        read(folder.path(), "two.toml")
    );
    for (bots, reason) in [
        ("random", "does not use weights"),
        ("cautious", "does not use weights"),
    ] {
        let (_, err, code) = learn(bots, &[]);
        assert!(code == Some(2) && err.contains(reason), "{err}");
    }
    let (_, err, code) = brink(
        folder.path(),
        &["train", "1961", "greedy", "ismcts:10", "--by", "wins"],
    );
    assert!(code == Some(2) && err.contains("with one bot"), "{err}");
}

/// How an arena ends in which the first bot meets `cautious`.
fn met(folder: &Path, game: &str, bot: &str) -> Vec<String> {
    let few = [
        "arena",
        game,
        bot,
        "cautious",
        "--games",
        "6",
        "--seed",
        "5",
        "--csv",
        "games.csv",
    ];
    let (out, err, code) = brink(folder, &few);
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    let games = read(folder, "games.csv").replace(bot, "bot");
    games.lines().map(str::to_string).collect()
}

#[test]
fn what_was_learned_is_used_from_a_file_and_at_the_end_of_a_recipe() {
    let folder = folder();
    let own = "id = \"own\"\ntitle = \"The same\"\nextends = \"1961\"\nsets = [\"1961\"]\n";
    fs::write(folder.path().join("own.toml"), own).expect("there is room for files");
    train(folder.path(), "own.toml", &["--out", "learned.toml"]);
    // Weights by which it is bad to have anything.
    let learned = read(folder.path(), "learned.toml");
    let line = |line: &str| match line.split_once(" = ") {
        Some((name @ ("buildings" | "stacked" | "held"), _)) => format!("{name} = -50\n"),
        _ => format!("{line}\n"),
    };
    let odd: String = learned.lines().map(line).collect();
    fs::write(folder.path().join("odd.toml"), &odd).expect("there is room for files");
    let plain = met(folder.path(), "own.toml", "greedy");
    let by_file = met(folder.path(), "own.toml", "greedy@odd.toml");
    let searched = [
        met(folder.path(), "own.toml", "ismcts:20"),
        met(folder.path(), "own.toml", "ismcts:20@odd.toml"),
    ];
    assert_ne!(plain, by_file);
    assert_ne!(searched[0], searched[1]);
    fs::write(folder.path().join("own.toml"), format!("{own}{odd}"))
        .expect("there is room for files");
    assert_eq!(met(folder.path(), "own.toml", "greedy"), by_file);
    assert_eq!(met(folder.path(), "own.toml", "ismcts:20"), searched[1]);
    // One that extends it has them from there.
    let further =
        "id = \"further\"\ntitle = \"The same\"\nextends = \"own.toml\"\nsets = [\"1961\"]\n";
    fs::write(folder.path().join("further.toml"), further).expect("there is room for files");
    assert_eq!(met(folder.path(), "further.toml", "greedy"), by_file);
}

#[test]
fn weights_that_do_not_fit_are_refused_with_all_that_is_wrong() {
    let folder = folder();
    train(folder.path(), "1961", &["--out", "good.toml"]);
    let good = read(folder.path(), "good.toml");
    let write = |name: &str, text: String| {
        fs::write(folder.path().join(name), text).expect("there is room for files")
    };
    let line = |line: &str| match line.split_once(" = ") {
        Some(("version", _)) => "version = 2\n".to_string(),
        Some(("near-next", _)) => "near-next = [1, 2, 3]\n".to_string(),
        Some(("held", _)) => "held = nan\n".to_string(),
        Some(("thin", _)) => "thick = 1.5\n".to_string(),
        Some(("able", _)) => "able = \"much\"\n".to_string(),
        _ => format!("{line}\n"),
    };
    write(
        "bad.toml",
        format!("{}[more]\n", good.lines().map(line).collect::<String>()),
    );
    write("none.toml", "[[".to_string());
    let own = "id = \"own\"\ntitle = \"The same\"\nextends = \"1961\"\nsets = [\"1961\"]\n";
    write("own.toml", format!("{own}{good}"));
    let runs: [&[&str]; 10] = [
        &["arena", "1961", "greedy@bad.toml", "cautious"],
        &["arena", "1961", "greedy@none.toml", "cautious"],
        &["arena", "1961", "greedy@away.toml", "cautious"],
        &["arena", "1961", "cautious@good.toml", "greedy"],
        &["arena", "1971", "ismcts:20@good.toml", "cautious"],
        &["train", "1971", "greedy@good.toml"],
        &["arena", "own.toml", "greedy", "cautious"],
        &["train", "1961", "random", "--games", "10", "--limit", "1"],
        &[
            "train", "1961", "greedy", "--games", "10", "--limit", "0", "--by", "wins",
        ],
        &["train", "1961", "--games", "9"],
    ];
    let mut said = String::new();
    for arguments in runs {
        let (out, err, code) = brink(folder.path(), arguments);
        assert!(
            out.is_empty() && code.is_some_and(|code| code > 0),
            "{arguments:?}: {out}"
        );
        said += &format!(
            "{} [{}]\n{err}\n",
            arguments.join(" "),
            code.unwrap_or_default()
        );
    }
    insta::assert_snapshot!(said);
}

#[test]
fn what_was_learned_says_what_learns_the_same() {
    let folder = folder();
    let own = "id = \"own\"\ntitle = \"The same\"\nextends = \"1961\"\nsets = [\"1961\"]\n";
    fs::write(folder.path().join("my own.toml"), own).expect("there is room for files");
    let few = [
        "train",
        "my own.toml",
        "cautious",
        "--players",
        "2",
        "--games",
        "20",
    ];
    let more = [
        "--limit",
        "300",
        "--dispute",
        "reshuffle=on-draw",
        "--seed",
        "3",
        "--threads",
        "2",
    ];
    let run = |arguments: &[&str]| {
        let (out, err, code) = brink(folder.path(), arguments);
        assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    };
    run(&[&few[..], &more, &["--out", "one.toml"]].concat());
    let one = read(folder.path(), "one.toml");
    let command = one
        .strip_prefix("# brink ")
        .and_then(|text| text.split_once(": "))
        .expect("it is told")
        .0;
    assert_eq!(
        command,
        "train 'my own.toml' cautious --players 2 --games 20 --seed 3 --limit 300 --dispute 'reshuffle=on-draw'"
    );
    let words = shlex::split(command).expect("a shell takes it");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run(&[&words[..], &["--out", "two.toml"]].concat());
    assert_eq!(read(folder.path(), "two.toml"), one);
    let kinds = "Missile Silo, Secret Facility, Military Base, Hippies, Radar Tower, University";
    run(&[
        "train",
        "draft",
        "random",
        "--games",
        "60",
        "--kinds",
        kinds,
        "--out",
        "three.toml",
    ]);
    let three = read(folder.path(), "three.toml");
    assert!(three.contains(&format!(" --kinds '{kinds}': ")), "{three}");
}

#[test]
fn what_is_read_is_never_written_over() {
    let folder = folder();
    let own = "id = \"own\"\ntitle = \"The same\"\nextends = \"1961\"\nsets = [\"1961\"]\n";
    fs::write(folder.path().join("own.toml"), own).expect("there is room for files");
    train(folder.path(), "1961", &["--out", "w.toml"]);
    let weights = read(folder.path(), "w.toml");
    let runs: [(&[&str], &str); 4] = [
        (
            &["train", "./own.toml", "greedy", "--out", "own.toml"],
            "`own.toml` is an input, and `--out` would overwrite it",
        ),
        (
            &["train", "own.toml", "greedy", "--json", "own.toml"],
            "`own.toml` is an input, and `--json` would overwrite it",
        ),
        (
            &["train", "1961", "greedy@w.toml", "--out", "./w.toml"],
            "`./w.toml` is an input, and `--out` would overwrite it",
        ),
        (
            &["simulate", "./own.toml", "--json", "own.toml"],
            "`own.toml` is an input, and `--json` would overwrite it",
        ),
    ];
    for (arguments, told) in runs {
        let (out, err, code) = brink(folder.path(), arguments);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{arguments:?}");
        assert!(err.contains(told), "{err}");
    }
    let files = ["own.toml", "w.toml"].map(|file| read(folder.path(), file));
    assert_eq!(files, [own, &weights]);
}

#[test]
fn a_file_that_is_no_weights_is_told_shortly() {
    let folder = folder();
    let train =
        |arguments: &[&str]| brink(folder.path(), &[&["train", "1961"], arguments].concat());
    fs::write(
        folder.path().join("none.json"),
        "{ \"a\": 1, ...\n".repeat(200),
    )
    .expect("there is room for files");
    let (_, err, code) = train(&["greedy@none.json"]);
    assert_eq!((code, err.matches("  x ").count()), (Some(1), 6), "{err}");
    assert!(
        err.contains(" more faults like these") && err.contains("`docs/bots.md`"),
        "{err}"
    );
    assert!(!err.contains("authoring"), "{err}");
}

#[test]
fn weights_are_checked_as_such() {
    let folder = folder();
    train(folder.path(), "1961", &["--out", "w.toml"]);
    let (out, err, code) = brink(folder.path(), &["check", "w.toml"]);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(
        out.starts_with(
            "w.toml: no problems found: weights of `1961`, for bots such as `greedy@FILE`"
        ),
        "{out}"
    );
    let less = read(folder.path(), "w.toml").replace("thin = ", "thick = ");
    fs::write(folder.path().join("w.toml"), less).expect("there is room for files");
    fs::write(folder.path().join("set.toml"), "id = 5\n").expect("there is room for files");
    let (out, err, code) = brink(folder.path(), &["check", "w.toml", "set.toml"]);
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(
        err.contains("`thick` is not a key of `[weights]`") && err.contains("`id` must be"),
        "{err}"
    );
}

#[test]
fn a_record_is_not_gone_on_with_by_other_weights() {
    let folder = folder();
    train(folder.path(), "1961", &["--out", "w.toml"]);
    let arena = [
        "arena",
        "1961",
        "greedy@w.toml",
        "cautious",
        "--games",
        "2",
        "--resume",
        "r.jsonl",
    ];
    assert_eq!(brink(folder.path(), &arena).2, Some(0));
    assert_eq!(brink(folder.path(), &arena).2, Some(0));
    train(folder.path(), "1961", &["--seed", "9", "--out", "w.toml"]);
    let (_, err, code) = brink(folder.path(), &arena);
    assert!(
        code == Some(1) && err.contains("another version of `greedy@w.toml`"),
        "{err}"
    );
}

#[cfg(unix)]
#[test]
fn training_that_is_interrupted_writes_nothing() {
    use std::time::{Duration, Instant};
    let folder = folder();
    let slow = [
        "train",
        "1961",
        "ismcts:100000",
        "--games",
        "1000",
        "--out",
        "w.toml",
        "--json",
        "w.json",
    ];
    // Before it listens to signals, one ends it at once.
    for wait in [1, 4, 16, 64].map(Duration::from_secs) {
        let began = Instant::now();
        let (out, err, code, took) =
            crate::support::interrupt::interrupted_in(folder.path(), &slow, || {
                began.elapsed() >= wait
            });
        if code.is_none() {
            continue;
        }
        assert_eq!((out.as_str(), code), ("", Some(130)), "{err}");
        assert!(took < Duration::from_secs(60), "{took:?}");
        assert!(
            err.contains("interrupted after 0 of 1000 games; nothing was written"),
            "{err}"
        );
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
        return;
    }
    panic!("it never listens");
}

/// The file of the repository is what its first line says that it is; docs/bots.md has more games of it.
#[test]
fn the_weights_of_the_repository_play_better_than_the_general_ones() {
    let folder = folder();
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/bots/1961.toml");
    fs::copy(weights, folder.path().join("w.toml")).expect("there is room for files");
    let arena = [
        "arena",
        "1961",
        "greedy@w.toml",
        "greedy",
        "--games",
        "24",
        "--seed",
        "700001",
        "--json",
        "-",
    ];
    let (out, err, code) = brink(folder.path(), &arena);
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    let told: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    let wins = told["bots"][0]["wins"]
        .as_u64()
        .expect("it says how many are won");
    assert!(wins > 12, "{wins} of 24");
}

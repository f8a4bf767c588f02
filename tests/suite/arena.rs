//! The arena as it is run: the same results whatever the threads, gone on with where it was left, refused where it differs.

use std::fs;
use std::path::Path;
use std::time::Duration;

#[cfg(unix)]
use crate::support::program::run::command;
use crate::support::program::run::output_in;

/// Output and errors of a run, and its exit code.
fn arena(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = output_in(folder, folder, &[&["arena"], arguments].concat(), "");
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

#[test]
fn a_table_of_bots_reads_like_this() {
    let folder = folder();
    let bots = [
        "1961",
        "greedy",
        "cautious",
        "random",
        "--players",
        "2",
        "--games",
        "60",
        "--seed",
        "3",
    ];
    let (out, err, code) = arena(folder.path(), &bots);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    insta::assert_snapshot!(out);
}

#[test]
fn neither_threads_nor_breaks_change_what_comes_out() {
    let folder = folder();
    let run = |name: &str, games: &str, threads: &str| {
        let file = |ending: &str| format!("{name}.{ending}");
        let (record, json, csv) = (file("jsonl"), file("json"), file("csv"));
        let bots = [
            "draft",
            "ismcts:15",
            "cautious",
            "--players",
            "3",
            "--seed",
            "9",
        ];
        let files = [
            "--resume",
            &record,
            "--json",
            &json,
            "--csv",
            &csv,
            "--games",
            games,
            "--threads",
            threads,
        ];
        let (out, err, code) = arena(folder.path(), &[&bots[..], &files[..]].concat());
        assert_eq!((err.as_str(), code), ("", Some(0)));
        let read =
            |file: &str| fs::read_to_string(folder.path().join(file)).expect("it was written");
        (out, read(&record), read(&json), read(&csv))
    };
    let whole = run("whole", "12", "1");
    assert_eq!(whole, run("threads", "12", "3"));
    run("breaks", "5", "2");
    // A line that was cut off when the power failed is played again.
    let record = folder.path().join("breaks.jsonl");
    let text = fs::read_to_string(&record).expect("it was written");
    assert_eq!(text.lines().count(), 3, "a header and two deals");
    fs::write(&record, &text[..text.len() - 4]).expect("there is room for files");
    assert_eq!(whole, run("breaks", "12", "2"));
    assert_eq!(whole.3.lines().count(), 13);
    assert_eq!(whole.1.lines().count(), 5);
}

#[test]
fn it_stops_when_the_interval_is_narrow_enough() {
    let folder = folder();
    let until = |width: &str| {
        let (out, err, code) = arena(
            folder.path(),
            &[
                "1961", "cautious", "random", "--until", width, "--json", "now.json",
            ],
        );
        assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
        let text = fs::read_to_string(folder.path().join("now.json")).expect("it was written");
        let table: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let bound = |index: usize| {
            table["bots"][0]["rate_95"][index]
                .as_f64()
                .expect("a number")
        };
        (
            table["games"].as_u64().expect("a number"),
            (bound(1) - bound(0)) / 2.0,
        )
    };
    let ((few, wide), (many, narrow)) = (until("0.2"), until("0.04"));
    assert!(few >= 40 && wide <= 0.2, "{few} {wide}");
    assert!(many > few && narrow <= 0.04, "{many} {narrow}");
    // It is not narrower than asked by much: it stopped as soon as it was.
    assert!(narrow > 0.03, "{narrow}");
}

#[test]
fn results_by_seat_and_of_two_are_those_of_the_games() {
    let folder = folder();
    let bots = [
        "1961",
        "cautious",
        "random",
        "greedy",
        "--players",
        "2",
        "--games",
        "12",
        "--seed",
        "5",
    ];
    let (out, err, code) = arena(
        folder.path(),
        &[&bots[..], &["--json", "r.json", "--csv", "r.csv"]].concat(),
    );
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).expect("it was written");
    let document: serde_json::Value = serde_json::from_str(&read("r.json")).expect("it is JSON");
    let (games, csv) = (document["games"].as_u64(), read("r.csv"));
    let rows: Vec<Vec<&str>> = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!((games, rows.len()), (Some(12), 12));
    // Columns: deal, seed, p1, p2, winner, winning bot.
    let count = |fits: &dyn Fn(&[&str]) -> bool| rows.iter().filter(|row| fits(row)).count() as u64;
    for (seat, number) in [("p1", 2), ("p2", 3)] {
        let of_all = &document["by_seat"][number - 2];
        assert_eq!(
            (&of_all["seat"], &of_all["games"]),
            (&seat.into(), &12.into())
        );
        assert_eq!(of_all["wins"], count(&|row| row[4] == seat));
        for bot in document["bots"].as_array().expect("there are bots") {
            let (name, there) = (
                bot["bot"].as_str().expect("it has a name"),
                &bot["by_seat"][number - 2],
            );
            assert_eq!(
                (&there["seat"], &there["games"]),
                (&seat.into(), &count(&|row| row[number] == name).into())
            );
            assert_eq!(
                there["wins"],
                count(&|row| row[number] == name && row[4] == seat),
                "{name} at {seat}"
            );
            for met in bot["against"].as_array().expect("they have met") {
                let other = met["bot"].as_str().expect("it has a name");
                let both = |row: &[&str]| row[2..4].contains(&name) && row[2..4].contains(&other);
                assert_eq!(met["games"], count(&both), "{name} against {other}");
                assert_eq!(
                    met["wins"],
                    count(&|row| both(row) && row[5] == name),
                    "{name} against {other}"
                );
            }
            assert_eq!(bot["against"].as_array().map(Vec::len), Some(2));
        }
    }
}

#[test]
fn a_record_of_another_arena_is_refused() {
    let folder = folder();
    let begun = arena(
        folder.path(),
        &[
            "1961", "cautious", "random", "--games", "4", "--resume", "r.jsonl",
        ],
    );
    assert_eq!(begun.2, Some(0), "{}", begun.1);
    let others: [&[&str]; 7] = [
        &["1971", "cautious", "random"],
        &["1961", "random", "cautious"],
        &["1961", "cautious", "random", "--seed", "2"],
        &["1961", "cautious", "random", "--players", "3"],
        &["1961", "cautious", "random", "--limit", "50"],
        &[
            "1961",
            "cautious",
            "random",
            "--dispute",
            "reshuffle=on-draw",
        ],
        &["1961", "cautious", "random"],
    ];
    let mut said = String::new();
    for (number, arguments) in others.iter().enumerate() {
        if number == 6 {
            fs::write(folder.path().join("r.jsonl"), "mine\n").expect("there is room for files");
        }
        let (out, err, code) = arena(
            folder.path(),
            &[arguments, &["--games", "4", "--resume", "r.jsonl"][..]].concat(),
        );
        assert_eq!((out.as_str(), code), ("", Some(1)));
        said += &format!("{}\n{err}\n", arguments.join(" "));
    }
    insta::assert_snapshot!(said);
}

#[cfg(unix)]
#[test]
fn where_the_disk_is_full_what_was_played_is_told_all_the_same() {
    let folder = folder();
    // Files may have 512 bytes only: room for a header and a few deals.
    let limit = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let run = |more: &[&str]| {
        let mut shell = command("sh", folder.path());
        shell
            .args([
                "-c",
                limit,
                env!("CARGO_BIN_EXE_brink"),
                "arena",
                "1961",
                "cautious",
                "random",
            ])
            .args(more);
        shell
            .args(["--games", "100", "--resume", "r.jsonl"])
            .current_dir(folder.path());
        let output = shell.output().expect("`sh` starts");
        let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
        let (out, err) = (text(output.stdout), text(output.stderr));
        assert_eq!(output.status.code(), Some(1), "{out}{err}");
        assert!(
            err.contains("`r.jsonl` cannot be written: file too large"),
            "{err}"
        );
        let kept = fs::read_to_string(folder.path().join("r.jsonl")).expect("it was written");
        (out, err, 2 * kept.matches('\n').count().saturating_sub(1))
    };
    let (out, _, games) = run(&["--csv", "/dev/stdout"]);
    assert!(
        out.contains(&format!("1961: {games} games of 2 players")) && games > 2,
        "{out}"
    );
    assert_eq!(
        out.lines()
            .filter(|line| line.contains(",cautious,"))
            .count(),
        games,
        "{out}"
    );
    let (out, _, games) = run(&["--json", "-"]);
    assert!(out.contains(&format!("\"games\": {games},")), "{out}");
    // All that could not be written is told.
    let (_, err, _) = run(&["--json", "r.json"]);
    assert!(
        err.contains("`r.json` cannot be written: file too large"),
        "{err}"
    );
}

#[test]
fn a_record_steers_no_terminal() {
    let folder = folder();
    let go_on = || {
        arena(
            folder.path(),
            &[
                "1961", "cautious", "random", "--games", "2", "--resume", "r.jsonl",
            ],
        )
    };
    assert_eq!(go_on().2, Some(0));
    let path = folder.path().join("r.jsonl");
    let kept = fs::read_to_string(&path).expect("it was written");
    let cut = r#"],"cuts":[{"\u001b[2J\n\u202efar":{"times":2,"games":1}},{}]}"#;
    fs::write(&path, kept.replace("]}\n", &format!("{cut}\n"))).expect("there is room for files");
    let (_, err, code) = go_on();
    assert_eq!(code, Some(1), "{err}");
    assert_eq!(
        err,
        "cut off 2 times in 1 game (END-1): \\u{1b}[2J\\u{a}\\u{202e}far\n"
    );
}

#[test]
fn a_file_that_is_no_record_stays_as_it_is() {
    let folder = folder();
    let path = folder.path().join("r.jsonl");
    for foreign in ["my diary", "my diary\n", "{\"arena\":1}", "\u{feff}", " "] {
        fs::write(&path, foreign).expect("there is room for files");
        let (out, err, code) = arena(
            folder.path(),
            &[
                "1961", "cautious", "random", "--games", "2", "--resume", "r.jsonl",
            ],
        );
        assert_eq!((out.as_str(), code), ("", Some(1)));
        assert!(
            err.contains("cannot be continued: line 1 is not a line of an arena's record"),
            "{err}"
        );
        assert_eq!(fs::read_to_string(&path).expect("it is there"), foreign);
    }
}

#[test]
fn a_record_that_another_arena_writes_is_left_alone() {
    let folder = folder();
    let go_on = |games: &str| {
        arena(
            folder.path(),
            &[
                "1961", "cautious", "random", "--games", games, "--resume", "r.jsonl",
            ],
        )
    };
    assert_eq!(go_on("4").2, Some(0));
    let path = folder.path().join("r.jsonl");
    let before = fs::read_to_string(&path).expect("it was written");
    let other = fs::File::open(&path).expect("it is there");
    other.lock().expect("nobody else has it");
    let (out, err, code) = go_on("8");
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(
        err.contains("another command is writing to `r.jsonl`"),
        "{err}"
    );
    assert!(
        err.contains("wait until it ends, or choose another file"),
        "{err}"
    );
    assert_eq!(fs::read_to_string(&path).expect("it is there"), before);
    drop(other);
    assert_eq!(go_on("8").2, Some(0));
}

#[cfg(unix)]
#[test]
fn an_arena_that_is_interrupted_shows_what_was_played_and_goes_on() {
    use crate::support::interrupt::interrupted_in;
    let folder = folder();
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap_or_default();
    let deals = || read("r.jsonl").lines().count().saturating_sub(1);
    let begun = [
        "arena",
        "1961",
        "ismcts:40",
        "cautious",
        "--resume",
        "r.jsonl",
        "--json",
        "r.json",
        "--csv",
        "r.csv",
    ];
    let many = [&begun[..], &["--games", "1000000", "--threads", "2"]].concat();
    let (out, err, code, _) = interrupted_in(folder.path(), &many, || deals() >= 3);
    assert_eq!(code, Some(130), "{out}{err}");
    let games = deals() * 2;
    assert!(
        out.starts_with(&format!(
            "1961: {games} games of 2 players, {} deals from seed 1; ",
            deals()
        )),
        "{out}"
    );
    assert!(out.contains("\nismcts:40 "), "{out}");
    let kept = format!(
        "interrupted after {games} of 1000000 games; they are saved in `r.jsonl`; run the same"
    );
    assert!(
        err.starts_with("stopping: unfinished work is dropped;") && err.contains(&kept),
        "{err}"
    );
    assert_eq!(read("r.csv").lines().count(), games + 1);
    assert!(
        read("r.json").contains(&format!("\"games\": {games}")),
        "{}",
        read("r.json")
    );
    // It goes on as if nothing had happened.
    let all = (games + 2).to_string();
    let (on, err, code) = arena(folder.path(), &[&begun[1..], &["--games", &all]].concat());
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert_eq!(
        arena(
            folder.path(),
            &["1961", "ismcts:40", "cautious", "--games", &all]
        )
        .0,
        on
    );
}

#[cfg(unix)]
#[test]
fn games_of_slow_bots_are_dropped_when_an_arena_is_interrupted() {
    use crate::support::interrupt::interrupted_in;
    let folder = folder();
    let begun = || fs::exists(folder.path().join("r.jsonl")).is_ok_and(|there| there);
    let rest = ["--games", "2", "--players", "6", "--resume", "r.jsonl"];
    // Many short decisions, or one that would take hours.
    for bots in [
        ["ismcts:250ms", "ismcts:251ms"],
        ["ismcts:1000000000", "ismcts:9999s"],
    ] {
        let slow = [&["arena", "1961"], &bots[..], &rest[..]].concat();
        let (out, err, code, took) = interrupted_in(folder.path(), &slow, begun);
        assert_eq!(code, Some(130), "{out}{err}");
        assert!(took < Duration::from_secs(60), "{took:?}");
        assert!(
            out.starts_with("1961: 0 games of 6 players, 0 deals from seed 1"),
            "{out}"
        );
        assert!(!out.contains("NaN") && !out.contains("inf"), "{out}");
        fs::remove_file(folder.path().join("r.jsonl")).expect("it was written");
    }
}

/// Nobody reads the table, and the games cannot be written: that is told all the same.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_told_though_nobody_reads_the_table() {
    let folder = folder();
    let mut command = command(env!("CARGO_BIN_EXE_brink"), folder.path());
    let mut child = command
        .args([
            "arena",
            "1961",
            "cautious",
            "random",
            "--games",
            "2",
            "--csv",
            "/dev/full",
        ])
        .current_dir(folder.path())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    drop(child.stdin.take());
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8(output.stderr).expect("it is UTF-8");
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("`/dev/full` cannot be written"), "{err}");
}

#[test]
fn wrong_usage_is_told_with_the_next_step() {
    let folder = folder();
    let runs: [&[&str]; 12] = [
        &["1961", "gredy", "random"],
        &["1961", "random:5", "random"],
        &["1961", "ismcts:2h", "random"],
        &["1916", "greedy", "random"],
        &["1961", "greedy"],
        &["1961", "greedy", "random", "--until", "2"],
        &["1961", "greedy", "random", "--players", "7"],
        &["1961", "greedy", "random", "--json", "x", "--csv", "x"],
        &["1961", "greedy", "random", "--json", "x", "--resume", "./x"],
        &["1961", "greedy", "random", "--csv", "x", "--resume", "x"],
        &["1961", "greedy", "random", "--csv", "-"],
        &["1961", "greedy", "random", "--json", "."],
    ];
    let mut said = String::new();
    for arguments in runs {
        let (out, err, code) = arena(folder.path(), arguments);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{arguments:?}");
        said += &format!("{}\n{err}\n", arguments.join(" "));
    }
    insta::assert_snapshot!(said);
    assert_eq!(
        fs::read_dir(folder.path()).expect("it is there").count(),
        0,
        "nothing was written"
    );
}

#[cfg(unix)]
#[test]
fn a_link_to_where_nothing_is_yet_is_followed() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("r.jsonl", at("link")).expect("there is room for links");
    let games = [
        "1961", "cautious", "random", "--games", "2", "--json", "link",
    ];
    let (out, err, code) = arena(
        folder.path(),
        &[&games[..], &["--resume", "r.jsonl"]].concat(),
    );
    assert_eq!((out.as_str(), code), ("", Some(2)), "{err}");
    assert!(
        err.contains("`r.jsonl` is given for both `--json` and `--resume`"),
        "{err}"
    );
    assert!(!at("r.jsonl").exists());
    assert_eq!(arena(folder.path(), &games).2, Some(0));
    assert!(at("link").is_symlink() && at("r.jsonl").is_file());
}

#[test]
fn the_document_goes_to_the_standard_output_in_place_of_the_table() {
    let folder = folder();
    let games = ["1961", "cautious", "random", "--games", "4"];
    let document = |file: &str| arena(folder.path(), &[&games[..], &["--json", file]].concat()).0;
    assert!(document("r.json").starts_with("1961: 4 games of 2 players, 2 deals"));
    let written = fs::read_to_string(folder.path().join("r.json")).expect("it was written");
    assert_eq!(document("-"), written);
    assert!(!fs::exists(folder.path().join("-")).expect("the folder is there"));
    let one = arena(folder.path(), &["1961", "random", "random", "--games", "1"]).0;
    assert!(
        one.starts_with("1961: 1 game of 2 players, 1 deal from seed 1; "),
        "{one}"
    );
}

/// A program that says hello, and takes the first option whatever is asked; when it is `tired`, no more than so many times.
fn first(folder: &Path, tired: &str) -> String {
    let bot = "import json, sys\n\
               left = int(sys.argv[1])\n\
               for line in sys.stdin:\n\
               \x20   message = json.loads(line)\n\
               \x20   if message['type'] == 'hello':\n\
               \x20       print(json.dumps({'type': 'hello', 'name': 'first', 'version': '1', 'wants': []}), flush=True)\n\
               \x20   if message['type'] == 'decide':\n\
               \x20       left -= 1\n\
               \x20       if left == 0:\n\
               \x20           sys.stderr.write('I am tired\\x1b[2J\\n')\n\
               \x20           sys.exit(3)\n\
               \x20       print(json.dumps({'type': 'choose', 'id': message['id'], 'option': 0}), flush=True)\n";
    fs::write(folder.join("bot.py"), bot).expect("there is room for files");
    format!("program:python3 bot.py {tired}")
}

#[test]
#[ignore = "it needs python3"]
fn programs_play_against_bots_and_one_another() {
    let folder = folder();
    let (program, other) = (
        first(folder.path(), "1000000"),
        first(folder.path(), "2000000"),
    );
    let run = |more: &[&str]| {
        let entrants = [
            "1961",
            &program,
            "random",
            &other,
            "--players",
            "2",
            "--games",
            "24",
            "--move-time",
            "5m",
        ];
        let files = [
            "--seed",
            "1",
            "--json",
            "results.json",
            "--csv",
            "games.csv",
            "--resume",
            "r.jsonl",
        ];
        let (out, err, code) = arena(folder.path(), &[&entrants[..], &files, more].concat());
        assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
        let read =
            |file: &str| fs::read_to_string(folder.path().join(file)).expect("it was written");
        (
            out,
            read("results.json"),
            read("games.csv"),
            read("r.jsonl"),
        )
    };
    let whole = run(&["--threads", "1"]);
    assert!(
        whole
            .2
            .lines()
            .nth(1)
            .is_some_and(|line| line.contains("program:python3 bot.py")),
        "{}",
        whole.2
    );
    assert!(
        whole.3.starts_with("{\"arena\":1,") && whole.3.contains("\"times\":[300000,null]"),
        "{}",
        whole.3
    );
    // Whatever the threads, and wherever it was stopped.
    fs::remove_file(folder.path().join("r.jsonl")).expect("it was written");
    assert_eq!(run(&["--threads", "3"]), whole);
    let some: String = whole.3.split_inclusive('\n').take(2).collect();
    fs::write(folder.path().join("r.jsonl"), some).expect("there is room for files");
    assert_eq!(run(&["--threads", "2"]), whole);
    // At one table with itself it is two processes.
    let twice = [
        "1961",
        "random",
        &program,
        "--players",
        "3",
        "--games",
        "3",
        "--move-time",
        "5m",
    ];
    let (out, err, code) = arena(folder.path(), &twice);
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    assert!(!out.contains("by faults"), "{out}");
}

#[test]
#[ignore = "it needs python3"]
fn a_program_that_fails_loses_is_told_of_and_given_up() {
    let folder = folder();
    let program = first(folder.path(), "3");
    let entrants = [
        "1961",
        &program,
        "random",
        "--threads",
        "1",
        "--seed",
        "3",
        "--move-time",
        "5m",
        "--resume",
        "r.jsonl",
    ];
    let (out, err, code) = arena(folder.path(), &entrants);
    assert_eq!(code, Some(1), "{out}");
    insta::assert_snapshot!(format!("{out}\n{err}"));
    // What was kept says the same once more, and nothing is played.
    let kept = fs::read_to_string(folder.path().join("r.jsonl")).expect("it was written");
    assert_eq!(arena(folder.path(), &entrants), (out, err, code));
    assert_eq!(
        fs::read_to_string(folder.path().join("r.jsonl")).expect("it is there"),
        kept
    );
    // More patience goes on.
    let more = ["--failures", "1000", "--games", "10", "--csv", "r.csv"];
    let (out, err, code) = arena(folder.path(), &[&entrants[..], &more].concat());
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    assert!(
        out.contains("lost 10 games by faults, first in game 1: "),
        "{out}"
    );
    // Each of these games says so in the file, too.
    let games = fs::read_to_string(folder.path().join("r.csv")).expect("it was written");
    assert_eq!(
        games
            .lines()
            .skip(1)
            .filter(|line| line.contains(": it has ended"))
            .count(),
        10,
        "{games}"
    );
}

#[test]
#[ignore = "it needs python3"]
fn the_experts_play_without_a_fault_and_the_same_again() {
    let folder = folder();
    for recipe in ["1961", "1971"] {
        let expert = format!(
            "program:python3 '{}/docs/bots/expert_{recipe}.py' 1",
            env!("CARGO_MANIFEST_DIR")
        );
        let run = |threads: &str| {
            let entrants = [
                recipe,
                &expert,
                "random",
                "--games",
                "2",
                "--seed",
                "11",
                "--move-time",
                "5m",
                "--threads",
                threads,
            ];
            let (out, err, code) = arena(
                folder.path(),
                &[&entrants[..], &["--csv", "r.csv"]].concat(),
            );
            assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
            assert!(!out.contains("by faults"), "{out}");
            fs::read_to_string(folder.path().join("r.csv")).expect("it was written")
        };
        let games = run("1");
        assert_eq!(run("2"), games);
        assert_eq!(
            games.matches(",program:").count(),
            4,
            "it sits in both games, and has won both: {games}"
        );
    }
}

/// Writes a program that takes the first option, calls itself as `name.txt` has it, and ends at the decision of that number.
fn called(folder: &Path, tired: u64) -> String {
    let bot = format!(
        "import json, sys\n\
         left = {tired}\n\
         for line in sys.stdin:\n\
         \x20   message = json.loads(line)\n\
         \x20   if message['type'] == 'hello':\n\
         \x20       version = open('version.txt').read()\n\
         \x20       print(json.dumps({{'type': 'hello', 'name': 'first', 'version': version, 'wants': []}}), flush=True)\n\
         \x20   if message['type'] == 'decide':\n\
         \x20       left -= 1\n\
         \x20       if left == 0:\n\
         \x20           open('version.txt', 'w').write('2')\n\
         \x20           sys.exit(3)\n\
         \x20       print(json.dumps({{'type': 'choose', 'id': message['id'], 'option': 0}}), flush=True)\n"
    );
    fs::write(folder.join("bot.py"), bot).expect("there is room for files");
    fs::write(folder.join("version.txt"), "1").expect("there is room for files");
    "program:python3 bot.py".to_string()
}

#[test]
#[ignore = "it needs python3"]
fn a_record_knows_the_versions_of_programs() {
    let folder = folder();
    let program = called(folder.path(), 1_000_000);
    let run = |games: &str| {
        let entrants = [
            "1961",
            "random",
            &program,
            "--games",
            games,
            "--resume",
            "r.jsonl",
            "--move-time",
            "5m",
        ];
        arena(folder.path(), &entrants)
    };
    assert_eq!(run("2").2, Some(0));
    let before = fs::read_to_string(folder.path().join("r.jsonl")).expect("it was written");
    assert!(
        before.contains("\"versions\":[\"random-1\",\"first 1\"]"),
        "{before}"
    );
    // Nobody knows the seed before, and it goes on with that of the record.
    assert!(!before.contains("\"seed\":1,"), "{before}");
    fs::write(folder.path().join("version.txt"), "2").expect("there is room for files");
    let (out, err, code) = run("4");
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(
        err.contains("the record is of another version of `program:python3"),
        "{err}"
    );
    assert!(err.contains("`first 1`, now `first 2`"), "{err}");
    assert_eq!(
        fs::read_to_string(folder.path().join("r.jsonl")).expect("it is there"),
        before
    );
    fs::write(folder.path().join("version.txt"), "1").expect("there is room for files");
    assert_eq!(run("4").2, Some(0));
}

#[test]
#[ignore = "it needs python3"]
fn a_program_that_changes_while_it_plays_has_lost() {
    let folder = folder();
    let program = called(folder.path(), 3);
    let entrants = [
        "1961",
        &program,
        "random",
        "--threads",
        "1",
        "--seed",
        "1",
        "--move-time",
        "5m",
        "--failures",
        "2",
    ];
    let (out, err, code) = arena(
        folder.path(),
        &[&entrants[..], &["--resume", "r.jsonl"]].concat(),
    );
    assert_eq!(code, Some(1), "{out}{err}");
    let kept = fs::read_to_string(folder.path().join("r.jsonl")).expect("it was written");
    let changed = "it called itself `first 1` earlier and calls itself `first 2` now";
    assert!(
        kept.contains("it has ended") && kept.contains(changed),
        "{kept}"
    );
}

#[test]
fn a_program_that_says_no_hello_is_told_before_the_games() {
    let folder = folder();
    let (out, err, code) = arena(
        folder.path(),
        &["1961", "program:true", "random", "--start-time", "1m"],
    );
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(
        err.contains("`true` cannot play: it has ended (exit status: 0)"),
        "{err}"
    );
    assert!(err.contains("records all messages"), "{err}");
}

#[test]
fn a_program_that_is_none_is_told_before_the_games() {
    let folder = folder();
    let mut said = String::new();
    // Last words that would steer a terminal are shown.
    let told = "program:sh -c 'printf \"no file\\n\\033[2Jhere\\n\" >&2; exit 2'";
    for program in [
        "program:",
        "program:nosuch",
        "program:python3 'bot",
        "programm:x",
        told,
    ] {
        let (out, err, code) = arena(folder.path(), &["1961", program, "random"]);
        assert_eq!(out, "");
        assert!(code.is_some_and(|code| code > 0));
        said += &format!("{program}\n{err}\n");
    }
    insta::assert_snapshot!(said);
}

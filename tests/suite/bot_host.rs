//! Games with programs of the outside world as they are run: an example that plays, and many that do not.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::support::program::run::command;
use crate::support::program::{brink_in, project};
use crate::support::schema::Schema;
use serde_json::Value;

/// Output and errors of a run, and its exit code.
fn host(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let run = brink_in(folder, &[&["bot-host"], arguments].concat(), "");
    (run.out, run.err, run.code)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for files")
}

/// Every Unix has it, and so does whoever runs the tests that are ignored elsewhere: without it, a test fails.
fn needs(program: &str) {
    let run = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(
        run.is_ok(),
        "this test needs `{program}`, which is not there"
    );
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).expect("it was written")
}

fn document(folder: &Path) -> Value {
    serde_json::from_str(&read(folder, "results.json")).expect("it is JSON")
}

/// The command of the example.
fn example() -> String {
    format!(
        "python3 '{}'",
        project().join("docs/bots/example.py").display()
    )
}

#[test]
#[ignore = "it needs python3"]
fn the_example_in_python_plays_whole_games() {
    let text = include_str!("../../docs/bots/example.py");
    assert!(text.lines().count() < 60);
    needs("python3");
    let folder = folder();
    let files = ["--json", "results.json", "--log", "said.txt"];
    let example = example();
    let games = [
        "1961",
        "--bot",
        &example,
        "--bot",
        &example,
        "--players",
        "3",
        "--games",
        "3",
        "--move-time",
        "1m",
    ];
    let (out, err, code) = host(folder.path(), &[&games[..], &files[..]].concat());
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(
        out.starts_with("1961: 3 games of 3 players, the other seats cautious; 0 unfinished\n"),
        "{out}"
    );
    let results = document(folder.path());
    // The seed is told to whoever asked for the games, when they are over.
    let seed = results["games"][0]["seed"].to_string();
    assert!(
        out.ends_with(&format!(
            "The seed was {seed}: `--seed {seed}` deals the same cards again.\n"
        )),
        "{out}"
    );
    assert!(!read(folder.path(), "said.txt").contains(&seed));
    // Of one name they are told apart.
    assert_eq!(results["programs"][0]["program"], "example 1 #1");
    assert_eq!(results["programs"][1]["games"], 3);
    for (game, seats) in [
        ["example 1 #1", "example 1 #2", "cautious"],
        ["cautious", "example 1 #1", "example 1 #2"],
    ]
    .iter()
    .enumerate()
    {
        assert_eq!(results["games"][game]["seats"], serde_json::json!(seats));
        assert!(results["games"][game]["winner"].is_string(), "{results:#}");
    }
    // All that was said is what the schema says.
    let schema = Schema::read("protocol");
    let said = read(folder.path(), "said.txt");
    let mut counts = [0; 2];
    for line in said.lines() {
        let (definition, at) = if &line[1..4] == " > " {
            ("to-bot", 0)
        } else {
            ("from-bot", 1)
        };
        let message =
            serde_json::from_str(&line[4..]).unwrap_or_else(|error| panic!("{error}: {line}"));
        schema
            .check(definition, &message)
            .unwrap_or_else(|fault| panic!("{fault}: {line}"));
        counts[at] += 1;
    }
    // How long the games last is left to chance.
    assert!(counts.iter().all(|count| *count > 30), "{counts:?}");
    assert!(said.contains("1 > {\"type\":\"bye\"}\n") && said.contains("2 > {\"type\":\"bye\"}\n"));
}

#[test]
fn a_program_that_cannot_play_loses_and_is_given_up() {
    let folder = folder();
    let command = format!("'{}' nosuch", env!("CARGO_BIN_EXE_brink"));
    let arguments = [
        "1961",
        "--bot",
        &command,
        "--seat",
        "p2",
        "--failures",
        "2",
        "--seed",
        "1",
        "--json",
        "results.json",
    ];
    let (out, err, code) = host(folder.path(), &arguments);
    assert_eq!(code, Some(1));
    assert!(
        out.contains("at p2 has lost (ended): it has ended (exit"),
        "{out}"
    );
    assert!(
        out.contains("its error output: error: unrecognized subcommand 'nosuch'"),
        "{out}"
    );
    // Where its lines break hangs on how long the paths are.
    let err = err
        .replace('|', "")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        err.contains("lost 2 games in a row by faults, so the run stops"),
        "{err}"
    );
    let results = document(folder.path());
    let there = host(folder.path(), &[&arguments[..9], &["--json", "-"]].concat()).0;
    assert_eq!(
        there,
        read(folder.path(), "results.json"),
        "it is the same on the standard output"
    );
    assert!(!out.contains("seed"), "it was asked for: {out}");
    assert_eq!(results["programs"][0]["faults"], 2);
    assert_eq!(results["games"][1]["winner"], "p1");
    let files: Vec<_> = fs::read_dir(folder.path())
        .expect("it is there")
        .flatten()
        .map(|file| file.file_name())
        .collect();
    assert_eq!(files, ["results.json"], "nothing else is left behind");
}

#[test]
fn a_program_that_cannot_be_started_is_told_before_the_games() {
    let folder = folder();
    fs::write(folder.path().join("notes.txt"), "no program\n").expect("there is room for files");
    for (program, why) in [
        ("./no-such-program", "no such file or directory"),
        ("./notes.txt", "permission denied"),
    ] {
        let there = format!("'{}' nosuch", env!("CARGO_BIN_EXE_brink"));
        let arguments = [
            "1961",
            "--bot",
            &there,
            "--bot",
            program,
            "--json",
            "results.json",
        ];
        let (out, err, code) = host(folder.path(), &arguments);
        assert_eq!((out.as_str(), code), ("", Some(1)));
        assert!(
            err.contains(&format!(
                "`{program}` cannot play: it cannot be started: {why}"
            )),
            "{err}"
        );
        assert!(
            err.contains("help: check the program's path and permissions"),
            "{err}"
        );
        assert!(!folder.path().join("results.json").exists());
    }
}

#[test]
#[ignore = "it needs python3"]
fn the_example_plays_every_recipe() {
    needs("python3");
    for recipe in ["1971", "combined", "draft"] {
        let folder = folder();
        let arguments = [
            recipe,
            "--bot",
            &example(),
            "--games",
            "2",
            "--move-time",
            "1m",
            "--json",
            "results.json",
        ];
        let (out, err, code) = host(folder.path(), &arguments);
        assert_eq!((err.as_str(), code), ("", Some(0)));
        assert_eq!(document(folder.path())["programs"][0]["faults"], 0, "{out}");
    }
}

/// Small programs that every Unix has, each with what it does wrong.
#[cfg(unix)]
#[test]
fn programs_that_crash_hang_or_talk_nonsense_lose_with_a_reason() {
    ["printf", "tail", "yes"].into_iter().for_each(needs);
    let folder = folder();
    let hello = r#"{"type":"hello","name":"clumsy","version":"1","wants":[]}\n"#;
    // It closes its output and reads on: one that has ended would have lost by that.
    let says =
        |text: &str| format!("sh -c 'printf \"%b\" \"$0\"; exec cat > /dev/null' '{hello}{text}'");
    fs::write(folder.path().join("hello.txt"), hello.replace("\\n", "\n"))
        .expect("there is room for files");
    let clumsy = [
        ("it echoes", "cat".to_string()),
        ("it says nothing and ends", "true".to_string()),
        ("it says nothing and waits", "sleep 1000".to_string()),
        ("it says hello and ends", format!("printf '%b' '{hello}'")),
        (
            "it says hello and waits",
            "tail -n +1 -f hello.txt".to_string(),
        ),
        (
            "it chooses what is not there",
            says(r#"{"type":"choose","id":1,"option":99}\n"#),
        ),
        (
            "it answers what was not asked",
            says(r#"{"type":"choose","id":7,"option":0}\n"#),
        ),
        (
            "it answers by name",
            says(r#"{"type":"choose","id":1,"option":"pass"}\n"#),
        ),
        ("it sends another message", says(r#"{"type":"resign"}\n"#)),
        ("it sends words", says(r"I resign\n")),
        (
            "it sends half a message",
            says(r#"{"type":"choose","id":1"#),
        ),
        ("it sends no text", says(r"\0377\0376\n")),
        (
            "it begins with a choice",
            r#"printf '{"type":"choose","id":1,"option":0}\n'"#.to_string(),
        ),
        (
            "it says hello for ever",
            format!("yes '{}'", hello.trim_end_matches("\\n")),
        ),
        (
            "it sends a line without end",
            "head -c 10000000 /dev/zero".to_string(),
        ),
    ];
    let mut told = String::new();
    for (what, command) in clumsy {
        let began = Instant::now();
        // Only where there is nothing to wait for, the wait is short.
        let time = |waits: &str| {
            if command.starts_with(waits) {
                "300ms"
            } else {
                "1m"
            }
        };
        let times = ["--start-time", time("sleep"), "--move-time", time("tail")];
        let arguments = [
            "1961",
            "--bot",
            &command,
            "--games",
            "1",
            "--seed",
            "1",
            "--json",
            "results.json",
        ];
        let (_, err, code) = host(folder.path(), &[&arguments[..], &times[..]].concat());
        assert_eq!((err.as_str(), code), ("", Some(0)), "{what}");
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "{what}: {:?}",
            began.elapsed()
        );
        let game = &document(folder.path())["games"][0];
        let fault = &game["faults"][0];
        assert_eq!(game["winner"], "p2", "{what}: {game:#}");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        told += &format!(
            "{what}\n    {}: {}\n",
            text(&fault["code"]),
            text(&fault["message"])
        );
    }
    insta::assert_snapshot!(told);
    #[cfg(target_os = "linux")]
    {
        assert_eq!(
            running_in(folder.path()),
            Vec::<String>::new(),
            "a program was left behind"
        );
        let mut left = Command::new("sleep")
            .arg("60")
            .current_dir(folder.path())
            .spawn()
            .expect("it starts");
        assert_eq!(running_in(folder.path()).len(), 1, "one would be found");
        left.kill().and_then(|()| left.wait()).expect("it is ended");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_ends_has_ended_though_what_it_has_started_holds_its_output() {
    let folder = folder();
    let hello = "{\"type\":\"hello\",\"name\":\"parent\",\"version\":\"1\",\"wants\":[]}\n";
    fs::write(folder.path().join("hello.txt"), hello).expect("there is room for files");
    for says in ["true", "cat hello.txt"] {
        let began = Instant::now();
        let command = format!("sh -c '{says}; sleep 1000 & echo $! > child; exit 3'");
        let times = ["--start-time", "10m", "--move-time", "10m"];
        let (out, err, code) = host(
            folder.path(),
            &[&["1961", "--bot", &command, "--games", "1"][..], &times].concat(),
        );
        let child = read(folder.path(), "child");
        let killed = Command::new("kill").arg(child.trim()).status();
        assert!(
            killed.is_ok_and(|status| status.success()),
            "it was still there"
        );
        assert_eq!((err.as_str(), code), ("", Some(0)));
        assert!(
            out.contains(" has lost (ended): it has ended (exit status: 3)\n"),
            "{says}: {out}"
        );
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "{says}: {:?}",
            began.elapsed()
        );
    }
}

/// Writes `bot.sh`, which takes the first option whatever is asked, and says so on its error output.
#[cfg(unix)]
fn talker(folder: &Path) {
    let hello = "{\"type\":\"hello\",\"name\":\"talker\",\"version\":\"1\",\"wants\":[]}\n";
    fs::write(folder.join("hello.txt"), hello).expect("there is room for files");
    let bot = "while read -r line; do\n\
               case $line in\n\
               *'\"type\":\"hello\"'*) cat hello.txt;;\n\
               *'\"type\":\"decide\"'*)\n\
               id=${line#*'\"id\":'} id=${id%%,*}\n\
               printf 'I take the first of %s\\033[31m\\n' \"$id\" >&2\n\
               printf '{\"type\":\"choose\",\"id\":%s,\"option\":0}\\n' \"$id\";;\n\
               esac\n\
               done\n";
    fs::write(folder.join("bot.sh"), bot).expect("there is room for files");
}

#[cfg(unix)]
#[test]
fn what_a_program_has_started_does_not_play_on_for_it() {
    let folder = folder();
    talker(folder.path());
    // A shell gives what it does not wait for another input, unless it is told to hand on its own.
    let command = "sh -c 'exec 3<&0; sh bot.sh <&3 & exit 3'";
    let (out, err, code) = host(
        folder.path(),
        &[
            "1961",
            "--bot",
            command,
            "--games",
            "1",
            "--move-time",
            "5m",
        ],
    );
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(
        out.contains(" has lost (ended): it has ended (exit status: 3)\n"),
        "{out}"
    );
}

#[cfg(unix)]
#[test]
fn what_programs_write_on_their_error_output_is_in_the_log() {
    let folder = folder();
    talker(folder.path());
    let run = |bot: &str| {
        let games = [
            "1961",
            "--bot",
            bot,
            "--games",
            "2",
            "--seed",
            "1",
            "--move-time",
            "5m",
        ];
        let files = ["--log", "said.txt", "--json", "results.json"];
        let (out, err, code) = host(folder.path(), &[&games[..], &files].concat());
        assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
        let faults = document(folder.path())["programs"][0]["faults"]
            .as_u64()
            .expect("they are counted");
        (faults, read(folder.path(), "said.txt"))
    };
    let (faults, said) = run("sh bot.sh");
    let taken = |line: &str| {
        Some(
            line.strip_prefix("1 < {\"type\":\"choose\",\"id\":")?
                .split_once(',')?
                .0
                .to_string(),
        )
    };
    let taken: Vec<String> = said.lines().filter_map(taken).collect();
    let told: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("1 ! "))
        .collect();
    assert!(faults == 0 && taken.len() > 4, "{said}");
    assert!(!said.contains('\u{1b}'), "it steers no terminal");
    let expected: Vec<String> = taken
        .iter()
        .map(|id| format!("I take the first of {id}"))
        .collect();
    assert!(
        told.iter()
            .zip(&expected)
            .all(|(told, expected)| told.starts_with(expected.as_str())),
        "{told:?}"
    );
    assert_eq!(told.len(), expected.len(), "{told:?}");
    // What is shown when it has lost is not written down once more.
    let (faults, said) = run(&loser());
    assert_eq!(
        (
            faults,
            said.matches("1 ! error: unrecognized subcommand 'nosuch'")
                .count()
        ),
        (2, 2),
        "{said}"
    );
}

/// The commands that are running in a folder.
#[cfg(target_os = "linux")]
fn running_in(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().expect("it is there");
    let processes = fs::read_dir("/proc").expect("it is Linux").flatten();
    let inside = processes
        .filter(|process| fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd == folder));
    inside
        .map(|process| fs::read_to_string(process.path().join("cmdline")).unwrap_or_default())
        .collect()
}

#[test]
#[ignore = "it needs python3"]
fn a_program_that_has_changed_does_not_go_on() {
    needs("python3");
    let folder = folder();
    let run = |games: &str| {
        let arguments = [
            "1961",
            "--bot",
            "python3 bot.py",
            "--resume",
            "r.jsonl",
            "--move-time",
            "1m",
            "--games",
            games,
        ];
        host(folder.path(), &arguments)
    };
    first(folder.path(), "old", "pass");
    assert_eq!(run("2").2, Some(0));
    let before = read(folder.path(), "r.jsonl");
    first(folder.path(), "new", "pass");
    let (out, err, code) = run("4");
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(
        err.contains("cannot be continued: its program was `old 1`, and now it is `new 1`"),
        "{err}"
    );
    assert_eq!(read(folder.path(), "r.jsonl"), before);
    first(folder.path(), "old", "pass");
    assert_eq!(run("4").2, Some(0));
    assert!(read(folder.path(), "r.jsonl").starts_with(&before));
}

/// Writes `bot.py`, which takes the first option whatever is asked, and before that does what is said.
fn first(folder: &Path, name: &str, before: &str) {
    let bot = format!(
        "import json, sys\n\
         for line in sys.stdin:\n\
         \x20   message = json.loads(line)\n\
         \x20   if message['type'] == 'hello':\n\
         \x20       print(json.dumps({{'type': 'hello', 'name': '{name}', 'version': '1', 'wants': []}}), flush=True)\n\
         \x20   if message['type'] == 'decide':\n\
         \x20       {before}\n\
         \x20       print(json.dumps({{'type': 'choose', 'id': message['id'], 'option': 0}}), flush=True)\n"
    );
    fs::write(folder.join("bot.py"), bot).expect("there is room for files");
}

#[test]
#[ignore = "it needs python3"]
fn one_that_fails_now_and_then_is_started_again() {
    needs("python3");
    let folder = folder();
    // It plays one game, forgets to say so, and ends with a last word before the next.
    let tired = "if message['game'] == 2: sys.exit('I am tired')";
    first(folder.path(), "tired", tired);
    let arguments = [
        "1961",
        "--bot",
        "python3 bot.py",
        "--games",
        "3",
        "--json",
        "results.json",
        "--move-time",
        "1m",
    ];
    let (out, err, code) = host(folder.path(), &arguments);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(
        out.contains("game 2: tired 1 at p2 has lost (ended): it has ended (exit status: 1)\n"),
        "{out}"
    );
    assert!(out.contains("    its error output: I am tired\n"), "{out}");
    let games = &document(folder.path())["games"];
    let faults = [0, 1, 2].map(|game| games[game]["faults"].as_array().map_or(0, Vec::len));
    assert_eq!(faults, [0, 1, 0]);
}

#[test]
fn each_run_deals_other_cards_unless_a_seed_is_asked_for() {
    let folder = folder();
    let command = loser();
    let seeds = |more: &[&str]| -> Vec<u64> {
        let arguments = [
            "1961",
            "--bot",
            &command,
            "--games",
            "4",
            "--failures",
            "9",
            "--json",
            "results.json",
        ];
        host(folder.path(), &[&arguments[..], more].concat());
        let games = document(folder.path())["games"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        games
            .iter()
            .filter_map(|game| game["seed"].as_u64())
            .collect()
    };
    assert_eq!(seeds(&["--seed", "7"]), [7, 7, 8, 8]);
    let (one, other) = (seeds(&[]), seeds(&[]));
    assert_eq!(one, [one[0], one[0], one[0] + 1, one[0] + 1]);
    assert_ne!(one, other);
}

#[cfg(unix)]
#[test]
#[ignore = "it needs python3"]
fn a_host_that_is_interrupted_shows_what_was_played() {
    use crate::support::interrupt::interrupted_in;
    ["python3", "tail"].into_iter().for_each(needs);
    let folder = folder();
    let hello = "{\"type\":\"hello\",\"name\":\"slow\",\"version\":\"1\",\"wants\":[]}\n";
    fs::write(folder.path().join("hello.txt"), hello).expect("there is room for files");
    let said = || fs::read_to_string(folder.path().join("said.txt")).unwrap_or_default();
    let files = [
        "--log",
        "said.txt",
        "--json",
        "results.json",
        "--move-time",
        "10m",
    ];
    let run_with = |more: &[&str], bot: &str, ready: &dyn Fn() -> bool| {
        let arguments = [
            &[
                "bot-host", "1961", "--games", "5001", "--seed", "7", "--bot", bot,
            ],
            &files[..],
            more,
        ]
        .concat();
        let (out, err, code, took) = interrupted_in(folder.path(), &arguments, ready);
        assert_eq!(code, Some(130), "{out}{err}");
        assert!(took < Duration::from_secs(60), "{took:?}");
        assert_eq!(document(folder.path())["programs"][0]["faults"], 0, "{out}");
        (out, err)
    };
    let run = |bot: &str, ready: &dyn Fn() -> bool| run_with(&[], bot, ready);
    // One that plays: Ctrl-C ends it, too, which is not its fault.
    let results = || said().matches("{\"type\":\"result\"").count();
    let (out, err) = run(&example(), &|| results() >= 3);
    let games = document(folder.path())["games"]
        .as_array()
        .map_or(0, Vec::len);
    assert!((3..5000).contains(&games), "{games}");
    assert!(
        out.starts_with(&format!("1961: {games} games of 2 players")) && !out.contains("has lost"),
        "{out}"
    );
    let (seed, rest) = (7 + games / 2, 5001 - games / 2 * 2);
    let how = format!(
        "interrupted: {games} of 5001 games were played; `--seed {seed} --games {rest}` plays the others"
    );
    assert!(err.contains(&how), "{err}");
    // One that meets a bot that thinks for hours.
    fs::remove_file(folder.path().join("said.txt")).expect("it was written");
    let hours = ["--against", "ismcts:1000000000", "--seat", "p2"];
    let (out, _) = run_with(&hours, &example(), &|| {
        said().contains("{\"type\":\"start\"")
    });
    assert!(out.starts_with("1961: 0 games of 2 players"), "{out}");
    // One that never answers.
    fs::remove_file(folder.path().join("said.txt")).expect("it was written");
    let (out, _) = run("tail -n +1 -f hello.txt", &|| {
        said().contains("{\"type\":\"decide\"")
    });
    assert!(out.starts_with("1961: 0 games of 2 players"), "{out}");
}

/// What does not hang on how fast anybody was.
fn played(folder: &Path) -> (Value, Vec<[Value; 3]>) {
    let results = document(folder);
    let rows = results["programs"].as_array().cloned().unwrap_or_default();
    let row = |row: &Value| ["games", "wins", "faults"].map(|key| row[key].clone());
    (results["games"].clone(), rows.iter().map(row).collect())
}

#[test]
#[ignore = "it needs python3"]
fn several_games_at_once_come_out_as_one_after_the_other() {
    needs("python3");
    let folder = folder();
    first(folder.path(), "first", "pass");
    let run = |more: &[&str]| {
        let games = [
            "1961",
            "--bot",
            "python3 bot.py",
            "--against",
            "random",
            "--games",
            "9",
            "--seed",
            "7",
            "--move-time",
            "5m",
        ];
        let (out, err, code) = host(
            folder.path(),
            &[&games[..], &["--json", "results.json"], more].concat(),
        );
        assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
        played(folder.path())
    };
    let one = run(&[]);
    assert_eq!(one.0.as_array().map(Vec::len), Some(9));
    assert_eq!(run(&["--threads", "3", "--log", "said.txt"]), one);
    // Each of the threads has a process of its own.
    let said = read(folder.path(), "said.txt");
    for who in ["1.1", "1.2", "1.3"] {
        let greetings = said
            .lines()
            .filter(|line| line.starts_with(&format!("{who} < {{\"type\": \"hello\"")));
        assert_eq!(greetings.count(), 1, "{who}");
    }
    // More threads than games.
    assert_eq!(run(&["--threads", "40"]), one);
    // What was kept on the way is gone on with by another number of threads.
    let begun = ["--threads", "2", "--resume", "r.jsonl"];
    assert_eq!(run(&begun), one);
    let kept = read(folder.path(), "r.jsonl");
    let some: String = kept.split_inclusive('\n').take(6).collect();
    fs::write(folder.path().join("r.jsonl"), some + "{\"number\":6,\"se")
        .expect("there is room for files");
    assert_eq!(run(&["--threads", "3", "--resume", "r.jsonl"]), one);
    assert_eq!(read(folder.path(), "r.jsonl").lines().count(), 10);
}

/// A program that is no program at all: it loses all its games at once.
fn loser() -> String {
    format!("'{}' nosuch", env!("CARGO_BIN_EXE_brink"))
}

#[test]
fn a_host_goes_on_where_it_was_stopped() {
    let folder = folder();
    let command = loser();
    let run = |games: &str, more: &[&str]| {
        let arguments = [
            "1961",
            "--bot",
            &command,
            "--games",
            games,
            "--failures",
            "99",
            "--json",
            "results.json",
        ];
        host(folder.path(), &[&arguments[..], more].concat())
    };
    let resume = ["--resume", "r.jsonl"];
    assert_eq!(run("4", &resume).2, Some(0));
    let kept = read(folder.path(), "r.jsonl");
    assert_eq!(kept.lines().count(), 5, "{kept}");
    // The seed that was drawn is kept, too.
    let seed = document(folder.path())["games"][0]["seed"].to_string();
    assert_eq!(run("8", &resume).2, Some(0));
    let whole = played(folder.path());
    assert!(read(folder.path(), "r.jsonl").starts_with(&kept));
    assert_eq!(run("8", &["--seed", &seed]).2, Some(0));
    assert_eq!(played(folder.path()), whole);
    // Killed at any byte of a line, the game of that line is played again.
    let text = read(folder.path(), "r.jsonl");
    for cut in [1, 2, 20, 100] {
        fs::write(folder.path().join("r.jsonl"), &text[..text.len() - cut])
            .expect("there is room for files");
        let (out, err, code) = run("8", &resume);
        assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
        assert_eq!(read(folder.path(), "r.jsonl"), text, "cut by {cut}");
    }
    // In the middle of a letter, too.
    let before: String = text.split_inclusive('\n').take(8).collect();
    let torn = [before.as_bytes(), b"{\"number\":8,\"names\":[\"\xe6\x97"].concat();
    fs::write(folder.path().join("r.jsonl"), torn).expect("there is room for files");
    assert_eq!(
        (run("8", &resume).2, read(folder.path(), "r.jsonl")),
        (Some(0), text)
    );
    // The log goes on with it, and is begun anew with a new record. A line that was cut off is ended.
    let logged = |games: &str, record: &str| {
        let (out, err, code) = run(games, &["--resume", record, "--log", "said.txt"]);
        assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
        read(folder.path(), "said.txt")
    };
    let before = logged("2", "other.jsonl");
    fs::write(folder.path().join("said.txt"), format!("{before}1 > cut"))
        .expect("there is room for files");
    let after = logged("4", "other.jsonl");
    assert!(
        after.starts_with(&format!("{before}1 > cut\n1 ")),
        "{after}"
    );
    assert_eq!(logged("4", "other.jsonl"), after, "nothing is played");
    assert!(!logged("2", "another.jsonl").contains("cut"));
    // All were played before: nothing is started.
    let (out, err, code) = run("2", &resume);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(out.starts_with("1961: 8 games of 2 players"), "{out}");
}

#[cfg(unix)]
#[test]
fn where_the_disk_is_full_what_was_played_is_told_all_the_same() {
    let folder = folder();
    // Files may have 2,048 bytes only: room for a header and a few games.
    let limit = "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\"";
    let mut shell = command("sh", folder.path());
    shell.args([
        "-c",
        limit,
        env!("CARGO_BIN_EXE_brink"),
        "bot-host",
        "1961",
        "--bot",
        &loser(),
        "--games",
        "50",
    ]);
    shell
        .args(["--failures", "99", "--resume", "r.jsonl"])
        .current_dir(folder.path());
    let output = shell.output().expect("`sh` starts");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(
        err.contains("`r.jsonl` cannot be written: file too large"),
        "{err}"
    );
    let kept = read(folder.path(), "r.jsonl")
        .matches('\n')
        .count()
        .saturating_sub(1);
    assert!(
        kept > 0 && out.starts_with(&format!("1961: {kept} game")),
        "{kept} {out}"
    );
}

#[test]
fn what_cannot_be_gone_on_with_is_left_as_it_is() {
    let folder = folder();
    let (command, path) = (loser(), folder.path().join("r.jsonl"));
    let run = |arguments: &[&str]| {
        let usual = [
            "--bot",
            &command,
            "--games",
            "2",
            "--failures",
            "99",
            "--resume",
            "r.jsonl",
        ];
        host(folder.path(), &[arguments, &usual].concat())
    };
    assert_eq!(run(&["1961", "--seed", "7"]).2, Some(0));
    let before = read(folder.path(), "r.jsonl");
    // Where the lines of this one break hangs on how long the paths are.
    let (_, err, code) = run(&["1961", "--bot", "other"]);
    assert!(
        code == Some(1) && err.contains("the record is of other programs:"),
        "{err}"
    );
    let others: [&[&str]; 7] = [
        &["1971"],
        &["1961", "--players", "3"],
        &["1961", "--against", "greedy"],
        &["1961", "--seat", "p2"],
        &["1961", "--seed", "8"],
        &["1961", "--limit", "50"],
        &["1961", "--move-time", "11s"],
    ];
    let mut told = String::new();
    for arguments in others {
        let (out, err, code) = run(arguments);
        assert_eq!((out.as_str(), code), ("", Some(1)), "{arguments:?}");
        told += &format!("{}\n{err}\n", arguments.join(" "));
    }
    let other = fs::File::open(&path).expect("it is there");
    other.lock().expect("nobody else has it");
    let (out, err, code) = run(&["1961"]);
    assert_eq!((out.as_str(), code), ("", Some(1)));
    told += &format!("while another one is at it\n{err}\n");
    drop(other);
    assert_eq!(read(folder.path(), "r.jsonl"), before);
    let lines: Vec<&str> = before.lines().collect();
    let foreign = [
        "my diary\n".to_string(),
        " ".to_string(),
        "{\"bot_host\": my precious notes".to_string(),
        before.replace("\"number\":2", "\"number\":3"),
        format!("{}\n{{\"number\":2", lines[0]),
        before.replace("\"seats\":[0,null]", "\"seats\":[9,null]"),
    ];
    for text in foreign {
        fs::write(&path, &text).expect("there is room for files");
        let (out, err, code) = run(&["1961"]);
        assert_eq!((out.as_str(), code), ("", Some(1)), "{text}");
        assert_eq!(read(folder.path(), "r.jsonl"), text);
        told += &format!(
            "{}\n{err}\n",
            text.chars().take(12).collect::<String>().trim()
        );
    }
    insta::assert_snapshot!(told);
}

#[test]
fn a_record_with_other_seats_or_seeds_is_refused() {
    let folder = folder();
    let (command, path) = (loser(), folder.path().join("r.jsonl"));
    let run = |more: &[&str]| {
        let usual = [
            "1961",
            "--bot",
            &command,
            "--games",
            "4",
            "--failures",
            "99",
            "--resume",
            "r.jsonl",
        ];
        host(folder.path(), &[&usual[..], more].concat())
    };
    assert_eq!(run(&["--seed", "7"]).2, Some(0));
    let kept = read(folder.path(), "r.jsonl");
    let lines: Vec<&str> = kept.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 5, "{kept}");
    let (seats, seed, last) = (
        "\"seats\":[0,null]",
        "\"seed\":7",
        "\"seed\":18446744073709551615",
    );
    // The number of the line from 0, what stands there, what is written in its place, and the line that is told.
    for (line, old, new, told) in [
        (1, seats, "\"seats\":[null,0]", 2),
        (1, seats, "\"seats\":[0,0]", 2),
        (1, seats, "\"seats\":[1,null]", 2),
        (1, seats, "\"seats\":[null,null]", 2),
        (1, seats, "\"seats\":[0]", 2),
        (1, seats, "\"seats\":[0,null,null]", 2),
        (1, seats, "\"seats\":[]", 2),
        (3, seats, "\"seats\":[18446744073709551615,null]", 4),
        (1, seed, "\"seed\":8", 2),
        (2, seed, last, 3),
        (3, "\"seed\":8", seed, 4),
        (0, seed, "\"seed\":8", 2),
        (0, seed, last, 2),
        (0, seed, "\"seed\":-7", 1),
        (0, "\"seat\":\"rotated\"", "\"seat\":7", 1),
    ] {
        let mut edited: Vec<String> = lines.iter().map(ToString::to_string).collect();
        edited[line] = edited[line].replace(old, new);
        let edited = edited.concat();
        assert_ne!(edited, kept, "{old}");
        fs::write(&path, &edited).expect("there is room for files");
        let (out, err, code) = run(&[]);
        assert_eq!(
            (out.as_str(), code),
            ("", Some(1)),
            "line {line}, {new}: {err}"
        );
        assert!(
            err.contains(&format!("line {told} is not a line of a bot-host's record")),
            "line {line}, {new}: {err}"
        );
        assert_eq!(read(folder.path(), "r.jsonl"), edited);
    }
    // As a whole it would be the record of another command.
    for (old, new, what) in [
        (seed, last, "another seed"),
        ("\"rotated\"", "\"p2\"", "another `--seat`"),
    ] {
        fs::write(&path, kept.replace(old, new)).expect("there is room for files");
        let (out, err, code) = run(&["--seed", "7"]);
        assert_eq!((out.as_str(), code), ("", Some(1)), "{new}: {err}");
        assert!(
            err.contains(&format!("the record is of {what}")),
            "{new}: {err}"
        );
    }
}

#[test]
fn wrong_usage_is_told_with_the_next_step() {
    let folder = folder();
    let seven = [
        "1961", "--bot", "a", "--bot", "b", "--bot", "c", "--bot", "d", "--bot", "e", "--bot", "f",
        "--bot", "g",
    ];
    let six_seats = [&seven[..], &["--players", "6"]].concat();
    let runs: [&[&str]; 13] = [
        &["1961"],
        &["1916", "--bot", "a"],
        &["1961", "--bot", ""],
        &["1961", "--bot", "python3 'bot.py"],
        &[
            "1961",
            "--bot",
            "a",
            "--bot",
            "b",
            "--bot",
            "c",
            "--players",
            "2",
        ],
        &seven,
        &six_seats,
        &["1961", "--bot", "a", "--seat", "p3"],
        &["1961", "--bot", "a", "--against", "gredy"],
        &["1961", "--bot", "a", "--move-time", "10"],
        &["1961", "--bot", "a", "--game-time", "0s"],
        &["1961", "--bot", "a", "--log", "x", "--json", "../here/x"],
        &["1961", "--bot", "a", "--log", "-"],
    ];
    let folder = folder.path().join("here");
    fs::create_dir(&folder).expect("there is room for files");
    let mut said = String::new();
    for arguments in runs {
        let (out, err, code) = host(&folder, arguments);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{arguments:?}");
        said += &format!("{}\n{err}\n", arguments.join(" "));
    }
    insta::assert_snapshot!(said);
}

#[test]
#[ignore = "it needs python3"]
fn a_program_that_thinks_ahead_beats_one_that_does_not() {
    needs("python3");
    let folder = folder();
    let searcher = format!(
        "python3 '{}'",
        project().join("docs/bots/searcher.py").display()
    );
    let files = ["--json", "results.json", "--log", "said.txt"];
    let games = [
        "1961",
        "--bot",
        &searcher,
        "--games",
        "6",
        "--seed",
        "1",
        "--move-time",
        "1m",
        "--against",
        "random",
    ];
    let (out, err, code) = host(folder.path(), &[&games[..], &files[..]].concat());
    assert_eq!((err.as_str(), code), ("", Some(0)));
    let results = document(folder.path());
    assert_eq!(results["programs"][0]["faults"], 0, "{out}");
    assert!(results["programs"][0]["wins"].as_u64() >= Some(4), "{out}");
    // All that was asked and answered is what the schema says.
    let schema = Schema::read("protocol");
    let said = read(folder.path(), "said.txt");
    let mut asked = 0;
    for line in said.lines() {
        let definition = if &line[1..4] == " > " {
            "to-bot"
        } else {
            "from-bot"
        };
        let message: Value =
            serde_json::from_str(&line[4..]).unwrap_or_else(|error| panic!("{error}: {line}"));
        schema
            .check(definition, &message)
            .unwrap_or_else(|fault| panic!("{fault}: {line}"));
        asked += usize::from(message["type"] == "worlds");
    }
    assert!(asked > 30, "{asked}");
}

#[test]
#[ignore = "it needs python3"]
fn a_program_whose_time_is_up_while_it_asks_ends_without_a_trace_of_python() {
    needs("python3");
    let folder = folder();
    let bot = format!(
        "import sys\n\
         sys.path.insert(0, r'{}')\n\
         from brink_py.bot import Bot\n\
         class Slow(Bot):\n\
         \x20   def choose(self, decision):\n\
         \x20       while True:\n\
         \x20           self.worlds(None, decision['seat'], 1, [0])\n\
         Slow().run()\n",
        project().join("docs/bots").display()
    );
    fs::write(folder.path().join("bot.py"), bot).expect("there is room for files");
    let arguments = [
        "1961",
        "--bot",
        "python3 -B bot.py",
        "--games",
        "1",
        "--move-time",
        "100ms",
    ];
    let (out, err, code) = host(folder.path(), &arguments);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        out.contains("bot 1 at p1 has lost (move-time): it did not answer within 100 ms\n"),
        "{out}"
    );
    assert!(!out.contains("Error"), "{out}");
}

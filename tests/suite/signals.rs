//! What signals do to the program: it ends soon, with what it has, and leaves nothing behind.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::support::interrupt::{Running, interrupted_in};
use crate::support::program::run::command;
use crate::support::program::{brink_in, project};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for files")
}

/// The names of the files in a folder that lie aside.
fn aside(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with('.')).collect()
}

/// A simulation that goes on for days, with its tables.
const DAYS: [&str; 6] = [
    "simulate",
    "1961",
    "--games",
    "100000000000",
    "--csv",
    "data",
];

#[test]
fn a_signal_that_comes_twice_at_once_is_one() {
    for signals in [["INT", "INT"], ["TERM", "INT"], ["TERM", "HUP"]] {
        let folder = folder();
        let mut running = Running::start(folder.path(), &DAYS, "");
        running.until(|| !aside(&folder.path().join("data")).is_empty());
        thread::sleep(Duration::from_millis(500));
        for signal in signals {
            running.send(signal);
        }
        let (out, err, code) = running.end();
        assert_eq!(code, Some(130), "{out}{err}");
        assert!(
            out.contains(" of 100000000000 games of 2 players") && out.contains("won by"),
            "{out}"
        );
        assert!(err.contains("were played and are counted"), "{err}");
        let tables =
            fs::read_to_string(folder.path().join("data/games.csv")).expect("it was written");
        assert!(tables.starts_with("recipe,"), "{tables}");
        assert_eq!(aside(&folder.path().join("data")), [""; 0]);
    }
}

#[test]
fn whoever_insists_need_not_wait_for_what_cannot_be_written() {
    let folder = folder();
    let made = Command::new("mkfifo")
        .arg(folder.path().join("pipe"))
        .status();
    assert!(
        made.is_ok_and(|status| status.success()),
        "`mkfifo` makes a pipe"
    );
    // Nobody reads the pipe, so that writing to it waits for ever.
    let mut running = Running::start(
        folder.path(),
        &[&DAYS[..], &["--json", "pipe"]].concat(),
        "",
    );
    running.until(|| !aside(&folder.path().join("data")).is_empty());
    running.send("TERM");
    running.until(|| folder.path().join("data/games.csv").exists());
    thread::sleep(Duration::from_millis(1200));
    assert!(!running.has_ended(), "it waits for a reader");
    running.send("TERM");
    let (_, err, code) = running.end();
    assert_eq!(code, Some(130), "{err}");
    assert!(
        err.contains("interrupt again after a second to stop at once"),
        "{err}"
    );
}

#[test]
fn what_a_killed_program_has_left_is_taken_away_by_the_next_one() {
    let folder = folder();
    let data = folder.path().join("data");
    let mut killed = Running::start(folder.path(), &DAYS, "");
    killed.until(|| aside(&data).len() == 2);
    // One that is at work keeps what is its own.
    let mut at_work = Running::start(folder.path(), &DAYS, "");
    at_work.until(|| aside(&data).len() == 4);
    killed.send("KILL");
    assert_eq!(killed.end().2, None);
    assert_eq!(aside(&data).len(), 4);
    let next = brink_in(
        folder.path(),
        &["simulate", "1961", "--games", "2", "--csv", "data"],
        "",
    );
    assert_eq!(
        (next.err.as_str(), next.code),
        ("", Some(0)),
        "{}",
        next.out
    );
    assert_eq!(aside(&data).len(), 2, "{:?}", aside(&data));
    at_work.send("TERM");
    let (_, err, code) = at_work.end();
    assert_eq!(code, Some(130), "{err}");
    assert_eq!(aside(&data), [""; 0]);
    assert!(
        fs::read_to_string(data.join("games.csv"))
            .is_ok_and(|tables| tables.starts_with("recipe,"))
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_grow_no_further_is_told_like_a_full_disk() {
    let folder = folder();
    let run = |script: &str| {
        let mut command = command("sh", folder.path());
        command
            .args([
                "-c",
                &format!("ulimit -f 1; {script}"),
                env!("CARGO_BIN_EXE_brink"),
            ])
            .current_dir(folder.path());
        let output = command.output().expect("`sh` starts");
        (
            output.status.code(),
            String::from_utf8(output.stderr).expect("the errors are UTF-8"),
        )
    };
    let games = "simulate 1961 --games 20 --seed 1 --csv data";
    for script in [
        format!("\"$0\" {games}"),
        "\"$0\" play --help > help.txt".to_string(),
        "\"$0\" man > man.txt".to_string(),
    ] {
        let (code, err) = run(&script);
        assert_eq!(code, Some(1), "{script}: {err}");
        assert!(err.contains("file too large"), "{script}: {err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_to_be_ignored_is_and_the_others_are_not() {
    for (ignored, other) in [("HUP", "TERM"), ("INT", "TERM"), ("TERM", "HUP")] {
        let folder = folder();
        let mut running = Running::start(folder.path(), &DAYS, ignored);
        running.until(|| !aside(&folder.path().join("data")).is_empty());
        running.send(ignored);
        thread::sleep(Duration::from_millis(500));
        assert!(!running.has_ended(), "{ignored} is ignored");
        running.send(other);
        let (out, err, code) = running.end();
        assert_eq!(code, Some(130), "{other}: {out}{err}");
    }
}

#[test]
fn programs_that_will_not_end_are_ended_together() {
    let folder = folder();
    // It ignores what it can, and that its input is closed; what it is called is written down.
    let stubborn = "sh -c 'trap \"\" INT TERM HUP; echo $$ >> pids; while :; do sleep 1; done'";
    let bots = ["--bot", stubborn].repeat(6);
    let pids = || fs::read_to_string(folder.path().join("pids")).unwrap_or_default();
    let arguments = [&["bot-host", "1961", "--start-time", "1m"][..], &bots].concat();
    let (out, err, code, _) =
        interrupted_in(folder.path(), &arguments, || pids().lines().count() == 6);
    assert_eq!(code, Some(130), "{out}{err}");
    assert!(
        err.starts_with("stopping: unfinished work is dropped;"),
        "{err}"
    );
    for pid in pids().lines() {
        let alive = Command::new("sh")
            .args(["-c", &format!("kill -s 0 {pid} 2>&1")])
            .output();
        assert!(
            !alive.expect("`sh` starts").status.success(),
            "{pid} is still there"
        );
    }
}

#[test]
fn a_program_that_has_not_said_hello_has_no_fault_when_an_arena_is_interrupted() {
    let folder = folder();
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap_or_default();
    let waits = [
        "--start-time",
        "10m",
        "--move-time",
        "10m",
        "--threads",
        "2",
        "--resume",
        "r.jsonl",
    ];
    let interrupted = |program: &str, processes: usize| {
        let arguments = [
            &["arena", "1961", program, "random", "--games", "4"][..],
            &waits,
        ]
        .concat();
        let (out, err, code, took) = interrupted_in(folder.path(), &arguments, || {
            read("pids").lines().count() == processes
        });
        assert_eq!(code, Some(130), "{program}: {out}{err}");
        assert!(took < Duration::from_secs(60), "{program}: {took:?}");
        assert!(
            err.starts_with("stopping: unfinished work is dropped;"),
            "{program}: {err}"
        );
        assert!(
            !format!("{out}{err}").contains("fault") && !err.contains("cannot play"),
            "{program}: {out}{err}"
        );
        fs::remove_file(folder.path().join("pids")).expect("it was written");
        (out, err)
    };
    // Before any game, whether the signal ends it, too, or not.
    for trap in ["", "trap \"\" INT; "] {
        let silent = format!("program:sh -c '{trap}echo $$ >> pids; exec sleep 1000'");
        let (out, err) = interrupted(&silent, 1);
        assert_eq!(
            (out.as_str(), err.lines().last()),
            ("", Some("interrupted before any game"))
        );
        assert!(
            !folder.path().join("r.jsonl").exists(),
            "nothing is kept of no games"
        );
    }
    // Its second process, which plays on the second thread.
    let hello = "{\"type\":\"hello\",\"name\":\"slow\",\"version\":\"1\",\"wants\":[]}\n";
    fs::write(folder.path().join("hello.txt"), hello).expect("there is room for files");
    let second = "program:sh -c 'mkdir greeted && cat hello.txt; echo $$ >> pids; exec sleep 1000'";
    let (out, err) = interrupted(second, 2);
    assert!(out.starts_with("1961: 0 games of 2 players"), "{out}");
    assert!(
        err.contains("interrupted after 0 of 4 games; they are saved in `r.jsonl`"),
        "{err}"
    );
    assert_eq!(read("r.jsonl").lines().count(), 1, "the header alone");
}

#[cfg(target_os = "linux")]
#[test]
fn a_judge_of_mutants_tells_what_has_been_judged() {
    let mut running = Running::start(project(), &["ruling", "--mutate"], "");
    // From the moment that it listens it tells; judging takes much longer than sending a signal.
    let status = format!("/proc/{}/status", running.process());
    running.until(|| {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        // What starts the program may catch signals, too. The second one is INT.
        status.starts_with("Name:\tbrink\n") && caught.is_some_and(|mask| mask >> 1 & 1 == 1)
    });
    running.send("INT");
    let (out, err, code) = running.end();
    assert_eq!(code, Some(130), "{out}{err}");
    assert!(
        err.starts_with("stopping: unfinished work is dropped;"),
        "{err}"
    );
    let (judged, rest) = out
        .split_once(" of ")
        .expect("it tells how many of how many");
    let all = rest
        .split_once(" mutants: ")
        .expect("it tells of mutants")
        .0;
    let number = |text: &str| {
        text.lines()
            .last()
            .and_then(|line| line.parse::<u32>().ok())
            .expect("it is a number")
    };
    assert!(number(judged) < number(all) && number(all) > 500, "{out}");
    assert!(
        out.contains(" listed as equivalent, ") && out.ends_with(" survived\n"),
        "{out}"
    );
}

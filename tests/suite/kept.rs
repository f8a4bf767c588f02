//! Games that are kept as they go: killed at any moment they go on; lists, locks, other formats, cards that were edited.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::program::run::command;
use crate::support::program::{Run, brink_at, brink_in, project};

/// Runs `brink` where games are kept in that folder.
fn brink(data: &Path, arguments: &[&str], input: &str) -> Run {
    brink_at(project(), data, arguments, input)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for files")
}

fn play(data: &Path, seed: &str, input: &str) -> Run {
    brink(
        data,
        &[
            "play", "1961", "--seat", "1", "--seed", seed, "--bots", "cautious",
        ],
        input,
    )
}

/// Four decisions of a game with the seed 7, and it goes on.
const FOUR: &str = "1\nbuild Embassy at p1.2\npass\nbuild Embassy at p1.3\n";

/// What is said on the error output, but for where the game is kept.
fn faults(run: &Run) -> String {
    run.err
        .lines()
        .filter(|line| !line.starts_with("Saved"))
        .collect()
}

/// The game itself is the same for the same lines, so that its number stands beside it.
#[test]
fn what_is_piped_in_is_kept_too_and_its_number_told_on_the_error_output() {
    let data = folder();
    for number in ["1", "2"] {
        let run = play(data.path(), "7", "1\nquit\n");
        assert!(
            run.err.starts_with(&format!(
                "Saved. Continue with `brink play --resume {number}`"
            )),
            "{}",
            run.err
        );
        assert!(run.out.ends_with("You left the game.\n"), "{}", run.out);
    }
    assert!(
        play(data.path(), "7", FOUR)
            .err
            .starts_with("Saved. Continue with `brink play --resume 3`.")
    );
    let over = play(data.path(), "7", &"1\n".repeat(3_000));
    assert!(
        over.err.starts_with("Saved as game 4: `brink replay 4` "),
        "{}",
        over.err
    );
    assert_eq!(
        play(data.path(), "7", "").err,
        "",
        "nothing was decided, and nothing is kept"
    );
}

/// A game that is being played, as a child that nobody answers any more.
fn under_way(data: &Path, arguments: &[&str], input: &str) -> Child {
    let mut command = command(env!("CARGO_BIN_EXE_brink"), data);
    let mut child = command
        .args(arguments)
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .as_mut()
        .expect("it is piped")
        .write_all(input.as_bytes())
        .expect("it listens");
    child
}

/// Waits until the person is asked for a turn; what it says from then on.
fn asked(child: &mut Child) -> ChildStdout {
    let mut out = child.stdout.take().expect("it is piped");
    let mut text = String::new();
    while !text.contains("It is your turn") {
        let mut bytes = [0; 512];
        let read = out.read(&mut bytes).expect("it speaks");
        assert!(read > 0, "it has ended: {text}");
        text.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    out
}

/// The choices in a kept game.
fn choices(data: &Path, id: u32) -> Vec<String> {
    let text = fs::read_to_string(data.join(format!("games/{id}.game"))).unwrap_or_default();
    text.lines()
        .filter(|line| line.starts_with("> "))
        .map(str::to_string)
        .collect()
}

#[test]
fn a_kept_game_is_replayed_by_its_number() {
    let data = folder();
    assert_eq!(play(data.path(), "7", FOUR).code, Some(0));
    let replayed = brink(data.path(), &["replay", "1", "--check"], "");
    assert_eq!((replayed.code, faults(&replayed).as_str()), (Some(0), ""));
    let unknown = brink(data.path(), &["replay", "9", "--check"], "");
    assert!(
        unknown.code == Some(2) && unknown.err.contains("there is no saved game 9"),
        "{}",
        unknown.err
    );
}

#[test]
fn a_game_that_is_left_goes_on_where_it_was() {
    let data = folder();
    let left = play(data.path(), "7", "1\n1\n1\nlog\n");
    assert_eq!(left.code, Some(0));
    let again = brink(data.path(), &["play", "--resume"], "log\n");
    assert_eq!((again.code, faults(&again).as_str()), (Some(0), ""));
    let log = |out: &str| {
        out.lines()
            .filter(|line| line.starts_with("   "))
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let told = |out: &str| out[out.find("   1  ").expect("a log was shown")..].to_string();
    assert_eq!(log(&told(&again.out)), log(&told(&left.out)));
    let listed = brink(data.path(), &["games"], "").out;
    assert!(
        listed.lines().nth(1).is_some_and(
            |line| line.trim_start().starts_with("1  ") && line.contains("in progress")
        ),
        "{listed}"
    );
}

#[test]
fn who_only_looks_leaves_no_game_behind() {
    let data = folder();
    let fresh = brink_in(project(), &["games"], "");
    assert_eq!(
        (fresh.out.as_str(), fresh.code),
        ("No saved games. Start one with `brink play`.\n", Some(0))
    );
    play(data.path(), "7", "table\n?\n");
    assert_eq!(
        brink(data.path(), &["games"], "").out,
        "No saved games. Start one with `brink play`.\n"
    );
    let run = brink(data.path(), &["play", "--resume"], "");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("there is no unfinished saved game"),
        "{}",
        run.err
    );
}

/// So many games are killed in the middle. A larger number: `BRINK_KILLS=100 cargo test --test suite kept::`.
fn kills() -> u64 {
    std::env::var("BRINK_KILLS")
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(8)
}

#[test]
fn a_game_that_is_killed_at_any_moment_loses_at_most_its_last_decision() {
    let data = folder();
    let mut killed = 0;
    for number in 0..kills() {
        let seed = number.to_string();
        let arguments = [
            "play",
            "1961",
            "--players",
            "3",
            "--seat",
            "1",
            "--seed",
            &seed,
            "--bots",
            "ismcts:60",
        ];
        // Killed while it plays on: it has more answers than it will come to read.
        let mut child = under_way(data.path(), &arguments, &"1\n".repeat(400));
        let mut out = child.stdout.take().expect("it is piped");
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            out.read_to_end(&mut text).map(|_| text)
        });
        let id = number as u32 + 1;
        let begun = Instant::now();
        // What differs is where it is caught, from the first decision on.
        let (decisions, more) = (
            1 + number as usize * 7 % 24,
            Duration::from_millis(number * 37 % 50),
        );
        let mut is_over = || child.try_wait().expect("it can be asked").is_some();
        while choices(data.path(), id).len() < decisions && !is_over() {
            assert!(
                begun.elapsed() < Duration::from_secs(120),
                "game {id} keeps too little"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(more);
        let over = is_over();
        // As a crash ends it, Ctrl-C, a scheduler, or a terminal that is closed.
        let signal = ["KILL", "INT", "TERM", "HUP"][number as usize % 4];
        if !over {
            let sent = Command::new("kill")
                .args(["-s", signal, &child.id().to_string()])
                .status();
            assert!(
                sent.is_ok_and(|status| status.success()),
                "`kill -s {signal}` fails"
            );
        }
        let code = child.wait().expect("it has ended").code();
        assert!(
            matches!(code, None | Some(0)),
            "{signal} ends it, or the game was over: {code:?}"
        );
        killed += u64::from(code.is_none());
        let told =
            String::from_utf8_lossy(&reader.join().expect("it was read").expect("it was read"))
                .into_owned();
        let kept = choices(data.path(), id);
        let passes = told
            .lines()
            .filter(|line| line.ends_with(" passes.") || *line == "You pass.")
            .count();
        let of_passes = kept.iter().filter(|line| line.ends_with(": pass")).count();
        assert!(
            of_passes + 1 >= passes,
            "{passes} were told, {of_passes} are kept:\n{told}"
        );
        let again = brink(
            data.path(),
            &["play", "--resume", &id.to_string()],
            "decisions\n",
        );
        assert_eq!(
            (again.code, faults(&again).as_str()),
            (Some(0), ""),
            "game {id}"
        );
        let own = kept
            .iter()
            .filter(|line| line.starts_with("> p1: "))
            .count();
        assert!(
            again.out.contains(&format!("{own:>4}  ")),
            "{own} decisions are kept:\n{}",
            again.out
        );
    }
    // A game may be over sooner than it is caught, and where INT is ignored it kills nothing; many are caught all the same.
    assert!(killed * 4 >= kills(), "{killed} of {} were killed", kills());
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_listed_and_passed_over_with_a_word() {
    let data = folder();
    // Older games are not read where a newer one goes on: this one would never answer.
    fs::create_dir_all(data.path().join("games")).expect("there is room for files");
    let made = Command::new("mkfifo")
        .arg(data.path().join("games/1.game"))
        .status();
    assert!(
        made.is_ok_and(|status| status.success()),
        "`mkfifo` makes a pipe"
    );
    play(data.path(), "7", "1\n");
    let nowhere = data.path().join("nowhere");
    std::os::unix::fs::symlink(&nowhere, data.path().join("games/3.game"))
        .expect("there is room for files");
    fs::write(data.path().join("games/4.game"), "save 3\n").expect("there is room for files");
    let again = brink(data.path(), &["play", "--resume"], "quit\n");
    assert_eq!(
        (again.code, faults(&again).as_str()),
        (Some(0), ""),
        "{}",
        again.out
    );
    let told = "Game 4 is skipped because it cannot be read: this game was saved by a newer brink.\n\
                Game 3 is skipped because it cannot be read: no such file or directory.\n\
                Game 1961, 2 players; you are p1.";
    assert!(again.out.starts_with(told), "{}", again.out);
    fs::remove_file(data.path().join("games/1.game")).expect("it was there");
    let listed = brink(data.path(), &["games"], "").out;
    assert!(
        listed
            .lines()
            .any(|line| line.ends_with("cannot be read: no such file or directory")),
        "{listed}"
    );
}

#[test]
fn what_cannot_be_kept_is_told_once_and_the_game_goes_on() {
    let data = folder();
    // A file stands where the folder should be.
    fs::write(data.path().join("games"), "").expect("there is room for files");
    let run = play(data.path(), "7", "1\n1\n1\n");
    assert_eq!(run.code, Some(0));
    assert_eq!(
        run.out.matches("This game cannot be saved").count(),
        1,
        "{}",
        run.out
    );
}

/// The same where files may have so many blocks of 512 bytes only: as on a disk that is full.
#[cfg(unix)]
fn on_a_full_disk(data: &Path, blocks: u32, arguments: &[&str], input: &str) -> Run {
    let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = command("sh", data);
    let mut child = shell
        .args(["-c", &limit, env!("CARGO_BIN_EXE_brink")])
        .args(arguments)
        .spawn()
        .expect("`sh` starts");
    child
        .stdin
        .take()
        .expect("it is piped")
        .write_all(input.as_bytes())
        .expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is UTF-8");
    Run {
        out: text(output.stdout),
        err: text(output.stderr),
        code: output.status.code(),
    }
}

#[cfg(unix)]
#[test]
fn on_a_full_disk_what_was_kept_stays_whole_and_the_game_goes_on() {
    let data = folder();
    let files = || fs::read_dir(data.path().join("games")).map_or(0, Iterator::count);
    let begin = [
        "play", "1961", "--seat", "1", "--seed", "7", "--bots", "cautious",
    ];
    let never = on_a_full_disk(data.path(), 2, &begin, FOUR);
    assert_eq!(
        (never.code, faults(&never).as_str(), files()),
        (Some(0), "", 0)
    );
    assert_eq!(
        never
            .out
            .matches("This game cannot be saved: file too large.")
            .count(),
        1,
        "{}",
        never.out
    );
    assert!(
        never.out.contains("You build Embassy at p1.3."),
        "{}",
        never.out
    );
    play(data.path(), "7", FOUR);
    let path = data.path().join("games/1.game");
    let text = fs::read_to_string(&path).expect("it is kept");
    let full = on_a_full_disk(data.path(), 2, &["play", "--resume", "1"], "pass\n");
    assert_eq!(
        (full.code, faults(&full).as_str(), files()),
        (Some(0), "", 2)
    );
    assert_eq!(
        full.out
            .matches("This game cannot be saved: file too large.")
            .count(),
        1,
        "{}",
        full.out
    );
    let on = "The last decisions were not saved. Continue from before them with `brink play --resume 1`.\n";
    assert!(full.out.ends_with(on), "{}", full.out);
    assert_eq!(fs::read_to_string(&path).expect("it is kept"), text);
    let again = brink(data.path(), &["play", "--resume", "1"], "pass\n");
    assert!(
        again.out.contains("You pass.") && !again.out.contains("cannot be saved"),
        "{}",
        again.out
    );
    assert_eq!(
        choices(data.path(), 1)
            .iter()
            .filter(|line| *line == "> p1: pass")
            .count(),
        2
    );
}

#[cfg(unix)]
#[test]
fn a_folder_for_data_that_cannot_be_one_is_told() {
    let nowhere = Path::new("/dev/null");
    let brink = |arguments: &[&str], input: &str| brink(nowhere, arguments, input);
    let run = brink(
        &[
            "play", "1961", "--seat", "1", "--seed", "7", "--bots", "cautious",
        ],
        "1\n1\n",
    );
    assert_eq!(
        (run.code, faults(&run).as_str()),
        (Some(0), ""),
        "{}",
        run.out
    );
    let told = "This game cannot be saved: not a directory. `save FILE` saves it elsewhere.\n";
    assert_eq!(run.out.matches(told).count(), 1, "{}", run.out);
    for arguments in [&["games"][..], &["games", "rm", "1"], &["play", "--resume"]] {
        let run = brink(arguments, "");
        assert_eq!(run.code, Some(1), "{arguments:?}");
        assert!(
            run.err.contains("/dev/null") && run.err.contains("not a directory"),
            "{arguments:?}: {}",
            run.err
        );
    }
}

#[test]
fn files_that_are_no_games_are_listed_as_such() {
    let data = folder();
    play(data.path(), "7", "1\n");
    let games = data.path().join("games");
    fs::create_dir(games.join("2.game")).expect("there is room for files");
    fs::write(games.join("3.game"), "save 3\n").expect("there is room for files");
    fs::write(games.join("4.game"), b"save 2\n\xff").expect("there is room for files");
    fs::write(games.join("notes.game"), "mine").expect("there is room for files");
    let listed = brink(data.path(), &["games"], "");
    assert_eq!((listed.code, faults(&listed).as_str()), (Some(0), ""));
    for (id, what) in [
        (1, "in progress"),
        (2, "cannot be read: is a directory"),
        (3, "cannot be read: this game was saved by a newer brink"),
        (4, "cannot be read: it is not UTF-8 text"),
    ] {
        let line = listed
            .out
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{id}  ")));
        assert!(
            line.is_some_and(|line| line.ends_with(what)),
            "{}",
            listed.out
        );
    }
    assert!(!listed.out.contains("notes"), "{}", listed.out);
    // The one that was left last is still found.
    assert_eq!(
        brink(data.path(), &["play", "--resume"], "quit\n").code,
        Some(0)
    );
}

/// A pipe that nobody writes to never answers.
#[cfg(unix)]
#[test]
fn a_pipe_among_the_games_holds_nobody_up() {
    let data = folder();
    play(data.path(), "7", "1\n");
    for name in ["2.game", "3.lock"] {
        let made = Command::new("mkfifo")
            .arg(data.path().join("games").join(name))
            .status();
        assert!(
            made.is_ok_and(|status| status.success()),
            "`mkfifo` makes a pipe"
        );
    }
    let listed = brink(data.path(), &["games"], "");
    assert_eq!((listed.code, faults(&listed).as_str()), (Some(0), ""));
    assert!(
        listed
            .out
            .contains("cannot be read: it is not a regular file"),
        "{}",
        listed.out
    );
    for arguments in [
        &["play", "--resume", "2"][..],
        &["games", "export", "2", "--as", "trace"],
        &["replay", "2"],
    ] {
        let run = brink(data.path(), arguments, "");
        assert_eq!(run.code, Some(1), "{arguments:?}");
        assert!(
            run.err.contains("it is not a regular file"),
            "{arguments:?}: {}",
            run.err
        );
    }
    // The one that was left last is still found.
    assert_eq!(
        brink(data.path(), &["play", "--resume"], "quit\n").code,
        Some(0)
    );
    fs::copy(
        data.path().join("games/1.game"),
        data.path().join("games/3.game"),
    )
    .expect("there is room for files");
    let locked = brink(data.path(), &["play", "--resume", "3"], "");
    assert!(
        locked.err.contains("it is not a regular file"),
        "{}",
        locked.err
    );
    assert_eq!(brink(data.path(), &["games", "rm", "2"], "").code, Some(0));
}

#[test]
fn nobody_else_plays_or_removes_a_game_that_is_being_played() {
    let data = folder();
    play(data.path(), "7", "1\nquit\n");
    let mut child = under_way(data.path(), &["play", "--resume", "1"], "");
    let _out = asked(&mut child);
    let second = brink(data.path(), &["play", "--resume", "1"], "");
    assert_eq!(second.code, Some(2));
    assert!(
        second.err.contains("game 1 is being played elsewhere"),
        "{}",
        second.err
    );
    let removed = brink(data.path(), &["games", "rm", "1"], "");
    assert!(
        removed.err.contains("game 1 is being played"),
        "{}",
        removed.err
    );
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    assert_eq!(
        brink(data.path(), &["games", "rm", "1"], "").out,
        "Game 1 is deleted.\n"
    );
    assert_eq!(
        fs::read_dir(data.path().join("games"))
            .expect("the folder is there")
            .count(),
        0
    );
}

#[test]
fn games_that_are_over_are_listed_so_and_can_be_forgotten_together() {
    let data = folder();
    play(data.path(), "5", &"1\n".repeat(2000));
    play(data.path(), "7", "1\n");
    let listed = brink(data.path(), &["games"], "").out;
    assert!(
        listed.contains("  won") && listed.contains("in progress"),
        "{listed}"
    );
    assert_eq!(
        brink(data.path(), &["games", "rm", "--over"], "").out,
        "Game 1 is deleted.\n"
    );
    assert_eq!(brink(data.path(), &["games", "rm", "1"], "").code, Some(2));
}

#[test]
fn undo_and_redo_go_anywhere_and_what_was_seen_is_counted() {
    let data = folder();
    let run = play(
        data.path(),
        "7",
        &format!(
            "{FOUR}decisions\nundo 2\ndecisions\nredo 2\ndecisions\nundo to 1\nredo 9\nredo\nundo 99\n"
        ),
    );
    let lists: Vec<&str> = run
        .out
        .match_indices("   1  ")
        .map(|(at, _)| &run.out[at..])
        .collect();
    let list = |text: &str| {
        text.lines()
            .take_while(|line| line.starts_with("   "))
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let (whole, short, again) = (list(lists[0]), list(lists[1]), list(lists[2]));
    assert_eq!(whole.len(), short.len() + 2, "{}", run.out);
    assert_eq!(whole, again);
    assert!(
        run.out.contains("You went 2 decisions back.")
            && run.out.contains("`redo` can redo 2 more."),
        "{}",
        run.out
    );
    assert!(run.out.contains("Noted: you have seen"), "{}", run.out);
    assert!(run.out.contains("There is nothing to redo."), "{}", run.out);
    assert!(
        run.out.contains("You have made only 4 decisions."),
        "{}",
        run.out
    );
    // What is ahead and what is counted lasts.
    let data = folder();
    play(data.path(), "7", &format!("{FOUR}undo 2\n"));
    let resumed = brink(data.path(), &["play", "--resume"], "redo 2\ndecisions\n").out;
    assert!(
        resumed.contains(&format!("{}\n", whole.last().expect("there are decisions"))),
        "{resumed}"
    );
    let text = fs::read_to_string(data.path().join("games/1.game")).expect("it is kept");
    assert!(text.contains("\nundone 1 1\n"), "{text}");
}

/// SET-2: each sees their own victory card before a side is chosen, and those of the others after it.
#[test]
fn a_victory_card_of_ones_own_is_not_seen_by_choosing_its_side() {
    for (players, seen) in [("2", "1 hidden card"), ("4", "3 hidden cards")] {
        let data = folder();
        let arguments = [
            "play",
            "1971",
            "--seat",
            "1",
            "--seed",
            "7",
            "--players",
            players,
            "--bots",
            "cautious",
        ];
        let out = brink(data.path(), &arguments, "1\nundo\n").out;
        assert!(
            out.contains(&format!("Noted: you have seen {seen} since then.")),
            "{players}: {out}"
        );
    }
}

/// HFB-3: what a table settles in the middle of a game is kept, taken back and taken again with what was decided.
#[test]
fn a_dispute_that_was_settled_is_kept_taken_back_and_taken_again() {
    let data = folder();
    let settled = format!("1\ndispute research-repeats\n{}no\n", "fish\n".repeat(12));
    let begun = format!("{settled}build Embassy at p1.2\npass\n");
    let log =
        |out: &str| out[out.rfind("\n   1  ").unwrap_or_else(|| panic!("{out}"))..].to_string();
    let whole = log(&play(data.path(), "7", &format!("{begun}log\n")).out);
    assert!(whole.contains("`research-repeats`: "), "{whole}");
    let file = |id: u32| {
        fs::read_to_string(data.path().join(format!("games/{id}.game"))).expect("it is kept")
    };
    let line = |text: &str| {
        let lines: Vec<&str> = text.lines().collect();
        let at = lines
            .iter()
            .position(|line| line.starts_with("settled research-repeats "));
        at.map(|at| lines[at - 1..=at + 1].join("\n"))
    };
    let kept = line(&file(1)).expect("it is settled");
    assert!(kept.starts_with("> ") && kept.contains("\ntold "), "{kept}");
    let resumed = |input: &str| {
        let run = brink(data.path(), &["play", "--resume", "1"], input);
        assert_eq!((run.code, faults(&run).as_str()), (Some(0), ""));
        run.out
    };
    assert_eq!(log(&resumed("log\n")), whole);
    // Taken back with the menu at which it was settled, it is ahead; left and taken up again, it still is.
    assert!(!log(&resumed("undo 3\nlog\n")).contains("`research-repeats`: "));
    let ahead = file(1);
    assert!(
        ahead.contains("\n< p1: ") && ahead.contains("\nsettled research-repeats "),
        "{ahead}"
    );
    assert_eq!(log(&resumed("redo 3\nlog\n")), whole);
    assert_eq!(line(&file(1)).as_ref(), Some(&kept));
    // Who decides the same again without it goes on without it.
    let without = resumed("undo 3\n1\nredo\nlog\n");
    assert!(without.contains("There is nothing to redo."), "{without}");
    assert!(!file(1).contains("settled"), "{}", file(1));
    // A trace tells of one value for each dispute.
    play(data.path(), "7", &begun);
    let trace = brink(data.path(), &["games", "export", "2", "--as", "trace"], "");
    assert_eq!(trace.code, Some(1));
    assert!(
        trace.err.contains("a dispute was settled in this game"),
        "{}",
        trace.err
    );
    let to = trace
        .err
        .split("`--to ")
        .nth(1)
        .and_then(|rest| rest.split('`').next())
        .expect("it says how far");
    let before = brink(
        data.path(),
        &["games", "export", "2", "--as", "trace", "--to", to],
        "",
    );
    assert_eq!((before.code, faults(&before).as_str()), (Some(0), ""));
    let ruling = brink(data.path(), &["games", "export", "2", "--as", "ruling"], "");
    assert_eq!((ruling.code, faults(&ruling).as_str()), (Some(0), ""));
    fs::write(data.path().join("r.toml"), &ruling.out).expect("there is room for files");
    let held = brink(
        data.path(),
        &["ruling", &data.path().join("r.toml").to_string_lossy()],
        "",
    );
    assert_eq!(held.code, Some(0), "{}{}", held.out, held.err);
    // All the same it is replayed, and written as a game.
    let checked = brink(data.path(), &["replay", "2", "--check"], "");
    assert!(
        checked.out.starts_with("ok: 1 saved game"),
        "{}{}",
        checked.out,
        checked.err
    );
    let game = brink(data.path(), &["games", "export", "2", "--as", "game"], "");
    assert_eq!(
        game.out,
        fs::read_to_string(data.path().join("games/2.game")).expect("it is kept")
    );
}

#[test]
fn a_kept_game_becomes_a_trace_a_ruling_a_position_and_a_game_again() {
    let data = folder();
    play(data.path(), "7", FOUR);
    let export = |arguments: &[&str]| {
        let run = brink(data.path(), &[&["games", "export"], arguments].concat(), "");
        assert_eq!(
            (run.code, faults(&run).as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
        run.out
    };
    let trace = export(&["1", "--as", "trace"]);
    let replayed = brink(data.path(), &["replay", "-"], &trace);
    assert!(
        replayed.out.starts_with("ok: 1 trace"),
        "{}{}",
        replayed.out,
        replayed.err
    );
    let file = data.path().join("game.trace");
    fs::write(&file, &trace).expect("there is room for files");
    let file = file.display().to_string();
    assert_eq!(export(&[&file, "--as", "trace"]), trace);
    let loaded = brink(data.path(), &["play", "--load", &file], "decisions\n");
    let own = choices(data.path(), 1)
        .iter()
        .filter(|line| line.starts_with("> p1: "))
        .count();
    assert!(
        loaded.out.contains(&format!("{own:>4}  ")),
        "{}{}",
        loaded.out,
        loaded.err
    );
    let ruling = export(&["1", "--as", "ruling"]);
    assert!(
        ruling.contains("[[ruling]]") && ruling.contains("position = "),
        "{ruling}"
    );
    let position = export(&["1", "--as", "position"]);
    assert_eq!(
        brink(data.path(), &["position", "--game", "1961"], &position).out,
        position
    );
    let game = export(&["1", "--as", "game"]);
    assert_eq!(
        game,
        fs::read_to_string(data.path().join("games/1.game")).expect("it is kept")
    );
    assert!(
        export(&["1", "--as", "game", "--to", "2"])
            .matches("\n> ")
            .count()
            == 2
    );
    assert_eq!(
        brink(data.path(), &["games", "export", "9", "--as", "game"], "").code,
        Some(2)
    );
}

#[test]
fn a_position_says_all_of_a_game_or_is_refused() {
    let data = folder();
    let trace = brink(
        data.path(),
        &["trace", "1961", "--players", "2", "--seed", "1"],
        "",
    )
    .out;
    let file = data.path().join("game.trace");
    fs::write(&file, &trace).expect("there is room for files");
    let export = |to: &str, format: &str| {
        brink(
            data.path(),
            &[
                "games",
                "export",
                &file.to_string_lossy(),
                "--as",
                format,
                "--to",
                to,
            ],
            "",
        )
    };
    let asked = trace.lines().filter(|line| line.starts_with("? ")).take(60);
    let (mut menu, mut refused) = (None, 0);
    for (to, asked) in asked.enumerate() {
        let run = export(&to.to_string(), "position");
        // Nothing of that is offered in the set-up and within an effect.
        let turn = ["action ", "build ", "pass"];
        if asked
            .split([':', '|'])
            .any(|option| turn.iter().any(|begin| option.trim().starts_with(begin)))
        {
            assert_eq!((run.code, faults(&run).as_str()), (Some(0), ""), "{to}");
            menu = Some(to);
            continue;
        }
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{to}");
        let number = to + 1;
        assert!(
            run.err
                .contains(&format!("decision {number} of this game, by p")),
            "{}",
            run.err
        );
        assert!(
            run.err.contains("which a position cannot record"),
            "{}",
            run.err
        );
        match menu {
            Some(menu) => {
                assert!(
                    run.err
                        .contains(&format!("`--to {menu}` writes the table before it")),
                    "{}",
                    run.err
                );
                assert!(
                    run.err.contains("`--as ruling` writes all of it"),
                    "{}",
                    run.err
                );
                assert_eq!(export(&to.to_string(), "ruling").code, Some(0));
                refused += 1;
            }
            None => assert!(run.err.contains("part of the set-up"), "{}", run.err),
        }
    }
    assert!(menu.is_some() && refused > 0, "{menu:?} {refused}");
}

#[test]
fn more_decisions_than_there_are_cannot_be_gone_back_to() {
    let data = folder();
    play(data.path(), "7", FOUR);
    let count = choices(data.path(), 1).len();
    let beyond = (count + 1).to_string();
    for arguments in [
        &["play", "--resume", "1"][..],
        &["games", "export", "1", "--as", "game"],
        &["analyse", "1"],
    ] {
        let run = brink(
            data.path(),
            &[arguments, &["--to", &beyond]].concat(),
            "quit\n",
        );
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(
            run.err
                .contains(&format!("has {count} decisions; there is no {beyond}")),
            "{}",
            run.err
        );
        assert!(
            run.err.contains(&format!(
                "write `--to 0` up to `--to {count}`, or remove it"
            )),
            "{}",
            run.err
        );
    }
    let all = brink(
        data.path(),
        &["play", "--resume", "1", "--to", &count.to_string()],
        "quit\n",
    );
    assert_eq!((all.code, faults(&all).as_str()), (Some(0), ""));
}

#[test]
fn a_kept_game_goes_on_with_its_own_cards_and_says_what_an_edit_would_change() {
    let data = folder();
    let file = data.path().join("own.toml");
    let set = "id = \"own\"\ntitle = \"Own\"\nlanguage = 2\n\n[[card]]\nbuilding = \"Mill\"\naction = \"Wind\"\n\n[[card]]\nbuilding = \"Barn\"\naction = \"Rain\"\n\n[[victory]]\nfront = \"Farmhouse\"\n\n[building.\"Mill\"]\ntext = '''\nOnce a turn: draw a card.\n'''\n\n[building.\"Barn\"]\ntext = ''\n\n[building.\"Farmhouse\"]\ntext = '''\nWin when this has at least 9 cards.\n'''\n\n[action.\"Wind\"]\ntext = '''\nDraw a card.\n'''\n\n[action.\"Rain\"]\ntext = '''\nDraw a card.\n'''\n";
    let recipe = "id = \"own-game\"\ntitle = \"Own\"\nsets = [\"own.toml\"]\ncopies = 20\nvictory = \"same\"\nhand = 3\nshields = 1\nsecond-of-two-extra = 1\n";
    fs::write(&file, set).expect("there is room for files");
    let game = data.path().join("own-game.toml");
    fs::write(&game, recipe).expect("there is room for files");
    let path = game.display().to_string();
    let begun = brink(
        data.path(),
        &[
            "play", &path, "--seat", "1", "--seed", "3", "--bots", "cautious",
        ],
        "1\naction Rain\n",
    );
    assert_eq!(
        (begun.code, faults(&begun).as_str()),
        (Some(0), ""),
        "{}",
        begun.out
    );
    let same = brink(data.path(), &["play", "--resume", "1"], "quit\n").out;
    assert!(!same.contains("edited"), "{same}");
    fs::write(&file, set.replace("Draw a card.", "Draw 2 cards."))
        .expect("there is room for files");
    let edited = brink(data.path(), &["play", "--resume", "1"], "quit\n");
    assert_eq!((edited.code, faults(&edited).as_str()), (Some(0), ""));
    let told = edited
        .out
        .replace(&data.path().display().to_string(), "DATA");
    assert!(
        told.contains(
            "Its cards have been edited since: DATA/own.toml. It continues with the original cards."
        ),
        "{told}"
    );
    assert!(
        told.contains("With the edited cards it would have gone differently from decision "),
        "{told}"
    );
    assert!(
        told.contains("  - Draw a card.\n  + Draw 2 cards.\n"),
        "{told}"
    );
    // Gone altogether, they are still with the game.
    fs::remove_file(&file).expect("it was there");
    fs::remove_file(&game).expect("it was there");
    let gone = brink(data.path(), &["play", "--resume", "1"], "table\n");
    assert_eq!(
        (gone.code, faults(&gone).as_str()),
        (Some(0), ""),
        "{}",
        gone.out
    );
}

#[test]
fn a_game_that_is_played_otherwise_says_where_and_by_which_clause() {
    let data = folder();
    play(data.path(), "7", "1\n1\n1\n1\n");
    let path = data.path().join("games/1.game");
    let text = fs::read_to_string(&path).expect("it is kept");
    let prints: Vec<&str> = text.lines().filter(|line| line.starts_with("= ")).collect();
    fs::write(&path, text.replacen(prints[4], "= 00000000", 1)).expect("there is room for files");
    let run = brink(data.path(), &["play", "--resume", "1"], "quit\n");
    assert_eq!((run.code, faults(&run).as_str()), (Some(0), ""));
    assert!(
        run.out.contains("The first difference is decision 5 ("),
        "{}",
        run.out
    );
    // A choice that cannot be taken any more is refused, with the way on.
    let label = text
        .lines()
        .filter(|line| line.starts_with("> "))
        .nth(3)
        .expect("there are decisions");
    let seat = &label[..4];
    fs::write(
        &path,
        text.replacen(label, &format!("{seat}: build nothing at p1.1"), 1),
    )
    .expect("there is room for files");
    let run = brink(data.path(), &["play", "--resume", "1"], "quit\n");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("`--to 3` continues from"), "{}", run.err);
    assert_eq!(
        brink(
            data.path(),
            &["play", "--resume", "1", "--to", "3"],
            "quit\n"
        )
        .code,
        Some(0)
    );
}

/// A ruling with hands, a card that lies face down, and one that p1 knows.
const RULING: &str = "[[ruling]]\nid = \"mine\"\ntitle = \"Mine\"\nrules = []\ngame = \"1961\"\nposition = '''\n# p2 has saved these.\ndeck: Espionage, Missile Launch, Research, Embargo, Sabotage, Research, Embargo, Espionage, Sabotage, Research\np1 hand: Missile Launch, Embargo, Sabotage\np1: Moon Lander[Research, Research] Factory[]\np2 hand: Response System, Espionage\np2: Moon Lander[Research{p1}, Embargo] Bunker[Sabotage]\n'''\nmoves = '''\np1: action Embargo > p2.2\n'''\n[ruling.expect]\nasked = \"p1\"\n";

/// Opens that ruling, and answers so.
fn opened(data: &Path, more: &[&str], input: &str) -> Run {
    let file = data.join("mine.toml");
    fs::write(&file, RULING).expect("there is room for files");
    let open = [
        "ruling",
        "--open",
        "mine",
        "--bots",
        "cautious",
        &file.to_string_lossy(),
    ];
    brink(data, &[&open[..], more].concat(), input)
}

/// The open table, with what leads there: it may lie in the middle of an effect.
fn table(data: &Path, game: &str) -> String {
    exported(data, game, "ruling")
}

fn exported(data: &Path, game: &str, format: &str) -> String {
    let run = brink(data, &["games", "export", game, "--as", format], "");
    assert_eq!((run.code, faults(&run).as_str()), (Some(0), ""));
    run.out
}

#[test]
fn a_game_that_begins_with_a_ruling_is_kept_like_every_other() {
    for (more, before) in [(&[][..], 0), (&["--after"][..], 2)] {
        let data = folder();
        let begun = opened(
            data.path(),
            more,
            "build Missile Silo at p1.1\npass\nlog\nquit\n",
        );
        let begun = if before == 0 {
            begun
        } else {
            opened(data.path(), more, "pass\n1\nlog\nquit\n")
        };
        assert_eq!(
            (begun.code, faults(&begun).as_str()),
            (Some(0), ""),
            "{}",
            begun.out
        );
        assert!(!begun.out.contains("not saved"), "{}", begun.out);
        let id = if before == 0 { "1" } else { "2" };
        let path = data.path().join(format!("games/{id}.game"));
        let text = fs::read_to_string(&path).expect("it is kept");
        assert!(
            text.contains("\nposition\ndeck: Espionage, ") && text.contains("\nend\n= "),
            "{text}"
        );
        assert!(!text.contains("has saved"), "comments are not kept: {text}");
        let log =
            |out: &str| out[out.rfind("\n   1  ").unwrap_or_else(|| panic!("{out}"))..].to_string();
        let again = brink(data.path(), &["play", "--resume", id], "log\nquit\n");
        assert_eq!((again.code, faults(&again).as_str()), (Some(0), ""));
        assert_eq!(
            log(&again.out).split("You leave").next(),
            log(&begun.out).split("You leave").next()
        );
        let listed = brink(data.path(), &["games"], "").out;
        assert!(listed.contains("in progress, from a position"), "{listed}");
        let checked = brink(data.path(), &["replay", id, "--check"], "");
        assert!(
            checked.out.starts_with("ok: 1 saved game, "),
            "{}{}",
            checked.out,
            checked.err
        );
        // Back to its beginning, and forth again.
        let now = table(data.path(), id);
        let back = brink(data.path(), &["play", "--resume", id], "undo 2\nquit\n");
        assert_eq!(
            (back.code, faults(&back).as_str()),
            (Some(0), ""),
            "{}",
            back.out
        );
        assert_ne!(table(data.path(), id), now);
        brink(data.path(), &["play", "--resume", id], "redo 2\nquit\n");
        assert_eq!(table(data.path(), id), now);
    }
}

#[test]
fn a_game_from_a_position_becomes_each_of_the_other_formats_and_one_again() {
    let data = folder();
    opened(data.path(), &[], "action Embargo\np2.2\npass\n1\n1\n1\n");
    let export = |game: &str, format: &str| {
        let run = brink(data.path(), &["games", "export", game, "--as", format], "");
        assert_eq!(
            (run.code, faults(&run).as_str()),
            (Some(0), ""),
            "{game} as {format}"
        );
        run.out
    };
    let game = export("1", "game");
    assert_eq!(
        game,
        fs::read_to_string(data.path().join("games/1.game")).expect("it is kept")
    );
    let trace = export("1", "trace");
    assert!(
        trace.contains("\nposition\nturn p1 main\ndeck: "),
        "{trace}"
    );
    assert!(
        !trace.contains("{p1}"),
        "who knows what is said only where options hang on it: {trace}"
    );
    let replayed = brink(data.path(), &["replay", "-"], &trace);
    assert!(
        replayed.out.starts_with("ok: 1 trace"),
        "{}{}",
        replayed.out,
        replayed.err
    );
    let file = data.path().join("mine.trace");
    fs::write(&file, &trace).expect("there is room for files");
    let file = file.display().to_string();
    assert_eq!(export(&file, "trace"), trace);
    assert_eq!(
        export(&file, "position"),
        exported(data.path(), "1", "position")
    );
    let loaded = brink(data.path(), &["play", "--load", &file], "decisions\nquit\n");
    assert_eq!(
        (loaded.code, faults(&loaded).as_str()),
        (Some(0), ""),
        "{}",
        loaded.out
    );
    let ruling = data.path().join("again.toml");
    fs::write(&ruling, export("1", "ruling")).expect("there is room for files");
    let held = brink(data.path(), &["ruling", &ruling.to_string_lossy()], "");
    assert_eq!(held.code, Some(0), "{}{}", held.out, held.err);
    // Where it is said, it is read.
    let marked = trace.replacen(
        "Moon Lander[Research, Embargo]",
        "Moon Lander[Research{p1}, Embargo]",
        1,
    );
    assert_ne!(marked, trace);
    assert!(
        brink(data.path(), &["replay", "-"], &marked)
            .out
            .starts_with("ok: 1 trace")
    );
    // A line that is not so is found.
    let wrong = trace.replacen("Bunker[Sabotage]", "Bunker[Research]", 1);
    assert_ne!(brink(data.path(), &["replay", "-"], &wrong).code, Some(0));
    let few = trace.replacen("players 2", "players 3", 1);
    assert!(
        brink(data.path(), &["replay", "-"], &few)
            .err
            .contains("this position does not have 3 players")
    );
}

#[test]
fn a_game_from_a_position_that_is_killed_loses_at_most_its_last_decision() {
    let data = folder();
    let file = data.path().join("mine.toml");
    fs::write(&file, RULING).expect("there is room for files");
    let file = file.to_string_lossy().into_owned();
    let arguments = ["ruling", "--open", "mine", "--bots", "ismcts:60", &file];
    let mut child = under_way(data.path(), &arguments, &"1\n".repeat(400));
    let begun = Instant::now();
    while choices(data.path(), 1).len() < 3 && child.try_wait().expect("it can be asked").is_none()
    {
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "it keeps too little"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().ok();
    child.wait().expect("it has ended");
    let own = choices(data.path(), 1)
        .iter()
        .filter(|line| line.starts_with("> p1: "))
        .count();
    let again = brink(data.path(), &["play", "--resume", "1"], "decisions\nquit\n");
    assert_eq!((again.code, faults(&again).as_str()), (Some(0), ""));
    assert!(
        own > 0 && again.out.contains(&format!("{own:>4}  ")),
        "{own}: {}",
        again.out
    );
}

#[test]
fn a_kept_position_that_is_none_is_told_and_shows_no_card() {
    let data = folder();
    opened(data.path(), &[], "build Missile Silo at p1.1\n");
    let path = data.path().join("games/1.game");
    let text = fs::read_to_string(&path).expect("it is kept");
    for (from, to, told) in [
        ("p1: Moon Lander[", "p1: Moan Lander[", "Moan Lander"),
        (
            "\nplayers 2\n",
            "\nplayers 3\n",
            "this position does not have 3 players",
        ),
        (
            "\nend\n",
            "\nend\nposition\nend\n",
            "this position does not belong here",
        ),
        ("\np2: ", "\np2 ", "p2"),
    ] {
        let broken = text.replacen(from, to, 1);
        assert_ne!(broken, text, "{from}");
        fs::write(&path, broken).expect("there is room for files");
        for arguments in [
            &["play", "--resume", "1"][..],
            &["replay", "1"],
            &["games", "export", "1", "--as", "trace"],
        ] {
            let run = brink(data.path(), arguments, "");
            assert_eq!(run.code, Some(1), "{to}: {}{}", run.out, run.err);
            assert!(run.err.contains(told), "{to}: {}", run.err);
            assert!(
                !run.err.contains("Response System"),
                "p2's hand is nobody's business: {}",
                run.err
            );
        }
    }
    fs::write(&path, text.replacen("\nend\n", "\n", 1)).expect("there is room for files");
    let run = brink(data.path(), &["play", "--resume", "1"], "");
    assert!(
        run.err.contains("the position has no end before this"),
        "{}",
        run.err
    );
}

#[test]
fn what_is_quoted_of_a_faulty_game_shows_nothing_that_others_have_chosen() {
    let data = folder();
    play(data.path(), "7", FOUR);
    let path = data.path().join("games/1.game");
    let text = fs::read_to_string(&path).expect("it is kept");
    let lines: Vec<&str> = text.lines().collect();
    let theirs = lines
        .iter()
        .position(|line| line.starts_with("> p2: stack "))
        .expect("p2 has put down a shield");
    let shield = lines[theirs].strip_prefix("> p2: ").expect("it begins so");
    for broken in [
        // Their own line, the next one, and one that cannot be read.
        text.replacen("= ", "", 1)
            .replacen(lines[theirs], &format!("{} x", lines[theirs]), 1),
        text.replacen(lines[theirs + 1], "> p2: fly", 1),
        text.replacen(lines[theirs + 1], "mistake", 1),
    ] {
        assert_ne!(broken, text);
        fs::write(&path, broken).expect("there is room for files");
        for arguments in [
            &["play", "--resume", "1"][..],
            &["games", "export", "1", "--as", "game"],
            &["replay", "1"],
        ] {
            let run = brink(data.path(), arguments, "");
            assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
            assert!(
                !run.err.contains(shield) && !run.out.contains(shield),
                "{arguments:?}: {}",
                run.err
            );
        }
    }
    // One's own choice is shown.
    let own = lines
        .iter()
        .rev()
        .find(|line| line.starts_with("> p1: "))
        .expect("p1 has decided");
    fs::write(&path, text.replacen(own, &format!("{own} x"), 1)).expect("there is room for files");
    let run = brink(data.path(), &["play", "--resume", "1"], "");
    assert!(run.err.contains(&format!("{own} x")), "{}", run.err);
}

#[test]
fn a_number_that_is_written_otherwise_is_no_kept_game() {
    let data = folder();
    play(data.path(), "7", "1\n");
    let games = data.path().join("games");
    for name in ["007.game", "01.game", "+1.game"] {
        fs::copy(games.join("1.game"), games.join(name)).expect("there is room for files");
    }
    let listed = brink(data.path(), &["games"], "").out;
    assert_eq!(
        listed.matches("in progress").count(),
        1,
        "one game: {listed}"
    );
    for name in ["007.game", "01.game", "+1.game"] {
        assert!(
            listed.contains(&format!(
                "`{name}` is not listed: the file of a saved game is named by its number alone"
            )),
            "{listed}"
        );
    }
    play(data.path(), "8", "1\n");
    assert!(
        games.join("2.game").exists(),
        "the next number is that of the games there are"
    );
}

#[cfg(unix)]
#[test]
fn two_games_are_never_written_into_one_file() {
    let data = folder();
    let begin = [
        "play", "1961", "--seat", "1", "--seed", "7", "--bots", "cautious",
    ];
    let mut first = under_way(data.path(), &begin, "1\n");
    let mut told = asked(&mut first);
    fs::remove_dir_all(data.path().join("games")).expect("it was there");
    let other = [
        "play", "1961", "--seat", "1", "--seed", "8", "--bots", "cautious",
    ];
    let mut second = under_way(data.path(), &other, "1\n");
    let _second = asked(&mut second);
    let seed = |id: u32| {
        let text =
            fs::read_to_string(data.path().join(format!("games/{id}.game"))).unwrap_or_default();
        text.lines()
            .find_map(|line| line.strip_prefix("seed ").map(str::to_string))
    };
    assert_eq!(seed(1).as_deref(), Some("8"));
    first
        .stdin
        .take()
        .expect("it is piped")
        .write_all(b"1\n")
        .expect("it listens");
    let mut text = Vec::new();
    told.read_to_end(&mut text).expect("it speaks");
    first.wait().expect("it ends");
    let told = String::from_utf8_lossy(&text).into_owned();
    let moved = "The file of this game, or its lock, has been removed in the meantime; it is saved as game 2 from now on.";
    assert_eq!(told.matches(moved).count(), 1, "{told}");
    assert_eq!(
        (seed(1).as_deref(), seed(2).as_deref()),
        (Some("8"), Some("7"))
    );
    second.kill().expect("it can be killed");
    second.wait().expect("it has ended");
}

/// HFB-3: who leaves a contest that goes badly does not meet the same symbols again, and is counted as going back.
#[test]
fn no_contest_shows_the_symbols_of_an_earlier_one() {
    let contest = |input: &str| format!("dispute research-repeats\n{input}quit\n");
    let (mut others, mut left) = (0, 0);
    for seed in 0..10 {
        let data = folder();
        play(data.path(), &seed.to_string(), "1\n");
        let again = |input: &str| {
            let run = brink(data.path(), &["play", "--resume", "1"], input);
            assert_eq!(
                (run.code, faults(&run).as_str()),
                (Some(0), ""),
                "{}",
                run.out
            );
            let round = run
                .out
                .lines()
                .find(|line| line.starts_with("You show "))
                .map(str::to_string);
            (round, run.out)
        };
        let line = |begins: &str| {
            let text = fs::read_to_string(data.path().join("games/1.game")).expect("it is kept");
            text.lines()
                .find(|line| line.starts_with(begins))
                .map(str::to_string)
        };
        // Before symbols are shown nothing is seen, but the next contest is another one all the same.
        let (_, told) = again(&contest(""));
        if told.contains("Something is still in progress") {
            continue;
        }
        assert_eq!(
            (line("undone "), line("contests ")),
            (None, Some("contests 1".to_string()))
        );
        let (first, told) = again(&contest("fish\n"));
        if line("settled ").is_some() {
            continue;
        }
        left += 1;
        assert!(
            told.contains("You left after the symbols were shown. This counts as an undo"),
            "{told}"
        );
        assert_eq!(
            (line("undone "), line("contests ")),
            (Some("undone 1 1".into()), Some("contests 2".into()))
        );
        let (second, _) = again(&contest("fish\n"));
        others += u32::from(first.is_some() && first != second);
    }
    assert!(
        left > 3 && others > 1,
        "{left} were left, {others} were others"
    );
}

#[test]
fn a_name_in_a_kept_game_is_said_once_and_is_nobody_elses() {
    let data = folder();
    play(data.path(), "7", FOUR);
    let path = data.path().join("games/1.game");
    let text = fs::read_to_string(&path).expect("it is kept");
    let named = |lines: &str| {
        fs::write(
            &path,
            text.replacen("\nseat p1\n", &format!("\nseat p1\n{lines}"), 1),
        )
        .expect("there is room");
        brink(data.path(), &["play", "--resume", "1"], "")
    };
    let twice = named("name p1 Ann\nname p1 Ben\n");
    assert!(
        twice.code == Some(1) && twice.err.contains("this is given twice"),
        "{}",
        twice.err
    );
    let told = "A saved name is left out: `p2` is a reserved name.";
    let other = named("name p1 p2\n");
    assert!(
        other.code == Some(0) && other.out.contains(told),
        "{}{}",
        other.out,
        other.err
    );
    assert!(!named("name p1 Ann\n").out.contains("left out"));
}

//! The command line itself: settings, completions, manual pages, help, the rules at hand, lessons.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::program::run::command;
use crate::support::program::{Run, brink_at, brink_in, project};

fn brink(arguments: &[&str], input: &str) -> Run {
    brink_in(project(), arguments, input)
}

fn said(data: &Path, arguments: &[&str]) -> String {
    let run = brink_at(project(), data, arguments, "quit\n");
    format!("{}{}", run.out, run.err).replace(&data.display().to_string(), "DATA")
}

/// All that a command says to that input.
fn fed(mut command: Command, input: &str) -> String {
    let mut child = command.spawn().expect("the program starts");
    child
        .stdin
        .take()
        .expect("it is piped")
        .write_all(input.as_bytes())
        .expect("it is little");
    let output = child.wait_with_output().expect("the program ends");
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[test]
fn settings_hold_until_the_command_line_says_otherwise() {
    let data = tempfile::tempdir().expect("there is room for files");
    let file = data.path().join("settings.toml");
    let named = ["settings", "--settings", &file.display().to_string()];
    assert!(
        said(data.path(), &named).starts_with("settings: DATA/settings.toml (does not exist: ")
    );
    let write = [&named[..], &["--write"]].concat();
    assert!(said(data.path(), &write).starts_with("`DATA/settings.toml` was written"));
    assert!(said(data.path(), &write).contains("already exists"));
    assert_eq!(
        said(data.path(), &["settings", "--example"]),
        fs::read_to_string(&file).expect("it was written")
    );
    fs::write(
        &file,
        "[play]\nrecipe = \"1971\"\nplayers = 3\nbots = \"cautious\"\nfirst = \"me\"\n",
    )
    .expect("there is room");
    let begun = said(data.path(), &["play", "--seed", "1"]);
    assert!(
        begun.contains("Game 1971, 3 players, seed 1; you are p1."),
        "{begun}"
    );
    let told = said(
        data.path(),
        &["play", "1961", "--seed", "1", "--players", "2"],
    );
    assert!(
        told.contains("Game 1961, 2 players, seed 1; you are p1."),
        "{told}"
    );
    let shown = said(data.path(), &["settings"]);
    assert!(
        shown.contains("play.recipe   1971\n")
            && shown.contains("play.memory   assisted (default)\n"),
        "{shown}"
    );
    fs::write(&file, "[play]\nbots = \"gredy\"\n").expect("there is room");
    let wrong = said(data.path(), &["recipes"]);
    assert!(
        wrong.contains("no bot is called `gredy`") && wrong.contains("settings.toml:2:8"),
        "{wrong}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    let data = tempfile::tempdir().expect("there is room for files");
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["play", "--help"],
        &["recipes"],
        &["man"],
    ] {
        let full = fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("the system has it");
        let mut command = command(env!("CARGO_BIN_EXE_brink"), data.path());
        let output = command
            .args(arguments)
            .stdout(full)
            .output()
            .expect("the program starts");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {err}");
        assert!(
            err.contains("the input or output failed: no space left on device"),
            "{arguments:?}: {err}"
        );
    }
}

/// A folder in which nothing can be made. Who may write everywhere, as root, cannot do so either where Linux tells of processes.
#[cfg(unix)]
fn closed(folder: &Path) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let closed = folder.join("closed");
    fs::create_dir(&closed).expect("there is room for files");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("it is there");
    if fs::write(closed.join("try"), "").is_ok() {
        PathBuf::from("/proc")
    } else {
        closed
    }
}

#[cfg(unix)]
#[test]
fn outputs_in_a_folder_that_is_closed_are_told_before_any_game() {
    let data = tempfile::tempdir().expect("there is room for files");
    let closed = closed(data.path());
    // To play them would take hours, and the table of what was played would be shown.
    let (many, most) = ("100000000", "100000");
    let arena = ["arena", "1961", "greedy", "cautious", "--games", many];
    let simulate = ["simulate", "1961", "--games", many];
    let train = ["train", "1961", "greedy", "--games", most];
    let by_wins = [
        "train",
        "1961",
        "ismcts:20",
        "--by",
        "wins",
        "--games",
        most,
    ];
    for (command, option, name) in [
        (&arena[..], "--json", "x"),
        (&arena, "--csv", "x"),
        (&arena, "--resume", "x"),
        (&simulate, "--json", "x"),
        (&simulate, "--report", "x"),
        (&simulate, "--csv", ""),
        (&simulate, "--csv", "x"),
        (&train, "--out", "x"),
        (&train, "--json", "x"),
        (&by_wins, "--out", "x"),
    ] {
        let file = closed.join(name).display().to_string();
        let run = brink_in(data.path(), &[command, &[option, &file]].concat(), "");
        assert_eq!(
            (run.out.as_str(), run.code),
            ("", Some(1)),
            "{command:?} {option}: {}",
            run.err
        );
        // Where its lines break hangs on how long the path is.
        let err = run
            .err
            .replace('|', "")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(
            err.contains("cannot be written"),
            "{command:?} {option}: {err}"
        );
    }
}

#[test]
fn settings_that_somebody_names_must_be_there() {
    let data = tempfile::tempdir().expect("there is room for files");
    let missing = data.path().join("missing.toml").display().to_string();
    let told = "there is no settings file `DATA/missing.toml`";
    for arguments in [&["recipes"][..], &["play", "--seed", "1"], &["games"]] {
        let run = brink_at(
            project(),
            data.path(),
            &[arguments, &["--settings", &missing]].concat(),
            "quit\n",
        );
        let err = run.err.replace(&data.path().display().to_string(), "DATA");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(
            err.contains(told) && err.contains("create it: `brink settings --write --settings"),
            "{err}"
        );
    }
    // So must those that the environment names.
    let mut command = command(env!("CARGO_BIN_EXE_brink"), data.path());
    let output = command
        .env("BRINK_SETTINGS", &missing)
        .arg("recipes")
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn settings_hear_of_data_and_colours() {
    let data = tempfile::tempdir().expect("there is room for files");
    let elsewhere = data.path().join("elsewhere").display().to_string();
    let told = said(data.path(), &["settings", "--data", &elsewhere]);
    assert!(told.contains("\ngames:    DATA/elsewhere\n"), "{told}");
    let wrong = data.path().join("wrong.toml");
    fs::write(&wrong, "colour = 1\n").expect("there is room for files");
    let coloured = |when: &str| {
        let arguments = [
            "settings",
            "--settings",
            &wrong.display().to_string(),
            "--color",
            when,
        ];
        let run = brink_at(project(), data.path(), &arguments, "");
        assert_eq!(run.code, Some(1));
        run.err.contains('\u{1b}')
    };
    assert!(coloured("always") && !coloured("never"));
}

#[test]
fn paths_in_settings_begin_at_their_file_and_unknown_games_are_told() {
    let data = tempfile::tempdir().expect("there is room for files");
    let file = data.path().join("mine.toml");
    let name = file.display().to_string();
    // What the environment says of games would come first.
    let shown = |settings: &str| {
        fs::write(&file, settings).expect("there is room for files");
        let mut command = command(env!("CARGO_BIN_EXE_brink"), data.path());
        command
            .env_remove("BRINK_DATA")
            .env("HOME", data.path().join("home"));
        command.args(["settings", "--settings", &name]);
        fed(command, "").replace(&data.path().display().to_string(), "DATA")
    };
    let told = shown("data = \"games/mine\"\n[play]\nrecipe = \"own/game.toml\"\n");
    assert!(
        told.contains("\ngames:    DATA/games/mine\n")
            && told.contains("  data          DATA/games/mine\n"),
        "{told}"
    );
    assert!(
        told.contains("  play.recipe   DATA/own/game.toml\n"),
        "{told}"
    );
    if cfg!(unix) {
        assert!(shown("data = \"~/games\"\n").contains("\ngames:    DATA/home/games\n"));
    }
    let told = shown("[play]\nrecipe = \"1999\"\n");
    assert!(
        told.contains("no recipe is called `1999`") && told.contains("mine.toml:2:10"),
        "{told}"
    );
}

#[test]
fn whoever_names_settings_hears_them_named_again() {
    let data = tempfile::tempdir().expect("there is room for files");
    let file = data.path().join("mine.toml").display().to_string();
    fs::write(&file, "data = \"games\"\n").expect("there is room for files");
    let run = |arguments: &[&str], input: &str| {
        let mut command = command(env!("CARGO_BIN_EXE_brink"), data.path());
        command
            .env_remove("BRINK_DATA")
            .args(arguments)
            .args(["--settings", &file]);
        fed(command, input).replace(&data.path().display().to_string(), "DATA")
    };
    assert!(run(&["games"], "").contains("Start one with `brink play --settings DATA/mine.toml`."));
    let left = run(
        &[
            "play", "1961", "--plain", "--seed", "3", "--first", "me", "--bots", "cautious",
        ],
        "1\nquit\n",
    );
    assert!(
        left.contains("Continue with `brink play --resume 1 --settings DATA/mine.toml`."),
        "{left}"
    );
    let listed = run(&["games"], "");
    assert!(
        listed.contains("`brink games rm ID --settings DATA/mine.toml` deletes it.\n"),
        "{listed}"
    );
    let left = run(&["learn"], "quit\n");
    assert!(
        left.contains("`brink learn --settings DATA/mine.toml` picks up where you left off"),
        "{left}"
    );
}

#[test]
fn settings_that_are_written_say_how_they_come_to_hold() {
    let data = tempfile::tempdir().expect("there is room for files");
    let file = data.path().join("fresh.toml").display().to_string();
    let told = said(data.path(), &["settings", "--write", "--settings", &file]);
    assert!(
        told.contains("A setting takes effect when you remove its `#:`"),
        "{told}"
    );
}

#[test]
fn one_game_of_several_is_shown_and_never_checked_alone() {
    let trace = brink(
        &[
            "trace",
            "1961",
            "--players",
            "2",
            "--seed",
            "1",
            "--games",
            "2",
        ],
        "",
    )
    .out;
    for (arguments, told) in [
        (
            &["replay", "-", "--game", "2"][..],
            "`--game` chooses a game to show, but this command checks games",
        ),
        (
            &["replay", "-", "--game", "2", "--check"],
            "cannot be used with",
        ),
    ] {
        let run = brink(arguments, &trace);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains(told), "{}", run.err);
    }
    assert_eq!(brink(&["replay", "-"], &trace).code, Some(0));
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let folder = tempfile::tempdir().expect("there is room for files");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = brink(&["completions", shell], "");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{shell}");
        assert!(
            run.out.contains("bot-host") && run.out.contains("resume"),
            "{shell}"
        );
    }
    let run = brink(&["man", &folder.path().display().to_string()], "");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    for page in ["brink.1", "brink-play.1", "brink-games-export.1"] {
        let text = fs::read_to_string(folder.path().join(page)).unwrap_or_default();
        assert!(text.contains(".TH"), "{page}");
    }
    assert!(brink(&["man"], "").out.contains(".TH brink 1"));
}

#[test]
fn every_command_shows_examples_in_its_help() {
    for command in [
        "play", "games", "rules", "learn", "simulate", "ruling", "bot-host",
    ] {
        let run = brink(&[command, "--help"], "");
        assert!(
            run.out.contains("\nExamples:\n  brink "),
            "{command}: {}",
            run.out
        );
    }
}

#[test]
fn colours_are_used_when_they_are_asked_for() {
    let coloured = |arguments: &[&str]| {
        let run = brink(arguments, "");
        format!("{}{}", run.out, run.err).contains('\u{1b}')
    };
    assert!(!coloured(&["play", "1962"]) && !coloured(&["play", "--help"]));
    assert!(
        coloured(&["--color", "always", "play", "1962"])
            && coloured(&["play", "--help", "--color=always"])
    );
    assert!(!coloured(&["play", "1962", "--color", "never"]));
}

#[test]
fn rules_are_found_by_id_and_by_words() {
    let one = brink(&["rules", "trn-3"], "").out;
    assert!(
        one.starts_with("Turn\n  TRN-3  Then, in any order:") && one.contains(" pin it: "),
        "{one}"
    );
    let group = brink(&["rules", "WIN"], "").out;
    assert_eq!(
        group
            .lines()
            .filter(|line| line.starts_with("  WIN-"))
            .count(),
        11,
        "{group}"
    );
    let words = brink(&["rules", "queue", "clockwise"], "").out;
    assert!(
        words.contains("TRG-1") && !words.contains("WIN-1 "),
        "{words}"
    );
    assert!(
        brink(&["rules"], "")
            .out
            .lines()
            .all(|line| line.chars().count() <= 100)
    );
    let nothing = brink(&["rules", "misile"], "");
    assert_eq!(nothing.code, Some(2));
    assert!(
        nothing.err.contains("no rule mentions `misile`")
            && nothing.err.contains("did you mean `missile"),
        "{}",
        nothing.err
    );
}

#[test]
fn a_lesson_is_taught_answered_and_explained() {
    // Another option, the one asked for by its label, and the end of the lesson.
    let run = brink(&["learn"], "1\n1\nstack sabotage on p1.1\nquit\n");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    insta::assert_snapshot!(run.out);
}

#[test]
fn lessons_and_disputes_fit_on_the_page_and_lessons_have_previews() {
    let told = brink(
        &["learn", "winning"],
        "preview stack sabotage on p1.1\nquit\n",
    )
    .out;
    assert!(
        told.contains("You put Sabotage face down on p1.1.\nYou win.\n"),
        "{told}"
    );
    let disputes = brink(&["disputes"], "").out;
    let one = brink(&["disputes", "reshuffle"], "").out;
    assert!(
        one.starts_with("reshuffle") && disputes.contains(&one) && one.len() < disputes.len(),
        "{one}"
    );
    let game = brink(&["disputes", "1961"], "").out;
    assert!(
        game.contains("crisis-retaliation") && !game.contains("university-response"),
        "{game}"
    );
    let slip = brink(&["disputes", "reshufle"], "").err;
    assert!(
        slip.contains("there is no dispute or game called `reshufle`")
            && slip.contains("did you mean `reshuffle`?")
    );
    let longest = disputes.lines().map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| longest <= 100), "{disputes}");
}

#[test]
fn lessons_are_listed_begun_anywhere_and_skipped() {
    let list = brink(&["learn", "--list"], "").out;
    assert!(
        list.lines().count() >= 10 && list.contains("winning"),
        "{list}"
    );
    let skipped = brink(&["learn"], &"skip\n".repeat(50)).out;
    assert!(
        skipped.ends_with("Start a game with `brink play`; `why` and `?` work there, too.\n"),
        "{skipped}"
    );
    let rules = brink(&["learn", "turn"], "rules\nagain\nquit\n").out;
    assert!(
        rules.contains("TRN-1") && rules.matches("Lesson 2 of ").count() == 2,
        "{rules}"
    );
    let list = brink(&["learn", "--list"], "").out;
    for game in ["1961", "1971", "combined"] {
        assert!(
            list.lines()
                .any(|line| line.split_whitespace().nth(1) == Some(game)),
            "{list}"
        );
        let begun = brink(&["learn", game], "quit\n").out;
        assert!(begun.contains(&format!("({game}): ")), "{begun}");
    }
    for number in ["0", "99", "-1", "99999999999999999999999"] {
        let none = brink(&["learn", "--", number], "");
        assert_eq!((none.code, none.out.as_str()), (Some(2), ""), "{number}");
        assert!(
            none.err.contains("use a number from 1 to ")
                && none.err.contains("`brink learn --list`"),
            "{}",
            none.err
        );
    }
    let none = brink(&["learn", "turm"], "");
    assert!(none.err.contains("did you mean `turn`?"), "{}", none.err);
}

#[test]
fn what_a_choice_will_do_is_said_line_by_line() {
    let play = [
        "play",
        "1961",
        "--players",
        "2",
        "--seed",
        "1",
        "--first",
        "me",
        "--bots",
        "random",
    ];
    let input = "1\npreview stack\npreview 99\npreview\npreview pass\nquit\n";
    let out = brink(&[&play[..], &["--menu", "whole"]].concat(), input).out;
    for said in [
        "There is no choice 99; choose 1 to ",
        "Say which option: `preview 2`",
    ] {
        assert!(out.contains(said), "`{said}` is missing:\n{out}");
    }
    // It is said, and not done.
    let steps = brink(
        &[&play[..], &["--menu", "steps"]].concat(),
        "1\n1\npreview 1\nback\nquit\n",
    )
    .out;
    assert!(
        steps.contains("\nYou play Missile Launch.\n")
            && steps.matches("It is your turn.").count() == 2,
        "{steps}"
    );
}

#[test]
fn a_wrong_choice_is_helped_with_differently_the_first_and_the_second_time() {
    let out = brink(
        &["learn", "winning"],
        "build embassy at p1.1\nbuild embassy at p1.1\ntask\nquit\n",
    )
    .out;
    assert_eq!(
        out.matches("You hold one card. Put it face down").count(),
        2,
        "at first, and when asked for: {out}"
    );
    assert_eq!(
        out.matches("That is allowed, but your Moon Lander needs one more card")
            .count(),
        1,
        "{out}"
    );
    assert_eq!(
        out.matches("Type `put Sabotage face down on p1.1`, or choose it step by step.")
            .count(),
        1,
        "{out}"
    );
}

#[test]
fn a_lesson_is_left_and_gone_on_with_where_one_was() {
    let data = tempfile::tempdir().expect("there is room for files");
    let learn =
        |arguments: &[&str], input: &str| brink_at(project(), data.path(), arguments, input).out;
    let left = learn(&["learn", "turn"], "build embassy at p1.2\nquit\n");
    assert!(
        left.contains("You may play only one card a turn")
            && left.contains("`brink learn` picks up where you left off"),
        "{left}"
    );
    // The step that was done is not asked again; it can be taken back, and the lesson before can be gone back to.
    let again = learn(&["learn"], "undo\nundo\nprevious\nprevious\nquit\n");
    assert!(again.contains("You continue where you left off"), "{again}");
    let at = |text: &str| {
        again
            .find(text)
            .unwrap_or_else(|| panic!("`{text}` is missing:\n{again}"))
    };
    assert!(
        at("You may play only one card a turn") < at("Build the Embassy beside")
            && at("Build the Embassy beside") < at("There is nothing to undo in this lesson yet")
    );
    assert!(
        at("There is nothing to undo in this lesson yet") < at("Lesson 1 of ")
            && at("Lesson 1 of ") < at("This is the first lesson.")
    );
    // What lies there is of no lesson, or no text.
    for spoiled in [&b"nothing\n"[..], b"\xff\xfe", b"", b"turn\nfly\n"] {
        std::fs::write(data.path().join("lesson.txt"), spoiled).expect("it can be written");
        let out = learn(&["learn"], "");
        assert!(
            out.contains(": What wins") || out.contains(": A turn"),
            "{out}"
        );
        let told = out.contains("You start with the first lesson.");
        assert_eq!(told, !spoiled.starts_with(b"turn"), "{out}");
        assert_ne!(
            told,
            out.contains("You continue where you left off"),
            "{out}"
        );
    }
    // All the way to the end: the next time they begin anew.
    learn(&["learn"], &"skip\n".repeat(60));
    assert!(learn(&["learn"], "").contains("Lesson 1 of "));
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_lesson_holds_nobody_up() {
    let data = tempfile::tempdir().expect("there is room for files");
    let path = data.path().join("lesson.txt");
    let made = std::process::Command::new("mkfifo")
        .arg(&path)
        .status()
        .expect("there is `mkfifo`");
    assert!(made.success());
    let learn = || brink_at(project(), data.path(), &["learn"], "skip\nquit\n").out;
    let out = learn();
    assert!(
        out.contains("Your progress cannot be read: it is not a regular file. You start"),
        "{out}"
    );
    // It stays, and what cannot be kept is told.
    assert!(
        out.contains("Your progress in the lessons cannot be saved: it is a pipe."),
        "{out}"
    );
    assert_eq!(learn(), out);
}

#[test]
fn whoever_leaves_a_lesson_that_cannot_be_kept_is_not_sent_back_there() {
    let data = tempfile::tempdir().expect("there is room for files");
    std::fs::create_dir(data.path().join("lesson.txt")).expect("there is room for a folder");
    let out = brink_at(project(), data.path(), &["learn", "turn"], "quit\n").out;
    assert!(
        out.contains("Your progress in the lessons cannot be saved: is a directory."),
        "{out}"
    );
    assert!(
        out.ends_with("You left the lessons: `brink learn 2` restarts this lesson.\n"),
        "{out}"
    );
}

#[test]
fn a_position_of_another_game_is_told_as_one_and_advice_is_given_once() {
    let position = "p1: Shuttle Program[] Farm[] Hippies[]\np2: Shuttle Program[]\n";
    let run = brink(&["position", "--game", "1961"], position);
    let file = tempfile::NamedTempFile::new().expect("there is room for a file");
    std::fs::write(file.path(), position).expect("there is room for a file");
    let name = file.path().to_str().expect("its name is plain");
    let printed = brink(&["position", "--game", "1971", name], "").out;
    assert!(
        printed.contains("p1: Shuttle Program[] Farm[] Hippies[]\n"),
        "{printed}"
    );
    assert_eq!(
        brink(&["position", "--game", "1971", "-"], position).out,
        printed
    );
    assert!(
        brink(&["position", "no-such-file"], "")
            .err
            .contains("`no-such-file` cannot be read")
    );
    assert_eq!(run.code, Some(1));
    assert!(
        run.err
            .contains("this is a position of `1971`, not of `1961`")
            && run.err.contains("`--game 1971` reads it"),
        "{}",
        run.err
    );
    // A name that two cards have is to be said more exactly; no other game is meant.
    let shared = brink(
        &["position", "--game", "combined"],
        "p1 hand: Response System\np1: Shuttle Program[]\np2: Shuttle Program[]\n",
    );
    assert!(
        shared
            .err
            .contains("two cards of this game are called `Response System`"),
        "{}",
        shared.err
    );
    let none = brink(
        &["position", "--game", "1961"],
        "p1: Windmill[] Watermill[] Sawmill[]\n",
    );
    assert!(
        none.err.matches("no card of this game is called").count() == 3,
        "{}",
        none.err
    );
    assert_eq!(none.err.matches("the game has").count(), 1, "{}", none.err);
}

#[test]
fn slips_are_answered_with_what_may_be_meant() {
    let said = |arguments: &[&str]| brink(arguments, "").err;
    assert!(said(&["play", "combind"]).contains("did you mean `combined`?"));
    assert!(said(&["play", "--seat", "p7"]).contains("use a seat from p1 to p2"));
    assert!(said(&["play", "--seed", "x"]).contains("a seed is a whole number, such as 42"));
    assert!(said(&["play", "--to", "3"]).contains("`--to` only works with a saved game"));
}

#[test]
fn options_can_be_chosen_in_steps() {
    let arguments = [
        "play", "1961", "--seat", "1", "--seed", "7", "--bots", "cautious", "--menu", "steps",
    ];
    let run = brink(
        &arguments,
        "1\n1\n2\nback\nback\nembassy\nbuild\np1.2\npass\nquit\n",
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    insta::assert_snapshot!(run.out);
}

#[test]
fn ones_own_nation_comes_first_and_a_choice_is_read_by_its_number() {
    let arguments = [
        "play", "1961", "--seat", "2", "--seed", "7", "--bots", "cautious", "--menu", "steps",
    ];
    let shown = |input: &str| {
        let run = brink(&arguments, input);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        run.out
    };
    // Wherever a place or a stack is chosen, p2 sees p2 before p1; what a card asks for may harm, and then it is p1 first.
    let out = shown(&"1\n2\n1\n".repeat(60));
    let places = |line: &str| {
        line.get(5..)
            .filter(|rest| rest.starts_with(['p']))
            .map(|rest| rest[..2].to_string())
    };
    let (mut lists, mut asked, mut changes) = (0, false, 0);
    for lines in out.lines().collect::<Vec<_>>().windows(2) {
        if lines[0].ends_with([':', '?']) {
            (asked, changes) = (lines[0].contains(": Choose") || lines[0].ends_with('?'), 0);
        }
        let (Some(first), Some(second)) = (places(lines[0]), places(lines[1])) else {
            continue;
        };
        // A list of players has the others first.
        if lines[0].get(7..8) == Some(".") {
            let order = (first.as_str(), second.as_str());
            assert!(
                first == second || order == ("p2", "p1") || asked,
                "{first} before {second}:\n{out}"
            );
            // Either way a nation's places stand together.
            changes += u32::from(first != second);
            assert!(changes <= 1, "{first} before {second} again:\n{out}");
            lists += 1;
        }
    }
    assert!(lists > 10, "{lists} places are listed");
    let read = shown("? 2\nread 99\n");
    let begun = read
        .find("Choose a card to put")
        .map(|at| &read[at..])
        .expect("it is asked");
    insta::assert_snapshot!(begun);
}

#[test]
fn simulations_of_random_players_say_so() {
    let run = brink(&["simulate", "1961", "--games", "5"], "");
    assert!(
        run.out
            .contains("all players choose at random: this shows what can happen"),
        "{}",
        run.out
    );
    let run = brink(
        &["simulate", "1961", "--games", "5", "--bots", "cautious"],
        "",
    );
    assert!(!run.out.contains("at random"), "{}", run.out);
}

/// A set with so many tables that have no meaning.
fn many_faults(folder: &Path, faults: usize) {
    let tables: String = (0..faults).map(|at| format!("[a{at}]\n")).collect();
    fs::write(
        folder.join("many.toml"),
        format!("id = \"many\"\ntitle = \"Many\"\nlanguage = 2\n{tables}"),
    )
    .expect("there is room");
}

#[test]
fn of_very_many_faults_the_first_hundred_are_told_and_how_many_more_there_are() {
    let data = tempfile::tempdir().expect("there is room for files");
    many_faults(data.path(), 100);
    let all = brink_in(data.path(), &["check", "many.toml"], "").err;
    assert_eq!(all.matches("is not a key of").count(), 100, "{all}");
    assert!(!all.contains("more fault"), "{all}");
    many_faults(data.path(), 5_000);
    for arguments in [&["check", "many.toml"][..], &["explain", "many.toml"]] {
        let told = brink_in(data.path(), arguments, "").err;
        assert_eq!(
            told.matches("is not a key of").count(),
            100,
            "{arguments:?}"
        );
        assert!(
            told.ends_with("\nand 4900 more faults: fix these first\n"),
            "{arguments:?}"
        );
    }
}

#[test]
fn lines_and_records_without_an_end_are_refused_with_their_bounds() {
    let data = tempfile::tempdir().expect("there is room for files");
    let file = |name: &str, length: u64| {
        let file = fs::File::create(data.path().join(name)).expect("there is room");
        file.set_len(length).expect("most of it takes no room");
    };
    // These are much larger than what is read of them.
    file("long.trace", 4_000_000_000);
    let told = brink_in(data.path(), &["replay", "--check", "long.trace"], "").err;
    assert!(
        told.contains("line 1: the trace cannot be read: the line has more than 10000000 bytes"),
        "{told}"
    );
    file("long.jsonl", 4_000_000_000);
    let arena = [
        "arena",
        "1961",
        "random",
        "random",
        "--games",
        "2",
        "--resume",
        "long.jsonl",
    ];
    let told = brink_in(data.path(), &arena, "").err;
    assert!(
        told.contains("`long.jsonl` cannot be read: it has more than 1000000000 bytes"),
        "{told}"
    );
    let long = "x".repeat(10_000_001);
    let told = brink_in(
        data.path(),
        &["play", "1961", "--plain", "--players", "2", "--seed", "1"],
        &long,
    )
    .err;
    assert!(
        told.contains("the input cannot be read: the line has more than 10000000 bytes"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn pipes_among_the_files_of_others_hold_nobody_up() {
    let data = tempfile::tempdir().expect("there is room for files");
    let folder = data.path().join("rulings");
    fs::create_dir(&folder).expect("there is room");
    for path in [folder.join("a.toml"), data.path().join("set.toml")] {
        let made = std::process::Command::new("mkfifo")
            .arg(&path)
            .status()
            .expect("there is `mkfifo`");
        assert!(made.success());
    }
    let told = brink_in(data.path(), &["ruling", "rulings"], "").out;
    assert!(
        told.contains("a.toml` cannot be read: it is not a regular file"),
        "{told}"
    );
    let recipe = "id = \"game\"\ntitle = \"Game\"\nsets = [\"set.toml\"]\ncopies = 1\nvictory = \"same\"\nhand = 3\n\
                  shields = 1\ntallies = []\n";
    fs::write(data.path().join("game.toml"), recipe).expect("there is room");
    let told = brink_in(data.path(), &["check", "game.toml"], "").err;
    assert!(
        told.contains("set.toml` cannot be read: it is not a regular file"),
        "{told}"
    );
    // Nor what somebody names: whoever hands a pipe on opens it first.
    let pipe = "rulings/a.toml";
    for arguments in [
        &["check", pipe][..],
        &["ruling", pipe],
        &["replay", pipe],
        &["replay", "--check", pipe],
        &["position", pipe],
        &["simulate", "1961", "--settings", pipe],
        &["simulate", pipe, "--games", "1"],
        &["simulate", "merge", pipe],
        &["play", "--load", pipe],
    ] {
        let told = brink_in(data.path(), arguments, "").err;
        assert!(
            told.contains("`rulings/a.toml` cannot be read: it is not a regular file"),
            "{arguments:?}: {told}"
        );
        assert!(
            told.contains("check the path: it must be a regular file"),
            "{arguments:?}: {told}"
        );
    }
    let told = brink_in(data.path(), &["check", "/dev/stdin"], "id = 1\n").err;
    assert!(told.contains("`id` must be"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_read_says_why() {
    let data = tempfile::tempdir().expect("there is room for files");
    for (target, link) in [("b", "a"), ("a", "b")] {
        std::os::unix::fs::symlink(target, data.path().join(link))
            .expect("there is room for links");
    }
    for command in ["check", "ruling", "replay", "position"] {
        let told = brink_in(data.path(), &[command, "a"], "").err;
        assert!(
            told.contains("`a` cannot be read: its symbolic links form a loop"),
            "{command}: {told}"
        );
        let told = brink_in(data.path(), &[command, "/proc/self/mem"], "").err;
        assert!(
            told.contains("cannot be read: input/output error"),
            "{command}: {told}"
        );
    }
}

#[test]
fn a_number_below_zero_is_answered_with_what_would_fit() {
    for (arguments, wanted) in [
        (
            &["simulate", "1961", "--games", "-5"][..],
            "a whole number, at least 1",
        ),
        (
            &["arena", "1961", "random", "random", "--games", "-5"],
            "a whole number",
        ),
        (
            &["trace", "1961", "--players", "2", "--seed", "-5"],
            "a seed is a whole number",
        ),
        (&["play", "--players", "-2"], "a whole number from 2 to 6"),
    ] {
        let told = brink(arguments, "").err;
        assert!(
            told.contains("invalid value '-") && told.contains(wanted),
            "{told}"
        );
        assert!(!told.contains("-- -"), "{told}");
    }
}

#[test]
fn a_carriage_return_alone_ends_a_line_in_heads_and_excerpts() {
    let data = tempfile::tempdir().expect("there is room for files");
    fs::write(
        data.path().join("set.toml"),
        "id = \"cr\"\rtitle = \"CR\"\r\nlanguage = 2\rextent = 3\r",
    )
    .expect("there is room");
    let told = brink_in(data.path(), &["check", "set.toml"], "").err;
    assert!(
        told.contains("set.toml:4:1]") && told.contains("4 | extent = 3"),
        "{told}"
    );
    let told = brink_in(
        data.path(),
        &["position", "--game", "1961"],
        "p1: Moon Lander[]\rp2: Moon Lender[]\r",
    )
    .err;
    assert!(
        told.contains("standard input:2:5]") && told.contains("2 | p2: Moon Lender[]"),
        "{told}"
    );
}

#[test]
fn other_wordings_are_put_right_in_the_file_and_all_else_stays() {
    let data = tempfile::tempdir().expect("there is room for files");
    let set = |action: &str| {
        format!(
            "id = \"fix\"\ntitle = \"Fix\"\nlanguage = 2\n\n[[card]]\nbuilding = \"Gate\"\naction = \"Raid\" # spring\n\n\
             [building.Gate]\ntext = \"\"\n\n[action.Raid]\ntext = '''\n# who is meant\n{action}\n'''\n"
        )
    };
    let path = data.path().join("fix.toml");
    fs::write(&path, set("Draw 1 card twice.")).expect("there is room");
    let told = brink_in(data.path(), &["check", "fix.toml"], "").err;
    assert!(
        told.contains("help: write `Repeat 2 times: draw a card.`"),
        "{told}"
    );
    let run = brink_in(data.path(), &["check", "--fix", "fix.toml"], "");
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    let fixed = set("Repeat 2 times: draw a card.");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), fixed);
    // What no row tells stays as it is, and is told.
    fs::write(&path, set("Juggle 2 cards twice over.")).expect("there is room");
    let run = brink_in(data.path(), &["check", "--fix", "fix.toml"], "");
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(
        run.err.contains("does not fit here") || run.err.contains("no keyword"),
        "{}",
        run.err
    );
    assert_eq!(
        fs::read_to_string(&path).expect("it is there"),
        set("Juggle 2 cards twice over.")
    );
    // Lines end as they did; what is no file cannot be put right.
    fs::write(&path, set("Draw 1 card twice.").replace('\n', "\r\n")).expect("there is room");
    assert_eq!(
        brink_in(data.path(), &["check", "--fix", "fix.toml"], "").code,
        Some(0)
    );
    assert_eq!(
        fs::read_to_string(&path).expect("it is there"),
        fixed.replace('\n', "\r\n")
    );
    let told = brink_in(data.path(), &["check", "--fix", "/dev/stdin"], "id = 1\n").err;
    assert!(
        told.contains("`/dev/stdin` cannot be written: it is not a regular file"),
        "{told}"
    );
}

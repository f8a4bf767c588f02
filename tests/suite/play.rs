//! The command line as a person or a script meets it: whole games through a pipe, keeping and going on, wrong usage.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::program::{Run, project};

fn brink(arguments: &[&str], input: &str) -> Run {
    brink_in(project(), arguments, input)
}

/// Whoever plays and names no bots meets those that decide at once and always the same.
fn brink_in(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let mut arguments = arguments.to_vec();
    if arguments[0] == "play" && !arguments.contains(&"--bots") && !arguments.contains(&"--load") {
        arguments.extend(["--bots", "cautious"]);
    }
    crate::support::program::brink_in(folder, &arguments, input)
}

/// Always the first option.
fn firsts(count: usize) -> String {
    "1\n".repeat(count)
}

/// Something else than the first option where there is one: a card is built rather than played, then `pass`.
fn turns(count: usize) -> String {
    "2\n1\n".repeat(count)
}

/// The end of what was written.
fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

#[test]
fn a_whole_game_can_be_played_through_a_pipe() {
    for players in ["2", "4", "6"] {
        let run = brink(
            &["play", "--players", players, "--seed", "5"],
            &firsts(3000),
        );
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        let end = run.out.lines().last().unwrap_or_default();
        assert!(
            ["You win: ", "You lost: ", " wins: "]
                .iter()
                .any(|how| end.contains(how)),
            "{players} players: {end}"
        );
    }
}

#[test]
fn whoever_loses_reads_why_with_the_last_turn_and_what_else_there_was() {
    let arguments = [
        "play", "1961", "--seed", "3", "--first", "me", "--bots", "greedy",
    ];
    let played = brink(&arguments, &firsts(5));
    let run = brink(&arguments, &format!("{}why\na\n", firsts(5)));
    let lost = "You lost: you have no buildings left, so p2 wins as the last player.";
    assert!(played.out.contains(lost), "{}", played.out);
    let (_, end) = run
        .out
        .split_once("The last turn:\n")
        .expect("it is shown again");
    assert!(end.starts_with("  The turn of p2 begins.\n"), "{end}");
    assert!(
        end.contains("\n    p2 launches a missile at you.\n"),
        "what follows stands below: {end}"
    );
    let (_, asked) = end
        .split_once("shows what you could have done.\n")
        .expect("it is offered");
    assert!(asked.starts_with(lost), "{asked}");
    assert!(asked.contains("A bot estimated the chances"), "{asked}");
}

#[test]
fn a_win_by_a_count_of_buildings_names_the_card_that_counts() {
    let file = "tests/rulings/victory-1971.toml";
    let opened = ["ruling", file, "--open", "worlds-fair-wins-with-five-names"];
    let run = brink(&opened, "build Radar Tower at p1.1\n");
    let won = "You win: you have buildings of 5 different names (World's Fair).";
    assert!(run.out.contains(won), "{}", run.out);
}

#[test]
fn what_the_program_says_can_be_typed_at_every_step() {
    for menu in ["steps", "whole"] {
        let arguments = [
            "play", "1961", "--seed", "7", "--first", "me", "--menu", menu,
        ];
        let input = "put Espionage face down\n1\nput Missile Launch face down on p1.1 (Moon Lander)\nend your turn\nquit\n";
        let input = if menu == "steps" {
            input.to_string()
        } else {
            input.replacen("1\n", "", 1)
        };
        let out = brink(&arguments, &input).out;
        for said in [
            "You put Espionage face down on p1.1.",
            "You put Missile Launch face down on p1.1.",
            "You pass.",
        ] {
            assert!(out.contains(said), "{menu}: `{said}` is missing:\n{out}");
        }
    }
    let out = brink(
        &["play", "1961", "--seed", "7", "--first", "me"],
        "qiut\n99\npreview 98\nhint\n",
    )
    .out;
    for said in [
        "`qiut` is not among the options. Type a number",
        "There is no choice 99;",
        "There is no choice 98;",
    ] {
        assert!(out.contains(said), "`{said}` is missing:\n{out}");
    }
    let line = out
        .lines()
        .find(|line| line.contains("Likely continuation: "));
    let line = line.expect("it tells how the game may go on");
    assert!(
        line.contains(": you put ") && !line.contains(" > "),
        "in words: {line}"
    );
}

#[test]
fn help_is_the_same_word_in_the_contest() {
    let out = brink(&["play", "--seed", "5"], "?\nblah\n").out;
    assert!(out.contains("Type the number of a line, its name"), "{out}");
    assert!(out.contains("`?` for help."), "{out}");
}

#[test]
fn a_bot_is_asked_for_advice_and_after_the_game_for_its_view_of_it() {
    let arguments = ["play", "1961", "--seat", "1", "--seed", "5"];
    let advised = brink(&arguments, "hint\nreview\nquit\n").out;
    assert!(
        advised.contains("1. ") && advised.contains(": win rate about "),
        "{advised}"
    );
    assert!(advised.contains("Ask when the game is over."), "{advised}");
    let reviewed = brink(&arguments, &"1\nreview\n".repeat(3000)).out;
    assert!(
        reviewed.contains("A bot estimated the chances from what you could see at the time.\n")
            && reviewed.ends_with("Saved as game 1: `brink replay 1` replays it step by step.\n"),
        "{}",
        last_lines(&reviewed, 9)
    );
}

#[test]
fn the_same_seed_and_answers_show_the_same_game() {
    let play = || {
        brink(
            &[
                "play",
                "1961",
                "--players",
                "3",
                "--seat",
                "p2",
                "--seed",
                "11",
            ],
            &firsts(40),
        )
        .out
    };
    assert_eq!(play(), play());
}

#[test]
fn a_table_is_drawn_from_what_the_person_may_know() {
    let run = brink(
        &["play", "1961", "--seat", "1", "--seed", "7"],
        "stack\n2\nBUILD  embassy at p1.2\npa\n?\n",
    );
    assert_eq!(run.code, Some(0));
    insta::assert_snapshot!(run.out);
}

#[test]
fn the_end_of_input_and_quitting_end_the_program_in_peace() {
    let ended = brink(&["play", "--seed", "1"], "");
    assert_eq!(ended.code, Some(0));
    assert!(
        ended
            .out
            .ends_with("The input has ended, so you left the game.\n"),
        "{}",
        ended.out
    );
    let left = brink(&["play", "--seat", "1", "--seed", "1"], "1\nquit\n1\n");
    assert_eq!(left.code, Some(0));
    assert!(left.out.ends_with("You left the game.\n"), "{}", left.out);
}

#[test]
fn a_seed_is_told_when_the_game_is_over_and_gives_the_same_game() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let bots = ["play", "1961", "--bots", "cautious"];
    // Playing for who begins, or not.
    for more in [&[][..], &["--seat", "1"]] {
        let play = |more: &[&str], input: &str| {
            brink_in(folder.path(), &[&bots, more].concat(), input).out
        };
        let drawn = play(more, &firsts(3000));
        let (game, end) = drawn.split_once("The seed was ").expect("it is told");
        assert!(!game.contains("seed") && game.contains("win"), "{game}");
        let (seed, end) = end.split_once(':').expect("it is a sentence");
        assert_eq!(
            end,
            format!(" `--seed {seed}` deals the same cards again.\n")
        );
        assert!(!game.contains(seed), "{game}");
        let asked = play(&[more, &["--seed", seed]].concat(), &firsts(3000));
        assert_eq!(asked.replace(&format!(", seed {seed}"), ""), game);
    }
    // In a game that was kept, too.
    let kept = brink_in(
        folder.path(),
        &["play", "1961", "--seat", "1", "--bots", "cautious"],
        "save kept\nquit\n",
    );
    assert!(
        kept.out
            .ends_with("The game is saved in `kept`.\nYou left the game.\n"),
        "{}",
        kept.out
    );
    let text = fs::read_to_string(folder.path().join("kept")).expect("it was written");
    let seed = text
        .lines()
        .find_map(|line| line.strip_prefix("seed "))
        .expect("it is kept with the game");
    assert!(
        !kept.out.contains("seed") && !kept.out.contains(seed),
        "{}",
        kept.out
    );
    let end = brink_in(folder.path(), &["play", "--load", "kept"], &firsts(3000)).out;
    let (game, end) = end.split_once("The seed was ").expect("it is told");
    assert!(
        !game.contains("seed") && end.starts_with(seed),
        "{game}{end}"
    );
    assert!(!brink(&["play"], "").out.contains("seed"));
}

#[test]
fn a_kept_game_goes_on_as_if_it_had_not_been_left() {
    let folder = tempfile::tempdir().expect("there is room for files");
    for seat in ["1", "2", "3"] {
        let begun = turns(4);
        // In some games the person is out so soon that nothing can be kept.
        let mut kept = String::new();
        let seeds = (20..40).map(|seed: u32| seed.to_string());
        let seed = seeds.into_iter().find(|seed| {
            let arguments = [
                "play",
                "1961",
                "--players",
                "3",
                "--seat",
                seat,
                "--seed",
                seed,
            ];
            let disputed = [&arguments[..], &["--dispute", "reshuffle=on-draw"]].concat();
            kept = brink_in(
                folder.path(),
                &disputed,
                &format!("{begun}save kept.game --over\nquit\n"),
            )
            .out;
            kept.ends_with("The game is saved in `kept.game`.\nYou left the game.\n")
        });
        let seed = seed.unwrap_or_else(|| panic!("no game lasts:\n{kept}"));
        let arguments = [
            "play",
            "1961",
            "--players",
            "3",
            "--seat",
            seat,
            "--seed",
            &seed,
        ];
        let disputed = [&arguments[..], &["--dispute", "reshuffle=on-draw"]].concat();
        let whole = brink_in(
            folder.path(),
            &disputed,
            &format!("{begun}table\n{}", firsts(60)),
        );
        let rest = brink_in(folder.path(), &["play", "--load", "kept.game"], &firsts(60));
        assert_eq!((rest.code, rest.err.as_str()), (Some(0), ""));
        let after = |out: &str| {
            let table = out
                .rfind("It is your turn")
                .map_or(0, |last| out[..last].rfind("\n\n").unwrap_or(0));
            // A seed that was not asked for is told at the end.
            out[table..]
                .split("The seed was ")
                .next()
                .map(str::to_string)
        };
        assert_eq!(after(&rest.out), after(&whole.out));
        // Nothing that was told before is missing: the whole log is the same.
        let log = |arguments: &[&str], input: &str| {
            let out = brink_in(folder.path(), arguments, &format!("{input}log\n")).out;
            out[out.rfind("The deck is shuffled.").unwrap_or(0)..].to_string()
        };
        assert_eq!(
            log(&["play", "--load", "kept.game"], ""),
            log(&disputed, &begun)
        );

        // Kept again at once, it is the same file.
        let text = fs::read_to_string(folder.path().join("kept.game")).expect("the game was kept");
        brink_in(
            folder.path(),
            &["play", "--load", "kept.game"],
            "save again.game --over\n",
        );
        assert_eq!(
            fs::read_to_string(folder.path().join("again.game")).expect("it was kept again"),
            text
        );
        assert!(
            text.starts_with(&format!(
                "save 2\nbrink {}\ngame 1961\nplayers 3\nseed {seed}\ndispute ",
                env!("CARGO_PKG_VERSION")
            )),
            "{text}"
        );
    }
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_asked_for() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let file = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    fs::write(folder.path().join("diary.txt"), "mine\n").expect("there is room for files");
    let arguments = ["play", "1961", "--seat", "1", "--seed", "7"];
    let said = |arguments: &[&str], input: &str| {
        let out = brink_in(folder.path(), arguments, input).out;
        let lines = out.lines().filter(|line| {
            ["saved in", "Not saved", "expect", "no option"]
                .iter()
                .any(|word| line.contains(word))
        });
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let there = |how: &str| {
        format!("Not saved: `diary.txt` already exists; `save diary.txt{how}` replaces it.\n")
    };
    assert_eq!(said(&arguments, "save diary.txt\n"), there(" --over"));
    assert_eq!(
        said(&arguments, "save diary.txt --as ruling\n"),
        there(" --as ruling --over")
    );
    assert_eq!(file("diary.txt"), "mine\n");
    let unknown = "`save` has no option `--as foo`; use `--as ruling` or `--over`.\n";
    assert_eq!(said(&arguments, "save diary.txt --as foo\n"), unknown);
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
    // The game's own files are written again and again.
    let kept = "The game is saved in `kept.game`.\n";
    assert_eq!(
        said(&arguments, "save kept.game\n1\nsave kept.game\n"),
        kept.repeat(2)
    );
    assert_eq!(
        said(
            &["play", "--load", "kept.game"],
            "1\nsave kept.game\nsave ./kept.game\n"
        )
        .lines()
        .count(),
        2
    );
    assert_eq!(
        said(
            &arguments,
            "save kept.game\nsave kept.game --over\nsave kept.game\n"
        )
        .lines()
        .count(),
        3
    );
    // A ruling does not take the place of the game that it comes from.
    let both = said(
        &arguments,
        "1\nsave mine.game\nsave mine.game --as ruling\n",
    );
    assert!(
        both.contains("saved in `mine.game`")
            && both.contains("Not saved: `mine.game` already exists"),
        "{both}"
    );
    assert_eq!(
        said(&arguments, "save diary.txt --over\n"),
        "The game is saved in `diary.txt`.\n"
    );
    assert!(file("diary.txt").starts_with("save 2\n"));
}

#[test]
fn a_kept_game_remembers_how_much_the_table_remembers() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let arguments = |memory| {
        [
            "play", "1961", "--seat", "1", "--seed", "3", "--memory", memory,
        ]
    };
    // A card is put face down: one knows it, and a strict table does not show it.
    let begun = "stack\n1\n1\npass\n";
    let screen =
        |out: &str| out[out.rfind("\n\nYour turn").expect("a table was shown")..].to_string();
    for memory in ["assisted", "strict"] {
        let file = format!("{memory}.game");
        let input = format!("{begun}save {file}\ntable\nlog\n");
        let before = brink_in(folder.path(), &arguments(memory), &input).out;
        let after = brink_in(folder.path(), &["play", "--load", &file], "table\nlog\n").out;
        assert_eq!(screen(&after), screen(&before), "{memory}");
        let text = fs::read_to_string(folder.path().join(&file)).expect("the game was kept");
        assert_eq!(
            text.contains("\nmemory strict\n"),
            memory == "strict",
            "{text}"
        );
        // What was told before the last decision is not told again at a strict table.
        assert_eq!(
            after.contains("The deck is shuffled."),
            memory == "assisted",
            "{after}"
        );
        // It can be said otherwise.
        for other in ["assisted", "strict"] {
            let again = brink_in(
                folder.path(),
                &["play", "--load", &file, "--memory", other],
                "table\n",
            )
            .out;
            assert_eq!(
                screen(&again).contains("|   ("),
                screen(&after).contains("|   (") ^ (memory != other),
                "{again}"
            );
        }
    }
}

#[test]
fn a_kept_game_that_does_not_fit_is_refused_at_its_place() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let head = "save 1\ngame 1961\nplayers 2\nseed 3\nseat p2\n";
    let mut said = String::new();
    for text in [
        "",
        "save 1\ngame 1961\nplayers 2\nsede 3\n",
        &format!("{head}> p2: pass\n"),
        &format!("{head}> p1: stack Windmill\n"),
        "save 1\ngame 1961\nplayers 2\nseed 3\nseat p2\ndispute reshuffle never\n",
        "save 1\ngame 1916\nplayers 2\nseed 3\nseat p2\n",
    ] {
        fs::write(folder.path().join("kept.game"), text).expect("there is room for files");
        let run = brink_in(folder.path(), &["play", "--load", "kept.game"], "");
        said.push_str(&format!(
            "exit code {:?}\n{}{}\n",
            run.code, run.out, run.err
        ));
    }
    insta::assert_snapshot!(said);
}

#[test]
fn undo_goes_back_to_the_decision_before() {
    let arguments = ["play", "1961", "--first", "me", "--seed", "7"];
    let table = |input: &str| {
        let out = brink(&arguments, &format!("{input}table\nlog\n")).out;
        let blocks: Vec<&str> = out.rsplit("\n\n").take(2).collect();
        blocks.join("\n\n")
    };
    let straight = format!("undo\n{}", turns(2));
    assert_eq!(table(&format!("{}2\nundo\n", turns(2))), table(&straight));
    assert_eq!(
        table(&format!("{}2\n1\n2\nundo\nundo\nundo\n", turns(2))),
        table(&straight)
    );
    let out = brink(&arguments, "undo\n1\nundo\n").out;
    assert!(
        out.contains("You have not decided anything yet.")
            && out.contains("You are back at your previous decision."),
        "{out}"
    );
}

#[test]
fn what_is_typed_wrong_is_answered_and_changes_nothing() {
    let run = brink(
        &["play", "1961", "--seat", "1", "--seed", "7"],
        "\nelephants\n99\nstak\nsave\nstack\nsave /no/such/folder/x\n",
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    insta::assert_snapshot!(last_lines(&run.out, 7));
}

#[test]
fn what_happens_is_numbered_in_the_log_and_explained_by_number() {
    let input = "build factory at p1.1\npass\naction sabotage\n1\nlog\nwhy 1\nwhy event 6\nwhy 25\nwhy last\nwhy 999\nwhy 9999999999999999999999\nwhy\nwhy p2.1\n";
    let run = brink(&["play", "1961", "--seat", "1", "--seed", "2"], input);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let log = run
        .out
        .rfind("   1  The deck is shuffled.")
        .unwrap_or_else(|| panic!("{}", run.out));
    insta::assert_snapshot!(&run.out[log..]);
}

#[test]
fn a_position_its_moves_and_events_are_asked_about_from_the_command_line() {
    let position =
        "p1 hand: Missile Launch\np1: Moon Lander[]\np2: Moon Lander[Research] Factory[]\n";
    let mut said = String::new();
    for asked in [
        &["events"][..],
        &["event", "4"],
        &["event", "9"],
        &["p2.2"],
        &["--moves", "p1: action Missile Launch > p3", "events"],
        &["--moves", "p1 action", "events"],
    ] {
        let moves: &[&str] = match asked[0] {
            "--moves" => &[],
            _ => &[
                "--moves",
                "p1: action Missile Launch > p2",
                "--moves",
                "p1: pass",
            ],
        };
        let arguments = [&["why", "--game", "1961"], moves, asked].concat();
        let run = brink(&arguments, position);
        let shown = asked.join(" ");
        said.push_str(&format!(
            "$ brink why ... {shown}\nexit code {:?}\n{}{}\n",
            run.code, run.out, run.err
        ));
    }
    insta::assert_snapshot!(said);
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    let folder = tempfile::tempdir().expect("there is room for files");
    fs::write(
        folder.path().join("set.toml"),
        "id = \"mine\"\ntitle = \"Mine\"\nlanguage = 2\n",
    )
    .expect("there is room for files");
    fs::write(folder.path().join("broken.toml"), "id = \n").expect("there is room for files");
    let mut said = String::new();
    for arguments in [
        &["play", "1916"][..],
        &["play", "mine.toml"],
        &["play", "set.toml"],
        &["play", "broken.toml"],
        &["play", "--players", "7"],
        &["play", "--players", "3", "--seat", "4"],
        &["play", "--first", "randm"],
        &["play", "--first", "me", "--seat", "1"],
        &["play", "--people", "Ann,,Ben", "--players", "3"],
        &["play", "--people", "Ann,ann"],
        &["play", "--people", "p2,Ann"],
        &["play", "--people", "Ann,Bot"],
        &["play", "--people", "Maximilianee,Maximiliane-S"],
        &["play", "--people", "Ann,Ben,Cem"],
        &["play", "--people", "2"],
        &["play", "--people", "2", "--plain"],
        &["play", "--speed", "0"],
        &["play", "--speed", "6"],
        &["play", "--bots", "cautios"],
        &["play", "--seed", "x"],
        &["play", "--load", "nothing.game"],
        &["play", "--load", "x", "--seed", "3"],
        &["play", "--dispute", "reshufle=on-draw"],
        &["play", "--dispute", "reshuffle=on-drow"],
        &["play", "--dispute", "reshuffle"],
        &["play", "--kinds", "Factory, Bunker"],
        &[
            "play",
            "draft",
            "--kinds",
            "Factory, Bunker, Agency, Factory, Embassy, Missile Silo",
        ],
        &[
            "play",
            "draft",
            "--kinds",
            "Factory, Bunker, Agency, Embargo, Embassy, Missile Silo",
        ],
        &[
            "play",
            "--dispute",
            "reshuffle=on-draw",
            "--dispute",
            "reshuffle = on-empty",
        ],
        &["simulate", "--seed", "99999999999999999999", "1961"],
        &["trace", "1961"],
        &[
            "trace",
            "1961",
            "--players",
            "2",
            "--seed",
            "1",
            "--policy",
            "mixt",
        ],
        &["simulate", "1961", "--threads", "0"],
        &["check"],
        &["check", "broken.toml"],
        &["simluate"],
    ] {
        let run = brink_in(folder.path(), arguments, "");
        assert_eq!(run.out, "", "{arguments:?}");
        said.push_str(&format!(
            "$ brink {}\nexit code {:?}\n{}\n",
            arguments.join(" "),
            run.code,
            run.err
        ));
    }
    insta::assert_snapshot!(said);
}

/// HFB-1: the answers to three symbols, by the seed of the bots' choice.
#[test]
fn who_begins_is_played_for_before_the_deal_and_seats_follow_from_it() {
    let mut seats = Vec::new();
    for symbol in ["house", "fish", "balloon"] {
        // Whatever happens, the same symbol is shown again.
        let input = format!("{symbol}\n").repeat(20);
        let run = brink(&["play", "1961", "--players", "3", "--seed", "6"], &input);
        let begins = run
            .out
            .lines()
            .find(|line| line.contains(": you are p"))
            .expect("somebody begins");
        let seat = begins
            .rsplit(' ')
            .next()
            .unwrap_or_default()
            .trim_end_matches('.')
            .to_string();
        assert!(
            run.out.contains(&format!(
                "Game 1961, 3 players, seed 6; you are {seat}. Type"
            )),
            "{}",
            run.out
        );
        let expected = match begins.split(' ').take(2).collect::<Vec<_>>().as_slice() {
            ["You", _] => "p1",
            // The bot that sits next clockwise begins, so the person is last.
            ["Bot", "1"] => "p3",
            _ => "p2",
        };
        assert_eq!(seat, expected, "{begins}");
        assert!(
            run.out.find(begins) < run.out.find("The deck is shuffled."),
            "it comes before the deal"
        );
        // HFB-1: the bots had chosen before they knew the person's symbol.
        let shown = run
            .out
            .lines()
            .find(|line| line.starts_with("You show"))
            .expect("all show a symbol");
        seats.push((
            seat,
            shown
                .split_once(", ")
                .expect("others show theirs")
                .1
                .to_string(),
        ));
    }
    assert!(
        seats.iter().all(|(_, bots)| *bots == seats[0].1),
        "{seats:?}"
    );
    assert!(
        seats.iter().any(|(seat, _)| *seat != seats[0].0),
        "{seats:?}"
    );
}

#[test]
fn a_contest_is_told_in_plain_sentences_and_kept_with_the_game() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let arguments = ["play", "1961", "--players", "4", "--seed", "3"];
    let input = format!("huose\nundo\n{}save kept.game\nlog\n", "1\n".repeat(4));
    let run = brink_in(folder.path(), &arguments, &input);
    let head = run
        .out
        .split("The deck is shuffled.")
        .next()
        .unwrap_or_default();
    insta::assert_snapshot!(head);
    let kept = fs::read_to_string(folder.path().join("kept.game")).expect("the game was kept");
    let told: Vec<&str> = kept
        .lines()
        .filter_map(|line| line.strip_prefix("told "))
        .collect();
    let again = brink_in(
        folder.path(),
        &["play", "--load", "kept.game"],
        "log\nwhy 2\n",
    );
    let numbered = told
        .iter()
        .enumerate()
        .map(|(index, told)| format!("{:>4}  {told}\n", index + 1));
    assert!(
        again.out.contains(" events so far; `log` shows them.\n"),
        "{kept}\n{}",
        again.out
    );
    assert!(
        again.out.contains(&numbered.collect::<String>()),
        "{kept}\n{}",
        again.out
    );
    let why = format!(
        "Event 2: {}\nIt follows from the rules of the game (HFB-1, HFB-2, HFB-3).\n",
        told[1]
    );
    assert!(again.out.contains(&why), "{}", again.out);
    assert!(
        told.iter().any(|told| told.contains("goes first")),
        "{kept}"
    );
}

#[test]
fn another_way_to_begin_skips_the_contest() {
    let seat = |first: &str, seed: &str| {
        let run = brink(
            &["play", "--players", "4", "--seed", seed, "--first", first],
            "",
        );
        assert!(!run.out.contains("symbol"), "{}", run.out);
        run.out
            .split("you are ")
            .nth(1)
            .and_then(|rest| rest.get(..2))
            .unwrap_or_default()
            .to_string()
    };
    assert_eq!(seat("me", "3"), "p1");
    let seats: std::collections::BTreeSet<String> = (0..20)
        .map(|seed| seat("random", &seed.to_string()))
        .collect();
    assert_eq!(
        seats.into_iter().collect::<Vec<_>>(),
        ["p1", "p2", "p3", "p4"]
    );
}

/// HFB-3: whoever wins picks the value.
#[test]
fn a_dispute_is_played_for_before_the_first_turn_and_the_game_is_dealt_with_its_answer() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let (mut persons, mut bots) = (0, 0);
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let arguments = [
            "play",
            "1961",
            "--players",
            "3",
            "--seat",
            "2",
            "--seed",
            seed,
        ];
        let input = format!(
            "dispute reshufle\ndispute\ndispute RESHUFFLE\n{}on-draw\n",
            "fish\n".repeat(12)
        );
        let run = brink_in(folder.path(), &arguments, &input);
        let settled = run
            .out
            .lines()
            .find(|line| line.contains("`reshuffle`:"))
            .unwrap_or_else(|| panic!("{}", run.out));
        let person = settled.starts_with("You settle");
        let value = if settled.contains("on-empty") {
            "on-empty"
        } else {
            "on-draw"
        };
        assert!(!person || value == "on-draw", "{settled}");
        *(if person { &mut persons } else { &mut bots }) += 1;
        let rounds = run.out.matches("You show").count();
        // As many symbols as were asked for; then the game goes on, and is kept.
        let answer = if person { "2\n" } else { "" };
        let input = format!(
            "dispute reshuffle\n{}{answer}save kept.game --over\ndispute reshuffle\n",
            "fish\n".repeat(rounds)
        );
        let run = brink_in(folder.path(), &arguments, &input);
        assert!(run.out.ends_with(
            "`reshuffle` has already been settled for this game.\nThe input has ended, so you left the game.\n"
        ));
        let kept = fs::read_to_string(folder.path().join("kept.game")).expect("the game was kept");
        assert!(
            kept.contains(&format!("dispute reshuffle {value}\n")),
            "{kept}"
        );
        assert!(kept.contains("settled reshuffle\ntold "), "{kept}");
    }
    assert!(
        persons > 0 && bots > 0,
        "{persons} times the person won, {bots} times a bot"
    );
}

/// A game in which an ability says something else by each answer to a dispute, and one answer disables what stands alone.
const FERRIES: &str = r#"
id = "ferries"
title = "Ferries"
language = 2
[[card]]
building = "Ferry"
action = "Fog"
[[card]]
building = "Pier"
action = "Storm"
[[victory]]
front = "Quay"
[building."Ferry"]
text = ''
[building."Pier"]
text = ''
[action."Fog"]
text = 'Draw a card.'
[action."Storm"]
text = 'Draw a card.'
[building."Quay"]
text = """
Once a turn: if "ferry-load" is "two", draw 2 cards. Otherwise, draw a card.
While "ferry-load" is "none", this is disabled.
Win when this has at least 20 cards.
"""
[dispute.ferry-load]
rules = ["FERRY-1"]
question = "How much does a ferry carry?"
values.one = "one card"
values.two = "two cards"
values.none = "nothing, it is out of order"
default = "one"
"#;

const FERRIES_GAME: &str = "id = \"ferries-game\"\ntitle = \"A game of ferries\"\nsets = [\"ferries.toml\"]\ncopies = 20\n\
                            victory = \"same\"\nhand = 3\nshields = 1\n";

/// HFB-3: a table plays for a disputed rule whenever it comes up, and goes on with the answer.
#[test]
fn a_dispute_is_played_for_at_a_turn_menu_and_the_game_goes_on_with_its_answer() {
    let folder = tempfile::tempdir().expect("there is room for files");
    fs::write(folder.path().join("ferries.toml"), FERRIES).expect("there is room for files");
    fs::write(folder.path().join("game.toml"), FERRIES_GAME).expect("there is room for files");
    // The person wins, or a bot does and picks one of the answers.
    let (mut answers, mut persons) = (Vec::new(), 0);
    for seed in 1..=20 {
        let seed = seed.to_string();
        let arguments = [
            "play",
            "game.toml",
            "--players",
            "3",
            "--seat",
            "1",
            "--seed",
            &seed,
            "--bots",
            "cautious",
        ];
        let run = |input: &str| brink_in(folder.path(), &arguments, input).out;
        let contest = format!("dispute ferry-load\n{}two\n", "fish\n".repeat(12));
        let used = |out: &str, from: &str| {
            let out = &out[out.find(from).unwrap_or_else(|| panic!("{out}"))..];
            (
                out.contains("You use Quay"),
                out.matches("You draw").count(),
            )
        };
        let drawn = |answer: &str| match answer {
            "one" => (true, 1),
            "two" => (true, 2),
            _ => (false, 0),
        };
        let begun = format!("1\ntable\n{contest}");
        let out = run(&format!("{begun}use p1.1\n"));
        // Who holds three equal cards is not asked for a shield.
        if !out.contains("Choose a card to put face down") {
            continue;
        }
        let told = out
            .lines()
            .find(|line| line.contains("`ferry-load`: "))
            .unwrap_or_else(|| panic!("{out}"));
        persons += usize::from(told.starts_with("You settle"));
        let answers_in_words = [
            ("one", ": one card."),
            ("two", ": two cards."),
            ("none", ": `none`, nothing, it is out of order."),
        ];
        let answer = answers_in_words
            .into_iter()
            .find(|(_, words)| told.ends_with(words));
        let (answer, _) = answer.unwrap_or_else(|| panic!("{told}"));
        answers.push(answer);
        assert_eq!(used(&out, "The game continues."), drawn(answer), "{out}");
        // The same table, but for what the answer changes.
        let tables: Vec<&str> = out.split("\nYour turn (p1)").collect();
        let hand = |table: &str| {
            table
                .lines()
                .find(|line| line.starts_with("Your hand:"))
                .map(str::to_string)
        };
        assert!(
            hand(tables[1]).is_some() && hand(tables[1]) == hand(tables[3]),
            "{out}"
        );
        // It is told in the log, and settled for this turn.
        let out = run(&format!("{begun}log\ndispute ferry-load\nwhy last\n"));
        assert!(out.contains(&format!("  {told}\n")), "{out}");
        assert!(
            out.contains("`ferry-load` has already been settled this turn."),
            "{out}"
        );
        assert!(
            out.contains("It follows from the rules of the game (HFB-1, HFB-2, HFB-3)."),
            "{out}"
        );
        // The way back: first to the menu in which it was settled, then to before that.
        if answer != "none" {
            let out = run(&format!(
                "{begun}use p1.1\nundo\nuse p1.1\nundo\nundo\n1\nuse p1.1\n"
            ));
            let backs: Vec<&str> = out
                .split("You are back at your previous decision.")
                .collect();
            assert_eq!(backs.len(), 4, "{out}");
            assert_eq!(used(backs[1], ""), drawn(answer), "{out}");
            assert_eq!(used(backs[3], "Your turn (p1)"), drawn("one"), "{out}");
        }
        // Kept and taken up again, it is the same game.
        let rest = format!(
            "{}pass\n1\nlog\n",
            if answer == "none" {
                "1\n"
            } else {
                "use p1.1\n1\n"
            }
        );
        let log =
            |out: &str| out[out.rfind("\n   1  ").unwrap_or_else(|| panic!("{out}"))..].to_string();
        let whole = log(&run(&format!("{begun}{rest}")));
        assert!(
            run(&format!("{begun}save kept.game --over\n{rest}")).contains("The game is saved in")
        );
        let kept = fs::read_to_string(folder.path().join("kept.game")).expect("it is kept");
        assert!(kept.contains("\ndispute ferry-load one\n"), "{kept}");
        assert!(
            kept.contains(&format!("\nsettled ferry-load {answer}\ntold ")),
            "{kept}"
        );
        let again = brink_in(
            folder.path(),
            &["play", "game.toml", "--load", "kept.game"],
            &rest,
        );
        assert_eq!(log(&again.out), whole, "{}", again.err);
        // As a ruling it begins with the new answer.
        let ruling = rest.lines().next().unwrap_or_default();
        let ruling = run(&format!(
            "{begun}{ruling}\nsave ruling.toml --as ruling --over\n"
        ));
        assert!(ruling.contains("Add what you expect"), "{ruling}");
        let ruling = brink_in(
            folder.path(),
            &["ruling", "ruling.toml", "--with", "game.toml"],
            "",
        );
        assert_eq!(ruling.code, Some(0), "{}", ruling.out);
        let text = fs::read_to_string(folder.path().join("ruling.toml")).expect("it is kept");
        assert!(
            text.contains(&format!("disputes.ferry-load = \"{answer}\"")),
            "{text}"
        );
    }
    for answer in ["one", "two", "none"] {
        assert!(answers.contains(&answer), "{answers:?}");
    }
    assert!((1..answers.len()).contains(&persons), "{persons}");
}

#[test]
fn a_kept_game_with_a_settlement_out_of_place_is_told_where() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let begun = "save 1\ngame 1961\nplayers 2\nseed 3\nseat p1\nbots random\n";
    let fault = |lines: &str| {
        fs::write(folder.path().join("kept.game"), format!("{begun}{lines}"))
            .expect("there is room for files");
        let run = brink_in(folder.path(), &["play", "--load", "kept.game"], "");
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)));
        run.err
    };
    let early = fault("settled reshuffle on-draw\n");
    assert!(
        early.contains("a dispute can be settled only at a turn menu")
            && early.contains("kept.game:7:1"),
        "{early}"
    );
    assert!(fault("settled reshufle on-draw\n").contains("no dispute is called `reshufle`"));
    assert!(fault("settled reshuffle on-drow\n").contains("on-drow"));
}

#[test]
fn a_dispute_is_refused_when_it_is_unknown_or_something_is_under_way() {
    let run = brink(
        &["play", "1961", "--seat", "1", "--seed", "7"],
        "dispute reshufle\ndispute base-agency\ndispute\n1\naction Missile Launch\ndispute reshuffle\n",
    );
    let said: Vec<&str> = run
        .out
        .lines()
        .filter(|line| line.contains("dispute"))
        .collect();
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn every_dispute_is_explained_with_its_rule_its_values_and_its_default() {
    let run = brink(&["disputes"], "");
    insta::assert_snapshot!(run.out);
    let rules = fs::read_to_string(project().join("docs/rules.md")).expect("a text");
    for block in run
        .out
        .split_inclusive(')')
        .filter(|block| block.contains(" ("))
    {
        if let Some((_, rule)) = block.trim_end_matches(')').rsplit_once(" (")
            && rule != "default"
        {
            assert!(rules.contains(&format!("- {rule} ")), "{rule} is a rule");
        }
    }
    assert_eq!(run.out.matches("(default)").count(), 12);
}

#[test]
fn games_of_a_trace_count_their_seeds_up() {
    let trace = |seed: &str, games: &str| {
        brink(
            &[
                "trace",
                "1961",
                "--players",
                "3",
                "--seed",
                seed,
                "--games",
                games,
                "--policy",
                "mixed",
            ],
            "",
        )
        .out
    };
    assert_eq!(trace("8", "2"), trace("8", "1") + &trace("9", "1"));
}

#[test]
fn simulation_does_not_hang_on_the_number_of_threads() {
    let simulate = |threads: &str| {
        let arguments = [
            "simulate",
            "1961",
            "--players",
            "3",
            "--games",
            "60",
            "--seed",
            "2",
            "--threads",
            threads,
        ];
        let out = brink(&arguments, "").out;
        // The second line is about time.
        out.lines()
            .enumerate()
            .filter(|(line, _)| *line != 1)
            .map(|(_, text)| text.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(simulate("1"), simulate("3"));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_brink"))
        .args([
            "trace",
            "1961",
            "--players",
            "6",
            "--seed",
            "1",
            "--games",
            "200",
        ])
        .env("BRINK_SETTINGS", crate::support::program::run::NO_SETTINGS)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn games_and_disputes_are_listed() {
    let recipes = brink(&["recipes"], "");
    assert!(
        recipes.out.lines().any(|line| line.starts_with("1961 ")),
        "{}",
        recipes.out
    );
    let disputes = brink(&["disputes"], "");
    assert!(
        disputes.out.contains("reshuffle (DRW-1)\n"),
        "{}",
        disputes.out
    );
    assert_eq!((recipes.code, disputes.code), (Some(0), Some(0)));
    let checked = brink(&["check", "cards/core.toml", "cards/recipes/1961.toml"], "");
    insta::assert_snapshot!(format!(
        "{:?}\n{}{}",
        checked.code, checked.out, checked.err
    ));
}

#[test]
fn of_a_long_line_is_shown_what_lies_around_its_fault() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let draws = "draw 1 card; ".repeat(30);
    let faults = [
        format!("{draws}discrad any target top; {draws}draw 2 cards"),
        format!("discrad any target top; {draws}{draws}draw 2 cards"),
        format!("{draws}{draws}draw 2 cadrs."),
        format!(
            "# {}\ndiscrad any target top\n# {}",
            "before ".repeat(200),
            "behind ".repeat(200)
        ),
    ];
    let told = faults.map(|text| {
        let file = format!(
            "id = \"long\"\ntitle = \"Long\"\nlanguage = 2\n[[card]]\nbuilding = \"House\"\naction = \"Visit\"\n\
             [building.\"House\"]\ntext = ''\n[action.\"Visit\"]\ntext = \'\'\'\n{text}\n\'\'\'\n"
        );
        fs::write(folder.path().join("long.toml"), file).expect("there is room");
        let run = brink_in(folder.path(), &["check", "long.toml"], "");
        let mut shown = run.err.lines().filter(|line| line.contains(" | "));
        assert!(shown.all(|line| line.chars().count() <= 80), "{}", run.err);
        run.err
    });
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn of_a_line_of_millions_of_signs_little_is_told() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let line = "a".repeat(3_000_000);
    fs::write(folder.path().join("table.txt"), &line).expect("there is room");
    let runs = [
        (&["position", "--game", "1961"][..], &*line),
        (&["analyse", "table.txt", "--game", "1961"], ""),
        (&["replay", "table.txt", "--check"], ""),
        (&["games", "export", "table.txt", "--as", "game"], ""),
    ];
    for (arguments, input) in runs {
        let run = brink_in(folder.path(), arguments, input);
        assert!(
            run.code == Some(1) && run.err.len() < 2000,
            "{arguments:?}: {}",
            run.err.len()
        );
        assert!(run.err.contains("  x "), "{}", run.err);
    }
}

#[test]
fn a_file_with_thousands_of_cards_and_faults_is_checked_to_its_end() {
    use std::fmt::Write;
    let folder = tempfile::tempdir().expect("there is room for files");
    let cards = 1500;
    let mut text = String::new();
    for card in 0..cards {
        let _ = write!(
            text,
            "\n[[card]]\nbuilding = \"House {card}\"\naction = \"Visit {card}\"\n\
             [building.\"House {card}\"]\ntext = 'Neighbours of this except \"Huose {card}\" are disabled.'\n\
             [action.\"Visit {card}\"]\ntext = 'Missle at a player.'\n"
        );
    }
    fs::write(
        folder.path().join("big.toml"),
        format!("id = \"big\"\ntitle = \"Big\"\n{text}"),
    )
    .expect("there is room");
    // How much work each of them is, is counted where it is done: `base/suggest.rs`, `base/source.rs`, `rules/suggestions.rs`.
    let run = brink_in(folder.path(), &["check", "big.toml"], "");
    let told = ["did you mean `missile`?", "did you mean `House "]
        .map(|hint| run.err.matches(hint).count());
    assert_eq!((run.code, told[0] + told[1]), (Some(1), 99), "{told:?}");
    // One, and two for each card: all were looked at, and those that are not told are counted.
    assert!(
        run.err
            .contains(&format!("and {} more faults", 2 * cards - 99)),
        "{}",
        &run.err[run.err.len() - 300..]
    );
}

#[cfg(unix)]
#[test]
fn who_interrupts_a_game_need_not_wait_for_the_bots() {
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().expect("there is room for files");
    let arguments = [
        "play",
        "1961",
        "--seat",
        "p2",
        "--seed",
        "1",
        "--bots",
        "ismcts:1000000000",
    ];
    let begun = Instant::now();
    let thinks = || begun.elapsed() > Duration::from_secs(1);
    let (out, _, code, took) =
        crate::support::interrupt::interrupted_in(folder.path(), &arguments, thinks);
    // No exit code: the interruption has ended it.
    assert!(
        out.starts_with("Game 1961, 2 players, seed 1; you are p2.") && !out.contains("p1 passes"),
        "{out}"
    );
    assert_eq!(code, None);
    assert!(took < Duration::from_secs(60), "{took:?}");
}

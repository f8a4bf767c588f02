//! `brink ruling` as a person or a program meets it.

use std::fs;

use crate::support::program::{Run, brink_in as brink, project};

/// A folder with that file of rulings in it.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for files");
    fs::write(folder.path().join("mine.toml"), text).expect("there is room for files");
    folder
}

/// Runs a file of rulings that lies in a folder of its own.
fn run(text: &str, arguments: &[&str]) -> Run {
    brink(
        folder(text).path(),
        &[&["ruling", "mine.toml"], arguments].concat(),
        "",
    )
}

const HOLDS: &str = r#"[[ruling]]
id = "a-missile-takes-what-stands-alone"
title = "A building without a stack is destroyed by a missile"
rules = ["MIS-2"]
game = "1961"
position = """
p1 hand: Missile Launch
p1: Moon Lander[]
p2: Moon Lander[Research] Factory[]
"""
moves = "p1: action Missile Launch > p2"
[ruling.expect]
position = "p2: Moon Lander[]"
"#;

#[test]
fn all_rulings_of_the_project_hold() {
    let run = brink(project(), &["ruling"], "");
    let last = run.out.lines().last().unwrap_or_default();
    assert!(
        run.code == Some(0) && last.ends_with(" rulings passed"),
        "{last}\n{}",
        run.err
    );
}

#[test]
fn a_ruling_that_holds_is_one_line() {
    let run = run(HOLDS, &[]);
    assert_eq!(
        run.out,
        "ok a-missile-takes-what-stands-alone\n1 ruling passed\n"
    );
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
}

#[test]
fn a_rule_that_is_not_there_is_told_with_the_one_that_may_be_meant() {
    let text = HOLDS.replace("[\"MIS-2\"]", "[\"MIS-1\", \"MSI-2\", \"nobody's rule\"]");
    let run = run(&text, &[]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(1)));
    insta::assert_snapshot!(run.out);
}

#[test]
fn rulings_of_cards_of_ones_own_pin_rules_of_their_own() {
    let text = HOLDS.replace("MIS-2", "FERRY-1");
    let folder = folder(&text);
    let cards = fs::read_to_string(project().join("tests/cards/aims.toml")).expect("a text");
    fs::write(folder.path().join("aims.toml"), cards).expect("there is room for files");
    let with = brink(
        folder.path(),
        &["ruling", "mine.toml", "--with", "aims.toml"],
        "",
    );
    assert_eq!(
        (with.err.as_str(), with.code),
        ("", Some(0)),
        "{}",
        with.out
    );
    fs::write(
        folder.path().join("mine.toml"),
        format!("cards = [\"aims.toml\"]\n{text}"),
    )
    .expect("there is room for files");
    let named = brink(folder.path(), &["ruling", "mine.toml"], "");
    assert_eq!(
        (named.err.as_str(), named.code),
        ("", Some(0)),
        "{}",
        named.out
    );
}

#[test]
fn a_ruling_that_expects_nothing_does_not_hold() {
    let run = run(
        &HOLDS.replace("position = \"p2: Moon Lander[]\"\n", ""),
        &[],
    );
    assert_eq!((run.err.as_str(), run.code), ("", Some(1)));
    assert!(
        run.out.contains("this ruling expects nothing"),
        "{}",
        run.out
    );
}

#[test]
fn a_failure_shows_its_place_and_both_tables() {
    let wrong = HOLDS.replace(
        "position = \"p2: Moon Lander[]\"",
        "asked = \"p2\"\noptions = [\"use p1.1\"]\nposition = \"\"\"\ndiscard: Factory\np2: Moon Lander[] Factory[]\np1: Moon Lander[]\n\"\"\"\nview = { p2 = \"p1 hand: 2 cards\" }",
    );
    let run = run(&wrong, &[]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(1)));
    insta::assert_snapshot!(run.out);
}

#[test]
fn every_difference_is_explained_by_the_event_that_made_it() {
    let text = r#"[[ruling]]
id = "nothing-is-as-expected"
title = "Everything is otherwise"
rules = []
game = "1961"
position = """
turn p1 start
p1 hand: Espionage, Sabotage
p1: Secret Facility[Research] Factory[Research] Moon Lander[]
p2 hand: Research, Missile Launch
p2: Moon Lander[Response System] Bunker[]
p3: Moon Lander[]
deck: Embargo, Missile Launch, Research
"""
moves = """
p1: use p1.1 > Embassy
p1: use p1.2 > p2.2
p1: stack Espionage on p3.1
p1: pass
p2: action Missile Launch > p3
p2: pass
"""
[ruling.expect]
position = """
turn p2 main
deck: Research, Sabotage
discard: Embargo, Missile Launch
p1 hand: Espionage
p1: Secret Facility[] Factory[Research, ^Embargo] Moon Lander[] Agency[]
p2: Moon Lander[Response System] Bunker*[]
p3: Moon Lander[Espionage] Embassy[]
"""
"#;
    let run = run(text, &[]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(1)));
    let tables = run
        .out
        .find("Why it is so:")
        .unwrap_or_else(|| panic!("{}", run.out));
    insta::assert_snapshot!(&run.out[tables..]);
}

#[test]
fn a_winner_whom_nobody_expected_is_explained() {
    let text = HOLDS.replace("p2: Moon Lander[Research] Factory[]", "p2: Moon Lander[]");
    let text = text.replace(
        "position = \"p2: Moon Lander[]\"",
        "position = \"p2: Moon Lander[]\"\nwinner = \"p2\"",
    );
    let run = run(&text, &[]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(1)));
    let tables = run
        .out
        .find("Why it is so:")
        .unwrap_or_else(|| panic!("{}", run.out));
    insta::assert_snapshot!(&run.out[tables..]);
}

#[test]
fn all_faults_of_a_file_are_told_at_their_places() {
    let head = |id: &str, more: &str| {
        format!("[[ruling]]\nid = \"{id}\"\ntitle = \"T\"\nrules = []\n{more}\n")
    };
    let seats = "p1: Moon Lander[]\np2: Moon Lander[]\n";
    let text = [
        head("unknown-card", "game = \"1961\"\nposition = \"\"\"\np1: Moon Lander[Resarch]\np2: Mon Lander[]\"\"\"\n[ruling.expect]"),
        head("unknown-recipe", &format!("game = \"1916\"\nposition = \"\"\"\n{seats}\"\"\"\n[ruling.expect]")),
        head("unknown-key", &format!("game = \"1961\"\npositon = \"\"\"\n{seats}\"\"\"\n[ruling.expect]")),
        head("no-position", "game = \"1961\"\n[ruling.expect]"),
        head(
            "unknown-dispute",
            &format!("game = \"1961\"\ndisputes = {{ reshufle = \"on-empty\" }}\nposition = \"\"\"\n{seats}\"\"\"\n[ruling.expect]"),
        ),
        head(
            "unknown-value",
            &format!("game = \"1961\"\ndisputes = {{ reshuffle = \"on-emty\" }}\nposition = \"\"\"\n{seats}\"\"\"\n[ruling.expect]"),
        ),
        head(
            "unknown-kind",
            &format!("game = \"draft\"\nkinds = [\"Factory\", \"Embasy\", \"Farm\", \"Hippies\", \"Radar Tower\", \"University\"]\nposition = \"\"\"\n{seats}\"\"\"\n[ruling.expect]"),
        ),
        head(
            "illegal-move",
            &format!("game = \"1961\"\nposition = \"\"\"\np1 hand: Research\n{seats}\"\"\"\nmoves = \"p1: pass\"\n[ruling.expect]"),
        ),
        head(
            "somebody-else",
            &format!("game = \"1961\"\nposition = \"\"\"\n{seats}\"\"\"\nmoves = \"p2: pass\"\n[ruling.expect]\nasked = \"p1\""),
        ),
    ]
    .concat();
    let run = run(&text, &[]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(1)));
    insta::assert_snapshot!(run.out);
}

#[test]
fn a_file_that_is_no_toml_is_told_at_its_place() {
    let run = run("[[ruling]\nid = 3\n", &[]);
    assert_eq!(run.code, Some(1));
    insta::assert_snapshot!(run.out);
}

#[test]
fn programs_are_told_of_very_many_faults_that_there_are_more() {
    let sections: String = (0..150)
        .map(|at| format!("[[ruling]]\nid = {at}\n"))
        .collect();
    let document: serde_json::Value =
        serde_json::from_str(&run(&sections, &["--format", "json"]).out).expect("it is JSON");
    let unread = &document["unread"][0];
    assert_eq!(
        unread["faults"].as_array().map(Vec::len),
        Some(100),
        "{unread}"
    );
    assert!(
        unread["more_faults"]
            .as_u64()
            .is_some_and(|more| more >= 50),
        "{}",
        unread["more_faults"]
    );
}

#[test]
fn programs_read_one_json_document() {
    let wrong = HOLDS
        .replace("Moon Lander[]\"\n", "Moon Lander[^Research]\"\n")
        .replace("a-missile", "no-missile");
    let run = run(&format!("{HOLDS}{wrong}"), &["--format", "json"]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(1)));
    let document: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(
        (&document["passed"], &document["failed"]),
        (&1.into(), &1.into())
    );
    insta::assert_snapshot!(run.out);
}

#[test]
fn a_fault_is_told_where_it_is_written_whatever_escapes_come_before_it() {
    let escaped = r##"[[ruling]]
id = "an-escape-is-longer-than-what-it-stands-for"
title = "\u00c4"
rules = ["MIS-2"]
game = "1961"
position = "# \u00e4\u00e4\np1 hand: Missile Launch\np1: Moon Lander[]\np2: Mon Lander[Research]"
moves = "# ä\u00e4\np1: action Missile Launch > p9"
[ruling.expect]
position = """
# \u00c4ä \
  ä
p2: \u004don Lander[]"""
"##;
    let line = |text: &str| {
        1 + escaped
            .lines()
            .position(|line| line.contains(text))
            .expect("it is there")
    };
    let told = |text: &str| {
        let run = run(text, &["--format", "json"]);
        assert_eq!((run.err.as_str(), run.code), ("", Some(1)));
        let document: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
        let faults = document["rulings"][0]["faults"]
            .as_array()
            .expect("there are faults")
            .clone();
        let place =
            |fault: &serde_json::Value| Some((fault["line"].as_u64()?, fault["column"].as_u64()?));
        faults
            .iter()
            .map(|fault| place(fault).expect("a fault has a place"))
            .collect::<Vec<_>>()
    };
    let column = |text: &str, part: &str| {
        let line = escaped
            .lines()
            .find(|line| line.contains(text))
            .expect("it is there");
        let at = line.find(part).expect("it is there");
        line[..at].chars().count() as u64 + 1
    };
    let (position, moves, expected) = (line("position = \"#"), line("moves"), line("u004d"));
    assert_eq!(
        told(escaped),
        [(position as u64, column("position", "Mon L"))]
    );
    let stands = escaped.replace("Mon Lander[Research]", "Moon Lander[Research]");
    assert_eq!(told(&stands), [(moves as u64, column("moves", "p9"))]);
    let places = [1, column("u004d", r"\u004don")].map(|column| (expected as u64, column));
    assert_eq!(
        told(&stands.replace("p9", "p2")),
        places,
        "the line, and the name in it"
    );
}

#[test]
fn an_empty_hand_is_counted_in_views_and_read_either_way() {
    let expect = "position = \"p2: Moon Lander[]\"";
    let views = [
        "p1 hand:",
        "p1 hand: 0 cards",
        "p2 hand:",
        "p2 hand: 0 cards",
        "p2 hand: 1 cards",
        "p1 hand: 1 cards",
    ];
    let held = views.map(|line| {
        let run = run(
            &HOLDS.replace(expect, &format!("view = {{ p2 = \"{line}\" }}")),
            &[],
        );
        (line, run.code == Some(0), run.out)
    });
    let holds: Vec<bool> = held.iter().map(|(_, holds, _)| *holds).collect();
    assert_eq!(holds, [true, true, true, true, false, false]);
    assert!(
        held[5].2.contains("it has `p1 hand: 0 cards`"),
        "{}",
        held[5].2
    );
    let given = "turn p2 main\ndeck: 0 cards\np1 hand: 0 cards\np2 hand:\np1: Moon Lander[]\np2: Moon Lander[]\n";
    let printed =
        |arguments: &[&str]| brink(project(), &[&["position"], arguments].concat(), given).out;
    let lines = |deck: &str, p1: &str, p2: &str| {
        format!(
            "turn p2 main\n{deck}\ndiscard:\n{p1}\np1: Moon Lander[]\n{p2}\np2: Moon Lander[]\n"
        )
    };
    assert_eq!(printed(&[]), lines("deck:", "p1 hand:", "p2 hand:"));
    assert_eq!(
        printed(&["--view", "p2"]),
        lines("deck: 0 cards", "p1 hand: 0 cards", "p2 hand:")
    );
    assert_eq!(
        printed(&["--view", "p1"]),
        lines("deck: 0 cards", "p1 hand:", "p2 hand: 0 cards")
    );
}

#[test]
fn what_the_log_tells_may_be_expected() {
    let expecting = |sentences: &str| run(&format!("{HOLDS}told = [{sentences}]\n"), &[]);
    let holds = expecting("\"p1 launches a missile at p2.\", \"Factory (p2.2) is destroyed.\"");
    assert_eq!(holds.code, Some(0), "{}{}", holds.out, holds.err);
    let fails = expecting("\"p1 launches a missile at p2.\", \"p1 launches a missile at p1.\"");
    assert_eq!(fails.code, Some(1));
    assert!(
        fails.out.contains("the log does not contain this sentence"),
        "{}",
        fails.out
    );
    assert!(fails.out.contains("the log is: "), "{}", fails.out);
}

// END-1: nobody takes a ruling for settled in which a text did not come to its end.
#[test]
fn a_text_that_is_cut_off_fails_a_ruling_that_does_not_expect_it() {
    let set = "id = \"echoes\"\ntitle = \"Echoes\"\nlanguage = 2\n[[card]]\nbuilding = \"Cave\"\naction = \"Echo\"\n[[victory]]\n\
        front = \"Summit\"\n[building.\"Summit\"]\ntext = ''\n[building.\"Cave\"]\ntext = ''\n[action.\"Echo\"]\n\
        text = '''\nRepeat 9999 times:\n  repeat ((the number of players) plus 9997) times: look at the top of the first of buildings\n'''\n";
    let recipe = "id = \"echo-game\"\ntitle = \"Echoes\"\nsets = [\"echoes.toml\"]\ncopies = 20\nvictory = \"same\"\nhand = 3\n\
        shields = 1\ntallies = []\n";
    let ruling = "[[ruling]]\nid = \"far\"\ntitle = \"Far\"\nrules = [\"END-1\"]\ngame = \"echo-game\"\n\
        position = \"p1 hand: Echo\\np1: Summit[Echo]\\np2: Summit[]\"\nmoves = \"p1: action Echo\"\n\
        [ruling.expect]\nasked = \"p1\"\n";
    let judged = |more: &str, argument: &str| {
        let folder = folder(&format!("{ruling}{more}"));
        fs::write(folder.path().join("echoes.toml"), set).expect("there is room for files");
        fs::write(folder.path().join("game.toml"), recipe).expect("there is room for files");
        brink(
            folder.path(),
            &["ruling", "mine.toml", "--with", "game.toml", argument],
            "",
        )
    };
    for argument in ["--format=text", "--show"] {
        let run = judged("", argument);
        assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
        assert!(
            (run.out.clone() + &run.err).contains("takes too many steps"),
            "{}{}",
            run.out,
            run.err
        );
        let run = judged("report = \"too many steps\"\n", argument);
        assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    }
}

#[test]
fn rulings_are_found_by_id_rule_and_card() {
    let ids = |arguments: &[&str]| {
        let run = brink(project(), &[&["ruling"], arguments].concat(), "");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
        run.out
            .lines()
            .filter_map(|line| line.strip_prefix("ok ").map(str::to_string))
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&["--id", "DECK-is-secret"]), ["the-deck-is-secret"]);
    assert!(ids(&["--rule", "rsp-4"]).len() > 5);
    // The other face of the same card.
    assert_eq!(
        ids(&["--card", "missile silo"]),
        ids(&["--card", "Missile Launch"])
    );
    let none = brink(project(), &["ruling", "--id", "no such thing"], "");
    assert_eq!(none.code, Some(2));
}

#[test]
fn an_empty_ruling_runs() {
    let new = brink(project(), &["ruling", "--new"], "");
    let run = run(&new.out, &[]);
    assert_eq!(
        (run.code, run.out.lines().next()),
        (Some(0), Some("ok says-what-it-claims")),
        "{}",
        run.out
    );
}

#[test]
fn the_example_of_the_documentation_holds() {
    let page = fs::read_to_string(project().join("docs/rulings.md")).expect("the page is there");
    let example = page
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("it has an example");
    let run = run(example, &[]);
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(
        page.contains(run.out.trim_end()),
        "the page shows what is written:\n{}",
        run.out
    );
}

#[test]
fn what_the_documentation_quotes_of_cards_stands_where_it_says() {
    let page = fs::read_to_string(project().join("docs/rulings.md")).expect("the page is there");
    let example = page
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("it has an example");
    let (position, expected) = example
        .split_once("[ruling.expect]")
        .expect("it expects something");
    let wrong = expected.replace(
        "\np2: Moon Lander[]\n",
        "\np2: Moon Lander[]\np3: Moon Lander[] Factory[]\n",
    );
    let told = run(&format!("{position}[ruling.expect]{wrong}"), &[]).out;
    let said = page
        .split("```\nFactory is not in the row")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    for line in said.expect("it shows what is said").lines().skip(1) {
        assert!(
            told.lines().any(|other| other.trim() == line.trim()),
            "{line:?} is not said:\n{told}"
        );
    }
    let table = "p1 hand: Missile Launch\np1: Moon Lander[]\np2: Moon Lander[Research] Factory[]\n";
    let moves = ["--moves", "p1: action Missile Launch > p2"];
    let why = brink(
        project(),
        &[&["why", "--game", "1961"], &moves[..], &["event", "4"]].concat(),
        table,
    )
    .out;
    let said = page
        .split("```\nEvent 4: ")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("it shows an answer");
    assert_eq!(why.trim(), format!("Event 4: {said}").trim());
}

#[test]
fn rulings_given_as_cards_are_told_as_such() {
    let folder = folder(HOLDS);
    for command in ["check", "explain"] {
        let run = brink(folder.path(), &[command, "mine.toml"], "");
        let told = "  x `mine.toml` contains rulings, not cards\n  help: run them: `brink ruling mine.toml`\n";
        assert_eq!((run.err.as_str(), run.code), (told, Some(1)), "{command}");
    }
}

#[test]
fn a_ruling_is_told_in_plain_words() {
    let shown = run(HOLDS, &["--show"]).out;
    insta::assert_snapshot!(shown);
}

#[test]
fn what_does_not_hold_is_told_in_plain_words_too_and_then_what_is_wrong() {
    let otherwise = HOLDS.replace(
        "position = \"p2: Moon Lander[]\"\n",
        "position = \"p2: Moon Lander[] Factory[]\"\n",
    );
    let stops = HOLDS.replace("moves = \"", "moves = \"p1: action Embargo > p2.1\\n");
    for (text, events, end, fault) in [
        (
            &otherwise,
            true,
            "\nThis ruling fails.\n",
            "the table does not match this line",
        ),
        (
            &stops,
            false,
            "\nThis ruling cannot be played further.\n",
            "p1 cannot choose `action Embargo`",
        ),
    ] {
        let run = run(
            &format!("{text}\n{}", HOLDS.replace("id = \"", "id = \"again-")),
            &["--show"],
        );
        assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
        let (first, second) = run.out.split_once("-----").expect("both are told");
        assert!(
            first.contains("\nThe table:\n") && first.ends_with(&format!("{end}\n")),
            "{first}"
        );
        assert_eq!(first.contains("(p2.2) is destroyed"), events, "{first}");
        assert!(
            second.contains("(p2.2) is destroyed") && !second.contains("does not hold"),
            "{second}"
        );
        assert!(run.err.contains(fault), "{}", run.err);
    }
}

#[test]
fn a_position_is_played_on_and_kept_as_a_ruling() {
    let folder = folder(&HOLDS.replace(
        "p1 hand: Missile Launch",
        "p1 hand: Missile Launch, Research, Sabotage",
    ));
    let id = "a-missile-takes-what-stands-alone";
    let arguments = ["ruling", "--open", id, "--bots", "cautious", "mine.toml"];
    let input = "action Missile Launch\np2\nsave kept.game\nsave kept.toml --as ruling\nquit\n";
    let played = brink(folder.path(), &arguments, input);
    assert_eq!(
        (played.code, played.err.as_str()),
        (Some(0), ""),
        "{}",
        played.out
    );
    insta::assert_snapshot!(played.out);
    let kept = fs::read_to_string(folder.path().join("kept.toml")).expect("it was kept");
    insta::assert_snapshot!("a_kept_ruling", kept);
    let checked = brink(folder.path(), &["ruling", "kept.toml"], "");
    assert_eq!(checked.code, Some(0), "{}", checked.out);
    // The comment holds the table that it leads to.
    let (head, table) = kept.split_once("# position").expect("the comment is there");
    let whole = format!("{head}position{}", table.replace("\n# ", "\n"));
    fs::write(folder.path().join("whole.toml"), &whole).expect("there is room for files");
    let checked = brink(folder.path(), &["ruling", "whole.toml"], "");
    assert_eq!(checked.code, Some(0), "{whole}\n{}", checked.out);
    // After its moves it is the same table.
    let table = |arguments: &[&str]| {
        let out = brink(folder.path(), arguments, "table\nquit\n").out;
        out.rsplit("\n\n")
            .take(2)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let after = table(&[
        "ruling",
        "--open",
        "kept-from-a-game",
        "--after",
        "kept.toml",
    ]);
    assert_eq!(
        after,
        table(&["ruling", "--open", id, "--after", "mine.toml"])
    );
    assert!(played.out.contains(&after[1]), "{after:?}");
}

#[test]
fn a_game_that_was_dealt_is_kept_as_a_ruling_that_runs() {
    let folder = folder("");
    for (game, seed) in [
        ("1961", "3"),
        ("1961", "8"),
        ("1971", "5"),
        ("combined", "2"),
        ("draft", "4"),
    ] {
        for turns in [1, 6, 30] {
            let input = format!(
                "{}save kept.toml --as ruling\nquit\n",
                "2\n1\n".repeat(turns)
            );
            fs::remove_file(folder.path().join("kept.toml")).ok();
            let arguments = [
                "play",
                game,
                "--players",
                "3",
                "--seed",
                seed,
                "--first",
                "me",
                "--bots",
                "cautious",
            ];
            let played = brink(folder.path(), &arguments, &input);
            assert_eq!((played.code, played.err.as_str()), (Some(0), ""));
            if !folder.path().join("kept.toml").exists() {
                let end = played.out.lines().last().unwrap_or_default();
                assert!(
                    end.contains("win")
                        || end.contains("You lost: ")
                        || played.out.contains("Not saved: "),
                    "{end}"
                );
                continue;
            }
            let checked = brink(folder.path(), &["ruling", "kept.toml"], "");
            let kept = fs::read_to_string(folder.path().join("kept.toml")).expect("it was kept");
            assert_eq!(
                checked.code,
                Some(0),
                "{kept}\n{}{}",
                checked.out,
                checked.err
            );
        }
    }
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    let folder = folder(HOLDS);
    let mut said = String::new();
    for arguments in [
        &["ruling"][..],
        &["ruling", "nothing.toml"],
        &[
            "ruling",
            "mine.toml",
            "--open",
            "a-missile-takes-what-stand-alone",
        ],
        &["ruling", "mine.toml", "--open", "a-missile"],
        &["ruling", "mine.toml", "--open", "zzz"],
        &["ruling", "mine.toml", "--with", "cards.toml"],
        &["ruling", "mine.toml", "--index", "rules.md"],
        &["ruling", "mine.toml", "--format", "xml"],
    ] {
        let run = brink(folder.path(), arguments, "");
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

#[test]
fn where_there_is_no_ruling_nothing_holds() {
    let folder = folder("# Nothing yet.\n");
    fs::create_dir(folder.path().join("empty")).expect("there is room for files");
    let mut said = String::new();
    for arguments in [
        &["ruling", "mine.toml"][..],
        &["ruling", "mine.toml", "empty"],
        &["ruling", "mine.toml", "--open", "anything"],
        &["ruling", "empty", "--coverage"],
        &["ruling", "empty", "--mutate"],
    ] {
        let run = brink(folder.path(), arguments, "");
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{arguments:?}");
        said.push_str(&format!("$ brink {}\n{}\n", arguments.join(" "), run.err));
    }
    insta::assert_snapshot!(said);
}

#[test]
fn a_file_that_is_no_text_is_told_and_the_others_are_played() {
    let folder = folder(HOLDS);
    fs::create_dir(folder.path().join("more")).expect("there is room for files");
    fs::write(
        folder.path().join("more/picture.toml"),
        [0xff, 0xd8, 0xff, 0x1b],
    )
    .expect("there is room for files");
    for arguments in [
        &["ruling", "."][..],
        &["ruling", "mine.toml", "more/picture.toml"],
    ] {
        let run = brink(folder.path(), arguments, "");
        assert_eq!((run.err.as_str(), run.code), ("", Some(1)), "{}", run.out);
        let name = if arguments.len() == 2 {
            "./more/picture.toml"
        } else {
            "more/picture.toml"
        };
        assert!(
            run.out.starts_with(&format!("FAILED to read {name}\n")),
            "{}",
            run.out
        );
        let help =
            "save it as UTF-8 text, leave it out, or give it an extension other than `.toml`";
        let told =
            format!("\n\n  x `{name}` cannot be read: it is not UTF-8 text\n  help: {help}\n\n");
        assert!(run.out.contains(&told), "{}", run.out);
        assert!(
            run.out
                .ends_with("ok a-missile-takes-what-stands-alone\n1 of 2 failed\n"),
            "{}",
            run.out
        );
    }
    let check = brink(folder.path(), &["check", "more/picture.toml"], "");
    let told = "  x `more/picture.toml` cannot be read: it is not UTF-8 text\n  help: save it as UTF-8 text, or choose another file\n";
    assert_eq!(check.err, told);
    for wish in ["--coverage", "--show", "--mutate", "--open=nothing"] {
        let run = brink(folder.path(), &["ruling", ".", wish], "");
        assert!(
            run.err.contains("more/picture.toml` cannot be read") && run.code == Some(1),
            "{wish}: {}",
            run.err
        );
    }
    let json = brink(folder.path(), &["ruling", ".", "--format", "json"], "").out;
    assert!(
        json.contains("more/picture.toml` cannot be read: it is not UTF-8 text"),
        "{json}"
    );
}

#[test]
fn a_value_of_the_wrong_kind_is_told_in_plain_words() {
    let wrong = HOLDS.replace("id = \"a-missile-takes-what-stands-alone\"", "id = 5");
    let out = run(
        &wrong.replace("rules = [\"MIS-2\"]", "rules = 'MIS-2'"),
        &[],
    )
    .out;
    assert!(
        out.contains("x expected a text, found the number `5`\n"),
        "{out}"
    );
    let out = run(
        &HOLDS.replace("rules = [\"MIS-2\"]", "rules = 'MIS-2'"),
        &[],
    )
    .out;
    assert!(
        out.contains("x expected a list, found the text \"MIS-2\"\n"),
        "{out}"
    );
}

#[test]
fn what_cannot_be_read_is_told_whatever_is_asked() {
    let faulty = format!("{HOLDS}\n[[ruling]]\nid = \"half-written\"\n");
    let shown = run(&faulty, &["--show"]);
    assert_eq!(
        (shown.out.contains("is destroyed"), shown.code),
        (true, Some(1))
    );
    assert!(shown.err.contains("missing key `title`"), "{}", shown.err);
    let filtered = run(&faulty, &["--id", "half-written"]);
    assert_eq!(filtered.code, Some(1));
    assert!(
        filtered.err.contains("missing key `title`"),
        "{}",
        filtered.err
    );
    let no_tables = run("ruling = [1]\n", &[]);
    assert!(
        no_tables
            .out
            .contains("expected a table, found the number `1`"),
        "{}",
        no_tables.out
    );
}

#[test]
fn an_id_is_given_once_and_a_file_is_read_once() {
    let folder = folder(HOLDS);
    let twice = brink(
        folder.path(),
        &["ruling", "mine.toml", ".", "./mine.toml"],
        "",
    );
    assert_eq!(
        (twice.out.ends_with("\n1 ruling passed\n"), twice.code),
        (true, Some(0)),
        "{}",
        twice.out
    );
    fs::write(folder.path().join("other.toml"), HOLDS).expect("there is room for files");
    let both = brink(folder.path(), &["ruling", "mine.toml", "other.toml"], "");
    assert_eq!(both.code, Some(1));
    assert!(
        both.out
            .contains("two rulings are called `a-missile-takes-what-stands-alone`"),
        "{}",
        both.out
    );
    assert!(
        both.out
            .contains("the other one is at mine.toml:2; give each ruling its own id"),
        "{}",
        both.out
    );
}

#[test]
fn a_card_goes_by_either_face_in_moves_and_options() {
    let text = HOLDS.replace("p1 hand: Missile Launch", "p1 hand: Factory, Missile Silo");
    let open = text
        .replace("moves = ", "# moves = ")
        .replace("position = \"p2: Moon Lander[]\"", "EXPECT");
    let expect = |expect: &str| open.replace("EXPECT", expect);
    for holds in [
        &text.replace("action Missile Launch", "action Missile Silo"),
        &text
            .replace("action Missile Launch > p2", "build Missile Launch at p1.1")
            .replace("Lander[]\"", "Lander[Research] Factory[]\""),
        &expect(
            "options = [\"action Missile Silo\", \"build Embargo at p1.2\", \"stack Factory on p1.1\"]",
        ),
    ] {
        let run = run(holds, &[]);
        assert_eq!(run.code, Some(0), "{}", run.out);
    }
    for (label, is) in [
        ("action Factory", "action Embargo"),
        ("build Embargo at p1.1", "build Factory at p1.1"),
    ] {
        for label in [label, is] {
            let run = run(&expect(&format!("not_options = [\"{label}\"]")), &[]);
            assert!(
                run.code == Some(1) && run.out.contains(&format!("`{label}` is offered")),
                "{}",
                run.out
            );
        }
    }
}

#[test]
fn a_slip_of_the_pen_is_no_option_that_is_rightly_missing() {
    let text = HOLDS
        .replace("moves = ", "# moves = ")
        .replace("p1 hand: Missile Launch\n", "");
    let missing = |label: &str| {
        run(
            &text.replace(
                "position = \"p2: Moon Lander[]\"",
                &format!("not_options = [\"{label}\"]"),
            ),
            &[],
        )
    };
    for label in [
        "decline",
        "use p1.1",
        "use p2.9",
        "p2",
        "p1.7",
        "action Embassy",
        "build Factory at p1.5",
    ] {
        assert_eq!(missing(label).code, Some(0), "{label}");
    }
    // Cards by where they lie.
    for label in [
        "card 1 of p2's hand",
        "card 2 of p2.1",
        "card 1 aside",
        "card 3 of the deck",
        "building p2.1",
        "Embassy of p2's hand",
        "Embassy of the discard pile",
        "Embassy out of the game",
        "nothing",
    ] {
        assert_eq!(missing(label).code, Some(0), "{label}");
    }
    let mut said = String::new();
    let slips = [
        "use p3.1",
        "use it",
        "use p1.1 twice",
        "side Moon",
        "pass now",
        "p3",
        "p4.1",
        "build Factory at p5.1",
        "action",
        "build",
        "ACTION",
        "passs",
        "p7",
        "p1.0",
        "",
        "PASSED",
        "card 0 of p2's hand",
        "card 1 of p4's hand",
        "Embasy aside",
    ];
    assert_eq!(
        missing("ACTION EMBASSY").code,
        Some(0),
        "small letters are as good as capitals"
    );
    for label in slips {
        let run = missing(label);
        assert_eq!(run.code, Some(1), "{label}");
        let told = run.out.lines().filter_map(|line| {
            let line = line.trim();
            line.strip_prefix("x ").or(line.strip_prefix("help: "))
        });
        said.push_str(&format!(
            "{label}: {}\n",
            told.collect::<Vec<_>>().join("; ")
        ));
    }
    insta::assert_snapshot!(said);
}

#[test]
fn moves_of_rulings_stand_in_full() {
    for (moves, meant) in [
        ("p1: act > p2", "action Missile Launch"),
        ("p1: action Missile > p2", "action Missile Launch"),
    ] {
        let run = run(&HOLDS.replace("p1: action Missile Launch > p2", moves), &[]);
        assert_eq!(run.code, Some(1), "{moves}");
        assert!(
            run.out.contains("p1 cannot choose `act")
                && run.out.contains(&format!("did you mean `{meant}`?")),
            "{}",
            run.out
        );
    }
    assert_eq!(
        run(
            &HOLDS.replace("action Missile Launch", "ACTION  missile silo"),
            &[]
        )
        .code,
        Some(0)
    );
}

#[test]
fn what_expects_nothing_or_two_things_at_once_is_refused() {
    let won = HOLDS.replace("Moon Lander[Research] Factory[]", "Moon Lander[]");
    let expecting = |what: &str| run(&won.replace("position = \"p2: Moon Lander[]\"", what), &[]);
    for nothing in [
        "position = \"\"",
        "position = \"# p2: Moon Lander[]\"",
        "view = { p2 = \"\" }",
        "",
    ] {
        let run = expecting(nothing);
        assert!(
            run.code == Some(1) && run.out.contains("this ruling expects nothing"),
            "{nothing}\n{}",
            run.out
        );
    }
    let run = expecting("winner = \"p1\"\ndraw = true");
    assert!(
        run.code == Some(1)
            && run
                .out
                .contains("a game that somebody has won is not a draw"),
        "{}",
        run.out
    );
    assert_eq!(expecting("winner = \"p1\"\ndraw = false").code, Some(0));
}

#[test]
fn values_of_another_sort_are_told_with_how_they_are_written() {
    let told = |from: &str, to: &str| {
        run(&HOLDS.replacen(from, to, 1), &[])
            .out
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    for (from, to, help) in [
        (
            "game = \"1961\"",
            "game = 1961",
            "write it in quotes: `\"1961\"`",
        ),
        (
            "rules = [\"MIS-2\"]",
            "rules = \"MIS-2\"",
            "write a list, in brackets",
        ),
        (
            "moves = \"p1: action Missile Launch > p2\"",
            "moves = [\"p1: pass\"]",
            "write it as one text, line by line",
        ),
        (
            "game = ",
            "cards = [\"a.toml\"]\ngame = ",
            "write `cards` once, above the first `[[ruling]]`",
        ),
        (
            "game = \"1961\"",
            "game = \"draft\"",
            "name 6 kinds, each once: `kinds = [\"A\", \"B\", ...]`",
        ),
        (
            "id = \"a-missile-takes-what-stands-alone\"",
            "id = \"\"",
            "this is not a valid id of a ruling",
        ),
        (
            "id = \"a-missile-takes-what-stands-alone\"",
            "id = \"two words\"",
            "this is not a valid id of a ruling",
        ),
        (
            "Moon Lander[Research] Factory[]",
            "Moon Lander[Research{p3}] Factory[]",
            "p3 is not in this game",
        ),
    ] {
        assert!(told(from, to).contains(help), "{to}\n{}", told(from, to));
    }
}

#[test]
fn a_game_that_is_over_is_still_explained_kept_and_taken_back() {
    let folder = folder(&HOLDS.replace("p2: Moon Lander[Research] Factory[]", "p2: Moon Lander[]"));
    let arguments = [
        "ruling",
        "--open",
        "a-missile-takes-what-stands-alone",
        "mine.toml",
    ];
    let input = "action Missile Launch\np2\nwhy last\nlog\nsave won.toml --as ruling\nundo\nquit\n";
    let played = brink(folder.path(), &arguments, input);
    assert_eq!(
        (played.code, played.err.as_str()),
        (Some(0), ""),
        "{}",
        played.out
    );
    insta::assert_snapshot!(played.out);
    let kept = fs::read_to_string(folder.path().join("won.toml")).expect("it was kept");
    assert!(kept.contains("winner = \"p1\""), "{kept}");
    let checked = brink(folder.path(), &["ruling", "won.toml"], "");
    assert_eq!(
        checked.code,
        Some(0),
        "{kept}\n{}{}",
        checked.out,
        checked.err
    );
}

#[test]
fn cards_that_are_called_like_verbs_are_options() {
    let names = [
        "Stack Up",
        "Past Glories",
        "Pact",
        "Action Hero",
        "Build",
        "Use Less",
        "Side Street",
    ];
    let mut set = "id = \"verbs\"\ntitle = \"Verbs\"\nlanguage = 2\n\n[[card]]\nbuilding = \"Mill\"\naction = \"Show\"\n[building.\"Mill\"]\ntext = ''\n[action.\"Show\"]\ntext = 'Choose a card in your hand as pick. Discard pick.'\n[[victory]]\nfront = \"Hall\"\n[building.\"Hall\"]\ntext = 'Win when this has at least 9 cards.'\n".to_string();
    for name in names {
        set += &format!(
            "[[card]]\nbuilding = \"The {name}\"\naction = \"{name}\"\n[building.\"The {name}\"]\ntext = ''\n[action.\"{name}\"]\ntext = 'Draw a card.'\n"
        );
    }
    let hand = names.join(", ");
    let offered = names.map(|name| format!("\"{name}\"")).join(", ");
    let ruling = format!(
        "cards = [\"game.toml\"]\n[[ruling]]\nid = \"one\"\ntitle = \"One\"\nrules = []\ngame = \"verb-game\"\nposition = \"\"\"\np1: Hall[]\np2: Hall[]\np1 hand: Show, {hand}\n\"\"\"\nmoves = \"p1: action Show\"\n[ruling.expect]\noptions = [{offered}]\n"
    );
    let folder = folder(&ruling);
    let recipe = "id = \"verb-game\"\ntitle = \"Verbs\"\nsets = [\"verbs.toml\"]\ncopies = 4\nvictory = \"same\"\nhand = 3\nshields = 1\n";
    fs::write(folder.path().join("game.toml"), recipe).expect("there is room for files");
    fs::write(folder.path().join("verbs.toml"), set).expect("there is room for files");
    let run = brink(folder.path(), &["ruling", "mine.toml"], "");
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
}

#[test]
fn a_file_of_rulings_names_its_cards() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("there is room for files")
    };
    fs::create_dir(folder.path().join("mine")).expect("there is room for files");
    let game = fs::read_to_string(project().join("cards/recipes/1961.toml")).expect("it is there");
    write(
        "game.toml",
        &game.replacen("id = \"1961\"", "id = \"other\"", 1),
    );
    let ruling = HOLDS.replace("game = \"1961\"", "game = \"other\"");
    write(
        "mine/a.toml",
        &format!("cards = [\"../game.toml\"]\n{ruling}"),
    );
    let good = brink(folder.path(), &["ruling", "mine"], "");
    assert_eq!(
        (good.out.lines().last(), good.code),
        (Some("1 ruling passed"), Some(0)),
        "{}",
        good.err
    );
    write("mine/a.toml", &format!("cards = [\"game.toml\"]\n{ruling}"));
    let lost = brink(folder.path(), &["ruling", "mine"], "");
    assert!(
        lost.code == Some(1) && lost.out.contains("there is no file `mine/game.toml`"),
        "{}{}",
        lost.out,
        lost.err
    );
    write("mine/a.toml", &ruling);
    let unnamed = brink(folder.path(), &["ruling", "mine"], "");
    assert!(
        unnamed.out.contains("`cards = [\"FILE\"]`"),
        "{}{}",
        unnamed.out,
        unnamed.err
    );
    write(
        "mine/a.toml",
        &format!("cards = \"../game.toml\"\n{ruling}"),
    );
    let odd = brink(folder.path(), &["ruling", "mine"], "");
    assert!(
        odd.out
            .contains("`cards` must be a list of card or recipe files"),
        "{}{}",
        odd.out,
        odd.err
    );
}

#[test]
fn a_game_of_ones_own_cards_is_kept_as_a_ruling_that_finds_them() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("there is room for files")
    };
    fs::create_dir(folder.path().join("far")).expect("there is room for files");
    let game = fs::read_to_string(project().join("cards/recipes/1961.toml")).expect("it is there");
    write(
        "game.toml",
        &game.replacen("id = \"1961\"", "id = \"other\"", 1),
    );
    let input =
        "2\n1\nsave kept.toml --as ruling\nsave far/kept.toml --as ruling\nsave kept.game\nquit\n";
    let played = brink(
        folder.path(),
        &[
            "play",
            "game.toml",
            "--seed",
            "3",
            "--bots",
            "cautious",
            "--first",
            "me",
        ],
        input,
    );
    assert_eq!(played.code, Some(0), "{}{}", played.out, played.err);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was kept");
    assert!(
        text("kept.toml").starts_with("cards = [\"game.toml\"]\n\n# From a game of other"),
        "{}",
        text("kept.toml")
    );
    let exported = brink(
        folder.path(),
        &["games", "export", "kept.game", "--as", "ruling"],
        "",
    );
    assert_eq!(exported.code, Some(0), "{}", exported.err);
    write("far/exported.toml", &exported.out);
    for file in ["kept.toml", "far/kept.toml", "far/exported.toml"] {
        let checked = brink(folder.path(), &["ruling", file], "");
        assert_eq!(
            checked.code,
            Some(0),
            "{file}: {}{}{}",
            text(file),
            checked.out,
            checked.err
        );
    }
    // Of a file that is gone it is said what to add.
    fs::remove_file(folder.path().join("game.toml")).expect("it is there");
    let exported = brink(
        folder.path(),
        &["games", "export", "kept.game", "--as", "ruling"],
        "",
    );
    assert!(
        exported.out.starts_with("# Say where its cards lie"),
        "{}",
        exported.out
    );
    assert!(
        exported.out.contains("\n# cards = [\"game.toml\"]\n"),
        "{}",
        exported.out
    );
}

#[test]
fn of_several_equal_cards_it_is_told_how_many_there_are() {
    let wrong = HOLDS
        .replace(
            "p1 hand: Missile Launch\n",
            "p1 hand: Missile Launch, Missile Launch\n",
        )
        .replace(
            "\"p2: Moon Lander[]\"",
            "\"\"\"\np1 hand: Missile Launch, Missile Launch\np2: Moon Lander[]\n\"\"\"",
        );
    let run = run(&wrong, &[]);
    let told = "Missile Launch is in the hand of p1 once, not twice.";
    assert!(run.out.contains(told), "{}", run.out);
}

/// Of rulings that bring files along, the texts of these files are listed.
#[test]
fn coverage_of_files_of_ones_own_lists_their_texts_alone() {
    let folder = folder(HOLDS);
    let set = "id = \"mills\"\ntitle = \"Mills\"\nlanguage = 2\n[[card]]\nbuilding = \"Windmill\"\naction = \"Gale\"\n\
               [building.\"Windmill\"]\ntext = 'Once a turn: draw a card.'\n[action.\"Gale\"]\ntext = 'Draw 2 cards.'\n";
    fs::write(folder.path().join("mills.toml"), set).expect("there is room for files");
    let listed = |arguments: &[&str]| {
        let run = brink(folder.path(), arguments, "");
        assert_eq!(run.code, Some(0), "{}", run.err);
        let headed = run.out.lines().filter(|line| line.contains(".toml: "));
        headed.map(str::to_string).collect::<Vec<String>>()
    };
    assert_eq!(
        listed(&["ruling", "mine.toml", "--with", "mills.toml", "--coverage"]),
        [
            "mills.toml: building mills:Windmill",
            "mills.toml: action mills:Gale"
        ]
    );
    assert!(listed(&["ruling", "mine.toml", "--coverage"]).len() > 20);
}

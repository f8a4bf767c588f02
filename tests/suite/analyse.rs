//! `brink analyse` as it is run: what it says to people and programs, what it refuses, and how it ends.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use crate::support::program::run::{command, output_in};
use crate::support::schema::Schema;
use serde_json::Value;

/// p2 wins by any card on its Moon Lander.
const WIN: &str = "\
turn p2 start
deck: Sabotage, Research, Embargo, Response System
discard:
p1 hand: Espionage, Espionage
p1: Moon Lander[Response System{p1}, Embargo{p1}, Missile Launch{p1}] Embassy[]
p2 hand: Missile Launch, Espionage
p2: Factory[] Moon Lander[Sabotage{p2}, Research{p2}, Research{p1}, Response System{p1}] Missile Silo[]
";

struct Run {
    out: String,
    err: String,
    code: Option<i32>,
}

fn run(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let output = output_in(folder, folder, arguments, input);
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    Run {
        out: text(output.stdout),
        err: text(output.stderr),
        code: output.status.code(),
    }
}

fn analyse(arguments: &[&str], input: &str) -> Run {
    let folder = folder();
    run(folder.path(), &[&["analyse"], arguments].concat(), input)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for files")
}

/// What is written for programs, as the schema has it.
fn lines(out: &str) -> Vec<Value> {
    let schema = Schema::read("analyse");
    let line = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("it is JSON");
        schema
            .check("analysis", &value)
            .unwrap_or_else(|fault| panic!("{fault}\n{value:#}"));
        value
    };
    out.lines().map(line).collect()
}

#[test]
fn a_position_with_a_win_reads_like_this() {
    let run = analyse(
        &["--game", "1961", "--iterations", "200", "--top", "5"],
        WIN,
    );
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    insta::assert_snapshot!(run.out);
}

#[test]
fn json_lines_grow_and_the_last_one_is_done() {
    let arguments = [
        "--game",
        "1961",
        "--iterations",
        "64",
        "--json",
        "--top",
        "3",
    ];
    let run = analyse(&arguments, WIN);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert_eq!(
        analyse(&arguments, WIN).out,
        run.out,
        "the same seed tells the same"
    );
    let lines = lines(&run.out);
    for (number, line) in (1..).zip(&lines) {
        let last = number == lines.len();
        assert_eq!(
            (&line["number"], &line["done"]),
            (&number.into(), &last.into())
        );
        assert_eq!(
            (&line["player"], &line["open"], &line["stopped"]),
            (&"p2".into(), &false.into(), &false.into())
        );
        assert_eq!(line["options"].as_array().map(Vec::len), Some(3));
    }
    let iterations: Vec<u64> = lines
        .iter()
        .filter_map(|line| line["iterations"].as_u64())
        .collect();
    assert!(
        iterations.len() > 2 && iterations.is_sorted(),
        "{iterations:?}"
    );
    let last = lines.last().expect("there is a last line");
    insta::assert_snapshot!(format!("{:#}", last["options"][0]));
}

#[test]
fn with_all_cards_open_everything_is_known() {
    let arguments = ["--game", "1961", "--iterations", "64", "--json", "--open"];
    let run = analyse(&arguments, WIN);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let lines = lines(&run.out);
    let last = lines.last().expect("there is a last line");
    assert_eq!(last["open"], true);
    assert_eq!(
        last["options"][0]["wins"]["worlds"],
        last["options"][0]["wins"]["of"]
    );
}

#[test]
fn who_does_not_decide_is_told_what_the_other_may_do() {
    let arguments = ["--game", "1961", "--iterations", "160", "--seat", "p1"];
    let table = analyse(&[&arguments[..], &["--top", "6"]].concat(), WIN);
    assert_eq!((table.err.as_str(), table.code), ("", Some(0)));
    insta::assert_snapshot!(table.out);
    let json = |position: &str| {
        let run = analyse(&[&arguments[..], &["--json"]].concat(), position);
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
        run.out
    };
    let told = json(WIN);
    let lines = lines(&told);
    let last = lines.last().expect("there is a last line");
    assert_eq!(lines.len(), 17, "a line for each world, and the last one");
    assert_eq!(
        (&last["player"], &last["seat"], &last["done"]),
        (&"p2".into(), &"p1".into(), &true.into())
    );
    let first = &last["options"][0];
    assert_eq!(
        (
            &first["option"],
            &first["offered"]["of"],
            &first["best"]["of"]
        ),
        (&Value::Null, &16.into(), &16.into())
    );
    // Whatever p2 has in hand and under the deck, p1 is told the same.
    let other = WIN
        .replace(
            "p2 hand: Missile Launch, Espionage",
            "p2 hand: Research, Embargo",
        )
        .replace(
            "deck: Sabotage, Research, Embargo, Response System",
            "deck: Sabotage, Missile Launch, Espionage, Response System",
        );
    assert_ne!(other, WIN);
    assert_eq!(json(&other), told);
    // The search of p2 itself sees them.
    let own = |position: &str| {
        analyse(
            &["--game", "1961", "--iterations", "20", "--seat", "p2"],
            position,
        )
        .out
    };
    assert_ne!(own(&other), own(WIN));
}

#[test]
fn kept_games_traces_and_rulings_are_searched_where_they_are_asked() {
    let folder = folder();
    let brink = |arguments: &[&str], input: &str| run(folder.path(), arguments, input);
    let trace = brink(&["trace", "1961", "--players", "2", "--seed", "1"], "").out;
    fs::write(folder.path().join("a.trace"), &trace).expect("there is room");
    let short = ["--iterations", "30", "--top", "1"];
    let at = |arguments: &[&str], input: &str| {
        let run = brink(&[&["analyse"], arguments, &short[..]].concat(), input);
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{arguments:?}");
        run.out.lines().next().unwrap_or_default().to_string()
    };
    assert!(at(&["a.trace", "--to", "9"], "").starts_with("1961: p"));
    assert_eq!(
        at(&["a.trace", "--to", "9"], ""),
        at(&["--to", "9"], &trace)
    );
    brink(
        &[
            "play", "1961", "--seat", "1", "--seed", "5", "--bots", "cautious",
        ],
        "1\n1\nquit\n",
    );
    assert!(at(&["1"], "").starts_with("1961: p1 decides, as p1 sees it"));
    let rulings = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/rulings/actions-1961.toml"
    );
    assert!(at(&[rulings, "--id", "an-embargo-goes-on-any-building"], "").starts_with("1961: p"));
}

/// Where `arguments` lead, all that is told of it.
fn told(folder: &Path, arguments: &[&str]) -> String {
    let run = run(
        folder,
        &[&["analyse"], arguments, &["--iterations", "30", "--json"]].concat(),
        "",
    );
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{arguments:?}");
    run.out
}

/// The labels of the options in the last line, in the order of the alphabet.
fn offered(out: &str) -> Vec<String> {
    let last = lines(out).pop().expect("there is a last line");
    let options = last["options"]
        .as_array()
        .expect("there are options")
        .iter();
    let mut labels: Vec<String> = options
        .filter_map(|option| option["label"].as_str().map(str::to_string))
        .collect();
    labels.sort();
    labels
}

#[test]
fn a_ruling_is_searched_where_it_begins_and_after_its_moves() {
    let folder = folder();
    let position = "p1 hand: Embargo\np1: Moon Lander[] Embassy[Research]\np2: Moon Lander[Sabotage] Bunker[]\n";
    let other = position.replace("Embargo", "Espionage");
    let ruling = |id: &str, position: &str, moves: &str| {
        format!(
            "[[ruling]]\nid = \"{id}\"\ntitle = \"{id}\"\nrules = [\"61-EMBARGO\"]\ngame = \"1961\"\nposition = '''\n{position}'''\n\
             moves = '''\n{moves}'''\n[ruling.expect]\nasked = \"p1\"\n"
        )
    };
    let moves = ["p1: action Embargo\n", "p1: action Embargo\np1: p2.1\n"];
    let [one, two] = moves;
    let file = [
        ruling("other", &other, ""),
        ruling("one", position, one),
        ruling("two", position, two),
    ]
    .concat();
    fs::write(folder.path().join("r.toml"), file).expect("there is room");
    fs::write(folder.path().join("p.txt"), position).expect("there is room");
    let told = |arguments: &[&str]| told(folder.path(), arguments);
    let begin = told(&["p.txt", "--game", "1961"]);
    let mut places = vec![begin.clone()];
    for (id, moves) in ["one", "two"].into_iter().zip(moves) {
        assert_eq!(told(&["r.toml", "--id", id]), begin, "{id}");
        let lines = moves
            .lines()
            .flat_map(|line| ["--moves", line])
            .collect::<Vec<_>>();
        let after = told(&["r.toml", "--id", id, "--after"]);
        assert_eq!(
            after,
            told(&[&["p.txt", "--game", "1961"], &lines[..]].concat()),
            "{id}"
        );
        places.push(after);
    }
    let [begin, one, two] = [0, 1, 2].map(|place: usize| offered(&places[place]));
    assert!(begin.contains(&"action Embargo".to_string()), "{begin:?}");
    assert_eq!(one, ["p1.1", "p1.2", "p2.1", "p2.2"]);
    assert_eq!(two, ["pass"]);
    // The first ruling of the file is another one, and without moves it stays where it begins.
    let first = told(&["r.toml", "--id", "other"]);
    assert!(
        offered(&first)
            .iter()
            .any(|label| label.contains("Espionage")),
        "{first}"
    );
    assert_eq!(told(&["r.toml", "--id", "other", "--after"]), first);
}

#[test]
fn of_several_traces_that_one_is_searched_which_is_named() {
    let folder = folder();
    let trace = |recipe: &str, seed: &str| {
        run(
            folder.path(),
            &[
                "trace",
                recipe,
                "--players",
                "2",
                "--seed",
                seed,
                "--policy",
                "mixed",
            ],
            "",
        )
        .out
    };
    let traces = [trace("1961", "1"), trace("1971", "1"), trace("1961", "2")];
    fs::write(folder.path().join("all.trace"), traces.concat()).expect("there is room");
    let told = |arguments: &[&str]| told(folder.path(), arguments);
    let mut places = Vec::new();
    for (nth, trace) in ["1", "2", "3"].into_iter().zip(&traces) {
        fs::write(folder.path().join("one.trace"), trace).expect("there is room");
        for to in ["8", "12"] {
            let place = told(&["all.trace", "--nth", nth, "--to", to]);
            assert_eq!(
                place,
                told(&["one.trace", "--to", to]),
                "game {nth}, {to} decisions"
            );
            places.push(place);
        }
    }
    assert_eq!(
        told(&["all.trace", "--to", "8"]),
        places[0],
        "the first one unless another is named"
    );
    let count = places.len();
    places.sort();
    places.dedup();
    assert_eq!(places.len(), count, "they are all different places");
}

#[test]
fn what_cannot_be_searched_is_told_with_the_next_step() {
    let folder = folder();
    let brink = |arguments: &[&str], input: &str| run(folder.path(), arguments, input);
    let trace = brink(&["trace", "1961", "--players", "2", "--seed", "1"], "").out;
    let rulings = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/rulings/actions-1961.toml"
    );
    let mut said = String::new();
    for (arguments, input) in [
        (&["--game", "1961", "--seat", "p7"][..], WIN),
        (&["--game", "1961", "--to", "3"], WIN),
        (&["--game", "1961", "--iterations", "0"], WIN),
        (&["--game", "1961", "--iterations", "16777217"], WIN),
        (&["--game", "1961", "--time", "0s"], WIN),
        (
            &["--game", "1961", "--time", "1s", "--iterations", "3"],
            WIN,
        ),
        (&["--game", "1961", "--moves", "p1: pass"], WIN),
        (
            &[
                "--game",
                "1961",
                "--moves",
                "p2: stack Missile Launch on p2.2",
            ],
            WIN,
        ),
        (&[], ""),
        (&[], &trace),
        (&["--to", "99999"], &trace),
        (&["--nth", "2"], &trace),
        (&["--game", "1961"], &trace),
        (&[], "[[ruling]]\n"),
        (&["nowhere.txt"], ""),
        (&[rulings], ""),
        (&[rulings, "--id", "nonsense"], ""),
    ] {
        let run = brink(&[&["analyse"], arguments].concat(), input);
        assert_eq!(run.out, "", "{arguments:?}");
        said.push_str(&format!(
            "$ brink analyse {}\nexit code {:?}\n{}\n",
            arguments.join(" "),
            run.code,
            run.err
        ));
    }
    insta::assert_snapshot!(said.replace(concat!(env!("CARGO_MANIFEST_DIR"), "/"), ""));
}

#[test]
fn one_option_is_searched_too() {
    let table = "turn p1 start\ndeck:\ndiscard:\np1 hand:\np1: Factory[]\np2 hand: Sabotage\np2: Bunker[]\n";
    let run = analyse(&["--game", "1961", "--iterations", "40"], table);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(run.out.contains("pass"), "{}", run.out);
}

/// What p2 sees of the table above, as it is printed for p2.
const VIEW: &str = "\
turn p2 start
deck: 4 cards
discard:
p1 hand: 2 cards
p1: Moon Lander[?, ?, ?] Embassy[]
p2 hand: Missile Launch, Espionage
p2: Factory[] Moon Lander[Sabotage, Research, ?, ?] Missile Silo[]
";

#[test]
fn a_view_is_searched_like_the_table_that_it_is_of() {
    let printed = run(
        folder().path(),
        &["position", "--game", "1961", "--view", "p2"],
        WIN,
    )
    .out;
    assert_eq!(printed, VIEW);
    let arguments = ["--game", "1961", "--iterations", "40", "--json"];
    let told = |arguments: &[&str], input: &str| {
        let run = analyse(arguments, input);
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{input}");
        run.out
    };
    // With as many cards in the game as the table has, it is told the same; with all others in the deck something else.
    let all = told(&arguments, &VIEW.replace("deck: 4 cards\n", ""));
    assert_eq!(
        all,
        told(
            &arguments,
            &WIN.replace("deck: Sabotage, Research, Embargo, Response System\n", "")
        )
    );
    assert_eq!(
        all,
        told(
            &[&arguments[..], &["--seat", "p2"]].concat(),
            &VIEW.replace("deck: 4 cards\n", "")
        )
    );
    assert_eq!(
        all,
        told(
            &arguments,
            &VIEW
                .replace("deck: 4 cards\n", "")
                .replace("2 cards", "?, ?")
        )
    );
    assert_eq!(
        lines(&all).last().map(|line| line["seat"].clone()),
        Some("p2".into())
    );
    // Numbers alone make it a view, too, whose names that lie face down are known.
    let none = VIEW
        .replace("deck: 4 cards\n", "")
        .replace("2 cards", "0 cards")
        .replace("?, ?, ?", "")
        .replace(", ?, ?", "");
    let known = none
        .replace("0 cards", "")
        .replace("[Sabotage, Research]", "[Sabotage{p2}, Research{p2}]");
    assert_eq!(told(&arguments, &none), told(&arguments, &known));
    // p1 sees another view of it, and what p2 may do is told as p1 supposes it.
    let seen_by_p1 = run(
        folder().path(),
        &["position", "--game", "1961", "--view", "p1"],
        WIN,
    )
    .out;
    let other = told(
        &[&arguments[..], &["--seat", "p1"]].concat(),
        &seen_by_p1.replace("deck: 4 cards\n", ""),
    );
    assert_eq!(
        lines(&other).last().map(|line| line["seat"].clone()),
        Some("p1".into())
    );
}

#[test]
fn what_a_view_cannot_say_is_told_with_the_next_step() {
    let short = VIEW.replace("deck: 4 cards\n", "");
    let mut said = String::new();
    for (arguments, input) in [
        (&[][..], VIEW.to_string()),
        (&[], VIEW.replace("4 cards", "99 cards")),
        (&["--seat", "p1"], short.clone()),
        (&["--open"], short.clone()),
        (&["--moves", "p2: pass"], short.clone()),
        (&[], short.replace("discard:", "discard: ?, Embargo")),
        (
            &[],
            short
                .replace("p1 hand: 2 cards", "p1 hand: ?, Embargo")
                .replace("Factory", "Factry"),
        ),
        (&[], short.replace("?, ?]", "?{p1 p2}, ?]")),
        (
            &[],
            short.replace("p1 hand: 2 cards", "p1 hand: Embargo, Embargo"),
        ),
        (&[], short.replace("discard:", "deck:\ndiscard:")),
    ] {
        let run = analyse(
            &[&["--game", "1961", "--iterations", "20"], arguments].concat(),
            &input,
        );
        assert_eq!(run.out, "", "{input}");
        said.push_str(&format!(
            "$ brink analyse {}\nexit code {:?}\n{}\n",
            arguments.join(" "),
            run.code,
            run.err
        ));
    }
    insta::assert_snapshot!(said);
}

/// Whoever reads the lines may go away at any time.
#[test]
fn a_reader_who_goes_away_ends_it() {
    let folder = folder();
    let mut command = command(env!("CARGO_BIN_EXE_brink"), folder.path());
    let mut child = command
        .args(["analyse", "--game", "1961", "--time", "5m", "--json"])
        .spawn()
        .expect("it starts");
    child
        .stdin
        .take()
        .expect("it is piped")
        .write_all(WIN.as_bytes())
        .expect("it reads");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("it is piped"))
        .read_line(&mut first)
        .expect("it writes");
    assert!(first.contains("\"number\":1"), "{first}");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let mut err = String::new();
    child
        .stderr
        .take()
        .expect("it is piped")
        .read_to_string(&mut err)
        .expect("it is text");
    assert_eq!(err, "");
}

/// Ctrl-C ends the search, and what was found so far is told.
#[cfg(unix)]
#[test]
fn an_interruption_tells_what_was_found() {
    let folder = folder();
    fs::write(folder.path().join("table.txt"), WIN).expect("there is room");
    let arguments = [
        "analyse",
        "table.txt",
        "--game",
        "1961",
        "--time",
        "5m",
        "--json",
    ];
    let begun = std::time::Instant::now();
    let late = || begun.elapsed().as_secs() >= 2;
    let (out, err, code, _) =
        crate::support::interrupt::interrupted_in(folder.path(), &arguments, late);
    assert_eq!(code, Some(130));
    assert!(err.starts_with("stopping: "), "{err}");
    let lines = lines(&out);
    let last = lines.last().expect("there is a last line");
    assert_eq!(
        (&last["done"], &last["stopped"]),
        (&true.into(), &true.into())
    );
    assert!(last["iterations"].as_u64() > Some(0), "{last}");
    // People are told how far it has come.
    let searched = [
        "analyse",
        "table.txt",
        "--game",
        "1961",
        "--iterations",
        "16777216",
    ];
    for more in [&[][..], &["--seat", "p2"]] {
        let begun = std::time::Instant::now();
        let late = || begun.elapsed().as_secs() >= 2;
        let (out, err, code, _) = crate::support::interrupt::interrupted_in(
            folder.path(),
            &[&searched[..], more].concat(),
            late,
        );
        assert_eq!(code, Some(130));
        assert!(
            err.starts_with("stopping: the results so far follow; interrupt again"),
            "{err}"
        );
        assert!(
            out.contains("interrupted after ") && out.contains(" of 16777216 iterations"),
            "{out}"
        );
    }
}

#[test]
fn whose_turn_it_is_and_what_is_asked_is_told() {
    let table = "turn p1 start\ndeck: Research\np1 hand: Espionage\np1: Moon Lander[] Embassy[Sabotage]\np2 hand:\np2: Moon Lander[] Factory[Embargo]\n";
    let said = |moves: &[&str]| {
        let run = analyse(
            &[&["--game", "1961", "--iterations", "20"], moves].concat(),
            table,
        );
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
        run.out.lines().take(4).collect::<Vec<_>>().join("\n")
    };
    let menu = said(&[]);
    assert!(
        menu.contains("\np1's turn. What to do?\n\noption "),
        "{menu}"
    );
    // Nothing wins here, and so nothing is said of wins.
    assert!(!menu.contains("wins"), "{menu}");
    let asked = said(&["--moves", "p1: action Espionage"]);
    assert!(
        asked.contains("\np1's turn. Espionage: Look at the top card of which stack?\n"),
        "{asked}"
    );
}

#[test]
fn what_is_no_position_is_told_in_a_sentence() {
    let run = analyse(
        &[],
        &"p1 looks at the top card of p2.1.\nHand: Embargo\n".repeat(200),
    );
    assert_eq!((run.out.as_str(), run.code), ("", Some(1)));
    assert!(
        run.err.contains(
            "standard input is not a position, a saved game, a trace or a file of rulings"
        ),
        "{}",
        run.err
    );
    assert!(run.err.lines().count() < 6, "{}", run.err);
}

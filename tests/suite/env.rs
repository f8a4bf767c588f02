//! `brink env` as programs use it: line by line, with mistakes, and from Python.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::program::{brink_in, project};
use crate::support::schema::Schema;
use serde_json::Value;

const HELLO: &str = r#"{"type":"hello","name":"test","version":"1","wants":[]}"#;

/// What is answered to these lines, each of which is what the schema says.
fn answers(lines: &str) -> Vec<Value> {
    let run = brink_in(project(), &["env", "1961", "--players", "3"], lines);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    let schema = Schema::read("protocol");
    let answers: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect();
    for answer in &answers {
        schema
            .check("to-bot", answer)
            .unwrap_or_else(|fault| panic!("{fault}\n{answer:#}"));
    }
    assert_eq!(answers[0]["type"], "hello");
    answers
}

#[test]
fn lines_are_answered_one_by_one_until_the_pipe_is_closed() {
    let lines = [
        HELLO,
        r#"{"type":"reset","games":[[0,7],[5,7]]}"#,
        r#"{"type":"pick","steps":[[0,0],[5,0]]}"#,
        r#"{"type":"worlds","state":0,"seat":"p2","seed":3,"into":[1,2]}"#,
        r#"{"type":"drop","states":[0,1,2,5]}"#,
        r#"{"type":"outcome","states":[]}"#,
    ];
    let answers = answers(&lines.join("\n"));
    assert_eq!(answers.len(), 1 + lines.len(), "{answers:#?}");
    assert_eq!(
        (&answers[1]["type"], &answers[1]["players"]),
        (&"rules".into(), &3.into())
    );
    let counts: Vec<Option<usize>> = answers[2..]
        .iter()
        .map(|answer| answer["states"].as_array().map(Vec::len))
        .collect();
    assert_eq!(counts, [Some(2), Some(2), Some(2), Some(0), Some(0)]);
    assert_eq!(
        answers[2]["states"][0]["actions"], answers[2]["states"][1]["actions"],
        "the same seed, the same game"
    );
}

#[test]
fn broken_lines_are_refused_by_name_and_the_next_is_answered() {
    let long = format!(r#"{{"type":"outcome","states":[{}]}}"#, " ".repeat(1 << 20));
    let room = (1 << 20) - r#"{"type":"outcome","states":[]}"#.len();
    let longest = format!(r#"{{"type":"outcome","states":[{}]}}"#, " ".repeat(room));
    let much = format!("{longest} ");
    let deep = "[".repeat(100_000);
    let lines = [
        ("unexpected", r#"{"type":"reset","games":[[0,1]]}"#),
        ("rules", HELLO),
        ("unexpected", HELLO),
        ("unexpected", r#"{"type":"choose","id":1,"option":0}"#),
        ("not-json", "reset"),
        ("not-json", ""),
        ("not-json", r#"{"type":"reset","games":[[0,1]]"#),
        ("not-json", &deep),
        ("not-a-message", "[]"),
        ("not-a-message", r#"{"type":"resign"}"#),
        ("not-a-message", r#"{"type":"reset"}"#),
        (
            "not-a-message",
            r#"{"type":"reset","games":[[0,1]],"more":1}"#,
        ),
        ("not-a-message", r#"{"type":"reset","games":[[0]]}"#),
        ("not-a-message", r#"{"type":"reset","games":[[0,1,2]]}"#),
        ("not-a-message", r#"{"type":"reset","games":[[0,-1]]}"#),
        (
            "not-a-message",
            r#"{"type":"reset","games":[[4294967296,1]]}"#,
        ),
        (
            "not-a-message",
            r#"{"type":"reset","games":[[0,18446744073709551616]]}"#,
        ),
        (
            "not-a-message",
            r#"{"type":"worlds","seat":"p1","seed":1,"into":[0]}"#,
        ),
        (
            "not-a-message",
            r#"{"type":"worlds","state":0,"seat":"p7","seed":1,"into":[0]}"#,
        ),
        ("not-a-message", r#"{"type":"view","views":[["p1",0]]}"#),
        ("no-state", r#"{"type":"outcome","states":[0]}"#),
        ("too-long", &long),
        ("too-long", &much),
        ("states", &longest),
        (
            "states",
            r#"{"type":"reset","games":[[0,18446744073709551615]]}"#,
        ),
        ("states", "{\"type\":\"outcome\",\"states\":[0]}\r"),
    ];
    let text: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
    let answers = answers(&text);
    assert_eq!(answers.len(), 1 + lines.len());
    for ((expected, line), answer) in lines.iter().zip(&answers[1..]) {
        let code = answer["code"].as_str().or(answer["type"].as_str());
        assert_eq!(
            code,
            Some(*expected),
            "{}: {answer:#}",
            &line[..line.len().min(100)]
        );
    }
}

#[test]
fn what_is_no_text_is_refused_and_half_a_line_at_the_end_is_answered() {
    let mut env = Command::new(env!("CARGO_BIN_EXE_brink"))
        .args(["env", "1961"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = env.stdin.take().expect("it has an input");
    input
        .write_all(b"\xff\xfe\n{\"type\":\"outcome\"")
        .expect("it reads");
    drop(input);
    let output = env.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("it is UTF-8");
    let codes: Vec<&str> = ["not-utf8", "not-json"]
        .into_iter()
        .filter(|code| text.contains(*code))
        .collect();
    assert_eq!(
        (text.lines().count(), codes),
        (3, vec!["not-utf8", "not-json"])
    );
}

#[cfg(unix)]
#[test]
fn nobody_reads_any_more_and_it_ends() {
    let mut env = Command::new(env!("CARGO_BIN_EXE_brink"))
        .args(["env", "1961"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    drop(env.stdout.take());
    let mut input = env.stdin.take().expect("it has an input");
    // What is answered goes nowhere; sooner or later the input is closed, too.
    while input.write_all(format!("{HELLO}\n").as_bytes()).is_ok() {}
    let status = env.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
}

/// Runs Python with the package on its path. BRINK_PYTHON names one that has what is needed besides.
fn python(code: &str) -> String {
    let python = std::env::var("BRINK_PYTHON").unwrap_or_else(|_| "python3".to_string());
    let run = Command::new(&python)
        .args(["-c", code])
        .env("PYTHONPATH", project().join("docs/bots"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("BRINK", env!("CARGO_BIN_EXE_brink"))
        .output()
        .unwrap_or_else(|error| panic!("this test needs `{python}`: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        run.status.success(),
        "{}{}",
        text(&run.stdout),
        text(&run.stderr)
    );
    text(&run.stdout)
}

#[test]
#[ignore = "it needs python3"]
fn the_package_for_python_plays_copies_draws_and_takes_back() {
    let said = python(
        "import random\n\
         from brink_py import Env, Refused, returns\n\
         from brink_py.state import Game\n\
         game, chance = Game('combined', players=3), random.Random(1)\n\
         state = game.new_initial_state(seed=7)\n\
         while not state.is_terminal():\n\
         \x20   player, action = state.current_player(), chance.choice(state.legal_actions())\n\
         \x20   assert sum(state.legal_actions_mask()) == len(state.legal_actions())\n\
         \x20   assert len(state.observation_tensor()) == game.observation_tensor_size()\n\
         \x20   label, before = state.action_to_string(action), state.observation_string(player)\n\
         \x20   world = state.resample_from_infostate(player, seed=3)\n\
         \x20   assert world.observation_string(player) == before\n\
         \x20   child = state.child(action)\n\
         \x20   state.apply_action(action)\n\
         \x20   assert child.legal_actions() == state.legal_actions()\n\
         \x20   child.undo_action(player, action)\n\
         \x20   assert child.observation_string(player) == before and child.action_to_string(action) == label\n\
         assert len(state.returns()) == 3 and abs(sum(state.returns())) < 1e-9\n\
         with Env('1961') as env:\n\
         \x20   try:\n\
         \x20       env.apply([(0, 0)])\n\
         \x20   except Refused as refused:\n\
         \x20       print(refused.code)\n",
    );
    assert_eq!(said, "no-state\n");
}

#[cfg(unix)]
#[test]
#[ignore = "it needs python3"]
fn the_package_for_python_says_what_goes_wrong_and_goes_on_where_it_can() {
    assert_eq!(python(include_str!("support/package.py")), "");
}

#[test]
#[ignore = "it needs python3 with pettingzoo, as .ci/run installs it"]
fn the_environment_passes_the_test_of_pettingzoo() {
    let said = python(
        "from pettingzoo.test import api_test, seed_test\n\
         from brink_py.aec import env\n\
         for recipe, players in [('1961', 2), ('combined', 4)]:\n\
         \x20   game = env(recipe, players=players)\n\
         \x20   api_test(game, num_cycles=1000, verbose_progress=False)\n\
         \x20   game.close()\n\
         seed_test(lambda: env('1971', players=2), num_cycles=200)\n\
         from pettingzoo.test.render_test import render_test\n\
         render_test(lambda render_mode: env('1961', render_mode=render_mode))\n",
    );
    assert!(
        said.contains("Passed API test") && said.contains("\np2 hand: 4 cards\n"),
        "{said}"
    );
}

#[test]
#[ignore = "it needs python3"]
fn a_random_agent_plays_in_batches() {
    let said = python(
        "import sys; sys.argv = ['speed', '1961', '--seconds', '1']\nfrom brink_py.speed import main\nmain()\n",
    );
    let speed: f64 = said
        .split_whitespace()
        .next()
        .and_then(|word| word.parse().ok())
        .expect("it tells a number");
    // How fast it is on a quiet machine stands in docs/bots/env.md; here it is one among others.
    assert!(speed > 100.0, "{said}");
}

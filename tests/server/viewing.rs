//! Games that were played, looked through in a browser: kept games, traces, rulings; and what strangers' texts are worked on by.

use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use crate::served::process::Running;
use crate::served::{Server, get, post, text};
use serde_json::{Value, json};

fn brink(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brink"));
    command
        .args(arguments)
        .env("BRINK_SETTINGS", "/dev/null")
        .stdout(Stdio::piped())
        .stdin(Stdio::null());
    command
}

/// Lets the command show something; answers where.
fn shown(arguments: &[&str]) -> (Running, SocketAddr, String) {
    let (running, line) = Running::spoken(&mut brink(arguments));
    let (_, rest) = line
        .trim()
        .split_once("http://")
        .unwrap_or_else(|| panic!("no address: {line}"));
    let (address, token) = rest
        .split_once("/#shown=")
        .unwrap_or_else(|| panic!("no token: {line}"));
    (
        running,
        address
            .parse()
            .unwrap_or_else(|_| panic!("no address: {line}")),
        token.to_string(),
    )
}

fn moments(looked: &Value) -> usize {
    looked["replay"]["moments"]
        .as_array()
        .unwrap_or_else(|| panic!("no moments: {looked}"))
        .len()
}

#[test]
fn a_ruling_is_shown_moment_by_moment_to_whoever_knows_where() {
    let (_running, address, token) = shown(&[
        "ruling",
        "tests/rulings",
        "--open",
        "a-sabotage-chain-of-three",
        "--web",
        "--no-open",
    ]);
    let (status, _, page) = get(address, "/");
    assert!(
        status == 200 && page.contains("/page/main.js"),
        "{status} {page}"
    );
    assert_eq!(get(address, "/api/shown/another").0, 404);
    let (status, _, told) = get(address, &format!("/api/shown/{token}"));
    assert_eq!(status, 200, "{told}");
    let told: Value = serde_json::from_str(&told).expect("it is JSON");
    assert!(
        moments(&told) > 1 && told["start"]["cards"].is_array(),
        "{told}"
    );
}

#[test]
fn a_trace_is_shown_and_of_several_the_one_that_is_asked_for() {
    let traced = brink(&[
        "trace",
        "1961",
        "--players",
        "2",
        "--games",
        "2",
        "--seed",
        "5",
    ])
    .output()
    .expect("it runs");
    let traces = String::from_utf8(traced.stdout).expect("it is text");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("two.traces");
    std::fs::write(&file, &traces).expect("it can be written");
    let file = file.to_str().expect("it is text");
    let mut counts = Vec::new();
    for game in ["1", "2"] {
        let (_running, address, token) =
            shown(&["replay", file, "--web", "--no-open", "--game", game]);
        let told: Value = serde_json::from_str(&get(address, &format!("/api/shown/{token}")).2)
            .expect("it is JSON");
        counts.push(moments(&told));
    }
    let server = Server::new();
    for (number, count) in (1..).zip(counts) {
        let (status, looked) = post(
            server.address,
            "/api/replay",
            &json!({"text": traces, "game": number}),
        );
        assert_eq!(
            (status, moments(&looked), &looked["games"]),
            (200, count, &json!(2))
        );
    }
    let (status, refused) = post(
        server.address,
        "/api/replay",
        &json!({"text": traces, "game": 3}),
    );
    assert_eq!(
        (status, text(&refused["message"])),
        (400, "this file has 2 games; there is no game 3")
    );
}

#[test]
fn a_kept_game_that_goes_on_is_shown_as_its_player_sees_it() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let trace = brink(&[
        "trace",
        "1961",
        "--players",
        "2",
        "--games",
        "1",
        "--seed",
        "5",
    ])
    .output()
    .expect("it runs");
    let trace_file = folder.path().join("one.trace");
    std::fs::write(&trace_file, &trace.stdout).expect("it can be written");
    let mut play = brink(&["play", "1961", "--seed", "5", "--players", "2"]);
    let mut play = play
        .env("BRINK_DATA", folder.path())
        .stdin(Stdio::piped())
        .spawn()
        .expect("it runs");
    // A symbol as often as it takes, the first cards, and some choices.
    let answers = "1\n".repeat(8);
    play.stdin
        .take()
        .expect("it is piped")
        .write_all(answers.as_bytes())
        .expect("it listens");
    play.wait_with_output().expect("it ends with its input");
    let game = folder.path().join("games/1.game");
    let hidden = |file: &std::path::Path| {
        let (_running, address, token) =
            shown(&["replay", file.to_str().expect("text"), "--web", "--no-open"]);
        let told: Value = serde_json::from_str(&get(address, &format!("/api/shown/{token}")).2)
            .expect("it is JSON");
        let players = told["replay"]["moments"][0]["view"]["players"]
            .as_array()
            .expect("they are listed")
            .clone();
        let hands = players
            .iter()
            .filter(|player| player["hand"]["cards"].is_null())
            .count();
        (told["replay"]["open"].clone(), hands)
    };
    assert_eq!(hidden(&trace_file), (json!(true), 0));
    assert_eq!(hidden(&game), (json!(false), 1), "it is not over");
    let refused = brink(&["replay", "-", "--web"]).output().expect("it runs");
    assert_eq!(
        refused.status.code(),
        Some(2),
        "{}",
        String::from_utf8_lossy(&refused.stderr)
    );
}

#[test]
fn rulings_are_looked_at_one_by_one_with_cards_of_their_own() {
    let server = Server::new();
    let rulings = std::fs::read_to_string("tests/own/aims.toml").expect("it is there");
    let cards: Vec<Value> = ["aims.toml", "aims-game.toml"]
        .iter()
        .map(|name| {
            let text = std::fs::read_to_string(format!("tests/cards/{name}")).expect("it is there");
            json!({"name": name, "text": text})
        })
        .collect();
    let look = |more: Value| {
        let mut wanted = json!({"text": rulings, "files": cards});
        wanted
            .as_object_mut()
            .expect("it is an object")
            .extend(more.as_object().expect("so is that").clone());
        post(server.address, "/api/replay", &wanted)
    };
    let (status, which) = look(json!({}));
    assert_eq!(status, 200, "{which}");
    let all = which["rulings"].as_array().expect("they are listed");
    assert!(all.len() > 5);
    let (status, looked) = look(json!({"ruling": all[1]["id"]}));
    assert!(status == 200 && moments(&looked) > 1, "{looked}");
    let (status, refused) = look(json!({"ruling": "nowhere"}));
    assert_eq!((status, text(&refused["code"])), (400, "bad-request"));
    for nothing in [
        "",
        "hello",
        "save 2\nand then nothing",
        "trace 1 of nothing",
        "[[ruling]]\n",
    ] {
        let (status, refused) = post(server.address, "/api/replay", &json!({"text": nothing}));
        assert!(
            status == 400 && !text(&refused["message"]).is_empty(),
            "{nothing}: {refused}"
        );
    }
}

#[test]
fn every_lesson_is_learnt_step_by_step() {
    let server = Server::new();
    let lessons: Value =
        serde_json::from_str(&get(server.address, "/api/lessons").2).expect("it is JSON");
    let learn = |wish: Value| {
        let (status, now) = post(server.address, "/api/lesson", &wish);
        assert_eq!(status, 200, "{now}");
        now
    };
    let mut steps = 0;
    for lesson in lessons["lessons"]
        .as_array()
        .expect("they are listed")
        .iter()
    {
        let mut now = learn(json!({"lesson": lesson["id"]}));
        while now["task"].is_string() {
            let options = now["decision"]["options"]
                .as_array()
                .expect("a list")
                .clone();
            // One of them goes on; any other one changes nothing, and is answered.
            let goes_on = options.iter().any(|option| {
                let next = learn(
                    json!({"lesson": lesson["id"], "done": now["done"], "take": option["label"]}),
                );
                let done =
                    next["done"].as_array().map(Vec::len) > now["done"].as_array().map(Vec::len);
                assert!(
                    done || next["other"].is_string() && next["view"] == now["view"],
                    "{next}"
                );
                if done {
                    now = next;
                }
                done
            });
            assert!(goes_on, "{now}");
            steps += 1;
        }
        assert_eq!(
            now["done"].as_array().map(Vec::len),
            now["steps"].as_u64().map(|steps| steps as usize)
        );
    }
    assert!(steps > 6, "{steps} steps");
    for wrong in [
        json!({"lesson": "none"}),
        json!({"lesson": "turn", "take": "win"}),
        json!({"lesson": 3}),
    ] {
        assert_eq!(post(server.address, "/api/lesson", &wrong).0, 400);
    }
}

/// The system keeps whatever works on strangers' texts within bounds.
#[cfg(target_os = "linux")]
#[test]
fn a_worker_has_so_much_memory_and_so_much_time() {
    let mut command = brink(&["serve", "--work"]);
    let running = Running(
        command
            .stdin(Stdio::piped())
            .spawn()
            .expect("the command runs"),
    );
    let limits = format!("/proc/{}/limits", running.0.id());
    let bound = |limits: &str, name: &str| {
        let line = limits
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_default()
            .to_string();
        line.split_whitespace()
            .rev()
            .find_map(|word| word.parse::<u64>().ok())
    };
    // It reads what it is to do only when it is bound.
    let until = std::time::Instant::now() + crate::served::PATIENCE;
    loop {
        let limits = std::fs::read_to_string(&limits).expect("it runs");
        let found = (
            bound(&limits, "Max address space"),
            bound(&limits, "Max cpu time"),
        );
        if found
            == (
                Some(brink::serve::MEMORY),
                Some(brink::serve::TIME.as_secs()),
            )
        {
            break;
        }
        assert!(std::time::Instant::now() < until, "{limits}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

//! Many games at once, and for long: how soon a server answers, and how much memory a game takes. The figures of docs/performance.md come from
//! `BRINK_LOAD=2000 BRINK_SERVER=target/release/brink cargo test --features serve --test server load:: -- --nocapture`.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::served::process::Process;
use crate::served::{Client, text};
use serde_json::{Value, json};

/// Games at once where nobody asks for more.
const GAMES: usize = 40;

/// Threads of clients, each of which waits for one answer at a time.
const THREADS: usize = 4;

/// Answers that are given in each game.
const ANSWERS: usize = 10;

/// Seconds that a server is kept busy where nobody asks for more, and tables at once meanwhile: one person and three bots at each.
const SOAK: usize = 8;
const SOAKED: usize = 24;
const BOTS: usize = 3;

/// How long somebody waits who has been answered: no socket may say more than that.
const PAUSE: Duration = Duration::from_millis(100);

/// Parts of a soak that are compared, and how long one is in which somebody is surely answered.
const PARTS: u32 = 12;
const PART: Duration = Duration::from_secs(30);

/// KiB of memory that a process has; nothing where the system does not tell.
fn memory(process: &Process) -> Option<u64> {
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", process.running.0.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The number that a variable of the environment has.
fn asked_for(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable)
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(otherwise)
}

/// A game of one person against so many bots, from an address of its own.
fn game(address: SocketAddr, number: usize, bots: usize) -> Client {
    let from = format!(
        "10.{}.{}.{}",
        number >> 16 & 255,
        number >> 8 & 255,
        number & 255
    );
    let mut chairs = vec![json!({"who": "bot", "bot": "random"}); bots + 1];
    chairs[0] = json!({"who": "me", "name": "Ann"});
    let body = json!({"recipe": "combined", "chairs": chairs, "first": "me"}).to_string();
    let whole = format!(
        "POST /api/games HTTP/1.1\r\nHost: {address}\r\nX-Forwarded-For: {from}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let (status, _, made) = crate::served::request(address, &whole);
    assert_eq!(status, 201, "{made}");
    let made: Value = serde_json::from_str(&made).expect("it is JSON");
    let client =
        Client::open_with(address, Some(("x-forwarded-for", &from))).expect("the socket opens");
    let mut client = client.enters(text(&made["game"]), text(&made["seat"]));
    client.until(|client| client.state != Value::Null);
    client
}

/// Answers in all games in turn; how long each answer took.
fn play(games: &mut [Client]) -> Vec<Duration> {
    let mut took = Vec::new();
    for round in 0..ANSWERS {
        for client in games.iter_mut() {
            while !client.is_over() && client.decision().is_none() {
                assert!(
                    client.next(crate::served::PATIENCE).is_some(),
                    "it is asked again"
                );
            }
            if client.is_over() {
                continue;
            }
            let begun = Instant::now();
            let said = client.answer(|count| round * 7 % count);
            if said["type"] == "accepted" {
                took.push(begun.elapsed());
                // What is asked next comes behind it.
                let id = client.state["decision"]["id"].clone();
                client.until(|client| client.is_over() || client.state["decision"]["id"] != id);
            }
            client.heard.clear();
        }
    }
    took
}

/// The same person, who comes back.
fn back(address: SocketAddr, client: &Client) -> Client {
    let mut client = Client::open(address, None)
        .expect("the socket opens")
        .enters(&client.game, &client.token);
    client.until(|client| client.state != Value::Null);
    client
}

/// Plays games at one table until that time is over, one after the other, with a lost connection now and then, and some left in the
/// middle. How long each answer took, and when it was given.
fn soak(
    address: SocketAddr,
    table: usize,
    mut client: Client,
    end: Instant,
) -> Vec<(Instant, Duration)> {
    let mut made = 0;
    let mut another = || {
        made += 1;
        game(address, ((table + 1) << 14) + made, BOTS)
    };
    let (mut took, mut step) = (Vec::new(), table);
    while Instant::now() < end {
        step += 1;
        while !client.is_over() && client.decision().is_none() {
            if client.next(crate::served::PATIENCE).is_none() {
                // Whoever reads too slowly, as on a machine that is busy, is shown out, and may come back.
                assert!(client.closed.is_some(), "it is asked again");
                client = back(address, &client);
            }
        }
        if client.is_over() || step % 997 == 0 {
            client = another();
            continue;
        }
        if step % 101 == 0 {
            client = back(address, &client);
            continue;
        }
        let (begun, id) = (Instant::now(), client.state["decision"]["id"].clone());
        if client.answer(|count| step * 7 % count)["type"] == "accepted" {
            took.push((begun, begun.elapsed()));
            client.until(|client| client.is_over() || client.state["decision"]["id"] != id);
        }
        client.heard.clear();
        client.log.clear();
        std::thread::sleep(PAUSE);
    }
    took
}

/// Files that a process has open.
fn files(process: &Process) -> usize {
    std::fs::read_dir(format!("/proc/{}/fd", process.running.0.id())).map_or(0, Iterator::count)
}

/// Hours, and many tables: `BRINK_SOAK=3600 BRINK_TABLES=100 BRINK_SERVER=target/release/brink cargo test --features serve --test server soak -- --nocapture`.
#[test]
fn a_server_stays_as_it_is_in_a_soak() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let program =
        std::env::var("BRINK_SERVER").unwrap_or_else(|_| env!("CARGO_BIN_EXE_brink").to_string());
    let process = Process::of(
        &program,
        &folder.path().join("games.sqlite"),
        &["--proxied"],
    );
    let (seconds, tables) = (
        asked_for("BRINK_SOAK", SOAK),
        asked_for("BRINK_TABLES", SOAKED),
    );
    let address = process.address;
    // To make the tables takes as long as it takes; then it begins.
    let tables: Vec<Client> = (0..tables)
        .map(|number| game(address, number, BOTS))
        .collect();
    let (begun, part) = (Instant::now(), Duration::from_secs(seconds as u64) / PARTS);
    let end = begun + part * PARTS;
    let (mut took, sizes) = std::thread::scope(|scope| {
        let tables = tables.into_iter().enumerate();
        let threads: Vec<_> = tables
            .map(|(table, client)| scope.spawn(move || soak(address, table, client, end)))
            .collect();
        let sizes: Vec<(u64, usize)> = (1..=PARTS)
            .map(|number| {
                std::thread::sleep(
                    (begun + part * number).saturating_duration_since(Instant::now()),
                );
                (memory(&process).unwrap_or(0) >> 10, files(&process))
            })
            .collect();
        let took = threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("all are answered"));
        (took.collect::<Vec<(Instant, Duration)>>(), sizes)
    });
    took.sort_unstable();
    println!("part  answers   half  99 of 100  longest  MiB  files open");
    for (number, (memory, files)) in sizes.iter().enumerate() {
        let from = begun + part * number as u32;
        let mut within: Vec<Duration> = took
            .iter()
            .filter(|(at, _)| (from..from + part).contains(at))
            .map(|(_, took)| *took)
            .collect();
        within.sort_unstable();
        let at = |share: f64| {
            within
                .get(((within.len().max(1) - 1) as f64 * share) as usize)
                .copied()
                .unwrap_or_default()
        };
        let (number, answers) = (number + 1, within.len());
        let (half, most, all) = (at(0.5), at(0.99), at(1.0));
        println!(
            "{number:4}  {answers:7}  {half:5.1?}  {most:9.1?}  {all:7.1?}  {memory:3}  {files:10}"
        );
        // Where others use the machine, too, a second may go by without an answer.
        assert!(answers > 0 || part < PART, "it answers all the time");
    }
    assert!(!took.is_empty(), "it answers");
    // What is held for games that were left goes after minutes; by then nothing grows any more.
    let [(memory, files), .., (memory_at_last, files_at_last)] = sizes[PARTS as usize / 3..] else {
        unreachable!()
    };
    assert!(
        memory_at_last <= 2 * memory + 64,
        "{memory_at_last} MiB after {memory}"
    );
    assert!(
        files_at_last <= files + 16,
        "{files_at_last} files open after {files}"
    );
}

#[test]
fn many_games_at_once_are_answered() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    // Another build of the command may be named; behind a proxy each game comes from an address of its own.
    let program =
        std::env::var("BRINK_SERVER").unwrap_or_else(|_| env!("CARGO_BIN_EXE_brink").to_string());
    let process = Process::of(
        &program,
        &folder.path().join("games.sqlite"),
        &["--proxied"],
    );
    let address = process.address;
    let count = asked_for("BRINK_LOAD", GAMES);
    let before = memory(&process);
    let mut games: Vec<Client> = (0..count).map(|number| game(address, number, 1)).collect();
    let idle = memory(&process);
    let begun = Instant::now();
    let each = games.len().div_ceil(THREADS);
    let mut took: Vec<Duration> = std::thread::scope(|scope| {
        let threads: Vec<_> = games
            .chunks_mut(each)
            .map(|games| scope.spawn(|| play(games)))
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("all are answered"))
            .collect()
    });
    let all = begun.elapsed();
    assert!(took.len() >= count * ANSWERS / 2, "{} answers", took.len());
    took.sort_unstable();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize];
    println!(
        "{count} games, {THREADS} at once: {} answers in {all:.1?}",
        took.len()
    );
    println!(
        "half within {:.1?}, 99 of 100 within {:.1?}, all within {:.1?}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    if let (Some(before), Some(idle), Some(after)) = (before, idle, memory(&process)) {
        let each = (idle.saturating_sub(before)) as f64 / count as f64;
        println!(
            "{each:.0} KiB a game that somebody looks at; {} MiB in all, {} MiB after",
            idle >> 10,
            after >> 10
        );
    }
}

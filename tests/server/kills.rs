//! Whatever kills the server, nothing that it has acknowledged is lost.

use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use crate::served::process::{Process, Running};
use crate::served::{Client, post, text};
use serde_json::{Value, json};

/// `brink serve` with that file of games, which should not begin: what it says.
fn refused(games: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brink"));
    command.args([
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--no-open",
        "--games",
        games,
    ]);
    command
        .env("BRINK_SETTINGS", "/dev/null")
        .env_remove("BRINK_STORE");
    let output = command.output().expect("the command runs");
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr).expect("it is text")
}

#[test]
fn a_file_of_games_has_one_server_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let games = folder.path().join("games.sqlite");
    let first = Process::new(&games, &[]);
    let said = refused(games.to_str().expect("the path is a text"));
    assert!(
        said.contains("another server stores its games there") && said.contains("--games FILE"),
        "{said}"
    );
    // However it ends, the next one may begin.
    drop(first);
    drop(Process::new(&games, &[]));
}

#[test]
fn a_file_that_holds_no_games_stays_as_it_is_with_nothing_beside_it() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let games = folder.path().join("letter.txt");
    std::fs::write(
        &games,
        "Dear Ann, this is a letter and no database, however long it is read.\n".repeat(9),
    )
    .expect("it is written");
    let said = refused(games.to_str().expect("the path is a text"));
    assert!(
        said.contains("cannot be used: games cannot be saved: "),
        "{said}"
    );
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("it is a folder")
        .flatten()
        .map(|file| file.file_name())
        .collect();
    assert_eq!(left, ["letter.txt"]);
}

#[test]
fn where_people_find_a_server_is_told_as_browsers_write_it_or_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let command = |public: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brink"));
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--no-open",
            "--public",
            public,
        ]);
        command
            .env("BRINK_DATA", folder.path())
            .env("BRINK_SETTINGS", "/dev/null")
            .env_remove("BRINK_STORE");
        command
    };
    let (_running, line) = Running::spoken(&mut command("https://Games.Example.org:443/"));
    assert!(
        line.starts_with("Games are served at https://games.example.org/ and "),
        "{line}"
    );
    let output = command("https://games.example.org/brink")
        .output()
        .expect("the command runs");
    let said = String::from_utf8(output.stderr).expect("it is text");
    assert!(
        !output.status.success()
            && said.contains("it has a path")
            && said.contains("a name of its own"),
        "{said}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_that_keeps_nothing_is_told_in_words() {
    let said = refused("/dev/full");
    assert!(
        said.contains("`/dev/full` cannot be used: games cannot be saved: "),
        "{said}"
    );
    assert!(!said.contains("Error") && !said.contains('{'), "{said}");
}

/// What of a game was acknowledged.
struct Game {
    made: Value,
    token: String,
    said: Vec<String>,
    /// The number of the last decision whose answer was accepted.
    answered: u64,
    over: bool,
}

/// Plays on in all games until so many answers were accepted; answers how many there were.
fn play(address: SocketAddr, games: &mut [Game], answers: usize, round: usize) -> usize {
    let mut clients: Vec<Client> = games
        .iter()
        .map(|game| Client::enter(address, text(&game.made["game"]), &game.token))
        .collect();
    let mut accepted = 0;
    for step in 0..10 * answers {
        if accepted >= answers {
            break;
        }
        for (game, client) in games.iter_mut().zip(&mut clients) {
            let said = format!("{round}.{step}");
            if client.ask(json!({"type": "say", "text": said}))["type"] == "accepted" {
                game.said.push(said);
            }
            client.quiet(Duration::from_millis(2));
            game.over = client.is_over();
            if let Some(decision) = client.decision().filter(|_| !game.over).cloned() {
                let drawn =
                    (round * 7 + step * 3) % decision["options"].as_array().expect("a list").len();
                if client.answer(|_| drawn)["type"] == "accepted" {
                    game.answered = decision["id"].as_u64().expect("a number") + 1;
                    accepted += 1;
                }
            }
        }
    }
    // One more answer is on its way when the server is killed: it may be kept or not.
    for client in &mut clients {
        if let Some(decision) = client.decision().cloned() {
            client.say(&json!({"type": "answer", "id": decision["id"], "option": 0}));
        }
    }
    accepted
}

/// Everything that was acknowledged is there.
fn check(address: SocketAddr, games: &[Game]) {
    for game in games {
        let mut client = Client::enter(address, text(&game.made["game"]), &game.token);
        client.until(|client| client.state != Value::Null);
        client.quiet(Duration::from_millis(2));
        assert_ne!(client.phase(), "stuck", "{}", client.table);
        let heard: Vec<&str> = client
            .chat
            .iter()
            .map(|line| text(&line["text"]))
            .filter(|line| !line.is_empty())
            .collect();
        assert_eq!(heard, game.said);
        if let Some(decision) = client.decision() {
            let id = decision["id"].as_u64().expect("a number");
            assert!(
                id == game.answered || id == game.answered + 1,
                "{id} after {}",
                game.answered
            );
        }
        assert!(!game.over || client.is_over());
    }
}

/// Servers that keep their games in one file.
fn of_a_file() -> impl Fn() -> Process {
    let folder = tempfile::tempdir().expect("a folder can be made");
    move || Process::new(&folder.path().join("games.sqlite"), &[])
}

fn kills(times: usize, start: impl Fn() -> Process) {
    let mut games: Vec<Game> = Vec::new();
    let mut accepted = 0;
    for round in 0..times {
        let process = start();
        check(process.address, &games);
        games.retain(|game| !game.over);
        while games.len() < 3 {
            let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "random"}]);
            let wanted = json!({"recipe": "combined", "chairs": chairs, "first": "me"});
            let (status, made) = post(process.address, "/api/games", &wanted);
            assert_eq!(status, 201, "{made}");
            let token = text(&made["seat"]).to_string();
            games.push(Game {
                made,
                token,
                said: Vec::new(),
                answered: 0,
                over: false,
            });
        }
        // What an earlier round has left behind may have been kept, too.
        for game in &mut games {
            let mut client = Client::enter(process.address, text(&game.made["game"]), &game.token);
            client.until(|client| client.state != Value::Null);
            client.quiet(Duration::from_millis(2));
            if let Some(id) = client
                .decision()
                .and_then(|decision| decision["id"].as_u64())
            {
                game.answered = id;
            }
        }
        accepted += play(process.address, &mut games, 6, round);
        drop(process);
    }
    let process = start();
    check(process.address, &games);
    drop(process);
    assert!(accepted >= times * 2, "{accepted} answers were accepted");
}

/// Servers behind one balancer are told apart by the names of their games, which stand in all that is asked for them.
#[test]
fn games_of_several_servers_have_names_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let servers =
        ["a", "b7"].map(|prefix| Process::new(&folder.path().join(prefix), &["--prefix", prefix]));
    for (server, prefix) in servers.iter().zip(["a", "b7"]) {
        let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "random"}]);
        let (_, made) = post(
            server.address,
            "/api/games",
            &json!({"recipe": "1961", "chairs": chairs, "first": "me"}),
        );
        let name = text(&made["game"]);
        assert!(name.starts_with(prefix), "{made}");
        let client = Client::open_at(server.address, &format!("/ws/{name}"), None)
            .expect("the socket opens");
        let mut client = client.enters(name, text(&made["seat"]));
        client.until(|client| client.state != Value::Null);
        // The next game of the same people is there, too.
        client.ask(json!({"type": "concede"}));
        client.ask(json!({"type": "rematch"}));
        client.until(|client| client.table["rematch"]["game"].is_string());
        assert!(text(&client.table["rematch"]["game"]).starts_with(prefix));
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    kills(6, of_a_file());
}

#[test]
#[ignore = "it takes longer"]
fn nothing_acknowledged_is_lost_in_many_kills() {
    kills(30, of_a_file());
}

#[cfg(all(unix, feature = "postgres"))]
mod in_postgres {
    use super::*;
    use crate::served::postgres::{Postgres, served};

    #[test]
    #[ignore = "needs Postgres"]
    fn nothing_acknowledged_is_lost_there_either() {
        let postgres = Postgres::new();
        let folder = tempfile::tempdir().expect("a folder can be made");
        kills(6, || served(&postgres, folder.path(), "a"));
    }

    /// Each server has the games of its name alone, and whoever has the name next goes on with them.
    #[test]
    #[ignore = "needs Postgres"]
    fn servers_share_it_and_one_takes_the_place_of_another() {
        let postgres = Postgres::new();
        let folder = tempfile::tempdir().expect("a folder can be made");
        let start = |name| served(&postgres, folder.path(), name);
        let (one, other) = (start("a"), start("b"));
        let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "random"}]);
        let (_, made) = post(
            one.address,
            "/api/games",
            &json!({"recipe": "1961", "chairs": chairs, "first": "me"}),
        );
        let (game, token) = (text(&made["game"]), text(&made["seat"]));
        let foreign = json!({"join": made["join"], "name": "Bob"});
        assert_eq!(
            post(other.address, &format!("/api/games/{game}/join"), &foreign).0,
            404
        );
        let refused = std::process::Command::new(env!("CARGO_BIN_EXE_brink"))
            .args([
                "serve",
                "--no-open",
                "--listen",
                "127.0.0.1:0",
                "--prefix",
                "a",
                "--store",
                &postgres.url(),
            ])
            .output()
            .expect("the command runs");
        let refused = String::from_utf8_lossy(&refused.stderr).into_owned();
        let words = refused.replace('|', " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("another running server is already called `a`"),
            "{refused}"
        );
        let mut client = Client::enter(one.address, game, token);
        client.until(|client| client.decision().is_some());
        assert_eq!(client.answer(|_| 0)["type"], "accepted");
        drop(one);
        let next = start("a");
        let mut client = Client::enter(next.address, game, token);
        client.until(|client| client.state != Value::Null);
        assert_ne!(client.phase(), "stuck", "{}", client.table);
    }

    /// While it is away nothing is accepted; when it is back, what was accepted is there, and the game goes on.
    #[test]
    #[ignore = "needs Postgres"]
    fn a_game_outlives_the_store_being_away() {
        let mut postgres = Postgres::new();
        let folder = tempfile::tempdir().expect("a folder can be made");
        let server = served(&postgres, folder.path(), "a");
        let chairs = json!([{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "random"}]);
        let wanted = json!({"recipe": "1961", "chairs": chairs, "first": "me"});
        let (_, made) = post(server.address, "/api/games", &wanted);
        let mut client = Client::enter(server.address, text(&made["game"]), text(&made["seat"]));
        client.until(|client| client.state != Value::Null);
        let says = |text: &str| json!({"type": "say", "text": text});
        assert_eq!(client.ask(says("before"))["type"], "accepted");
        postgres.kill();
        assert_eq!(client.ask(says("meanwhile"))["code"], "busy");
        assert_eq!(post(server.address, "/api/games", &wanted).0, 503);
        postgres.start();
        assert_eq!(client.ask(says("after"))["type"], "accepted");
        drop(server);
        let server = served(&postgres, folder.path(), "a");
        let mut client = Client::enter(server.address, text(&made["game"]), text(&made["seat"]));
        client.until(|client| client.chat.len() >= 2);
        let said: Vec<&str> = client
            .chat
            .iter()
            .map(|line| text(&line["text"]))
            .filter(|line| !line.is_empty())
            .collect();
        assert_eq!(said, ["before", "after"]);
    }
}

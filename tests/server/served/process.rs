//! The command in a process of its own, which ends with the test.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A process that is killed, as `kill -9` does, when this is dropped.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Runs it; answers the first line that it says, too.
    pub fn spoken(command: &mut Command) -> (Running, String) {
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let said = child.stdout.take().expect("it is piped");
        let (running, mut line) = (Running(child), String::new());
        BufReader::new(said)
            .read_line(&mut line)
            .expect("it says something");
        (running, line)
    }
}

/// `brink serve` at a free port.
pub struct Process {
    pub running: Running,
    pub address: SocketAddr,
}

impl Process {
    /// Of that program, with that file of games.
    pub fn of(program: &str, games: &Path, more: &[&str]) -> Process {
        let file = games.to_str().expect("the path is a text");
        Process::at(
            program,
            games.parent().expect("it lies in a folder"),
            &[&["--games", file], more].concat(),
        )
    }

    /// Of that program, with that folder for data.
    pub fn at(program: &str, data: &Path, more: &[&str]) -> Process {
        let mut command = Command::new(program);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--no-open"])
            .args(more);
        command
            .env("BRINK_DATA", data)
            .env("BRINK_SETTINGS", "/dev/null")
            .env_remove("BRINK_STORE");
        let (running, line) = Running::spoken(&mut command);
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let address = address
            .and_then(|address| address.parse().ok())
            .unwrap_or_else(|| panic!("no address: {line}"));
        Process { running, address }
    }

    pub fn new(games: &Path, more: &[&str]) -> Process {
        Process::of(env!("CARGO_BIN_EXE_brink"), games, more)
    }
}

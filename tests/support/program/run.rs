//! One run of the program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Nothing that is run here takes that long on any machine.
const LIMIT: Duration = Duration::from_secs(300);

/// Runs `brink` in a folder, with that input and that folder for what it keeps and its settings. One that goes on for ever is ended, and the test fails.
pub fn output_in(folder: &Path, data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_brink"))
        .args(arguments)
        .current_dir(folder)
        .env("BRINK_DATA", data)
        .env("BRINK_SETTINGS", data.join("settings.toml"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is piped");
    let input = input.to_string();
    // A game may be over before all of its input is read.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let (ended, waits) = mpsc::channel::<()>();
    let id = child.id().to_string();
    let limit = std::thread::spawn(move || {
        let over = waits.recv_timeout(LIMIT).is_err_and(|error| error == mpsc::RecvTimeoutError::Timeout);
        if over {
            let killed = Command::new("kill").args(["-s", "KILL", &id]).status();
            assert!(killed.is_ok_and(|status| status.success()), "`kill` ends it");
        }
        over
    });
    let output = child.wait_with_output().expect("the program ends");
    drop(ended);
    assert!(!limit.join().expect("it waits"), "`brink {}` goes on for more than {LIMIT:?}", arguments.join(" "));
    writer.join().expect("the input is written");
    output
}

//! One run of the program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Nothing that is run here takes that long on any machine.
const LIMIT: Duration = Duration::from_secs(300);

/// A file of settings that says nothing.
pub const NO_SETTINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.toml");

/// A program, `brink` or one that starts it, with that folder for what it keeps and its settings, where it has any, and with pipes.
pub fn command(program: &str, data: &Path) -> Command {
    let settings = Some(data.join("settings.toml")).filter(|file| file.exists());
    let mut command = Command::new(program);
    command.env("BRINK_DATA", data).env(
        "BRINK_SETTINGS",
        settings.unwrap_or_else(|| NO_SETTINGS.into()),
    );
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs `brink` in a folder, with that input and that folder for what it keeps and its settings. One that goes on for ever is
/// ended, and the test fails.
pub fn output_in(folder: &Path, data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = command(env!("CARGO_BIN_EXE_brink"), data);
    let mut child = command
        .args(arguments)
        .current_dir(folder)
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is piped");
    let input = input.to_string();
    // A game may be over before all of its input is read.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let (ended, waits) = mpsc::channel::<()>();
    let id = child.id().to_string();
    let limit = std::thread::spawn(move || {
        let over = waits
            .recv_timeout(LIMIT)
            .is_err_and(|error| error == mpsc::RecvTimeoutError::Timeout);
        if over {
            let killed = Command::new("kill").args(["-s", "KILL", &id]).status();
            assert!(
                killed.is_ok_and(|status| status.success()),
                "`kill` ends it"
            );
        }
        over
    });
    let output = child.wait_with_output().expect("the program ends");
    drop(ended);
    assert!(
        !limit.join().expect("it waits"),
        "`brink {}` goes on for more than {LIMIT:?}",
        arguments.join(" ")
    );
    writer.join().expect("the input is written");
    output
}

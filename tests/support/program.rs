//! Runs the program as a person or a script does.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run of `brink` wrote, and its exit code.
pub struct Run {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

/// The folder of the project.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs `brink` in a folder, with that input.
pub fn brink_in(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_brink"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is piped");
    let input = input.to_string();
    // A game may be over before all of its input is read.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    Run {
        out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("the errors are UTF-8"),
        code: output.status.code(),
    }
}

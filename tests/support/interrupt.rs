//! Runs the program, and interrupts it as Ctrl-C does.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Output, errors and exit code of a run of `brink` that was interrupted once it was ready, and how long it took to end.
#[cfg(unix)]
pub fn interrupted_in(
    folder: &Path,
    arguments: &[&str],
    ready: impl Fn() -> bool,
) -> (String, String, Option<i32>, Duration) {
    use std::os::unix::process::CommandExt;
    let mut child = Command::new(env!("CARGO_BIN_EXE_brink"))
        .args(arguments)
        .current_dir(folder)
        // A group of its own: like a terminal, Ctrl-C reaches what it has started, too.
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    while !ready() && began.elapsed() < Duration::from_secs(60) && child.try_wait().is_ok_and(|ended| ended.is_none()) {
        thread::sleep(Duration::from_millis(20));
    }
    let interrupt = format!("kill -s INT -- -{}", child.id());
    let began = Instant::now();
    if !Command::new("sh").args(["-c", &interrupt]).status().is_ok_and(|status| status.success()) {
        // Nothing is left behind.
        let _ = child.kill();
        panic!("it cannot be interrupted: {:?}", child.wait());
    }
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code(), began.elapsed())
}

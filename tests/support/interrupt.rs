//! Runs the program, and interrupts it as Ctrl-C, a scheduler or a terminal that is closed does.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Nothing that is waited for here takes that long on any machine.
const LIMIT: Duration = Duration::from_secs(120);

/// A run of `brink` in a group of its own: like a terminal, Ctrl-C reaches what it has started, too. Dropped, it is ended.
#[cfg(unix)]
pub struct Running {
    child: Child,
    out: Option<JoinHandle<String>>,
    err: Option<JoinHandle<String>>,
}

#[cfg(unix)]
impl Running {
    /// Starts it in a folder; `ignored` are the signals that it is told to ignore from the beginning, such as `HUP`.
    pub fn start(folder: &Path, arguments: &[&str], ignored: &str) -> Running {
        use std::os::unix::process::CommandExt;
        let begin = if ignored.is_empty() { String::new() } else { format!("trap '' {ignored}; ") };
        let mut child = Command::new("sh")
            .args(["-c", &format!("{begin}exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_brink")])
            .args(arguments)
            .current_dir(folder)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = child.stdout.take().map(read);
        let err = child.stderr.take().map(read);
        Running { child, out, err }
    }

    /// Waits until that is so, or it has ended.
    pub fn until(&mut self, ready: impl Fn() -> bool) {
        let began = Instant::now();
        while !ready() && !self.has_ended() {
            assert!(began.elapsed() < LIMIT, "it never gets so far");
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn has_ended(&mut self) -> bool {
        !self.child.try_wait().is_ok_and(|ended| ended.is_none())
    }

    /// Sends a signal, such as `INT`, to it and to all that it has started.
    pub fn send(&self, signal: &str) {
        let kill = format!("kill -s {signal} -- -{}", self.child.id());
        let sent = Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status();
        assert!(sent.is_ok_and(|status| status.success()), "`{kill}` fails");
    }

    /// Output, errors and exit code, once it has ended.
    pub fn end(mut self) -> (String, String, Option<i32>) {
        self.until(|| false);
        let code = self.child.wait().expect("it has ended").code();
        let text = |reader: Option<JoinHandle<String>>| reader.map(|reader| reader.join().expect("it is read"));
        (text(self.out.take()).unwrap_or_default(), text(self.err.take()).unwrap_or_default(), code)
    }
}

#[cfg(unix)]
impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("it is UTF-8");
        text
    })
}

/// A signal that interrupts, and that is not ignored here: whoever runs tests in the background may have Ctrl-C ignored, and
/// what they start then ignores it, too.
pub fn interruption() -> &'static str {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    if ignored.is_some_and(|mask| mask >> 1 & 1 == 1) { "TERM" } else { "INT" }
}

/// Output, errors and exit code of a run of `brink` that was interrupted once it was ready, and how long it took to end.
#[cfg(unix)]
pub fn interrupted_in(
    folder: &Path,
    arguments: &[&str],
    ready: impl Fn() -> bool,
) -> (String, String, Option<i32>, Duration) {
    let mut running = Running::start(folder, arguments, "");
    running.until(ready);
    let began = Instant::now();
    running.send(interruption());
    let (out, err, code) = running.end();
    (out, err, code, began.elapsed())
}

//! Runs the program, and interrupts it as Ctrl-C, a scheduler or a terminal that is closed does.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing that is waited for here takes that long on any machine.
const LIMIT: Duration = Duration::from_secs(120);

/// What whoever runs the tests may have ignored, as `nohup` and shells in the background do: what is started then ignores it, too.
const RESET: &str = "\
import os, signal, sys
for name in ('INT', 'TERM', 'HUP', 'PIPE', 'XFSZ'):
    wanted = signal.SIG_IGN if name in sys.argv[1].split() else signal.SIG_DFL
    signal.signal(getattr(signal, 'SIG' + name), wanted)
os.execv(sys.argv[2], sys.argv[2:])
";

/// A run of `brink` in a group of its own: like a terminal, Ctrl-C reaches what it has started, too. Dropped, all are ended.
#[cfg(unix)]
pub struct Running {
    child: Child,
    out: Option<Receiver<String>>,
    err: Option<Receiver<String>>,
}

#[cfg(unix)]
impl Running {
    /// Starts it in a folder; `ignored` are the signals that it is told to ignore from the beginning, such as `HUP`. No
    /// others of those that interrupt are ignored, whatever is ignored here.
    pub fn start(folder: &Path, arguments: &[&str], ignored: &str) -> Running {
        use std::os::unix::process::CommandExt;
        let program = env!("CARGO_BIN_EXE_brink");
        let mut command = if INTERRUPTING.iter().any(|signal| is_ignored(*signal)) {
            // No shell can take back that a signal is ignored.
            let mut python = Command::new("python3");
            python.args(["-c", RESET, ignored, program]);
            python
        } else {
            let begin = if ignored.is_empty() {
                String::new()
            } else {
                format!("trap '' {ignored}; ")
            };
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("{begin}exec \"$0\" \"$@\""), program]);
            shell
        };
        let mut child = command
            .args(arguments)
            .current_dir(folder)
            .env("BRINK_DATA", folder)
            .env(
                "BRINK_SETTINGS",
                concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.toml"),
            )
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts: where signals are ignored this needs python3");
        let out = child.stdout.take().map(read);
        let err = child.stderr.take().map(read);
        Running { child, out, err }
    }

    /// The number that the system calls it by.
    pub fn process(&self) -> u32 {
        self.child.id()
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
        let kill = format!("kill -s {signal} -- -{}", self.process());
        let sent = Command::new("sh")
            .args(["-c", &kill])
            .stderr(Stdio::null())
            .status();
        assert!(sent.is_ok_and(|status| status.success()), "`{kill}` fails");
    }

    /// Output, errors and exit code, once it has ended.
    pub fn end(mut self) -> (String, String, Option<i32>) {
        self.until(|| false);
        let code = self.child.wait().expect("it has ended").code();
        // What it has started may still hold the pipes.
        let text = |reader: Option<Receiver<String>>| {
            reader.map(|reader| {
                reader
                    .recv_timeout(LIMIT)
                    .expect("its output ends when it does")
            })
        };
        (
            text(self.out.take()).unwrap_or_default(),
            text(self.err.take()).unwrap_or_default(),
            code,
        )
    }
}

#[cfg(unix)]
impl Drop for Running {
    fn drop(&mut self) {
        let kill = format!("kill -s KILL -- -{}", self.process());
        let _ = Command::new("sh")
            .args(["-c", &kill])
            .stderr(Stdio::null())
            .status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(mut pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("it is UTF-8");
        // Nobody may be waiting for it any more.
        let _ = sender.send(text);
    });
    receiver
}

/// The signals that interrupt: HUP, INT, TERM.
const INTERRUPTING: [u32; 3] = [1, 2, 15];

/// Whether that signal is ignored here, as far as the system tells.
fn is_ignored(signal: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
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
    running.send("INT");
    let (out, err, code) = running.end();
    (out, err, code, began.elapsed())
}

//! Ctrl-C, or a scheduler that ends the job: the first time a command ends with what it has, and when somebody insists,
//! at once.

use std::fs;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Once};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Somebody has interrupted the command.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Said once, by whoever notices it first: the watcher, or the command that ends because of it.
static SAID: Once = Once::new();

/// How soon the watcher notices it.
const LOOK: Duration = Duration::from_millis(20);
/// An interruption often comes twice: from the terminal and from a program that hands it on. What comes within this time of
/// the first one is the same; later ones end the program, whatever it does.
const SAME: Duration = Duration::from_secs(1);
/// What a program that was interrupted answers.
const INTERRUPTED_CODE: i32 = 130;

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// From now on the first interruption sets what this answers, and says so; one that comes later ends the program. Signals
/// that whoever has started it wants to be ignored, as `nohup` does, stay ignored.
pub fn listen() -> &'static AtomicBool {
    let insisted: Arc<AtomicBool> = Arc::default();
    for signal in SIGNALS.into_iter().filter(|signal| !is_ignored(*signal)) {
        // Where a signal cannot be had, it ends the program as it does any other.
        let _ = flag::register_conditional_shutdown(signal, INTERRUPTED_CODE, insisted.clone())
            .and_then(|_| flag::register(signal, INTERRUPTED.clone()));
    }
    let armed = insisted.clone();
    let watch = move || {
        while !INTERRUPTED.load(Ordering::Relaxed) {
            thread::sleep(LOOK);
        }
        say();
        thread::sleep(SAME);
        armed.store(true, Ordering::Relaxed);
    };
    // Without a thread nothing is noticed: then each signal must end the program.
    if thread::Builder::new().spawn(watch).is_err() {
        insisted.store(true, Ordering::Relaxed);
    }
    &INTERRUPTED
}

/// From now on signals that interrupt end the program at once, with what `says` says then on the error output. It is for
/// programs that ask people at a terminal and have nothing to finish: the terminal is left as it is found now.
pub fn leave(says: impl Fn() -> String + Send + 'static) {
    let left: Arc<AtomicUsize> = Arc::default();
    for signal in SIGNALS.into_iter().filter(|signal| !is_ignored(*signal)) {
        // Where a signal cannot be had, it ends the program as it does any other.
        let _ = flag::register_usize(signal, left.clone(), signal as usize);
    }
    let restore = terminal();
    let watch = move || {
        while left.load(Ordering::Relaxed) == 0 {
            thread::sleep(LOOK);
        }
        restore();
        // Where errors cannot be written, nothing can be said about it.
        let _ = writeln!(io::stderr(), "\n{}", says());
        std::process::exit(128 + left.load(Ordering::Relaxed) as i32);
    };
    // Without a thread nothing is noticed: then each signal must end the program.
    if thread::Builder::new().spawn(watch).is_err() {
        let always = Arc::new(AtomicBool::new(true));
        for signal in SIGNALS.into_iter().filter(|signal| !is_ignored(*signal)) {
            let _ = flag::register_conditional_shutdown(signal, INTERRUPTED_CODE, always.clone());
        }
    }
}

/// What makes the terminal as it is now: whoever edits a line changes it meanwhile.
#[cfg(unix)]
fn terminal() -> impl Fn() + Send {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    let before = tcgetattr(io::stdin()).ok();
    move || {
        if let Some(before) = &before {
            // Nothing can be done about a terminal that is gone.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
            let _ = io::stderr().write_all(b"\x1b[?2004l");
        }
    }
}

#[cfg(not(unix))]
fn terminal() -> impl Fn() + Send {
    || {}
}

/// Says that what is under way is dropped, if somebody has interrupted the command. Whoever ends because of it calls this
/// before it tells what was kept: the watcher may not have noticed yet.
pub fn tell() {
    if INTERRUPTED.load(Ordering::Relaxed) {
        say();
    }
}

fn say() {
    SAID.call_once(|| {
        // Where errors cannot be written, nothing can be said about it.
        let _ = writeln!(
            io::stderr(),
            "stopping: what is under way is dropped; interrupt again in a second to stop at once"
        );
    });
}

/// The program was started with that signal ignored, as far as the system tells.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

//! Ctrl-C, or a scheduler that ends the job: the first time a command ends with what it has, and when somebody insists,
//! at once.

use std::fs;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Once, OnceLock};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::plain;

/// Somebody has interrupted the command.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// What becomes of what is under way.
static BECOMES: OnceLock<&str> = OnceLock::new();
/// Where nothing else is said.
const DROPPED: &str = "unfinished work is dropped";

/// Overrides once, by whoever notices it first: the watcher, or the command that ends because of it.
static SAID: Once = Once::new();

/// How soon the watcher notices it.
const LOOK: Duration = Duration::from_millis(20);
/// An interruption often comes twice: from the terminal and from a program that hands it on. What comes within this time of
/// the first one is the same; later ones end the program, whatever it does.
const SAME: Duration = Duration::from_secs(1);
/// What a program that was interrupted answers.
const INTERRUPTED_CODE: i32 = 130;

/// The signal of a terminal that is closed.
pub const HANGUP: usize = 1;

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// From now on the first interruption sets what this answers, and says so; one that comes later ends the program. Signals
/// that whoever has started it wants to be ignored, as `nohup` does, stay ignored.
pub fn listen() -> &'static AtomicBool {
    listen_and_say(DROPPED)
}

/// The same; what it says is what becomes of what is under way.
pub fn listen_and_say(becomes: &'static str) -> &'static AtomicBool {
    BECOMES.get_or_init(|| becomes);
    let insisted: Arc<AtomicBool> = Arc::default();
    for signal in heeded() {
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

/// Where a file may grow no further, whoever writes to it is told, as on a disk that is full: the signal that comes with it would
/// end the program without a word.
#[cfg(unix)]
pub fn outlive_full_files() {
    // Where the signal cannot be had, it ends the program as it does any other.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
pub fn outlive_full_files() {}

/// From now on signals that interrupt end the program at once, with what `says` says then on the error output. It is for
/// programs that ask people at a terminal and have nothing to finish: the terminal is left as it is found now.
pub fn leave(says: impl Fn() -> String + Send + 'static) {
    let left: Arc<AtomicUsize> = Arc::default();
    for signal in heeded() {
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
        std::process::exit(left_by(left.load(Ordering::Relaxed)));
    };
    // Without a thread nothing is noticed: then each signal must end the program.
    if thread::Builder::new().spawn(watch).is_err() {
        let always = Arc::new(AtomicBool::new(true));
        for signal in heeded() {
            let _ = flag::register_conditional_shutdown(signal, INTERRUPTED_CODE, always.clone());
        }
    }
}

#[cfg(unix)]
const END_OF_MARKED_PASTING: &[u8] = b"\x1b[?2004l";

/// What makes the terminal as it is now: whoever edits a line changes it meanwhile.
#[cfg(unix)]
fn terminal() -> impl Fn() + Send {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    let before = tcgetattr(io::stdin()).ok();
    move || {
        let Some(before) = &before else { return };
        let edited = tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes != before.local_modes);
        // Nothing can be done about a terminal that is gone.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
        if edited {
            // Whoever edits a line has asked the terminal to mark what is pasted, on the standard output. That is written
            // to as it is: the thread that is being left may hold its lock.
            let _ = rustix::io::write(plain::screen(), END_OF_MARKED_PASTING);
        }
    }
}

#[cfg(not(unix))]
fn terminal() -> impl Fn() + Send {
    || {}
}

/// What a program answers that such a signal has made somebody leave, as a shell says it of one that it ends.
pub fn left_by(signal: usize) -> i32 {
    128 + signal as i32
}

/// While this lives Ctrl-C is left to another program at the same terminal, such as a pager.
pub struct LeftToOthers(Arc<AtomicBool>);

/// See there.
pub fn leave_to_others() -> LeftToOthers {
    let over: Arc<AtomicBool> = Arc::default();
    if !is_ignored(SIGINT) {
        // Where the signal cannot be had, it ends the program as it does any other.
        let _ = flag::register_conditional_default(SIGINT, over.clone());
    }
    LeftToOthers(over)
}

impl Drop for LeftToOthers {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Says that unfinished work is dropped, or told, if somebody has interrupted the command. Whoever ends because of it calls this
/// before it tells what was kept: the watcher may not have noticed yet.
pub fn tell() {
    if INTERRUPTED.load(Ordering::Relaxed) {
        say();
    }
}

fn say() {
    SAID.call_once(|| {
        // Where errors cannot be written, nothing can be said about it.
        let becomes = BECOMES.get().unwrap_or(&DROPPED);
        let _ = writeln!(
            io::stderr(),
            "stopping: {becomes}; interrupt again after a second to stop at once"
        );
    });
}

/// The signals that interrupt, but those that whoever has started the program wants to be ignored.
pub fn heeded() -> impl Iterator<Item = i32> {
    SIGNALS.into_iter().filter(|signal| !is_ignored(*signal))
}

/// The program was started with that signal ignored, as far as the system tells.
pub fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

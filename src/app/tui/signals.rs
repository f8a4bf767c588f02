//! Signals that end the program, and terminals that are closed: the screen is left soon, whatever is under way.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Once};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Somebody has asked the program to end.
static ENDED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// A screen is there to be left.
static SHOWN: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// How often the watcher looks.
const LOOK: Duration = Duration::from_millis(100);
/// How long a screen has for being left by itself.
const GRACE: Duration = Duration::from_millis(700);
/// What a program that was interrupted answers.
const INTERRUPTED: i32 = 130;

/// From now on such a signal sets what this answers. Whoever does not heed it in time is ended, after `restore`: what reads keys
/// may never come back from a terminal that is closed.
pub fn listen(restore: fn()) -> &'static AtomicBool {
    static BEGUN: Once = Once::new();
    SHOWN.store(true, Ordering::Relaxed);
    BEGUN.call_once(|| {
        for signal in SIGNALS {
            // Where a signal cannot be had, it ends the program as it does any other.
            let _ = flag::register(signal, ENDED.clone());
        }
        // Without a watcher the screen itself looks.
        let _ = thread::Builder::new().spawn(move || watch(restore));
    });
    &ENDED
}

/// The screen has been left: a signal still ends the program.
pub fn forget() {
    SHOWN.store(false, Ordering::Relaxed);
}

fn watch(restore: fn()) {
    loop {
        thread::sleep(LOOK);
        let ended = ENDED.load(Ordering::Relaxed);
        let shown = SHOWN.load(Ordering::Relaxed);
        if !ended && (!shown || io::stdin().is_terminal()) {
            continue;
        }
        thread::sleep(GRACE);
        if SHOWN.load(Ordering::Relaxed) {
            restore();
        }
        std::process::exit(INTERRUPTED);
    }
}

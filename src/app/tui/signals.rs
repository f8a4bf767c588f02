//! Signals that end the program, and terminals that are closed: the screen is left soon, whatever is under way.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Once};
use std::thread;
use std::time::Duration;

use signal_hook::flag;

use crate::app::interrupt::{HANGUP, heeded, left_by};

/// The signal by which somebody has asked the program to end; 0 before.
static ENDED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// A screen is there to be left.
static SHOWN: AtomicBool = AtomicBool::new(false);

/// How often the watcher looks.
const LOOK: Duration = Duration::from_millis(100);
/// How long a screen has for being left by itself.
const GRACE: Duration = Duration::from_millis(700);

/// From now on such a signal is what [`ended`] answers. Whoever does not heed it in time is ended, after `restore`: what reads keys
/// may never come back from a terminal that is closed.
pub fn listen(restore: fn()) {
    static BEGUN: Once = Once::new();
    SHOWN.store(true, Ordering::Relaxed);
    BEGUN.call_once(|| {
        for signal in heeded() {
            // Where a signal cannot be had, it ends the program as it does any other.
            let _ = flag::register_usize(signal, ENDED.clone(), signal as usize);
        }
        // Without a watcher the screen itself looks.
        let _ = thread::Builder::new().spawn(move || watch(restore));
    });
}

/// The signal by which somebody has asked the program to end, if anybody has.
pub fn ended() -> Option<usize> {
    Some(ENDED.load(Ordering::Relaxed)).filter(|signal| *signal != 0)
}

/// The screen has been left: a signal still ends the program.
pub fn forget() {
    SHOWN.store(false, Ordering::Relaxed);
}

fn watch(restore: fn()) {
    loop {
        thread::sleep(LOOK);
        let shown = SHOWN.load(Ordering::Relaxed);
        if ended().is_none() && (!shown || io::stdin().is_terminal()) {
            continue;
        }
        thread::sleep(GRACE);
        if SHOWN.load(Ordering::Relaxed) {
            restore();
        }
        // A terminal that has been closed is a hangup, whether or not the signal has come.
        std::process::exit(left_by(ended().unwrap_or(HANGUP)));
    }
}

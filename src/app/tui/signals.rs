//! Signals that end the program, and terminals that are closed: the screen is left soon, whatever is under way. Those that stop
//! it for a while: the screen is taken again afterwards.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Once};
use std::thread;
use std::time::Duration;

use signal_hook::flag;

#[cfg(unix)]
use crate::interrupt::is_ignored;
use crate::interrupt::{HANGUP, heeded, left_by};

/// The signal by which somebody has asked the program to end; 0 before.
static ENDED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// The program was stopped, and goes on.
static CONTINUED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Somebody wants the program to stop for a while.
#[cfg(unix)]
static STOPPED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

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
        for signal in heeded().chain(quit()) {
            // Where a signal cannot be had, it ends the program as it does any other.
            let _ = flag::register_usize(signal, ENDED.clone(), signal as usize);
        }
        hear_of_going_on();
        // Without a watcher the screen itself looks.
        let _ = thread::Builder::new().spawn(move || watch(restore));
    });
}

/// The signal by which somebody has asked the program to end, if anybody has.
pub fn ended() -> Option<usize> {
    Some(ENDED.load(Ordering::Relaxed)).filter(|signal| *signal != 0)
}

/// The program was stopped since this was asked last, by whomever, and goes on.
pub fn continued() -> bool {
    CONTINUED.swap(false, Ordering::Relaxed)
}

#[cfg(unix)]
fn hear_of_going_on() {
    // Where it cannot be had, whoever has stopped the program makes the window larger or smaller to see it again.
    let _ = flag::register(signal_hook::consts::SIGCONT, CONTINUED.clone());
    // Where that cannot be had, or is to be ignored, the system does with it what it does with any program.
    if !is_ignored(signal_hook::consts::SIGTSTP) {
        let _ = flag::register(signal_hook::consts::SIGTSTP, STOPPED.clone());
    }
}

/// Somebody wants the program to stop for a while: the screen is to be left first.
#[cfg(unix)]
pub fn wants_stop() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

#[cfg(not(unix))]
pub fn wants_stop() -> bool {
    false
}

#[cfg(not(unix))]
fn hear_of_going_on() {}

/// What a terminal sends by Ctrl-\ where keys are not taken one by one, and others send to end a program.
#[cfg(unix)]
fn quit() -> Option<i32> {
    Some(signal_hook::consts::SIGQUIT).filter(|quit| !is_ignored(*quit))
}

#[cfg(not(unix))]
fn quit() -> Option<i32> {
    None
}

/// Leaves the screen by `restore` and stops, with all who belong to the same job, until somebody wants it to go on. Where nobody
/// could make it go on, it does at once.
///
/// # Errors
/// The system does not stop it.
#[cfg(unix)]
pub fn stop(restore: fn()) -> io::Result<()> {
    restore();
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
    // Another thread may be the one that is told of it.
    thread::sleep(LOOK);
    stop_alone(restore)
}

/// The same for this program alone, which somebody has asked to stop.
///
/// # Errors
/// The system does not stop it.
#[cfg(unix)]
pub fn stop_alone(restore: fn()) -> io::Result<()> {
    use rustix::process::{Signal, getpid, kill_process};
    restore();
    STOPPED.store(false, Ordering::Relaxed);
    if is_ignored(signal_hook::consts::SIGTSTP) {
        return Ok(());
    }
    // This one stops as the other would if nobody heeded it, unless nobody could make the program go on.
    kill_process(getpid(), Signal::TTIN)?;
    thread::sleep(LOOK);
    Ok(())
}

/// Other systems have no such thing.
#[cfg(not(unix))]
pub fn stop_alone(_restore: fn()) -> io::Result<()> {
    Ok(())
}

/// Other systems have no such thing.
#[cfg(not(unix))]
pub fn stop(_restore: fn()) -> io::Result<()> {
    Ok(())
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
            // No screen is there that would do it.
            if !shown && wants_stop() {
                let _ = stop_alone(|| {});
            }
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

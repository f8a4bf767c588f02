//! Ctrl-C, or a scheduler that ends the job: the first time a command ends with what it has, the second time at once.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Somebody has interrupted the command.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on the first interruption sets what this answers, and says so; the second one ends the program.
pub fn listen() -> &'static AtomicBool {
    let interrupt = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        // Where errors cannot be written, nothing can be said about it.
        let _ = writeln!(io::stderr(), "stopping: games under way are dropped; interrupt again to stop at once");
    };
    // Where no handler can be had, interrupting ends the program as it does any other.
    let _ = ctrlc::set_handler(interrupt);
    &INTERRUPTED
}

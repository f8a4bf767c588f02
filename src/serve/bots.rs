//! Bots think on threads of their own, one decision at a time, game after game.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a bot thinks about a decision at most.
pub const LONGEST: Duration = Duration::from_secs(3);

/// Texts of cards run on the stack; those of others' cards may be deep.
const STACK: usize = 16 << 20;

/// Games that wait for a bot, each at most once.
pub struct Bots<G> {
    waiting: Sender<Arc<G>>,
    queued: Mutex<HashSet<usize>>,
}

impl<G: Send + Sync + 'static> Bots<G> {
    pub fn new() -> (Bots<G>, Receiver<Arc<G>>) {
        let (waiting, games) = channel();
        (Bots { waiting, queued: Mutex::default() }, games)
    }

    /// Lets a bot think in that game, when it is its turn to.
    pub fn wake(&self, game: &Arc<G>) {
        if self.queued().insert(Arc::as_ptr(game) as usize) {
            // Nobody thinks any more where the server ends.
            let _ = self.waiting.send(game.clone());
        }
    }

    fn queued(&self) -> std::sync::MutexGuard<'_, HashSet<usize>> {
        self.queued.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It is that game's turn.
    pub fn begins(&self, game: &Arc<G>) {
        self.queued().remove(&(Arc::as_ptr(game) as usize));
    }
}

/// Lets so many threads think, as long as games come; `think` answers `false` when it is to end.
pub fn spawn<G: Send + Sync + 'static>(
    waiting: Receiver<Arc<G>>,
    thinkers: usize,
    think: impl Fn(&Arc<G>) -> bool + Clone + Send + 'static,
) {
    let waiting = Arc::new(Mutex::new(waiting));
    for number in 0..thinkers.max(1) {
        let (think, waiting) = (think.clone(), waiting.clone());
        let thinker = thread::Builder::new().name(format!("bot {number}")).stack_size(STACK);
        let thinks_on = move || loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(game) = next else { return };
            // A fault of ours in one game must not stop the others.
            if !catch_unwind(AssertUnwindSafe(|| think(&game))).unwrap_or(true) {
                return;
            }
        };
        thinker.spawn(thinks_on).expect("the system has threads");
    }
}

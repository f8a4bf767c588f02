//! Bots think on threads of their own, one decision at a time, game after game.

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use crate::serve::hall::{Hall, Live, Slot};

/// How long a bot thinks about a decision at most.
pub const LONGEST: Duration = Duration::from_secs(3);

/// Games that wait for a bot, each at most once.
pub struct Bots {
    waiting: Sender<Arc<Slot>>,
    queued: Arc<Mutex<HashSet<usize>>>,
}

impl Bots {
    pub fn new() -> (Bots, Receiver<Arc<Slot>>) {
        let (waiting, games) = channel();
        (Bots { waiting, queued: Arc::default() }, games)
    }

    /// Lets a bot think, if one is asked there.
    pub(super) fn wake(&self, slot: &Arc<Slot>, live: Option<&Live>) {
        if live.is_some_and(|live| live.room.bot_is_asked()) {
            self.queue(slot);
        }
    }

    fn queue(&self, slot: &Arc<Slot>) {
        let mut queued = self.queued.lock().unwrap_or_else(PoisonError::into_inner);
        if queued.insert(Arc::as_ptr(slot) as usize) {
            // The threads live as long as the hall does.
            let _ = self.waiting.send(slot.clone());
        }
    }
}

/// Lets so many threads think for a hall, as long as it is there.
pub fn spawn(hall: &Arc<Hall>, waiting: Receiver<Arc<Slot>>, thinkers: usize) {
    let waiting = Arc::new(Mutex::new(waiting));
    for number in 0..thinkers.max(1) {
        let (hall, waiting) = (Arc::downgrade(hall), waiting.clone());
        let thinker = thread::Builder::new().name(format!("bot {number}")).stack_size(STACK);
        thinker.spawn(move || think_on(&hall, &waiting)).expect("the system has threads");
    }
}

/// Texts of cards run on the stack; those of others' cards may be deep.
const STACK: usize = 16 << 20;

fn think_on(hall: &Weak<Hall>, waiting: &Mutex<Receiver<Arc<Slot>>>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let (Ok(slot), Some(hall)) = (next, hall.upgrade()) else { return };
        hall.bots().queued.lock().unwrap_or_else(PoisonError::into_inner).remove(&(Arc::as_ptr(&slot) as usize));
        // A fault of ours in one game must not stop the others.
        let more = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| hall.think(&slot)));
        if more.unwrap_or(false) {
            // Others have their turn first.
            hall.bots().queue(&slot);
        }
    }
}

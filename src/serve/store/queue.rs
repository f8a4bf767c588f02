//! One thread writes: whatever waits for it is written together, with one wait for the disk.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::{Fault, NewGame};

/// So many writes wait at most; whoever comes then waits before the door.
const WAITING: usize = 1024;

/// So many are written together at most.
const TOGETHER: usize = 256;

/// What is to be written.
pub(super) enum Write {
    Create(NewGame),
    Append {
        game: String,
        after: u64,
        records: Vec<String>,
    },
    Finish(String),
}

/// What becomes of a write.
pub(super) type Written = Result<(), Fault>;

/// See the top of the file.
pub(super) struct Queue {
    writes: SyncSender<(Write, SyncSender<Written>)>,
}

impl Queue {
    /// A queue whose thread writes so: what comes of each, in order. What cannot be written spoils nothing else.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub(super) fn new(
        written: impl FnMut(&[Write]) -> Vec<Written> + Send + 'static,
    ) -> Result<Queue, Fault> {
        let (writes, waiting) = sync_channel(WAITING);
        let thread = thread::Builder::new().name("store".to_string());
        thread
            .spawn(move || write_on(written, &waiting))
            .map_err(|error| Fault::Broken(error.to_string()))?;
        Ok(Queue { writes })
    }

    /// Waits until it is written.
    ///
    /// # Errors
    /// Why it could not be.
    pub(super) fn write(&self, write: Write) -> Written {
        let gone = || Fault::Broken("the thread that writes has ended".to_string());
        let (answer, answered) = sync_channel(1);
        self.writes.send((write, answer)).map_err(|_| gone())?;
        answered.recv().map_err(|_| gone())?
    }
}

fn write_on(
    mut written: impl FnMut(&[Write]) -> Vec<Written>,
    waiting: &Receiver<(Write, SyncSender<Written>)>,
) {
    while let Ok(first) = waiting.recv() {
        let more = waiting.try_iter().take(TOGETHER - 1);
        let (batch, answers): (Vec<Write>, Vec<_>) = std::iter::once(first).chain(more).unzip();
        for (answer, done) in answers.into_iter().zip(written(&batch)) {
            // Nobody waits any more: then nobody needs to know.
            let _ = answer.send(done);
        }
    }
}

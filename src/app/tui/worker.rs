//! Bots think on a thread of their own, so that the screen stays alive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use crate::Failure;
use crate::tui::scene::Input;
use session::hints::Thought;
use session::review::Study;
use text::threads::roomy;

/// One thought at a time; a new one, or the end, stops the last.
pub struct Worker {
    answer: Sender<(u64, Input)>,
    answers: Receiver<(u64, Input)>,
    /// The number of the thought that is wanted.
    wanted: u64,
    stop: Arc<AtomicBool>,
    at_work: Option<JoinHandle<()>>,
}

impl Worker {
    pub fn new() -> Worker {
        let (answer, answers) = channel();
        Worker {
            answer,
            answers,
            wanted: 0,
            stop: Arc::default(),
            at_work: None,
        }
    }

    /// A bot decides.
    pub fn think(&mut self, thought: Thought) {
        self.work(move |stop| Input::Answer(thought.answer(&|| stop.load(Ordering::Relaxed))));
    }

    /// A bot says what it would do.
    pub fn hint(&mut self, thought: Thought) {
        self.work(move |stop| Input::Hints(thought.hints(&|| stop.load(Ordering::Relaxed))));
    }

    /// A bot looks through a game that is over.
    pub fn study(&mut self, study: Study) {
        self.work(move |stop| Input::Studied(study.told(&|| stop.load(Ordering::Relaxed))));
    }

    fn work(&mut self, work: impl FnOnce(&AtomicBool) -> Input + Send + 'static) {
        self.stop();
        self.stop = Arc::default();
        let (number, stop, answers) = (self.wanted, self.stop.clone(), self.answer.clone());
        let thread = roomy().spawn(move || {
            let answer = work(&stop);
            // Nobody listens any more once the game is left.
            let _ = answers.send((number, answer));
        });
        self.at_work = Some(thread.expect("there is room for a thread"));
    }

    /// The answer of the last thought, once it is there.
    ///
    /// # Errors
    /// The bot has failed: there will be none.
    pub fn answer(&mut self) -> Result<Option<Input>, Failure> {
        let (wanted, over) = (
            self.wanted,
            self.at_work.take_if(|work| work.is_finished()).is_some(),
        );
        let answer = self
            .answers
            .try_iter()
            .filter(|(number, _)| *number == wanted)
            .map(|(_, answer)| answer)
            .last();
        match answer {
            None if over && !self.stop.load(Ordering::Relaxed) => Err(Failure::run(
                "a bot has failed in the middle of its thought",
                "this is a fault of brink: please report it",
            )),
            // Whoever has answered ends soon, which is no failure.
            Some(answer) => {
                self.at_work = None;
                Ok(Some(answer))
            }
            None => Ok(None),
        }
    }

    pub fn stop(&mut self) {
        self.wanted += 1;
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::Worker;
    use crate::tui::scene::Input;

    #[test]
    fn whoever_has_answered_has_not_failed() {
        let mut worker = Worker::new();
        let (send, (go, goes)) = (worker.answer.clone(), channel::<()>());
        // It answers, and is still there for a while.
        worker.at_work = Some(thread::spawn(move || {
            let _ = send.send((0, Input::Answer(3)));
            let _ = goes.recv();
        }));
        loop {
            match worker.answer().expect("it has not failed") {
                Some(Input::Answer(3)) => break,
                None => thread::yield_now(),
                other => panic!("{other:?}"),
            }
        }
        // A handle that was kept would be looked at again once its thread has ended.
        drop(go);
        if let Some(work) = &worker.at_work {
            while !work.is_finished() {
                thread::yield_now();
            }
        }
        assert!(worker.answer().expect("it has not failed").is_none());
    }

    #[test]
    fn whoever_ends_without_an_answer_has_failed() {
        let mut worker = Worker::new();
        worker.at_work = Some(thread::spawn(|| {}));
        loop {
            match worker.answer() {
                Err(_) => break,
                Ok(None) => thread::yield_now(),
                Ok(Some(other)) => panic!("{other:?}"),
            }
        }
    }
}

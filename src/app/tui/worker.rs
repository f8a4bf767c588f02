//! Bots think on a thread of their own, so that the screen stays alive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use crate::Failure;
use crate::tui::scene::{Effect, Input};
use bots::Stop;
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

    /// Begins what a bot has to do; anything else comes back.
    pub fn begin(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Think(task) => self.work(move |stop| Input::Answer(task.answer(stop))),
            Effect::Hint(task) => self.work(move |stop| Input::Hints(task.hints(stop))),
            Effect::Study(study) => self.work(move |stop| Input::Studied(study.told(stop))),
            Effect::Forget => self.stop(),
            other => return Some(other),
        }
        None
    }

    fn work(&mut self, work: impl FnOnce(&Stop<'_>) -> Input + Send + 'static) {
        self.stop();
        self.stop = Arc::default();
        let (number, stop, answers) = (self.wanted, self.stop.clone(), self.answer.clone());
        let thread = roomy().spawn(move || {
            let answer = work(&|| stop.load(Ordering::Relaxed));
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
        let over = self.at_work.take_if(|work| work.is_finished()).is_some();
        let answers = self
            .answers
            .try_iter()
            .filter(|(number, _)| *number == self.wanted);
        let answer = answers.map(|(_, answer)| answer).last();
        match answer {
            None if over && !self.stop.load(Ordering::Relaxed) => Err(Failure::run(
                "a bot has crashed while thinking",
                "this is a bug in brink: please report it",
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

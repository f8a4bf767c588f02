//! Checks folders beside the conversation with the editor: always the newest state of each, and fixes when nothing else is to do.

use std::collections::BTreeMap;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::check::{Finding, Look, Scene, Unfixed};
use text::threads::roomy;

/// How long nothing must change before fixes are looked for.
const PAUSE: Duration = Duration::from_millis(200);
/// How long a change waits for the next one at most, before what is there is checked.
const PATIENCE: Duration = Duration::from_millis(300);

/// What a check has found.
#[derive(Debug)]
pub enum Checked {
    /// All but fixes. `fixed`: there is nothing to fix.
    Look {
        key: String,
        number: u64,
        versions: BTreeMap<String, i32>,
        look: Look,
        fixed: bool,
    },
    /// The same findings, with fixes.
    Fixed {
        key: String,
        number: u64,
        findings: Vec<Finding>,
    },
}

struct Job {
    number: u64,
    scene: Scene,
    since: Instant,
    last: Instant,
}

#[derive(Default)]
struct Desk {
    /// By folder.
    jobs: BTreeMap<String, Job>,
    /// The number of the newest one of each folder.
    newest: BTreeMap<String, u64>,
    /// Somebody waits for fixes.
    urgent: bool,
    over: bool,
}

/// The thread that checks, and what it has to do.
pub struct Worker {
    desk: Arc<(Mutex<Desk>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

fn locked(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker {
    /// Starts it; what it finds goes there.
    pub fn start<E: From<Checked> + Send + 'static>(
        found: SyncSender<E>,
    ) -> std::io::Result<Worker> {
        let desk = Arc::new((Mutex::new(Desk::default()), Condvar::new()));
        let own = desk.clone();
        let thread = roomy().name("check".into());
        let thread = thread.spawn(move || work(&own, &found))?;
        Ok(Worker {
            desk,
            thread: Some(thread),
        })
    }

    /// Checks that folder as it is now, instead of what was to be checked of it.
    pub fn check(&self, key: &str, number: u64, scene: Scene) {
        let mut desk = locked(&self.desk.0);
        let now = Instant::now();
        let since = desk.jobs.get(key).map_or(now, |job| job.since);
        let job = Job {
            number,
            scene,
            since,
            last: now,
        };
        desk.jobs.insert(key.to_string(), job);
        desk.newest.insert(key.to_string(), number);
        self.desk.1.notify_one();
    }

    /// Nothing of that folder is to be checked any more.
    pub fn forget(&self, key: &str) {
        let mut desk = locked(&self.desk.0);
        desk.jobs.remove(key);
        desk.newest.remove(key);
    }

    /// Looks for fixes without a pause.
    pub fn hurry(&self) {
        locked(&self.desk.0).urgent = true;
        self.desk.1.notify_one();
    }

    /// It has ended, which it does only by a fault of its own.
    pub fn is_broken(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        locked(&self.desk.0).over = true;
        self.desk.1.notify_one();
    }
}

fn work<E: From<Checked>>(desk: &(Mutex<Desk>, Condvar), found: &SyncSender<E>) {
    let mut unfixed: Option<(String, u64, Unfixed)> = None;
    // What is quick to check is checked at once, so that it is seen at once.
    let mut took = Duration::ZERO;
    while let Some(next) = next(desk, unfixed.is_some(), took) {
        match next {
            Next::Check(key, job) => {
                let begin = Instant::now();
                let (look, rest) = job.scene.look();
                took = begin.elapsed();
                let fixed = rest.is_none();
                let versions = job.scene.open.iter();
                let versions =
                    versions.map(|(source, version)| (source.name.to_string(), *version));
                let checked = Checked::Look {
                    key: key.clone(),
                    number: job.number,
                    versions: versions.collect(),
                    look,
                    fixed,
                };
                if found.send(checked.into()).is_err() {
                    return;
                }
                unfixed = rest.map(|rest| (key, job.number, rest));
            }
            Next::Fix => {
                let Some((key, number, rest)) = unfixed.take() else {
                    continue;
                };
                let over = || {
                    let desk = locked(&desk.0);
                    desk.over || desk.newest.get(&key) != Some(&number)
                };
                let findings = rest.fixed(&over);
                if !over() {
                    let fixed = Checked::Fixed {
                        key: key.clone(),
                        number,
                        findings,
                    };
                    if found.send(fixed.into()).is_err() {
                        return;
                    }
                }
            }
        }
    }
}

enum Next {
    Check(String, Job),
    Fix,
}

/// What is to be done next, once there is something; nothing at the end.
fn next(desk: &(Mutex<Desk>, Condvar), unfixed: bool, took: Duration) -> Option<Next> {
    let begin = Instant::now();
    let mut state = locked(&desk.0);
    loop {
        if state.over {
            return None;
        }
        let now = Instant::now();
        // Each waits as long as a check takes, or until it has waited for long.
        let due = |job: &Job| (job.last + took).min(job.since + PATIENCE);
        let first = state.jobs.iter().min_by_key(|(_, job)| due(job));
        let first = first.map(|(key, job)| (key.clone(), due(job)));
        let until = match &first {
            Some((key, due)) if *due <= now => {
                let job = state.jobs.remove(key)?;
                return Some(Next::Check(key.clone(), job));
            }
            Some((_, due)) => Some(*due),
            None if unfixed && (state.urgent || begin + PAUSE <= now) => {
                state.urgent = false;
                return Some(Next::Fix);
            }
            None => unfixed.then(|| begin + PAUSE),
        };
        state = match until {
            None => desk.1.wait(state).unwrap_or_else(PoisonError::into_inner),
            Some(until) => {
                let rest = until.saturating_duration_since(now);
                let waited = desk.1.wait_timeout(state, rest);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
    }
}

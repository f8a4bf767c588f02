//! Runs cases on all cores, catches what panics, tells what hangs, and prints what fails.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, Once};
use std::time::{Duration, Instant};

/// Bytes.
const STACK: usize = 8 << 20;

/// What failed, in a word, in full, and the files that show it.
pub struct Failure {
    pub kind: String,
    pub what: String,
    pub files: String,
}

impl Failure {
    pub fn new(kind: &str, what: String, files: String) -> Failure {
        Failure {
            kind: kind.to_string(),
            what,
            files,
        }
    }
}

/// A number that the environment asks for.
pub fn wish(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a number, not `{text}`")),
    )
}

/// One case may take so long, in seconds, before it is called a hang: `FUZZ_PATIENCE`, or this.
const PATIENCE: u64 = 300;

thread_local! {
    static PANICKED: RefCell<Option<String>> = const { RefCell::new(None) };
    static CATCHING: RefCell<bool> = const { RefCell::new(false) };
}

/// What each thread is doing.
static DOING: Mutex<BTreeMap<u64, (Instant, String)>> = Mutex::new(BTreeMap::new());

/// Runs it; where it panics, says where and with which words.
pub fn caught<T>(run: impl FnOnce() -> T) -> Result<T, (String, String)> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if CATCHING.with(|catching| *catching.borrow()) {
                let place = info
                    .location()
                    .map(|place| format!("{}:{}", place.file(), place.line()));
                PANICKED.with(|panicked| *panicked.borrow_mut() = place);
            } else {
                usual(info);
            }
        }));
    });
    CATCHING.with(|catching| *catching.borrow_mut() = true);
    let result = catch_unwind(AssertUnwindSafe(run));
    CATCHING.with(|catching| *catching.borrow_mut() = false);
    result.map_err(|payload| {
        let place = PANICKED
            .with(|panicked| panicked.borrow_mut().take())
            .unwrap_or_default();
        (
            format!("panic at {place}"),
            format!("panic at {place}: {}", said(&*payload)),
        )
    })
}

fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().cloned();
    text.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string))
        .unwrap_or_default()
}

/// The number of this thread.
fn thread() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    thread_local!(static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed));
    NUMBER.with(|number| *number)
}

/// This thread begins with the case of a seed.
pub fn doing(seed: u64, files: impl FnOnce() -> String) {
    let what = format!("seed {seed}\n{}", files());
    // What ends the whole process, such as a stack that overflows, cannot be caught: this file tells what was under way.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let written = fs::write(folder.join(format!("fuzz-{}.txt", thread())), &what);
    assert!(written.is_ok(), "{} cannot be written", folder.display());
    DOING
        .lock()
        .expect("no thread stops while it writes")
        .insert(thread(), (Instant::now(), what));
}

/// Ends the process when a case goes on for too long: a thread cannot be stopped.
fn watch(over: &AtomicBool) {
    let patience = Duration::from_secs(wish("FUZZ_PATIENCE").unwrap_or(PATIENCE));
    while !over.load(Ordering::Relaxed) {
        std::thread::park_timeout(Duration::from_millis(500));
        let doing = DOING.lock().expect("no thread stops while it writes");
        if let Some((_, what)) = doing.values().find(|(since, _)| since.elapsed() > patience) {
            eprintln!(
                "this goes on for more than {} seconds: {what}",
                patience.as_secs()
            );
            std::process::exit(1);
        }
    }
}

/// Runs so many cases, from `FUZZ_SEED` on, on all cores.
///
/// # Panics
/// When one fails, after it was printed; with `FUZZ_ALL` after all of them were run.
pub fn over_seeds(cases: u64, run: &(dyn Fn(u64) -> Result<(), Failure> + Sync)) {
    let first = wish("FUZZ_SEED").unwrap_or(0);
    let all = wish("FUZZ_ALL").is_some();
    let next = AtomicU64::new(0);
    let over = AtomicBool::new(false);
    let failed: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some(case) =
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|case| *case < cases)
        {
            let seed = first.wrapping_add(case);
            doing(seed, String::new);
            if let Err(failure) = run(seed) {
                let mut failed = failed.lock().expect("no thread stops while it counts");
                let count = failed.entry(failure.kind.clone()).or_insert(0);
                *count += 1;
                println!("{}: FUZZ_CASES=1 FUZZ_SEED={seed}", failure.kind);
                if *count == 1 {
                    let Failure { kind, what, files } = failure;
                    println!("==== {kind}\n{what}\n{files}again: FUZZ_CASES=1 FUZZ_SEED={seed}\n");
                }
                if !all {
                    next.store(cases, Ordering::Relaxed);
                }
            }
        }
        DOING
            .lock()
            .expect("no thread stops while it writes")
            .remove(&thread());
    };
    std::thread::scope(|scope| {
        let watching = scope.spawn(|| watch(&over));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        // Without optimisation a search keeps several copies of a game beside each other.
        let worker = || {
            std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work)
        };
        let workers: Vec<_> = (0..threads)
            .map(|_| worker().expect("there is room for a thread"))
            .collect();
        for worker in workers {
            worker.join().expect("a case is caught when it panics");
        }
        over.store(true, Ordering::Relaxed);
        watching.thread().unpark();
    });
    let failed = failed.into_inner().expect("all threads are done");
    assert!(failed.is_empty(), "these failed, so often: {failed:#?}");
}

//! `brink check --watch`: checks again whenever a file changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Zoned;
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::inspection::{Inspection, Memory, inspect};
use super::{Format, is_read, show};
use crate::{Failure, interrupt, plain, report};
use text::{plural, read_text, reason};

/// So long nothing changes before files are checked: editors write in several steps.
const QUIET: Duration = Duration::from_millis(60);
/// So long at most the check waits for that.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often it is looked whether a folder has gone, or is there again.
const LOOK: Duration = Duration::from_secs(1);

/// Since when, and until when, something has changed that was not checked yet: all that is kept of any number of changes.
#[derive(Default)]
struct Changes {
    since: Mutex<Option<(Instant, Instant)>>,
    came: Condvar,
}

/// Checks the files until it is interrupted.
pub fn run(paths: &[PathBuf], format: Format) -> Result<(), Failure> {
    interrupt::leave(|| "no longer watching".to_string());
    let changes = Arc::new(Changes::default());
    let mut folders = Folders::of(changes.clone())?;
    folders.watch(paths, &[])?;
    let mut memory = Memory::default();
    // What is wrong from the beginning on is wrong usage.
    let mut found = inspect(paths, true, &mut memory)?;
    let mut seen = state(paths, &found);
    tell(Ok(&found), format)?;
    loop {
        folders.watch(paths, &found.read())?;
        let changed = changes.wait();
        folders.look(&changes);
        let same = state(paths, &found) == seen;
        // What is missing may be there now, which no file says that was read.
        if same && (found.is_sound() || !changed) {
            continue;
        }
        match inspect(paths, true, &mut memory) {
            Ok(mut next) => {
                if !next.is_sound() {
                    // What it names is not known where it cannot be read.
                    next.named.extend(found.read());
                    next.named.sort();
                    next.named.dedup();
                }
                let told = same && next.short() == found.short();
                found = next;
                if !told {
                    tell(Ok(&found), format)?;
                }
            }
            // The files may be there again soon.
            Err(failure) => tell(Err(&failure), format)?,
        }
        seen = state(paths, &found);
    }
}

/// Tells what was found, and then, in one line, whether all is well.
fn tell(found: Result<&Inspection, &Failure>, format: Format) -> Result<(), Failure> {
    let mut out = plain::stdout();
    if is_read() && format == Format::Text {
        // From the top of an empty screen.
        out.as_it_is("\x1b[H\x1b[2J")?;
        out.flush()?;
    }
    match found {
        Ok(found) => show(found, format)?,
        Err(failure) => report::show(failure),
    }
    let line = format!(
        "{} ({})\n",
        summary(found),
        Zoned::now().strftime("%H:%M:%S")
    );
    match format {
        Format::Text => out.write_all(line.as_bytes())?,
        // Programs read the standard output.
        Format::Json | Format::Short | Format::Github => {
            let _ = io::stderr().write_all(line.as_bytes());
        }
    }
    Ok(out.flush()?)
}

fn summary(found: Result<&Inspection, &Failure>) -> String {
    let Ok(found) = found else {
        return "the files cannot be checked".to_string();
    };
    let failed = found
        .rulings
        .iter()
        .map(|(_, faults)| faults.len())
        .sum::<usize>();
    let rulings = found.passed() + failed;
    let files = plural((found.files.len() + found.of_rulings.len()) as u64, "file");
    let of = match rulings {
        0 => files,
        count => format!("{files}, {}", plural(count as u64, "ruling")),
    };
    let faults = found.faults.len() + failed;
    match (faults, found.warned.len()) {
        (0, 0) => format!("{of}: no problems found"),
        (0, warned) => format!(
            "{of}: no problems found, but {} above",
            plural(warned as u64, "warning")
        ),
        (faults, _) => format!("{of}: {}", plural(faults as u64, "fault")),
    }
}

/// What the files say now, as one number. A file that cannot be read has the reason for its text.
fn state(paths: &[PathBuf], found: &Inspection) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut files: BTreeSet<PathBuf> = found.read().into_iter().collect();
    for path in paths {
        if path.is_dir() {
            let inside = author::folder::files(path);
            let why = inside.as_ref().err().map(|unlisted| &unlisted.reason);
            why.hash(&mut hasher);
            files.extend(inside.into_iter().flatten().map(|(path, _)| path));
        } else {
            files.insert(path.clone());
        }
    }
    for file in files {
        file.hash(&mut hasher);
        // A pipe can be read only once.
        if file.is_file() {
            read_text(&file)
                .map_err(|error| reason(&error))
                .hash(&mut hasher);
        }
    }
    hasher.finish()
}

impl Changes {
    fn note(&self) {
        let now = Instant::now();
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let first = since.map_or(now, |(first, _)| first);
        *since = Some((first, now));
        drop(since);
        self.came.notify_one();
    }

    /// Waits until something has changed and then nothing more for a while, or until it is time to look. Answers whether
    /// something has changed.
    fn wait(&self) -> bool {
        let begun = Instant::now();
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let now = Instant::now();
            let until = match *since {
                Some((first, last)) => (last + QUIET).min(first + PATIENCE),
                None => begun + LOOK,
            };
            if until <= now {
                return since.take().is_some();
            }
            let waited = self.came.wait_timeout(since, until - now);
            since = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The folders that are watched: those of files, because editors put new files in their place.
struct Folders {
    watcher: RecommendedWatcher,
    /// Each with what it was when the watch began; nothing where it was not there.
    watched: BTreeMap<PathBuf, (RecursiveMode, Option<u64>)>,
}

impl Folders {
    fn of(changes: Arc<Changes>) -> Result<Folders, Failure> {
        let heed = move |event: notify::Result<Event>| {
            if event.as_ref().map_or(true, counts) {
                changes.note();
            }
        };
        let watcher = notify::recommended_watcher(heed).map_err(|error| cannot_watch(&error))?;
        let watched = BTreeMap::new();
        Ok(Folders { watcher, watched })
    }

    /// Watches what is not watched yet.
    fn watch(&mut self, paths: &[PathBuf], read: &[PathBuf]) -> Result<(), Failure> {
        for path in paths {
            if path.is_dir() {
                self.add(path, RecursiveMode::Recursive)?;
            }
        }
        for file in paths.iter().chain(read) {
            self.add(folder(file), RecursiveMode::NonRecursive)?;
            // A link leads to a file in another folder.
            if let Ok(file) = file.canonicalize() {
                self.add(folder(&file), RecursiveMode::NonRecursive)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, folder: &Path, mode: RecursiveMode) -> Result<(), Failure> {
        let within = |(other, (mode, _)): (&PathBuf, &(RecursiveMode, _))| {
            other == folder || *mode == RecursiveMode::Recursive && folder.starts_with(other)
        };
        if self.watched.iter().any(within) {
            return Ok(());
        }
        let is = identity(folder);
        if is.is_some() {
            self.watcher
                .watch(folder, mode)
                .map_err(|error| cannot_watch(&error))?;
        }
        self.watched.insert(folder.to_path_buf(), (mode, is));
        Ok(())
    }

    /// Watches folders again that have gone and come back.
    fn look(&mut self, changes: &Changes) {
        for (folder, (mode, was)) in &mut self.watched {
            let is = identity(folder);
            if is == *was {
                continue;
            }
            // Of a folder that has gone the watch has gone, too.
            let _ = self.watcher.unwatch(folder);
            if is.is_none() || self.watcher.watch(folder, *mode).is_ok() {
                *was = is;
                changes.note();
            }
        }
    }
}

/// It may have changed what a file says: all but that it was read.
fn counts(event: &Event) -> bool {
    match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) => false,
        _ => true,
    }
}

/// Where a file lies.
fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if parent == Path::new("") => Path::new("."),
        Some(parent) => parent,
        None => file,
    }
}

/// Tells a folder from another one of its name.
#[cfg(unix)]
fn identity(folder: &Path) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(folder).ok().map(|found| found.ino())
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<u64> {
    let made = fs::metadata(folder).ok()?.created().ok()?;
    let since = made.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(since.as_nanos() as u64)
}

fn cannot_watch(error: &notify::Error) -> Failure {
    Failure::run(
        format!("the files cannot be watched: {error}"),
        "watch fewer folders, or run `brink check` again after a change",
    )
}

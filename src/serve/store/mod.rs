//! Where games are kept: a name, how each was made, and everything that has been accepted since, in order.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

#[cfg(feature = "postgres")]
pub use postgres::Postgres;
use rusqlite_migration::{M, Migrations};
pub use sqlite::Sqlite;
use text::Source;

use crate::token::{Hash, digest};

#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

/// Something that keeps games. What is answered by `Ok` survives whatever kills the program or the machine.
pub trait Store: Send + Sync {
    /// Where writes wait.
    fn writes(&self) -> &Queue;

    /// All that is kept of a game, its cards as one text; nothing when there is none of that name.
    ///
    /// # Errors
    /// Why it could not be read.
    fn found(&self, game: &str) -> Result<Option<Found>, Fault>;

    /// The names of the games that are not over.
    ///
    /// # Errors
    /// Why they could not be read.
    fn under_way(&self) -> Result<Vec<String>, Fault>;

    /// Keeps a new game.
    ///
    /// # Errors
    /// Why it could not be kept.
    fn create(&self, game: NewGame) -> Result<(), Fault> {
        self.writes().write(Write::Create(game))
    }

    /// Keeps what was accepted in a game: these come behind the first `after`. Others may wait for the same disk.
    ///
    /// # Errors
    /// Why it could not be kept: then none of it is. [`Fault::Elsewhere`] where others came behind the first `after` already.
    fn append(&self, game: &str, after: u64, records: Vec<String>) -> Result<(), Fault> {
        self.writes().write(Write::Append {
            game: game.to_string(),
            after,
            records,
        })
    }

    /// All that is kept of a game; nothing when there is none of that name.
    ///
    /// # Errors
    /// Why it could not be read.
    fn load(&self, game: &str) -> Result<Option<SavedGame>, Fault> {
        let found = self.found(game)?;
        let kept = |(setup, files, records): Found| {
            Ok(SavedGame {
                setup,
                cards: unpacked(&files)?,
                records,
            })
        };
        found.map(kept).transpose()
    }

    /// Notes that a game is over.
    ///
    /// # Errors
    /// Why it could not be kept.
    fn finish(&self, game: &str) -> Result<(), Fault> {
        self.writes().write(Write::Finish(game.to_string()))
    }
}

/// A game as it lies in a database: its setup, its cards as one text, its records.
pub type Found = (String, String, Vec<String>);

/// A game before anything has happened in it.
#[derive(Debug, Clone)]
pub struct NewGame {
    pub name: String,
    /// How it was made, as text.
    pub setup: String,
    /// Its cards, which many games share.
    pub cards: Arc<[Source]>,
    pub records: Vec<String>,
}

/// A game as it was kept.
#[derive(Debug, Clone)]
pub struct SavedGame {
    pub setup: String,
    pub cards: Vec<Source>,
    pub records: Vec<String>,
}

/// The store does not do what it should.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Fault {
    /// The game has gone on in another process: what is known of it here is old.
    #[error("the game continues on another server")]
    Elsewhere,
    /// Another process keeps its games in that place.
    #[error("another server stores its games there")]
    Taken,
    #[error("games cannot be saved: {0}")]
    Broken(String),
}

/// Files of cards as one text, and what it is found by.
fn packed(cards: &[Source]) -> (Hash, String) {
    let files = cards.iter().map(|file| (&*file.name, &*file.text));
    let files: Vec<(&str, &str)> = files.collect();
    let files = serde_json::to_string(&files).expect("texts are JSON");
    (digest(files.as_bytes()), files)
}

fn unpacked(files: &str) -> Result<Vec<Source>, Fault> {
    let files: Vec<(String, String)> = serde_json::from_str(files)
        .map_err(|error| Fault::Broken(format!("the cards of a game are damaged: {error}")))?;
    let files = files.into_iter();
    Ok(files.map(|(name, text)| Source::new(name, text)).collect())
}

/// As long as this lives no other process has that file of games.
#[derive(Debug)]
pub struct Alone {
    /// Locked as long as it is open; none for what is no plain file.
    _lock: Option<File>,
    /// The lock, where it was not there before.
    made: Option<PathBuf>,
}

impl Alone {
    /// Takes a file of games, which need not be there yet. What is no plain file is nobody's.
    ///
    /// # Errors
    /// Another server has it, or there can be no lock beside it.
    pub fn with(games: &Path) -> Result<Alone, Fault> {
        if fs::metadata(games).is_ok_and(|meta| !meta.is_file()) {
            return Ok(Alone {
                _lock: None,
                made: None,
            });
        }
        let mut lock = place(games).into_os_string();
        lock.push("-lock");
        let lock = PathBuf::from(lock);
        let broken =
            |error: &dyn std::fmt::Display| Fault::Broken(format!("`{}`: {error}", lock.display()));
        let made = !lock.exists();
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock);
        let file = file.map_err(|error| broken(&error))?;
        match file.try_lock() {
            Ok(()) => Ok(Alone {
                _lock: Some(file),
                made: made.then_some(lock),
            }),
            Err(TryLockError::WouldBlock) => Err(Fault::Taken),
            Err(TryLockError::Error(error)) => Err(broken(&error)),
        }
    }

    /// The file holds no games: no lock is left beside it that was not there.
    pub fn give_up(self) {
        if let Some(lock) = &self.made {
            // One that stays does no harm.
            let _ = fs::remove_file(lock);
        }
    }
}

/// The same for all ways to write a path to one file.
fn place(games: &Path) -> PathBuf {
    let folder = games
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let inside = || Some(fs::canonicalize(folder).ok()?.join(games.file_name()?));
    fs::canonicalize(games)
        .ok()
        .or_else(inside)
        .unwrap_or_else(|| games.to_path_buf())
}

/// So many writes wait at most; whoever comes then waits before the door.
const WAITING: usize = 1024;

/// So many are written together at most.
const TOGETHER: usize = 256;

/// What is to be written.
pub enum Write {
    Create(NewGame),
    Append {
        game: String,
        after: u64,
        records: Vec<String>,
    },
    Finish(String),
}

/// What becomes of a write.
pub type Written = Result<(), Fault>;

/// See the top of the file.
pub struct Queue {
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

/// From an empty file of SQLite to today's.
pub(super) fn sqlite_migrations() -> Migrations<'static> {
    Migrations::new(vec![M::up(
        "CREATE TABLE cards (
             hash BLOB PRIMARY KEY,
             files TEXT NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE games (
             number INTEGER PRIMARY KEY,
             name TEXT NOT NULL UNIQUE,
             setup TEXT NOT NULL,
             cards BLOB NOT NULL REFERENCES cards (hash),
             made_at INTEGER NOT NULL DEFAULT (unixepoch()),
             over INTEGER NOT NULL DEFAULT 0
         ) STRICT;
         CREATE INDEX games_under_way ON games (number) WHERE over = 0;
         CREATE TABLE records (
             game INTEGER NOT NULL REFERENCES games (number),
             at INTEGER NOT NULL,
             record TEXT NOT NULL,
             PRIMARY KEY (game, at)
         ) STRICT, WITHOUT ROWID;",
    )])
}

/// From an empty database of Postgres to today's.
#[cfg(feature = "postgres")]
pub(super) fn postgres_migrations() -> Result<refinery::Runner, refinery::Error> {
    let games = refinery::Migration::unapplied(
        "V1__games",
        "CREATE TABLE cards (
             hash BYTEA PRIMARY KEY,
             files TEXT NOT NULL
         );
         CREATE TABLE games (
             number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
             name TEXT NOT NULL UNIQUE,
             server TEXT NOT NULL,
             setup TEXT NOT NULL,
             cards BYTEA NOT NULL REFERENCES cards (hash),
             made_at TIMESTAMPTZ NOT NULL DEFAULT now(),
             over BOOLEAN NOT NULL DEFAULT false
         );
         CREATE INDEX games_under_way ON games (server, number) WHERE NOT over;
         CREATE TABLE records (
             game BIGINT NOT NULL REFERENCES games (number),
             at BIGINT NOT NULL,
             record TEXT NOT NULL,
             PRIMARY KEY (game, at)
         );",
    )?;
    Ok(refinery::Runner::new(&[games]))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_migrations_fit_each_other() {
        super::sqlite_migrations()
            .validate()
            .expect("they are sound");
    }
}

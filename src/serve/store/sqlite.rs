//! Games in one file of SQLite. One thread writes; whatever waits for it is written together, with one wait for the disk.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rusqlite::{Connection, OptionalExtension, params};

use super::migrations::migrations;
use super::{Fault, Kept, NewGame, Store};
use crate::base::Source;
use crate::serve::token::digest;

/// So many writes wait at most; whoever comes then waits before the door.
const WAITING: usize = 1024;

/// So many are written together at most.
const TOGETHER: usize = 256;

/// See the top of the file.
pub struct Sqlite {
    writes: SyncSender<(Write, SyncSender<Result<(), Fault>>)>,
    reads: Mutex<Connection>,
}

enum Write {
    Create(NewGame),
    Append { game: String, after: u64, records: Vec<String> },
    Finish(String),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        Fault(error.to_string())
    }
}

impl Sqlite {
    /// Opens the file, or makes it; a file of an older version is brought up to date.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(path: &Path) -> Result<Sqlite, Fault> {
        let mut writer = Connection::open(path)?;
        prepared(&writer)?;
        migrations().to_latest(&mut writer).map_err(|error| Fault(error.to_string()))?;
        let reads = Connection::open(path)?;
        prepared(&reads)?;
        let (writes, waiting) = sync_channel(WAITING);
        let written = thread::Builder::new().name("store".to_string());
        written.spawn(move || write_on(&mut writer, &waiting)).map_err(|error| Fault(error.to_string()))?;
        Ok(Sqlite { writes, reads: Mutex::new(reads) })
    }

    fn write(&self, write: Write) -> Result<(), Fault> {
        let gone = || Fault("the thread that writes has ended".to_string());
        let (answer, answered) = sync_channel(1);
        self.writes.send((write, answer)).map_err(|_| gone())?;
        answered.recv().map_err(|_| gone())?
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Fault> {
        Ok(read(&self.reads.lock().unwrap_or_else(PoisonError::into_inner))?)
    }
}

/// What is written is on the disk before it is answered.
fn prepared(connection: &Connection) -> Result<(), Fault> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    Ok(())
}

fn write_on(connection: &mut Connection, waiting: &Receiver<(Write, SyncSender<Result<(), Fault>>)>) {
    while let Ok(first) = waiting.recv() {
        let more = waiting.try_iter().take(TOGETHER - 1);
        let batch: Vec<_> = std::iter::once(first).chain(more).collect();
        let done = written(connection, &batch);
        for ((_, answer), each) in batch.iter().zip(done) {
            // Nobody waits any more: then nobody needs to know.
            let _ = answer.send(each);
        }
    }
}

/// Writes all of it in one transaction. What cannot be written spoils nothing else.
fn written(connection: &mut Connection, batch: &[(Write, SyncSender<Result<(), Fault>>)]) -> Vec<Result<(), Fault>> {
    let mut all = || -> rusqlite::Result<Vec<Result<(), Fault>>> {
        let mut transaction = connection.transaction()?;
        let mut done = Vec::with_capacity(batch.len());
        for (write, _) in batch {
            let point = transaction.savepoint()?;
            done.push(match one(&point, write) {
                Ok(()) => point.commit().map_err(Fault::from),
                // Dropped, it goes back by itself.
                Err(error) => Err(Fault::from(error)),
            });
        }
        transaction.commit()?;
        Ok(done)
    };
    all().unwrap_or_else(|error| batch.iter().map(|_| Err(Fault(error.to_string()))).collect())
}

fn one(connection: &Connection, write: &Write) -> rusqlite::Result<()> {
    match write {
        Write::Create(game) => {
            let files: Vec<(&str, &str)> = game.cards.iter().map(|file| (&*file.name, &*file.text)).collect();
            let files = serde_json::to_string(&files).expect("texts are JSON");
            let hash = digest(files.as_bytes());
            connection
                .prepare_cached("INSERT OR IGNORE INTO cards (hash, files) VALUES (?1, ?2)")?
                .execute(params![hash, files])?;
            connection
                .prepare_cached("INSERT INTO games (name, setup, cards) VALUES (?1, ?2, ?3)")?
                .execute(params![game.name, game.setup, hash])?;
            append(connection, &game.name, 0, &game.records)
        }
        Write::Append { game, after, records } => append(connection, game, *after, records),
        Write::Finish(game) => {
            connection.prepare_cached("UPDATE games SET over = 1 WHERE name = ?1")?.execute(params![game]).map(drop)
        }
    }
}

fn append(connection: &Connection, game: &str, after: u64, records: &[String]) -> rusqlite::Result<()> {
    let number: i64 = connection
        .prepare_cached("SELECT number FROM games WHERE name = ?1")?
        .query_row(params![game], |row| row.get(0))?;
    let mut insert = connection.prepare_cached("INSERT INTO records (game, at, record) VALUES (?1, ?2, ?3)")?;
    for (at, record) in (after..).zip(records) {
        insert.execute(params![number, at as i64, record])?;
    }
    Ok(())
}

impl Store for Sqlite {
    fn create(&self, game: NewGame) -> Result<(), Fault> {
        self.write(Write::Create(game))
    }

    fn append(&self, game: &str, after: u64, records: Vec<String>) -> Result<(), Fault> {
        self.write(Write::Append { game: game.to_string(), after, records })
    }

    fn load(&self, game: &str) -> Result<Option<Kept>, Fault> {
        let found = self.read(|connection| {
            let found = "SELECT number, setup, files FROM games JOIN cards ON cards.hash = games.cards WHERE name = ?1";
            let found: Option<(i64, String, String)> = connection
                .prepare_cached(found)?
                .query_row(params![game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?;
            let Some((number, setup, files)) = found else { return Ok(None) };
            let mut records = connection.prepare_cached("SELECT record FROM records WHERE game = ?1 ORDER BY at")?;
            let records = records.query_map(params![number], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
            Ok(Some((setup, files, records)))
        })?;
        let Some((setup, files, records)) = found else { return Ok(None) };
        let files: Vec<(String, String)> =
            serde_json::from_str(&files).map_err(|error| Fault(format!("cards of a game are damaged: {error}")))?;
        let cards = files.into_iter().map(|(name, text)| Source::new(name, text)).collect();
        Ok(Some(Kept { setup, cards, records }))
    }

    fn finish(&self, game: &str) -> Result<(), Fault> {
        self.write(Write::Finish(game.to_string()))
    }

    fn under_way(&self) -> Result<Vec<String>, Fault> {
        self.read(|connection| {
            let mut names = connection.prepare_cached("SELECT name FROM games WHERE over = 0 ORDER BY number")?;
            names.query_map([], |row| row.get(0))?.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{NewGame, Sqlite, Store};
    use crate::base::Source;

    fn game(name: &str) -> NewGame {
        let cards = vec![Source::new("a.toml", "id = 'a'")].into();
        NewGame { name: name.to_string(), setup: "{}".to_string(), cards, records: vec!["first".to_string()] }
    }

    #[test]
    fn what_is_kept_is_there_after_the_file_is_opened_again_and_nothing_is_kept_twice() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("games.sqlite");
        let store = Sqlite::open(&path).expect("it is opened");
        store.create(game("one")).expect("it is kept");
        store.create(game("two")).expect("it is kept");
        assert!(store.create(game("one")).is_err());
        store.append("one", 1, vec!["second".to_string(), "third".to_string()]).expect("it is kept");
        assert!(store.append("one", 2, vec!["again".to_string()]).is_err());
        assert!(store.append("three", 0, vec!["lost".to_string()]).is_err());
        store.finish("two").expect("it is kept");
        drop(store);
        let store = Sqlite::open(&path).expect("it is opened again");
        let kept = store.load("one").expect("it is read").expect("it is there");
        assert_eq!(
            (kept.records, &*kept.cards[0].name),
            (["first", "second", "third"].map(str::to_string).to_vec(), "a.toml")
        );
        assert_eq!(store.under_way().expect("they are read"), ["one"]);
        assert!(store.load("three").expect("it is read").is_none());
    }
}

//! Games in one file of SQLite.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::sqlite_migrations as migrations;
use super::{Fault, Found, Queue, Store, Write, Written, packed};

/// See the top of the file.
pub struct Sqlite {
    writes: Queue,
    reads: Mutex<Connection>,
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        match error.sqlite_error_code() {
            // Records have numbers, and games have names: what is there already was kept by somebody else.
            Some(ErrorCode::ConstraintViolation) => Fault::Elsewhere,
            _ => Fault::Broken(error.to_string()),
        }
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
        migrations().to_latest(&mut writer).map_err(unmigrated)?;
        let reads = Connection::open(path)?;
        prepared(&reads)?;
        let writes = Queue::new(move |batch| written(&mut writer, batch))?;
        Ok(Sqlite {
            writes,
            reads: Mutex::new(reads),
        })
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Fault> {
        Ok(read(
            &self.reads.lock().unwrap_or_else(PoisonError::into_inner),
        )?)
    }
}

/// Why a file could not be brought up to date: the error itself, without what it is wrapped in.
fn unmigrated(error: rusqlite_migration::Error) -> Fault {
    use rusqlite_migration::{Error, MigrationDefinitionError};
    match error {
        Error::RusqliteError { err, .. } => Fault::from(err),
        Error::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead) => {
            Fault::Broken("the file was made by a newer Brink".to_string())
        }
        Error::InvalidUserVersion => {
            Fault::Broken("the file was made by another program".to_string())
        }
        other => Fault::Broken(other.to_string()),
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

/// Writes all of it in one transaction. What cannot be written spoils nothing else.
fn written(connection: &mut Connection, batch: &[Write]) -> Vec<Written> {
    let mut all = || -> rusqlite::Result<Vec<Written>> {
        let mut transaction = connection.transaction()?;
        let mut done = Vec::with_capacity(batch.len());
        for write in batch {
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
    all().unwrap_or_else(|error| {
        batch
            .iter()
            .map(|_| Err(Fault::Broken(error.to_string())))
            .collect()
    })
}

fn one(connection: &Connection, write: &Write) -> rusqlite::Result<()> {
    match write {
        Write::Create(game) => {
            let (hash, files) = packed(&game.cards);
            connection
                .prepare_cached("INSERT OR IGNORE INTO cards (hash, files) VALUES (?1, ?2)")?
                .execute(params![hash, files])?;
            connection
                .prepare_cached("INSERT INTO games (name, setup, cards) VALUES (?1, ?2, ?3)")?
                .execute(params![game.name, game.setup, hash])?;
            append(connection, &game.name, 0, &game.records)
        }
        Write::Append {
            game,
            after,
            records,
        } => append(connection, game, *after, records),
        Write::Finish(game) => connection
            .prepare_cached("UPDATE games SET over = 1 WHERE name = ?1")?
            .execute(params![game])
            .map(drop),
    }
}

fn append(
    connection: &Connection,
    game: &str,
    after: u64,
    records: &[String],
) -> rusqlite::Result<()> {
    let number: i64 = connection
        .prepare_cached("SELECT number FROM games WHERE name = ?1")?
        .query_row(params![game], |row| row.get(0))?;
    let mut insert =
        connection.prepare_cached("INSERT INTO records (game, at, record) VALUES (?1, ?2, ?3)")?;
    for (at, record) in (after..).zip(records) {
        insert.execute(params![number, at as i64, record])?;
    }
    Ok(())
}

impl Store for Sqlite {
    fn writes(&self) -> &Queue {
        &self.writes
    }

    fn found(&self, game: &str) -> Result<Option<Found>, Fault> {
        self.read(|connection| {
            let found = "SELECT number, setup, files FROM games JOIN cards ON cards.hash = games.cards WHERE name = ?1";
            let found: Option<(i64, String, String)> = connection
                .prepare_cached(found)?
                .query_row(params![game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?;
            let Some((number, setup, files)) = found else { return Ok(None) };
            let mut records = connection.prepare_cached("SELECT record FROM records WHERE game = ?1 ORDER BY at")?;
            let records = records.query_map(params![number], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
            Ok(Some((setup, files, records)))
        })
    }

    fn under_way(&self) -> Result<Vec<String>, Fault> {
        self.read(|connection| {
            let mut names = connection
                .prepare_cached("SELECT name FROM games WHERE over = 0 ORDER BY number")?;
            names.query_map([], |row| row.get(0))?.collect()
        })
    }
}

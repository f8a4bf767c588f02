//! How the stores of games have grown, version by version. What stands here is never changed, only added to.

use rusqlite_migration::{M, Migrations};

/// From an empty file of SQLite to today's.
pub(super) fn sqlite() -> Migrations<'static> {
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
pub(super) fn postgres() -> Result<refinery::Runner, refinery::Error> {
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
        super::sqlite().validate().expect("they are sound");
    }
}

//! How the file of games has grown, version by version. What stands here is never changed, only added to.

use rusqlite_migration::{M, Migrations};

/// From an empty file to today's.
pub(super) fn migrations() -> Migrations<'static> {
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

#[cfg(test)]
mod tests {
    #[test]
    fn the_migrations_fit_each_other() {
        super::migrations().validate().expect("they are sound");
    }
}

//! Where games are kept: a name, how each was made, and everything that has been accepted since, in order.

mod migrations;
mod sqlite;

use std::sync::Arc;

use crate::base::Source;

pub use sqlite::Sqlite;

/// Something that keeps games. What is answered by `Ok` survives whatever kills the program or the machine.
pub trait Store: Send + Sync {
    /// Keeps a new game.
    ///
    /// # Errors
    /// Why it could not be kept.
    fn create(&self, game: NewGame) -> Result<(), Fault>;

    /// Keeps what was accepted in a game: these come behind the first `after`. Others may wait for the same disk.
    ///
    /// # Errors
    /// Why it could not be kept: then none of it is.
    fn append(&self, game: &str, after: u64, records: Vec<String>) -> Result<(), Fault>;

    /// All that is kept of a game; nothing when there is none of that name.
    ///
    /// # Errors
    /// Why it could not be read.
    fn load(&self, game: &str) -> Result<Option<Kept>, Fault>;

    /// Notes that a game is over.
    ///
    /// # Errors
    /// Why it could not be kept.
    fn finish(&self, game: &str) -> Result<(), Fault>;

    /// The names of the games that are not over.
    ///
    /// # Errors
    /// Why they could not be read.
    fn under_way(&self) -> Result<Vec<String>, Fault>;
}

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
pub struct Kept {
    pub setup: String,
    pub cards: Vec<Source>,
    pub records: Vec<String>,
}

/// The store does not do what it should.
#[derive(Debug, Clone, thiserror::Error)]
#[error("games cannot be kept: {0}")]
pub struct Fault(pub String);

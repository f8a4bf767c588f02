//! Where games are kept: a name, how each was made, and everything that has been accepted since, in order.

mod alone;
mod migrations;
#[cfg(feature = "postgres")]
mod postgres;
mod queue;
mod sqlite;

use std::sync::Arc;

use crate::token::{Hash, digest};
use text::Source;

pub use alone::Alone;
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
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
    /// Why it could not be kept: then none of it is. [`Fault::Elsewhere`] where others came behind the first `after` already.
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
pub enum Fault {
    /// The game has gone on in another process: what is known of it here is old.
    #[error("the game goes on elsewhere")]
    Elsewhere,
    /// Another process keeps its games in that place.
    #[error("another server keeps its games there")]
    Taken,
    #[error("games cannot be kept: {0}")]
    Broken(String),
}

/// Files of cards as one text, and what it is found by.
fn packed(cards: &[Source]) -> (Hash, String) {
    let files: Vec<(&str, &str)> = cards
        .iter()
        .map(|file| (&*file.name, &*file.text))
        .collect();
    let files = serde_json::to_string(&files).expect("texts are JSON");
    (digest(files.as_bytes()), files)
}

fn unpacked(files: &str) -> Result<Vec<Source>, Fault> {
    let files: Vec<(String, String)> = serde_json::from_str(files)
        .map_err(|error| Fault::Broken(format!("cards of a game are damaged: {error}")))?;
    Ok(files
        .into_iter()
        .map(|(name, text)| Source::new(name, text))
        .collect())
}

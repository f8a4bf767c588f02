//! All rulings of a folder, and the games they are about, each compiled once.

use std::collections::HashMap;
use std::sync::Arc;

use crate::file::read_rulings;
use crate::ruling::{Failure, Ruling};
use engine::Script;
use rules::{Library, Settings};
use text::Source;

/// A ruling and the file it stands in.
#[derive(Debug, Clone)]
pub struct Case {
    pub source: Source,
    pub ruling: Ruling,
    /// The number of its game among [`Casebook::games`].
    pub game: usize,
}

/// Rulings in the order of their files.
#[derive(Debug, Clone, Default)]
pub struct Casebook {
    pub cases: Vec<Case>,
    /// Recipes and settings, each once.
    pub games: Vec<(String, Settings)>,
}

impl Casebook {
    /// Reads files of rulings.
    ///
    /// # Errors
    /// The first file that cannot be read, and why.
    pub fn read(sources: Vec<Source>) -> Result<Casebook, (Source, Vec<Failure>)> {
        let mut book = Casebook::default();
        for source in sources {
            let rulings = read_rulings(&source).map_err(|faults| (source.clone(), faults))?;
            for ruling in rulings {
                let game = (ruling.game.get_ref().clone(), ruling.settings());
                let known = book.games.iter().position(|other| *other == game);
                let game = known.unwrap_or_else(|| {
                    book.games.push(game);
                    book.games.len() - 1
                });
                book.cases.push(Case {
                    source: source.clone(),
                    ruling,
                    game,
                });
            }
        }
        Ok(book)
    }

    /// The games of a library, made as they are asked for.
    pub fn scripts<'a>(&'a self, library: &'a Library) -> Scripts<'a> {
        Scripts {
            book: self,
            library,
            made: HashMap::new(),
        }
    }
}

/// See [`Casebook::scripts`].
pub struct Scripts<'a> {
    book: &'a Casebook,
    library: &'a Library,
    // Looked up only: its order never shows.
    made: HashMap<usize, Option<Arc<Script>>>,
}

impl Scripts<'_> {
    /// The game of that number; `None` when the library does not have it so.
    pub fn get(&mut self, game: usize) -> Option<Arc<Script>> {
        let made = self.made.entry(game).or_insert_with(|| {
            let (recipe, settings) = &self.book.games[game];
            self.library
                .compile(recipe, settings)
                .ok()
                .map(|rules| Arc::new(Script::new(rules)))
        });
        made.clone()
    }
}

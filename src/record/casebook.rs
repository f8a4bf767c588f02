//! All rulings of a folder, the games they are about, and the rules that they pin.

use crate::ruling::read_rulings;
use crate::ruling::{Failure, Ruling};
use engine::Script;
use explain::rulebook::rule_ids;
use itertools::Itertools;
use rules::{Library, Settings};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
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

/// The part that is written by [`with_index`] begins here.
const BEGIN: &str = "<!-- index: written by `brink ruling --index` -->";
const END: &str = "<!-- end of index -->";

/// A ruling, where it is written, and the rules that it pins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    /// The way from the document to the file of the ruling: `../tests/rulings/a.toml`.
    pub link: String,
    pub rules: Vec<String>,
}

/// The document with its index made anew: each rule with the rulings that pin it. The index stands between its two
/// marks, or at the end where there are none yet.
pub fn with_index(document: &str, entries: &[Entry]) -> String {
    let mut pinned: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        for rule in &entry.rules {
            pinned.entry(rule).or_default().push(entry);
        }
    }
    let mut index = format!("{BEGIN}\n\n| rule | rulings |\n|---|---|\n");
    for rule in rule_ids(document) {
        let entries = pinned.get(rule).into_iter().flatten();
        let links = entries
            .map(|entry| format!("[{}]({})", entry.id, entry.link))
            .join(", ");
        let links = if links.is_empty() {
            "no ruling"
        } else {
            &links
        };
        index.push_str(&format!("| {rule} | {links} |\n"));
    }
    index.push_str(&format!("\n{END}\n"));
    match (document.find(BEGIN), document.find(END)) {
        (Some(from), Some(to)) if from < to => {
            format!(
                "{}{}{}",
                &document[..from],
                index.trim_end(),
                &document[to + END.len()..]
            )
        }
        _ => format!(
            "{}\n\n## Which rulings pin which rule\n\n{index}",
            document.trim_end()
        ),
    }
}

/// Rules that rulings name and the document does not list, with the ruling that names them.
pub fn unlisted<'a>(document: &str, entries: &'a [Entry]) -> Vec<(&'a str, &'a Entry)> {
    let known = rule_ids(document);
    let named = entries
        .iter()
        .flat_map(|entry| entry.rules.iter().map(move |rule| (rule.as_str(), entry)));
    named.filter(|(rule, _)| !known.contains(rule)).collect()
}

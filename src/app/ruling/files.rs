//! The rulings that a command line names: files, what is wrong with them, filters.

use std::collections::{HashMap, HashSet, hash_map};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use itertools::Itertools;

use crate::Failure;
use crate::library::rulings_of;
use engine::Script;
use record::casebook::Casebook;
use record::ruling::{self, Ruling};
use record::ruling::{cards_of, game_faults, read_all};
use rules::{Library, Settings};
use text::{Source, Span, plain_file, read_text, reason};

/// Where the project keeps its rulings; looked into when no file is named.
pub const FOLDER: &str = "tests/rulings";

/// Which rulings are meant; all when nothing is said.
#[derive(Default, Args)]
pub struct Filter {
    /// Only rulings whose id contains TEXT
    #[arg(long, value_name = "TEXT")]
    id: Option<String>,
    /// Only rulings of rules whose id contains TEXT
    #[arg(long, value_name = "TEXT")]
    rule: Option<String>,
    /// Only rulings with a card whose name contains TEXT
    #[arg(long, value_name = "TEXT")]
    card: Option<String>,
}

/// All files that were read.
pub struct Files {
    files: Vec<File>,
}

struct File {
    source: Source,
    rulings: Vec<Ruling>,
    faults: Vec<ruling::Failure>,
    /// The files of cards and recipes that its rulings need, each where it lies.
    cards: Vec<PathBuf>,
}

/// A ruling and its file.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    pub source: &'a Source,
    pub ruling: &'a Ruling,
    /// Its file names cards of one's own.
    pub own: bool,
}

impl Files {
    /// Reads files, and folders with all that is below them.
    pub fn read(paths: &[PathBuf]) -> Result<Files, Failure> {
        let mut found = Vec::new();
        match paths {
            [] if Path::new(FOLDER).is_dir() => collect(Path::new(FOLDER), &mut found)?,
            [] => {
                return Err(Failure::usage(
                    format!("no file was given, and there is no `{FOLDER}` here"),
                    "write `brink ruling FILE`; `brink ruling --new` prints an empty ruling",
                ));
            }
            _ => {
                for path in paths {
                    collect(path, &mut found)?;
                }
                // A file that is named twice is read once.
                let mut seen = HashSet::new();
                found.retain(|path| {
                    seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone()))
                });
            }
        }
        let mut files = Vec::new();
        for path in found {
            let name = path.to_string_lossy().into_owned();
            // Out of a folder may come what never answers; what is named may be a pipe.
            let named = paths.contains(&path);
            let plain = if named { Ok(()) } else { plain_file(&path) };
            files.push(match plain.and_then(|()| read_text(&path)) {
                Ok(text) => {
                    let source = Source::new(name, text);
                    let (mut rulings, mut faults) = read_all(&source);
                    let cards = cards_of(&source);
                    let found = faults.len();
                    faults.extend(cards.iter().filter_map(missing));
                    if faults.len() > found {
                        // Without their cards each of them would fail, for this reason alone.
                        rulings.clear();
                    }
                    File { source, rulings, faults, cards: cards.into_iter().map(|(path, _)| path).collect() }
                }
                // What was named must be there; the others of a folder are played without it.
                Err(error) if named && error.kind() != io::ErrorKind::InvalidData => {
                    return Err(Failure::file(&path, "read", &error));
                }
                Err(error) => {
                    let fault =
                        ruling::Failure::new(Span::new(0, 0), format!("`{name}` cannot be read: {}", reason(&error)));
                    let (source, faults) = (Source::new(name, String::new()), vec![fault.with_help("save it as UTF-8 text, leave it out, or give it an extension other than `.toml`")]);
                    File { source, rulings: Vec::new(), faults, cards: Vec::new() }
                }
            });
        }
        let files = Files { files }.with_ids_once();
        match files
            .files
            .iter()
            .all(|file| file.rulings.is_empty() && file.faults.is_empty())
        {
            // Nothing at all must not look as if all was well.
            true => {
                let places = if paths.is_empty() {
                    vec![Path::new(FOLDER)]
                } else {
                    paths.iter().map(|path| &**path).collect()
                };
                Err(Failure::run(
                    format!(
                        "there is no ruling in {}",
                        places
                            .iter()
                            .map(|path| format!("`{}`", path.display()))
                            .join(", ")
                    ),
                    "a ruling begins with `[[ruling]]`, in a file that ends in `.toml`; `brink ruling --new` prints one",
                ))
            }
            false => Ok(files),
        }
    }

    /// Leaves the rulings of one game, to be played with another recipe.
    pub fn play_as(&mut self, game: &str, recipe: &str) -> Result<(), Failure> {
        for File { rulings, .. } in &mut self.files {
            rulings.retain(|ruling| ruling.game.get_ref() == game);
            rulings
                .iter_mut()
                .for_each(|ruling| *ruling.game.get_mut() = recipe.to_string());
        }
        if self.files.iter().all(|file| file.rulings.is_empty()) {
            return Err(Failure::run(
                format!("there is no ruling for the game `{game}`"),
                "in `--as`, the game of the rulings comes first",
            ));
        }
        Ok(())
    }

    /// The files of cards and recipes that they need.
    pub fn cards(&self) -> Vec<PathBuf> {
        self.files
            .iter()
            .flat_map(|file| &file.cards)
            .filter(|path| path.is_file())
            .cloned()
            .collect()
    }

    /// Adds a fault for every ruling whose id an earlier one has.
    fn with_ids_once(mut self) -> Files {
        let mut seen = HashMap::new();
        for File {
            source,
            rulings,
            faults,
            ..
        } in &mut self.files
        {
            for Ruling { id, .. } in rulings.iter() {
                let here = (source.clone(), id.span().start);
                match seen.entry(id.get_ref().to_lowercase()) {
                    hash_map::Entry::Vacant(free) => drop(free.insert(here)),
                    hash_map::Entry::Occupied(taken) => {
                        let (file, line) = (&taken.get().0.name, taken.get().0.line(taken.get().1));
                        let reason = format!("two rulings are called `{}`", id.get_ref());
                        let help = format!(
                            "the other one is at {file}:{line}; give each ruling its own id"
                        );
                        let span = Span::new(id.span().start, id.span().end);
                        faults.push(ruling::Failure::new(span, reason).with_help(help));
                    }
                }
            }
            faults.sort_by_key(|fault| fault.span);
        }
        self
    }

    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.files.iter().flat_map(
            |File {
                 source,
                 rulings,
                 cards,
                 ..
             }| {
                rulings.iter().map(move |ruling| Entry {
                    source,
                    ruling,
                    own: !cards.is_empty(),
                })
            },
        )
    }

    /// Files with something in them that cannot be read.
    pub fn faulty(&self) -> Vec<(&Source, &[ruling::Failure])> {
        let faulty = self.files.iter().filter(|file| !file.faults.is_empty());
        faulty
            .map(|file| (&file.source, file.faults.as_slice()))
            .collect()
    }

    /// The first fault there is, for commands that need every ruling.
    pub fn sound(&self) -> Result<(), Failure> {
        match self.faulty().first() {
            Some((source, faults)) => {
                Err(Failure::texts(&source.name, &source.text, faults.to_vec()))
            }
            None => Ok(()),
        }
    }

    /// All rulings with their games; every file must be sound.
    pub fn casebook(&self) -> Result<Casebook, Failure> {
        self.sound()?;
        let sources = self.files.iter().map(|file| file.source.clone()).collect();
        Casebook::read(sources)
            .map_err(|(source, faults)| Failure::texts(&source.name, &source.text, faults))
    }

    pub fn find(&self, id: &str) -> Result<Entry<'_>, Failure> {
        let found = self
            .entries()
            .find(|entry| entry.ruling.id.get_ref().eq_ignore_ascii_case(id));
        if let Some(entry) = found {
            return Ok(entry);
        }
        self.sound()?;
        let ids: Vec<&str> = self
            .entries()
            .map(|entry| entry.ruling.id.get_ref().as_str())
            .collect();
        let files = match self.files.as_slice() {
            [file] => format!("`{}`", file.source.name),
            files => format!("these {} files", files.len()),
        };
        let lists = match self.files.as_slice() {
            [file] => format!("`brink ruling {}` lists them", file.source.name),
            _ => "`brink ruling FILE` lists those of a file".to_string(),
        };
        let meant = begun_so(id, &ids).or_else(|| text::suggest(id, ids.iter().copied()));
        let help = match meant {
            Some(best) => format!("did you mean `{best}`? {lists}"),
            None => lists,
        };
        Err(Failure::usage(
            format!("no ruling in {files} is called `{id}`"),
            help,
        ))
    }
}

/// The only id that begins with that.
fn begun_so<'a>(begin: &str, ids: &[&'a str]) -> Option<&'a str> {
    let begin = begin.to_lowercase();
    let mut begun = ids
        .iter()
        .filter(|id| !begin.is_empty() && id.to_lowercase().starts_with(&begin));
    begun.next().copied().filter(|_| begun.next().is_none())
}

/// What is said of cards that are not there, or that are no file.
fn missing((path, span): &(PathBuf, Span)) -> Option<ruling::Failure> {
    let why = match plain_file(path) {
        Ok(()) if path.is_file() => return None,
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            format!("`{}` cannot be read: {}", path.display(), reason(&error))
        }
        _ => format!("there is no file `{}`", path.display()),
    };
    Some(ruling::Failure::new(*span, why).with_help("the path is relative to this ruling file"))
}

/// The ruling files below a folder in the order of their paths, or the file itself.
fn collect(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    match path.is_dir() {
        true => found.extend(rulings_of(path)?),
        false => found.push(path.to_path_buf()),
    }
    Ok(())
}

impl Filter {
    pub fn is_empty(&self) -> bool {
        self.id.is_none() && self.rule.is_none() && self.card.is_none()
    }

    /// The rulings that are meant.
    pub fn chosen<'a>(
        &self,
        files: &'a Files,
        scripts: &mut Scripts,
    ) -> Result<Vec<Entry<'a>>, Failure> {
        let has = |text: &str, part: &Option<String>| {
            part.as_ref()
                .is_none_or(|part| text.to_lowercase().contains(&part.to_lowercase()))
        };
        let mut chosen: Vec<Entry> = files.entries().collect();
        chosen.retain(|entry| {
            has(entry.ruling.id.get_ref(), &self.id)
                && (self.rule.is_none()
                    || entry.ruling.rule_ids().any(|rule| has(rule, &self.rule)))
        });
        if let Some(card) = &self.card {
            let card = card.to_lowercase();
            chosen.retain(|entry| {
                let names = match scripts.of(entry.ruling) {
                    Ok(script) => faces(&script, &card),
                    Err(_) => vec![card.clone()],
                };
                entry.ruling.names_any(&names)
            });
        }
        if chosen.is_empty() && !self.is_empty() {
            // It may be one of those that cannot be read.
            files.sound()?;
            return Err(Failure::usage(
                "no ruling matches",
                "remove some of the filters",
            ));
        }
        Ok(chosen)
    }
}

/// The names of all faces of the cards that have `part` in one of theirs, in small letters.
fn faces(script: &Script, part: &str) -> Vec<String> {
    let rules = &script.rules;
    let mut names = Vec::new();
    for kind in &rules.kinds {
        let faces = kind.buildings.iter().chain(&kind.action);
        let of_kind = faces.filter_map(|face| rules.faces[face.index()].name);
        let of_kind: Vec<String> = of_kind
            .map(|name| rules.names[name.index()].to_lowercase())
            .collect();
        if of_kind.iter().any(|name| name.contains(part)) {
            names.extend(of_kind);
        }
    }
    names
}

/// Games, each made once.
pub struct Scripts<'a> {
    library: &'a Library,
    made: Vec<(String, Settings, Arc<Script>)>,
}

impl Scripts<'_> {
    pub fn new(library: &Library) -> Scripts<'_> {
        Scripts {
            library,
            made: Vec::new(),
        }
    }

    /// The game of a ruling.
    ///
    /// # Errors
    /// What the ruling asks for and there is not, at its place.
    pub fn of(&mut self, ruling: &Ruling) -> Result<Arc<Script>, Vec<ruling::Failure>> {
        let settings = ruling.settings();
        let game = ruling.game.get_ref();
        let made = self
            .made
            .iter()
            .find(|(made, with, _)| made == game && *with == settings);
        if let Some((_, _, script)) = made {
            return Ok(script.clone());
        }
        let rules = self
            .library
            .compile(game, &settings)
            .map_err(|report| game_faults(ruling, &report))?;
        let script = Arc::new(Script::new(rules));
        self.made.push((game.clone(), settings, script.clone()));
        Ok(script)
    }
}

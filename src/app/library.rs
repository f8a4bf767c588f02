//! The cards that a command line names: by files, folders and ids, and by the ids of the current folder.

use std::path::{Path, PathBuf};

use author::folder::{self, Kind, Named, Unlisted};
use itertools::Itertools;

use crate::{Failure, near};
use rules::{Library, mixed_id};
use text::Source;

/// The cards there are, and the id of the game that is meant: of a recipe by its id, its file or its folder, or the first
/// one; of a set alone, that of the first recipe with it; `with` names sets to be added.
pub fn find(recipe: Option<&str>, with: &[String]) -> Result<(Library, String), Failure> {
    let base = recipe.map(base).transpose()?;
    let (base, mixed) = base.map_or((None, Vec::new()), |(base, mixed)| (Some(base), mixed));
    let sets = mixed.iter().chain(with).map(|word| added(word));
    let added = sets.collect::<Result<Vec<_>, _>>()?.concat();
    let files = base.iter().chain(&added).filter_map(Meant::file).cloned();
    let library = open(&files.collect::<Vec<_>>())?;
    let first = || ids(&library).next().map(str::to_string);
    let first =
        || first().ok_or_else(|| Failure::usage("there is no recipe", "give a file with one"));
    let mut sets = Vec::new();
    let base = match base {
        None => first()?,
        Some(Meant::Id(id)) => id,
        Some(Meant::File(file)) => match recipe_in(&library, &file) {
            Some(id) => id,
            None => {
                sets.extend(set_in(&library, &file));
                first()?
            }
        },
    };
    for set in added {
        sets.push(match set {
            Meant::Id(id) => id,
            Meant::File(file) => set_in(&library, &file).ok_or_else(|| {
                Failure::usage(
                    format!("`{}` is a recipe, not a set of cards", file.display()),
                    "give the sets that it lists: `--with SET`",
                )
            })?,
        });
    }
    let id = mixed_id(&base, sets.iter().map(String::as_str));
    Ok((library, id))
}

/// The files and folders that words name, and those of sets named by their ids; of what comes with Brink none.
pub fn files_of(words: &[String]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for word in words {
        match is_path(word) {
            true => files.push(PathBuf::from(word)),
            false => files.extend(added(word)?.iter().filter_map(Meant::file).cloned()),
        }
    }
    Ok(files)
}

/// What a word stands for.
#[derive(Debug, Clone)]
enum Meant {
    /// A recipe or set that comes with Brink.
    Id(String),
    File(PathBuf),
}

impl Meant {
    fn file(&self) -> Option<&PathBuf> {
        match self {
            Meant::Id(_) => None,
            Meant::File(file) => Some(file),
        }
    }
}

/// What stands for a recipe, and the sets that its id adds: `RECIPE+SET`.
fn base(word: &str) -> Result<(Meant, Vec<String>), Failure> {
    if is_file(word) {
        return Ok((recipe_file(word)?, Vec::new()));
    }
    let built_in = built_in();
    if of_kind(&built_in, Kind::Recipe).any(|named| named.id == word) {
        return Ok((Meant::Id(word.to_string()), Vec::new()));
    }
    let own = own();
    let known = |id: &str| recipe_called(&built_in, own.as_deref().unwrap_or_default(), id);
    if let Some(found) = known(word)? {
        return Ok((found, Vec::new()));
    }
    // A recipe whose id has such a sign has been found already.
    for (at, _) in word.match_indices('+') {
        if let Some(base) = known(&word[..at])? {
            let sets = word[at + 1..].split('+').map(str::to_string);
            return Ok((base, sets.collect()));
        }
    }
    if Path::new(word).is_dir() {
        return Ok((recipe_file(word)?, Vec::new()));
    }
    let named = |kind| of_kind(&built_in, kind);
    let own = own.map_err(|unlisted| {
        let reason = format!(
            "no recipe that comes with Brink is called `{word}`, and {}",
            unlisted.reason
        );
        Failure::usage(reason, "give the recipe's file")
    })?;
    let ids = named(Kind::Recipe).chain(&own).map(|named| &*named.id);
    Err(Failure::usage(
        format!("no recipe is called `{word}`"),
        near(word, ids.unique()),
    ))
}

/// A recipe of that id; of the current folder, or a set there, only where no other has it.
fn recipe_called(built_in: &[Named], own: &[Named], id: &str) -> Result<Option<Meant>, Failure> {
    if of_kind(built_in, Kind::Recipe).any(|named| named.id == id) {
        return Ok(Some(Meant::Id(id.to_string())));
    }
    Ok(match only(own, Kind::Recipe, id)? {
        Some(found) => Some(found),
        None => only(own, Kind::Set, id)?,
    })
}

/// What is called so in the current folder.
fn only(own: &[Named], kind: Kind, id: &str) -> Result<Option<Meant>, Failure> {
    let mut found = of_kind(own, kind).filter(|named| named.id == id);
    let Some(first) = found.next() else {
        return Ok(None);
    };
    match found.next() {
        None => Ok(Some(Meant::File(first.path.clone()))),
        Some(second) => Err(Failure::usage(
            format!(
                "`{}` and `{}` are both called `{id}`",
                first.path.display(),
                second.path.display()
            ),
            "give the file instead of the id, or give each an id of its own",
        )),
    }
}

/// The file of a recipe or a set, or that of a folder.
fn recipe_file(word: &str) -> Result<Meant, Failure> {
    let path = Path::new(word);
    if path.is_dir() {
        return recipe_of(path).map(Meant::File);
    }
    if is_missing(path) {
        return Err(Failure::usage(
            format!("there is no file `{word}`"),
            "give a TOML file, a folder, or a recipe that `brink recipes` lists",
        ));
    }
    Ok(Meant::File(path.to_path_buf()))
}

/// Files that are named where one must be chosen.
const NAMED: usize = 6;

/// The only recipe of a folder, or its only set where there is no recipe.
fn recipe_of(folder: &Path) -> Result<PathBuf, Failure> {
    let files = files(folder)?;
    let of = |kind| {
        let files = files.iter().filter(move |(_, other)| *other == kind);
        files.map(|(path, _)| path).collect::<Vec<_>>()
    };
    let (recipes, sets) = (of(Kind::Recipe), of(Kind::Set));
    match (recipes.as_slice(), sets.as_slice()) {
        ([only], _) | ([], [only]) => Ok((*only).clone()),
        ([], []) => Err(no_cards(folder)),
        (recipes, sets) => {
            let (what, files) = match recipes {
                [] => ("sets and no recipe", sets),
                _ => ("recipes", recipes),
            };
            let shown = files.iter().take(NAMED);
            let shown = shown.map(|file| format!("`{}`", file.display())).join(", ");
            let more = match files.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(", or {more} more"),
            };
            Err(Failure::usage(
                format!("`{}` has {} {what}", folder.display(), files.len()),
                format!("give one of them instead of the folder: {shown}{more}"),
            ))
        }
    }
}

/// The sets that a word adds to a game: one by its id or file, or those of a folder.
fn added(word: &str) -> Result<Vec<Meant>, Failure> {
    let path = Path::new(word);
    let folder = |path: &Path| {
        let sets = sets_of(path)?;
        if sets.is_empty() {
            return Err(no_cards(path));
        }
        Ok(sets.into_iter().map(Meant::File).collect())
    };
    if is_file(word) {
        if path.is_dir() {
            return folder(path);
        }
        if is_missing(path) {
            return Err(Failure::usage(
                format!("there is no file `{word}`"),
                "give a file of cards, or the id of a set",
            ));
        }
        return Ok(vec![Meant::File(path.to_path_buf())]);
    }
    let built_in = built_in();
    if of_kind(&built_in, Kind::Set).any(|named| named.id == word) {
        return Ok(vec![Meant::Id(word.to_string())]);
    }
    let own = own().map_err(unlisted)?;
    if let Some(found) = only(&own, Kind::Set, word)? {
        return Ok(vec![found]);
    }
    if path.is_dir() {
        return folder(path);
    }
    let library = open(&[])?;
    let sets = library.sets().iter().filter(|set| !set.cards.is_empty());
    let sets = sets.map(|set| &*set.id.node);
    let own = of_kind(&own, Kind::Set).map(|named| &*named.id);
    Err(Failure::usage(
        format!("no set is called `{word}`"),
        near(word, sets.chain(own).unique()),
    ))
}

fn of_kind(named: &[Named], kind: Kind) -> impl Iterator<Item = &Named> {
    named.iter().filter(move |named| named.kind == kind)
}

/// The sets and recipes that come with Brink.
fn built_in() -> Vec<Named> {
    let sources = Library::own_texts();
    let named = sources.iter();
    named
        .filter_map(|source| Named::of(Path::new(&*source.name), &source.text))
        .collect()
}

/// The sets and recipes of the current folder itself.
fn own() -> Result<Vec<Named>, Unlisted> {
    let mut named = folder::named_files(Path::new("."))?;
    named
        .iter_mut()
        .for_each(|named| named.path = short(&named.path));
    Ok(named)
}

/// A path in the current folder without the `./` before it.
fn short(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_path_buf()
}

/// The files of a folder.
pub fn files(folder: &Path) -> Result<Vec<(PathBuf, Kind)>, Failure> {
    let files = folder::files(folder).map_err(unlisted)?.into_iter();
    Ok(files.map(|(path, kind)| (short(&path), kind)).collect())
}

/// The recipes of the current folder that can be played by their ids.
pub fn own_recipes() -> Vec<Named> {
    let built_in = built_in();
    let mut own = own().unwrap_or_default();
    own.retain(|named| {
        named.kind == Kind::Recipe
            && !of_kind(&built_in, Kind::Recipe).any(|other| other.id == named.id)
    });
    own
}

/// What is said of a folder that cannot be searched.
fn unlisted(unlisted: Unlisted) -> Failure {
    Failure::run(unlisted.reason, unlisted.help)
}

pub fn no_cards(folder: &Path) -> Failure {
    Failure::usage(
        format!("there are no sets or recipes in `{}`", folder.display()),
        "give another folder; `brink new NAME` makes one to begin with",
    )
}

/// The files of cards and recipes, and those of rulings, with those of each folder in its place.
pub fn sorted(paths: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
    let (mut cards, mut rulings) = (Vec::new(), Vec::new());
    for path in paths {
        if !path.is_dir() {
            cards.push(path.clone());
            continue;
        }
        let before = cards.len();
        for (file, kind) in files(path)? {
            match kind {
                Kind::Rulings => rulings.push(file),
                Kind::Set | Kind::Recipe | Kind::Unread => cards.push(file),
            }
        }
        if cards.len() == before {
            return Err(no_cards(path));
        }
    }
    Ok((cards.into_iter().unique().collect(), rulings))
}

/// The sets of a folder.
pub fn sets_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let files = files(folder)?.into_iter();
    let sets = files.filter(|(_, kind)| *kind == Kind::Set);
    Ok(sets.map(|(path, _)| path).collect())
}

/// The rulings of a folder, and what cannot be read there.
pub fn rulings_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let files = folder::files(folder).map_err(unlisted)?.into_iter();
    let rulings = files.filter(|(_, kind)| matches!(kind, Kind::Rulings | Kind::Unread));
    Ok(rulings.map(|(path, _)| path).collect())
}

/// Nothing is there. What is there and cannot be read says so when it is.
fn is_missing(file: &Path) -> bool {
    file.try_exists().is_ok_and(|there| !there)
}

/// The built-in cards and those of the files and folders.
pub fn open(files: &[PathBuf]) -> Result<Library, Failure> {
    if let Some(missing) = files.iter().find(|file| is_missing(file)) {
        let help = if Library::builtin()
            .is_ok_and(|library: Library| ids(&library).any(|id| missing.as_os_str() == id))
        {
            "that is a built-in recipe; give a TOML file or a folder"
        } else {
            "give a TOML file or a folder"
        };
        return Err(Failure::usage(
            format!("there is no file `{}`", missing.display()),
            help,
        ));
    }
    let (files, _) = sorted(files)?;
    // What is no file, such as a pipe, can be read only once.
    let text = |file: &Path| file.is_file().then(|| text::read_text(file).ok()).flatten();
    if let Some(file) = files
        .iter()
        .find(|file| text(file).is_some_and(|text| holds_rulings(&text)))
    {
        return Err(Failure::run(
            format!("`{}` contains rulings, not cards", file.display()),
            format!("run them: `brink ruling {}`", file.display()),
        ));
    }
    if files.is_empty() {
        Library::builtin().map_err(Failure::Files)
    } else {
        Library::load(&files).map_err(Failure::Files)
    }
}

/// The text is a file of rulings.
pub fn holds_rulings(text: &str) -> bool {
    text.lines().any(|line| line.trim_end() == "[[ruling]]")
}

/// Like [`open`], but a file that is itself one of those built in, such as one being worked on, takes its place.
pub fn open_instead(files: &[PathBuf]) -> Result<Library, Failure> {
    let (files, _) = sorted(files)?;
    let builtin = open(&[])?;
    let sets = builtin.sets().iter().map(|set| &set.source);
    let sources = sets.chain(builtin.recipes().iter().map(|recipe| &recipe.source));
    let same = |file: &PathBuf, source: &Source| {
        std::path::absolute(file).is_ok_and(|path| path.ends_with(Path::new(&*source.name)))
    };
    let (old, kept): (Vec<_>, Vec<_>) =
        sources.partition(|source| files.iter().any(|file| file.exists() && same(file, source)));
    if old.is_empty() {
        return open(&files);
    }
    let mut all: Vec<Source> = kept.into_iter().cloned().collect();
    for file in &files {
        all.push(Source::new(
            file.to_string_lossy().into_owned(),
            crate::output::read(file)?,
        ));
    }
    Library::parse(all).map_err(Failure::Files)
}

/// The ids of all recipes, in the order of their files.
pub fn ids(library: &Library) -> impl Iterator<Item = &str> {
    library
        .recipes()
        .iter()
        .map(|recipe| recipe.id.node.as_str())
}

/// A recipe, or anything else, is named by a path when it looks like one.
pub fn is_file(word: &str) -> bool {
    word.ends_with(".toml") || word.contains(['/', '\\']) || [".", ".."].contains(&word)
}

/// A word that is a path, or a folder whose name is nothing else.
pub fn is_path(word: &str) -> bool {
    let is_built_in = || built_in().iter().any(|named| named.id == word);
    is_file(word) || Path::new(word).is_dir() && !is_built_in()
}

/// The recipe that a file holds.
fn recipe_in(library: &Library, file: &Path) -> Option<String> {
    let name = file.to_string_lossy();
    let mut recipes = library.recipes().iter();
    let recipe = recipes.find(|recipe| *recipe.source.name == *name);
    recipe.map(|recipe| recipe.id.node.clone())
}

/// The set that a file holds.
fn set_in(library: &Library, file: &Path) -> Option<String> {
    let name = file.to_string_lossy();
    let mut sets = library.sets().iter();
    let set = sets.find(|set| *set.source.name == *name);
    set.map(|set| set.id.node.clone())
}

//! Where texts come from: the project's own cards, and files that are read; and how files name each other.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use super::error::{FaultName, Problem, Report, near};
use super::recipe::Recipe;
use super::suggestions::chain;
use lang::ast::Word;
use text::limits::EXTENDED;
use text::{Source, Span, reason};

/// The project's own cards.
static CARDS: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../cards");

pub(super) fn read(path: &Path) -> Result<Source, Problem> {
    let text = text::read_text(path).map_err(|error| unreadable(path, &error))?;
    Ok(Source::new(path.to_string_lossy().into_owned(), text))
}

/// The same of a file alone: a pipe might never answer.
pub(super) fn read_plain(path: &Path) -> Result<Source, Problem> {
    text::plain_file(path).map_err(|error| unreadable(path, &error))?;
    read(path)
}

fn unreadable(path: &Path, error: &io::Error) -> Problem {
    let help = match error.kind() {
        ErrorKind::InvalidData => "save it as UTF-8 text, or choose another file",
        ErrorKind::FileTooLarge => "split it into several files",
        ErrorKind::InvalidInput => "check the path: it must be a regular file",
        _ => "check the path and its permissions",
    };
    let path = path.to_string_lossy();
    let reason = format!("`{path}` cannot be read: {}", reason(error));
    Problem::new(FaultName::UnreadableFile, reason, "named here", help)
}

/// The file is not among the texts, and no other is looked for.
pub(super) fn unsent(path: &Path) -> Problem {
    let help = "choose that file, too: a recipe and the files of its sets are read together";
    Problem::Unknown {
        what: "chosen file",
        name: path.to_string_lossy().into_owned(),
        help: help.into(),
    }
}

/// The embedded files: sets, then recipes, each in the order of their names.
pub(super) fn embedded() -> Vec<Source> {
    fn collect(dir: &Dir, sources: &mut Vec<Source>) {
        let mut files: Vec<_> = dir.files().collect();
        files.sort_by_key(|file| file.path());
        for file in files
            .into_iter()
            .filter(|file| file.path().extension().is_some_and(|end| end == "toml"))
        {
            let name = format!("cards/{}", file.path().to_string_lossy());
            let text = file
                .contents_utf8()
                .expect("the project's own cards are UTF-8");
            sources.push(Source::new(name, text));
        }
        let mut dirs: Vec<_> = dir.dirs().collect();
        dirs.sort_by_key(|dir| dir.path());
        for dir in dirs {
            collect(dir, sources);
        }
    }
    let mut sources = Vec::new();
    collect(&CARDS, &mut sources);
    sources
}

/// Whether a recipe or a set is named by its file.
pub(super) fn is_path(set: &str) -> bool {
    set.ends_with(".toml")
}

/// A path beside a file.
pub(super) fn beside(file: &str, path: &str) -> String {
    let path = Path::new(file).with_file_name(path);
    path.to_string_lossy().into_owned()
}

/// The same for all ways to write a path to one file.
pub(super) fn identity(path: &str) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path))
}

/// The identity of the file that another one names.
pub(super) fn path_beside(source: &Source, word: &Word) -> PathBuf {
    identity(&beside(&source.name, &word.node))
}

/// Where a set was read, and its id.
#[derive(Debug, Clone)]
pub(super) struct SetPath {
    pub(super) path: PathBuf,
    pub(super) id: String,
}

/// The id of the set that a file names, by that or by its path.
pub(super) fn set_id<'p>(paths: &'p [SetPath], source: &Source, word: &'p Word) -> Option<&'p str> {
    if !is_path(&word.node) {
        return Some(&word.node);
    }
    let path = path_beside(source, word);
    let found = paths.iter().find(|known| known.path == path);
    found.map(|known| known.id.as_str())
}

/// What is named is not there, neither by its id nor by its path.
pub(super) fn unknown_file<'a>(
    what: &'static str,
    word: &Word,
    known: impl IntoIterator<Item = &'a str>,
) -> Problem {
    let help = match is_path(&word.node) {
        true => {
            "write its path relative to this file; in a browser, choose it together with this file"
                .into()
        }
        false => near(&word.node, known),
    };
    let name = word.node.clone();
    Problem::Unknown { what, name, help }
}

/// Reports that a file extends what extends it.
pub(super) fn circle(of_recipes: bool, source: &Source, word: &Word, report: &mut Report) {
    let reason = match of_recipes {
        true => "the recipe extends itself, directly or through other recipes",
        false => "the set extends itself, directly or through other sets",
    };
    let help = "remove one `extends` of the circle";
    report.add(
        source,
        word.span,
        Problem::new(FaultName::ExtendsCircle, reason, "not here", help),
    );
}

/// Reports that too many files extend each other, down from this one; answers whether it is so.
pub(super) fn too_long(length: usize, source: &Source, word: &Word, report: &mut Report) -> bool {
    let count = length.min(EXTENDED + 1);
    let bound = ("files in a row that extend each other", count, EXTENDED);
    report.at_most(source, word.span, bound);
    length > EXTENDED
}

/// Reports recipes that name a recipe where a set belongs, perhaps in a circle.
pub(super) fn made_of_recipes(recipes: &[Recipe], report: &mut Report) {
    let numbers = recipes.iter().enumerate().rev();
    let numbers: BTreeMap<PathBuf, usize> = numbers
        .map(|(at, recipe)| (identity(&recipe.source.name), at))
        .collect();
    let named = |recipe: &Recipe| -> Vec<(usize, Span)> {
        let sets = recipe.sets.iter();
        sets.filter(|set| recipe.names_its_sets() && is_path(&set.node))
            .filter_map(|set| {
                let at = numbers.get(&path_beside(&recipe.named_in, set))?;
                Some((*at, set.span))
            })
            .collect()
    };
    let named: Vec<_> = recipes.iter().map(named).collect();
    let file = |at: usize| recipes[at].source.name.to_string();
    for (at, sets) in named.iter().enumerate() {
        for (set, span) in sets {
            let way = way(*set, at, |from| {
                named[from].iter().map(|(to, _)| *to).collect()
            });
            let help = match way {
                None => "name its sets instead".to_string(),
                Some(way) => {
                    let circle: Vec<String> = [at].into_iter().chain(way).map(file).collect();
                    let circle = chain(&circle);
                    format!("name only sets, and break the circle {circle}")
                }
            };
            let reason = format!("`{}` is a recipe, not a set", file(*set));
            let problem = Problem::new(
                FaultName::RecipeAsSet,
                reason,
                "expected a file of cards",
                help,
            );
            report.add(&recipes[at].source, *span, problem);
        }
    }
}

/// The shortest way from one to another, both ends included; `next` tells where one leads.
pub(super) fn way(
    from: usize,
    to: usize,
    next: impl Fn(usize) -> Vec<usize>,
) -> Option<Vec<usize>> {
    let mut before: BTreeMap<usize, usize> = BTreeMap::new();
    let mut waiting = VecDeque::from([from]);
    while let Some(at) = waiting.pop_front() {
        if at == to {
            let back = std::iter::successors(Some(to), |at| before.get(at).copied());
            let mut way: Vec<usize> = back.collect();
            way.reverse();
            return Some(way);
        }
        for next in next(at) {
            if next != from && !before.contains_key(&next) {
                before.insert(next, at);
                waiting.push_back(next);
            }
        }
    }
    None
}

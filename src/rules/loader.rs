//! Reads the files of a library, and those that they name, each after what it extends.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use super::document::{AUTHORING, document};
use super::error::{Problem, Report};
use super::file::SetFile;
use super::recipe::{self, Recipe};
use super::sections;
use super::sources::{
    SetPath, beside, circle, identity, is_path, path_beside, read_plain, too_long, unsent,
};
use lang::ast::Word;
use text::Source;

/// Files that are being read, with those that they name.
pub(super) struct Loader {
    waiting: VecDeque<(Source, PathBuf)>,
    /// Each file is read once, however its path is written.
    seen: BTreeSet<PathBuf>,
    /// Files that are named are read.
    reads: bool,
    /// How many files extend each other down to those that are read for that.
    lengths: BTreeMap<PathBuf, usize>,
    /// What each recipe that is put off extends, and those that nothing can be read of.
    extends: BTreeMap<PathBuf, PathBuf>,
    unread: Vec<(Source, PathBuf)>,
    pub(super) files: Vec<SetFile>,
    pub(super) paths: Vec<SetPath>,
    pub(super) recipes: Vec<Recipe>,
}

/// Too many files extend each other.
struct TooLong;

impl Loader {
    pub(super) fn of(sources: Vec<Source>, own: usize, reads: bool) -> Loader {
        let mut loader = Loader {
            waiting: VecDeque::new(),
            seen: BTreeSet::new(),
            reads,
            lengths: BTreeMap::new(),
            extends: BTreeMap::new(),
            unread: Vec::new(),
            files: Vec::new(),
            paths: Vec::new(),
            recipes: Vec::new(),
        };
        for (at, source) in sources.into_iter().enumerate() {
            let path = match at < own {
                true => PathBuf::from(&*source.name),
                false => identity(&source.name),
            };
            if loader.seen.insert(path.clone()) {
                loader.waiting.push_back((source, path));
            }
        }
        loader
    }

    /// Reads all of them; nothing where too many extend each other.
    pub(super) fn read(mut self, report: &mut Report) -> Option<Loader> {
        while let Some((source, place)) = self.waiting.pop_front() {
            self.file(source, place, report).ok()?;
        }
        Some(self)
    }

    fn file(&mut self, source: Source, place: PathBuf, report: &mut Report) -> Result<(), TooLong> {
        let Some(document) = document(&source, AUTHORING, report) else {
            return Ok(());
        };
        let length = self.lengths.get(&place).copied().unwrap_or(1) + 1;
        if !recipe::is_recipe(document.get_ref()) {
            let set = sections::read(&source, &document, report);
            let named = set.extends.iter().chain(&set.uses);
            for word in named.filter(|word| is_path(&word.node)) {
                // One that is not there is told where it is looked for.
                let Some(Ok(base)) = self.named(&source, word) else {
                    continue;
                };
                if set.extends.as_ref() == Some(word) {
                    self.lengthen(&base.1, length, &source, word, report)?;
                }
                self.waiting.push_back(base);
            }
            let id = set.id.node.clone();
            self.paths.push(SetPath { path: place, id });
            self.files.push(set);
            return Ok(());
        }
        let extended = recipe::extended(document.get_ref());
        // What it extends is read before it.
        if let Some(word) = &extended
            && let Some(first) = self.extended(&source, &place, word)
        {
            let mut way = std::iter::successors(Some(&first), |from| self.extends.get(*from));
            let leads_back = way.any(|from| *from == place);
            if leads_back {
                circle(true, &source, word, report);
            }
            // What extends one that is unread is unread with it.
            if leads_back || self.unread.iter().any(|(_, place)| *place == first) {
                self.unread.push((source.clone(), place));
                return Ok(());
            }
            let waits = self.waiting.iter().position(|(_, place)| *place == first);
            let base = match waits {
                Some(at) => self.waiting.remove(at),
                None => self.named(&source, word).and_then(Result::ok),
            };
            if let Some(base) = base {
                self.lengthen(&first, length, &source, word, report)?;
                self.extends.insert(place.clone(), first);
                self.waiting.push_front((source.clone(), place));
                self.waiting.push_front(base);
                return Ok(());
            }
        }
        let Some(recipe) = recipe::read(&source, &document, &self.recipes, report) else {
            return Ok(());
        };
        if let Some(word) = &extended
            && too_long(recipe.length, &source, word, report)
        {
            return Err(TooLong);
        }
        for set in recipe.sets.iter().filter(|set| is_path(&set.node)) {
            match self.named(&recipe.named_in, set) {
                Some(Ok(set)) => self.waiting.push_back(set),
                Some(Err(problem)) => report.add(&recipe.named_in, set.span, problem),
                None => {}
            }
        }
        self.recipes.push(recipe);
        Ok(())
    }

    /// Reads a file that another one names, unless it has been read.
    fn named(&mut self, by: &Source, word: &Word) -> Option<Result<(Source, PathBuf), Problem>> {
        let path = beside(&by.name, &word.node);
        let place = identity(&path);
        let path = Path::new(&path);
        self.seen.insert(place.clone()).then(|| {
            let source = match self.reads {
                // What is named on the command line may be a pipe; what a file names is somebody else's.
                true => read_plain(path),
                false => Err(unsent(path)),
            };
            source.map(|source| (source, place))
        })
    }

    /// The place of the recipe that another one extends, unless that is read.
    fn extended(&self, source: &Source, place: &Path, word: &Word) -> Option<PathBuf> {
        if is_path(&word.node) {
            return Some(path_beside(source, word));
        }
        if self.recipes.iter().any(|recipe| recipe.id == *word) {
            return None;
        }
        if recipe::is_called(&source.text, &word.node) {
            return Some(place.to_path_buf());
        }
        let mut others = self.waiting.iter().chain(&self.unread);
        let found = others.find(|(other, _)| recipe::is_called(&other.text, &word.node));
        found.map(|(_, place)| place.clone())
    }

    /// One file more extends others.
    fn lengthen(
        &mut self,
        base: &Path,
        length: usize,
        source: &Source,
        word: &Word,
        report: &mut Report,
    ) -> Result<(), TooLong> {
        if too_long(length, source, word, report) {
            return Err(TooLong);
        }
        self.lengths.insert(base.to_path_buf(), length);
        Ok(())
    }
}

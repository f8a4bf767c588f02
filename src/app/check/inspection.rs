//! All that is found in files of cards, recipes, weights and rulings.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::findings::{Finding, Places};
use crate::failure::Remark;
use crate::ruling::files::{Entry, Files, Scripts};
use crate::ruling::verdict::{Outcome, judge};
use crate::{Failure, library, start};
use author::folder::Kind;
use engine::won_at_start;
use record::ruling;
use rules::ir::Rules;
use rules::weights::OfGame;
use rules::{Fault, Library, Notice, Report};
use text::{Source, read_text};

/// What was found.
#[derive(Default)]
pub struct Inspection {
    /// The files of cards, recipes and weights.
    pub files: Vec<PathBuf>,
    /// Files of weights, and the games that they are for.
    pub weights: Vec<(PathBuf, String)>,
    pub faults: Vec<Fault>,
    pub warned: Vec<Notice>,
    /// By file: faults of its rulings, and rulings that do not hold.
    pub rulings: Vec<(Source, Vec<ruling::Failure>)>,
    /// Ruling files, and how many of their rulings hold.
    pub passed: Vec<(String, usize)>,
    /// All files of rulings.
    pub of_rulings: Vec<PathBuf>,
    /// Recipes of which games were played, and how many.
    pub played: Vec<(String, u64)>,
    /// Games that were cut off or did not end.
    pub games: Vec<Finding>,
    /// Where no fault is in the way.
    pub library: Option<Library>,
    /// Other files that these name.
    pub named: Vec<PathBuf>,
}

/// What was found of games and rulings the last time: it is the same as long as their texts are.
#[derive(Default)]
pub struct Memory {
    won: HashMap<u64, Vec<String>>,
    judged: HashMap<u64, Vec<ruling::Failure>>,
}

impl Inspection {
    /// Nothing is wrong with the files and their rulings.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.rulings.is_empty()
    }

    /// Something is wrong with the files, their rulings or their games.
    pub fn fails(&self) -> bool {
        !self.is_sound() || !self.games.is_empty()
    }

    /// All files that were read.
    pub fn read(&self) -> Vec<PathBuf> {
        [&self.files, &self.of_rulings, &self.named]
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }

    /// How many rulings hold.
    pub fn passed(&self) -> usize {
        self.passed.iter().map(|(_, passed)| passed).sum()
    }

    /// All of it, one each.
    pub fn findings(&self) -> Vec<Finding> {
        let mut places = Places::default();
        let mut all: Vec<Finding> = Vec::new();
        all.extend(
            self.faults
                .iter()
                .map(|fault| Finding::fault(fault, &mut places)),
        );
        for (source, faults) in &self.rulings {
            all.extend(
                faults
                    .iter()
                    .map(|fault| Finding::ruling(source, fault, &mut places)),
            );
        }
        all.extend(
            self.warned
                .iter()
                .map(|warned| Finding::warning(warned, &mut places)),
        );
        all.extend(self.games.iter().cloned());
        all
    }

    /// The same in a line each.
    pub fn short(&self) -> Vec<String> {
        self.findings().iter().map(Finding::short).collect()
    }

    /// The faults of files and of rulings as reports.
    pub fn failures(&self) -> Vec<Failure> {
        let mut all = Vec::new();
        if !self.faults.is_empty() {
            let faults = self.faults.clone();
            all.push(Failure::Files(Report { faults }));
        }
        for (source, faults) in &self.rulings {
            let remarks = Remark::all(&source.name, &source.text, faults.clone());
            all.push(Failure::Texts(remarks.collect()));
        }
        all
    }

    /// The file of cards or recipes is one of those that were asked for.
    pub fn is_own(&self, name: &str) -> bool {
        self.files.iter().any(|file| file.to_string_lossy() == name)
    }
}

/// Looks at files and folders. Rulings are taken out of folders, and out of named files where `rulings_too` says so.
///
/// # Errors
/// What is no fault of a file: one is not there, or is not what it should be.
pub fn inspect(
    paths: &[PathBuf],
    rulings_too: bool,
    memory: &mut Memory,
) -> Result<Inspection, Failure> {
    let mut found = Inspection::default();
    let (mut cards, mut rulings) = (Vec::new(), Vec::new());
    for (path, kind) in files_of(paths)? {
        if kind == Some(Kind::Rulings) || rulings_too && is_of_rulings(&path) {
            rulings.push(path);
            continue;
        }
        // What is wrong with the others is told all the same.
        if is_unread(&path, kind) {
            let unread = Library::load(std::slice::from_ref(&path));
            found
                .faults
                .extend(unread.err().map_or_else(Vec::new, |report| report.faults));
            found.files.push(path);
            continue;
        }
        match weights_of(&path) {
            Some(Ok(read)) => found.weights.push((path.clone(), read.game)),
            Some(Err(report)) => found.faults.extend(report.faults),
            None => cards.push(path.clone()),
        }
        found.files.push(path);
    }
    let library = if cards.is_empty() {
        Ok(None)
    } else {
        checked_library(&cards, &found).map(Some)
    };
    match library {
        Ok(library) => found.library = library,
        Err(Failure::Files(report)) => found.faults.extend(report.faults),
        Err(other) => {
            // What is wrong with weights is told besides.
            if !found.faults.is_empty() {
                let faults = found.faults;
                crate::report::show(&Failure::Files(Report { faults }));
            }
            return Err(other);
        }
    }
    if let Some(library) = &found.library {
        found.warned = warnings(library, &found, memory);
        found.named = named(library);
    }
    if !rulings.is_empty() && found.faults.is_empty() {
        try_rulings(&cards, &rulings, &mut found, memory)?;
    } else if !rulings.is_empty() {
        // Their own faults are told beside those of the cards, as far as other cards let them be found.
        let mut of_rulings = Inspection::default();
        if try_rulings(&[], &rulings, &mut of_rulings, memory).is_ok() {
            found.rulings = of_rulings.rulings;
        }
    }
    found.of_rulings = rulings;
    let faulty = found.faults.iter().filter_map(Fault::source);
    let faulty = faulty.map(|source| PathBuf::from(&*source.name));
    found.named.extend(faulty.filter(|file| file.is_file()));
    Ok(found)
}

/// The files that are meant, each once; of those out of a folder it is known what they are.
fn files_of(paths: &[PathBuf]) -> Result<Vec<(PathBuf, Option<Kind>)>, Failure> {
    let mut all: Vec<(PathBuf, Option<Kind>)> = Vec::new();
    for path in paths {
        if path.is_dir() {
            let inside = library::files(path)?;
            if inside.is_empty() {
                return Err(library::no_cards(path));
            }
            all.extend(inside.into_iter().map(|(path, kind)| (path, Some(kind))));
        } else {
            all.push((path.clone(), None));
        }
    }
    // What is named twice is read once, but what is no file, such as a pipe, has no other name.
    let mut seen = BTreeSet::new();
    let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    if paths.iter().any(|path| path.is_dir()) {
        all.retain(|(path, _)| seen.insert(place(path)));
    }
    Ok(all)
}

/// The files of cards, recipes and weights that are meant.
pub fn sets_and_recipes(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = files_of(paths)?;
    files.retain(|(_, kind)| *kind != Some(Kind::Rulings));
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

/// It is a file of rulings.
pub fn is_of_rulings(path: &Path) -> bool {
    path.is_file() && read_text(path).is_ok_and(|text| start::holds_rulings(&text))
}

/// It is a file that cannot be read.
fn is_unread(path: &Path, kind: Option<Kind>) -> bool {
    kind == Some(Kind::Unread) || kind.is_none() && path.is_file() && read_text(path).is_err()
}

/// The weights of a file that has them alone, or all that is wrong with them.
fn weights_of(file: &Path) -> Option<Result<OfGame, Report>> {
    // What is no file, such as a pipe, can be read only once.
    let file = Some(file).filter(|file| file.is_file())?;
    Some(OfGame::read(&Source::new(
        file.to_string_lossy().into_owned(),
        read_text(file)
            .ok()
            .filter(|text| OfGame::is_alone_in(text))?,
    )))
}

/// The cards and recipes of these files; what shows only in a game is looked for, too.
fn checked_library(cards: &[PathBuf], found: &Inspection) -> Result<Library, Failure> {
    let library = start::open_instead(cards)?;
    let recipes = library.recipes().iter();
    for recipe in recipes.filter(|recipe| found.is_own(&recipe.source.name)) {
        start::of_recipe(&library, &recipe.id.node)?;
    }
    Ok(library)
}

/// What files are warned of. What comes with the program is its own affair.
fn warnings(library: &Library, found: &Inspection, memory: &mut Memory) -> Vec<Notice> {
    let built_in: BTreeSet<String> = Library::own_texts()
        .iter()
        .map(|source| source.name.to_string())
        .collect();
    let of = |source: &Source| found.is_own(&source.name) || !built_in.contains(&*source.name);
    let before = std::mem::take(&mut memory.won);
    let now: RefCell<HashMap<u64, Vec<String>>> = RefCell::default();
    let at_start = |rules: Rules| {
        let key = digest(&(&rules.game, texts(&rules.files)));
        let won = before.get(&key).cloned();
        let won = won.unwrap_or_else(|| won_at_start(rules));
        now.borrow_mut().insert(key, won.clone());
        won
    };
    let all = library.warnings(&of, &at_start);
    memory.won = now.into_inner();
    all
}

/// Where the files lie that a library was read from, but those that come with the program.
fn named(library: &Library) -> Vec<PathBuf> {
    let sets = library.sets().iter().map(|set| &set.source);
    let all = sets.chain(library.recipes().iter().map(|recipe| &recipe.source));
    let files = all.map(|source| PathBuf::from(&*source.name));
    files.filter(|file| file.is_file()).collect()
}

/// Plays rulings with the cards and recipes of these files, and with those that they name. What was played before is not played
/// again, unless its text or a text of its game is another one.
fn try_rulings(
    cards: &[PathBuf],
    rulings: &[PathBuf],
    found: &mut Inspection,
    memory: &mut Memory,
) -> Result<(), Failure> {
    let files = match Files::read(rulings) {
        Ok(files) => files,
        // A file without rulings is no fault beside others.
        Err(Failure::Run(_)) if !cards.is_empty() => return Ok(()),
        Err(failure) => return Err(failure),
    };
    let mut all: Vec<PathBuf> = Vec::new();
    let mut seen = BTreeSet::new();
    for path in cards.iter().cloned().chain(files.cards()) {
        if seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            all.push(path);
        }
    }
    found.named.extend(files.cards());
    let library = match start::open_instead(&all) {
        Ok(library) => library,
        Err(Failure::Files(report)) => {
            found.faults.extend(report.faults);
            return Ok(());
        }
        Err(other) => return Err(other),
    };
    let mut failed: BTreeMap<String, (Source, Vec<ruling::Failure>)> = BTreeMap::new();
    for (source, faults) in files.faulty() {
        let entry = failed.entry(source.name.to_string());
        entry
            .or_insert_with(|| (source.clone(), Vec::new()))
            .1
            .extend(faults.to_vec());
    }
    let mut passed: BTreeMap<String, usize> = BTreeMap::new();
    let mut scripts = Scripts::new(&library);
    let before = std::mem::take(&mut memory.judged);
    for entry in files.entries() {
        let key = key_of(&entry, &mut scripts);
        let faults = match before.get(&key) {
            Some(known) => known.clone(),
            None => tried(&entry, &mut scripts, !cards.is_empty()),
        };
        memory.judged.insert(key, faults.clone());
        let name = entry.source.name.to_string();
        if faults.is_empty() {
            *passed.entry(name).or_default() += 1;
        } else {
            let of_file = failed.entry(name);
            of_file
                .or_insert_with(|| (entry.source.clone(), Vec::new()))
                .1
                .extend(faults);
        }
    }
    found.rulings = failed.into_values().collect();
    found.passed = passed.into_iter().collect();
    Ok(())
}

/// What the outcome of a ruling depends on: its own text and those of its game.
fn key_of(entry: &Entry, scripts: &mut Scripts) -> u64 {
    let script = scripts.of(entry.ruling).ok();
    let game = script.as_ref().map(|script| texts(&script.rules.files));
    let source = entry.source;
    digest(&(
        &*source.name,
        &*source.text,
        entry.ruling.id.span().start,
        game,
    ))
}

/// What is wrong with a ruling.
fn tried(entry: &Entry, scripts: &mut Scripts, own: bool) -> Vec<ruling::Failure> {
    let id = entry.ruling.id.get_ref();
    let verdict = judge(entry, scripts, own);
    let mut faults = match verdict.outcome {
        Outcome::Holds => Vec::new(),
        Outcome::Differs | Outcome::Faulty => verdict.faults().to_vec(),
    };
    for fault in &mut faults {
        let more = format!(
            "`brink ruling {} --id {id}` shows more",
            start::typed(&entry.source.name)
        );
        fault.help = Some(match fault.help.take() {
            Some(help) => format!("{help}; {more}"),
            None => more,
        });
        fault.reason = format!("ruling `{id}`: {}", fault.reason);
    }
    faults
}

fn texts(files: &[Source]) -> Vec<(&str, &str)> {
    files
        .iter()
        .map(|file| (&*file.name, &*file.text))
        .collect()
}

fn digest(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

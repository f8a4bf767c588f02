//! The sets and recipes at hand, checked: games are compiled from here.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use super::check;
use super::cuts;
use super::document::document;
use super::error::{Fault, Problem, Report, near};
use super::face;
use super::file::{self, SetFile};
use super::fixes::with_fixes;
use super::game;
use super::ir;
use super::lower::{Context, Lowering};
use super::names::Names;
use super::paths::{self, SetPath, beside, identity, is_path};
use super::plan::{Shelf, faces};
use super::recipe::{self, Kinds, Recipe};
use super::sources::{embedded, read, read_plain, unsent};
use super::tree::{Checked, Disputed};
use super::variant;
use text::Source;
use text::limits::EXTENDED;

/// How many cards are supposed where a set is looked at without a game.
const USUAL_CARDS: usize = 120;

/// Sets and recipes, all of them checked.
///
/// ```
/// use brink_rules::{Library, Settings};
///
/// let library = Library::builtin().expect("the project's own cards are sound");
/// let recipe = library.recipes().first().expect("there is a recipe").id.node.clone();
/// let rules = library.compile(&recipe, &Settings::default());
/// ```
#[derive(Debug, Clone)]
pub struct Library {
    files: Vec<SetFile>,
    recipes: Vec<Recipe>,
    names: Names,
    checked: Checked,
    paths: Vec<SetPath>,
}

/// What a table decides before a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// Names of disputes and their values; the others have the recipe's value or their default.
    pub disputes: Vec<(String, String)>,
    /// For a recipe that drafts: the drawn kinds, each by the name of one of its faces.
    pub kinds: Vec<String>,
}

/// What a recipe that drafts draws from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// So many kinds are drawn.
    pub count: usize,
    /// Out of these, in order, by the name that [`Settings::kinds`] takes.
    pub kinds: Vec<String>,
}

impl Library {
    /// The project's own sets and recipes.
    pub fn builtin() -> Result<Library, Report> {
        let own = embedded();
        let count = own.len();
        Library::gather(own, count, false)
    }

    /// The project's own sets and recipes, and those in the given files. Sets that a recipe names by path are read, too.
    pub fn load(paths: &[PathBuf]) -> Result<Library, Report> {
        let mut sources = embedded();
        let own = sources.len();
        let mut report = Report::default();
        for path in paths {
            match read(path) {
                Ok(source) => sources.push(source),
                Err(problem) => report.faults.push(Fault::nowhere(problem)),
            }
        }
        report.into_result()?;
        Library::gather(sources, own, true)
    }

    /// The same and those of texts at hand, whose names stand for their paths: what a recipe names is looked for beside it.
    pub fn with(sources: Vec<Source>) -> Result<Library, Report> {
        let mut all = embedded();
        let own = all.len();
        all.extend(sources);
        Library::gather(all, own, true)
    }

    /// The project's own sets and recipes, and those of texts that somebody else has sent: no file of this machine is read,
    /// whatever they name.
    pub fn with_texts(sources: Vec<Source>) -> Result<Library, Report> {
        let mut all = embedded();
        let own = all.len();
        all.extend(sources);
        Library::gather(all, own, false)
    }

    /// The texts of the project's own sets and recipes.
    pub fn own_texts() -> Vec<Source> {
        embedded()
    }

    /// The ids of the project's own recipes, of which nothing is checked.
    pub fn own_recipes() -> Vec<String> {
        let own = embedded();
        own.iter()
            .filter_map(|source| recipe::id_of(&source.text))
            .collect()
    }

    /// Sets and recipes from texts at hand alone: no file is read.
    pub fn of_texts(sources: Vec<Source>) -> Result<Library, Report> {
        Library::gather(sources, 0, false)
    }

    /// Sets and recipes from files at hand alone, in that order.
    pub fn parse(sources: Vec<Source>) -> Result<Library, Report> {
        Library::gather(sources, 0, true)
    }

    /// The same; so many of them, the first ones, lie in no folder. Where `reads` says so, what they name by path is read.
    fn gather(sources: Vec<Source>, own: usize, reads: bool) -> Result<Library, Report> {
        let read = |sources| Library::gathered(sources, own, reads);
        read(sources.clone())
            .map_err(|report| with_fixes(report, &sources, |sources| read(sources).map(drop)))
    }

    fn gathered(sources: Vec<Source>, own: usize, reads: bool) -> Result<Library, Report> {
        let mut report = Report::default();
        let (mut files, mut recipes, mut paths) = (Vec::new(), Vec::<Recipe>::new(), Vec::new());
        // Each file is read once, however its path is written.
        let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
        let mut waiting: VecDeque<(Source, PathBuf)> = VecDeque::new();
        for (at, source) in sources.into_iter().enumerate() {
            let path = if at < own {
                PathBuf::from(&*source.name)
            } else {
                identity(&source.name)
            };
            if seen.insert(path.clone()) {
                waiting.push_back((source, path));
            }
        }
        let read = |path: &Path| match reads {
            // What is named on the command line may be a pipe; what a file names is somebody else's.
            true => read_plain(path),
            false => Err(unsent(path)),
        };
        // What each recipe that is put off extends, and those that nothing can be read of.
        let (mut extends, mut lost) = (BTreeMap::new(), Vec::<(Source, PathBuf)>::new());
        // How many files extend each other down to those that are read for that.
        let mut lengths: BTreeMap<PathBuf, usize> = BTreeMap::new();
        while let Some((source, place)) = waiting.pop_front() {
            let length = lengths.get(&place).copied().unwrap_or(1);
            let Some(document) = document(&source, &mut report) else {
                continue;
            };
            if !recipe::is_recipe(document.get_ref()) {
                let set = file::read(&source, &document, &mut report);
                for word in set
                    .extends
                    .iter()
                    .chain(&set.uses)
                    .filter(|word| is_path(&word.node))
                {
                    let path = beside(&source.name, &word.node);
                    let place = identity(&path);
                    // One that is not there is told where it is looked for.
                    if seen.insert(place.clone())
                        && let Ok(base) = read(Path::new(&path))
                    {
                        if set.extends.as_ref() == Some(word) {
                            if length == EXTENDED {
                                variant::too_long(&source, word, &mut report);
                                return Err(report);
                            }
                            lengths.insert(place.clone(), length + 1);
                        }
                        waiting.push_back((base, place));
                    }
                }
                paths.push(SetPath {
                    path: place,
                    id: set.id.node.clone(),
                });
                files.push(set);
                continue;
            }
            // What it extends is read before it.
            if let Some(word) = recipe::extended(document.get_ref()) {
                let path = beside(&source.name, &word.node);
                let first = match is_path(&word.node) {
                    true => Some(identity(&path)),
                    false if recipes.iter().any(|recipe| recipe.id.node == word.node) => None,
                    false => {
                        let own = (source.clone(), place.clone());
                        let mut others = std::iter::once(&own).chain(&waiting).chain(&lost);
                        let found =
                            others.find(|(other, _)| recipe::is_called(&other.text, &word.node));
                        found.map(|(_, place)| place.clone())
                    }
                };
                if let Some(first) = first {
                    let mut way = std::iter::successors(Some(&first), |from| extends.get(*from));
                    let circle = way.any(|from| *from == place);
                    if circle {
                        paths::circle(&source, &word, &mut report);
                    }
                    // What extends one that is lost is lost with it.
                    if circle || lost.iter().any(|(_, place)| *place == first) {
                        lost.push((source.clone(), place));
                        continue;
                    }
                    let base = match waiting.iter().position(|(_, place)| *place == first) {
                        Some(at) => waiting.remove(at).map(|(base, _)| base),
                        None if seen.insert(first.clone()) => read(Path::new(&path)).ok(),
                        None => None,
                    };
                    if let Some(base) = base {
                        if length == EXTENDED {
                            variant::too_long(&source, &word, &mut report);
                            return Err(report);
                        }
                        lengths.insert(first.clone(), length + 1);
                        drop(document);
                        extends.insert(place.clone(), first.clone());
                        waiting.push_front((source, place));
                        waiting.push_front((base, first));
                        continue;
                    }
                }
            }
            let Some(recipe) = recipe::read(&source, &document, &recipes, &mut report) else {
                continue;
            };
            if let Some(word) =
                recipe::extended(document.get_ref()).filter(|_| recipe.length > EXTENDED)
            {
                variant::too_long(&source, &word, &mut report);
                return Err(report);
            }
            for set in recipe.sets.iter().filter(|set| is_path(&set.node)) {
                let path = beside(&recipe.named_in.name, &set.node);
                let place = identity(&path);
                if !seen.insert(place.clone()) {
                    continue;
                }
                match read(Path::new(&path)) {
                    Ok(set) => waiting.push_back((set, place)),
                    Err(problem) => report.add(&recipe.named_in, set.span, problem),
                }
            }
            recipes.push(recipe);
        }
        paths::made_of_recipes(&recipes, &mut report);
        if !variant::extend(&mut files, &paths, &mut report) {
            return Err(report);
        }
        let names = Names::collect(&files, &mut report);
        let checked = check::files(&files, &names, &mut report);
        let library = Library {
            files,
            recipes,
            names,
            checked,
            paths,
        };
        library.check_recipes(&mut report);
        if report.faults.is_empty() {
            library.try_lowering(&mut report);
        }
        report.by_file();
        report.into_result()?;
        Ok(library)
    }

    /// What the files declare, and all of their texts.
    pub(super) fn words(&self) -> (&Names, &Checked) {
        (&self.names, &self.checked)
    }

    /// The ids of the sets that a recipe takes its cards from.
    pub fn sets_of(&self, recipe: &Recipe) -> Vec<String> {
        let sets = self.shelf().sets(recipe, &mut Report::default());
        sets.into_iter()
            .map(|set| self.files[set].id.node.clone())
            .collect()
    }

    /// All recipes, the project's own first.
    pub fn recipes(&self) -> &[Recipe] {
        &self.recipes
    }

    /// All set files, the project's own first.
    pub fn sets(&self) -> &[SetFile] {
        &self.files
    }

    /// All disputes with their defaults.
    #[doc(hidden)]
    pub fn disputes(&self) -> Vec<ir::Dispute> {
        let disputes = self.files.iter().flat_map(|file| &file.disputes);
        disputes.map(|dispute| dispute.settled(0)).collect()
    }

    /// What a recipe draws its kinds from; `None` when it names them itself.
    pub fn draft(&self, recipe: &str) -> Result<Option<Draft>, Report> {
        let recipe = self.recipe(recipe)?;
        let Kinds::Draw(count) = &recipe.kinds else {
            return Ok(None);
        };
        let mut report = Report::default();
        let sets = self.shelf().sets(recipe, &mut report);
        report.into_result()?;
        let kinds = self.shelf().all(&sets, false).into_iter().map(|kind| {
            let file = &self.files[kind.file];
            let face = faces(&file.cards[kind.card])[0].expect("a card has a first face");
            format!("{}:{}", file.id.node, face.node)
        });
        Ok(Some(Draft {
            count: count.node,
            kinds: kinds.collect(),
        }))
    }

    /// Lowers the game of a recipe.
    pub fn compile(&self, recipe: &str, settings: &Settings) -> Result<ir::Rules, Report> {
        let recipe = self.recipe(recipe)?;
        let mut report = Report::default();
        if let Kinds::Draw(wanted) = &recipe.kinds
            && settings.kinds.is_empty()
        {
            let problem = Problem::WrongDraft {
                recipe: recipe.id.node.clone(),
                wanted: wanted.node,
                found: 0,
            };
            return Err(Fault::nowhere(problem).into());
        }
        let plan = self
            .shelf()
            .plan(recipe, &settings.disputes, &settings.kinds, &mut report);
        report.into_result()?;
        game::lower(&self.files, &self.names, &self.checked, recipe, &plan)
    }

    fn recipe(&self, id: &str) -> Result<&Recipe, Report> {
        self.recipes
            .iter()
            .find(|recipe| recipe.id.node == id)
            .ok_or_else(|| {
                let help = near(
                    id,
                    self.recipes.iter().map(|recipe| recipe.id.node.as_str()),
                );
                Fault::nowhere(Problem::Unknown {
                    what: "recipe",
                    name: id.to_string(),
                    help,
                })
                .into()
            })
    }

    pub(super) fn shelf(&self) -> Shelf<'_> {
        Shelf {
            files: &self.files,
            names: &self.names,
            paths: &self.paths,
        }
    }

    fn check_recipes(&self, report: &mut Report) {
        for (at, recipe) in self.recipes.iter().enumerate() {
            let first = self.recipes[..at]
                .iter()
                .find(|other| other.id.node == recipe.id.node);
            if let Some(first) = first {
                let first = format!(
                    "the first recipe `{}` is in {}",
                    recipe.id.node, first.source.name
                );
                let name = recipe.id.node.clone();
                report.add(
                    &recipe.source,
                    recipe.id.span,
                    Problem::Twice { name, first },
                );
            }
            self.shelf().plan(recipe, &[], &[], report);
        }
    }

    /// Lowers every set once, for what only lowering finds: texts that need too much at a time.
    fn try_lowering(&self, report: &mut Report) {
        let sources: Vec<&Source> = self.files.iter().map(|file| &file.source).collect();
        let disputes = vec![0; self.names.disputes.len()];
        let all: Vec<usize> = (0..self.names.tallies.len()).collect();
        let cuts = cuts::cut(self.checked.sets.iter());
        let sets = self.checked.sets.iter().map(|set| (set, 0));
        let context = Context::of(
            &sources,
            (&self.names, &self.checked),
            &disputes,
            &cuts,
            sets,
        );
        let context = Context {
            cards: USUAL_CARDS,
            barring: USUAL_CARDS,
            ..context
        };
        for set in &self.checked.sets {
            let mut lowering = Lowering::new(context);
            let faces = set
                .buildings
                .iter()
                .map(|face| (true, face))
                .chain(set.actions.iter().map(|face| (false, face)));
            for (building, face) in
                faces.flat_map(|(building, face)| face.all().map(move |face| (building, face)))
            {
                lowering.called = face.name.clone();
                lowering.of_face(building);
                for face in std::iter::once(face).chain(face.granted()) {
                    for pending in face.pending() {
                        lowering.lasting(pending, 1);
                    }
                    face::face(&mut lowering, face, &self.names, &all, ir::FaceId(0));
                }
            }
            report.faults.append(&mut lowering.report.faults);
        }
        let mut lowering = Lowering::new(context);
        for mark in self.checked.marks.iter().flatten().flat_map(Disputed::all) {
            face::face(&mut lowering, mark, &self.names, &all, ir::FaceId(0));
        }
        for text in self.checked.crisis.iter().flat_map(Disputed::all) {
            lowering.program(text);
        }
        for tally in self
            .checked
            .tallies
            .iter()
            .filter_map(|(tally, _)| tally.as_ref())
        {
            lowering.alone(tally, |lowering, set| lowering.set(set));
        }
        report.faults.append(&mut lowering.report.faults);
    }
}

//! The sets and recipes at hand, checked: games are compiled from here.

use std::borrow::Cow;
use std::path::PathBuf;

use super::check;
use super::error::{Fault, Problem, Report};
use super::face;
use super::file::SetFile;
use super::fixes::with_fixes;
use super::game;
use super::ir;
use super::loader::Loader;
use super::lower::{Context, Lowering};
use super::names::Names;
use super::plan::{Shelf, wrong_draft};
use super::recipe::{self, Kinds, Recipe};
use super::sources::{SetPath, embedded, made_of_recipes, read};
use super::statuses::cut;
use super::tree::{Checked, Disputed};
use super::variant;
use text::Source;

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
        Library::with_own(Vec::new(), false)
    }

    /// The project's own sets and recipes, and those in the given files. Sets that a recipe names by path are read, too.
    pub fn load(paths: &[PathBuf]) -> Result<Library, Report> {
        let (mut sources, mut report) = (Vec::new(), Report::default());
        for path in paths {
            match read(path) {
                Ok(source) => sources.push(source),
                Err(problem) => report.faults.push(Fault::nowhere(problem)),
            }
        }
        report.into_result()?;
        Library::with(sources)
    }

    /// The same and those of texts at hand, whose names stand for their paths: what a recipe names is looked for beside it.
    pub fn with(sources: Vec<Source>) -> Result<Library, Report> {
        Library::with_own(sources, true)
    }

    /// The project's own sets and recipes, and those of texts that somebody else has sent: no file of this machine is read,
    /// whatever they name.
    pub fn with_texts(sources: Vec<Source>) -> Result<Library, Report> {
        Library::with_own(sources, false)
    }

    fn with_own(sources: Vec<Source>, reads: bool) -> Result<Library, Report> {
        let mut all = embedded();
        let own = all.len();
        all.extend(sources);
        Library::gather(all, own, reads)
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
        Library::gathered(sources.clone(), own, reads).map_err(|report| {
            with_fixes(report, &sources, |sources| {
                Library::gathered(sources, own, reads).map(drop)
            })
        })
    }

    /// The same, without a look for what to write in the place of what is wrong.
    pub(super) fn gathered(
        sources: Vec<Source>,
        own: usize,
        reads: bool,
    ) -> Result<Library, Report> {
        let mut report = Report::default();
        let files = Loader::of(sources, own, reads).read(&mut report);
        let library = files.and_then(|files| Library::checked(files, &mut report));
        let Some(library) = library else {
            return Err(report);
        };
        report.by_file();
        report.into_result()?;
        Ok(library)
    }

    fn checked(files: Loader, report: &mut Report) -> Option<Library> {
        let Loader {
            mut files,
            paths,
            recipes,
            ..
        } = files;
        made_of_recipes(&recipes, report);
        if !variant::extend(&mut files, &paths, report) {
            return None;
        }
        let names = Names::collect(&files, report);
        let checked = check::files(&files, &names, report);
        let library = Library {
            files,
            recipes,
            names,
            checked,
            paths,
        };
        library.check_recipes(report);
        if report.faults.is_empty() {
            library.try_lowering(report);
        }
        Some(library)
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
        let recipe = &*self.recipe(recipe)?;
        let Kinds::Draw(count) = &recipe.kinds else {
            return Ok(None);
        };
        let mut report = Report::default();
        let sets = self.shelf().sets(recipe, &mut report);
        report.into_result()?;
        let kinds = self.shelf().all(&sets, false).into_iter().map(|kind| {
            let mut faces = self.shelf().card(kind).faces();
            let face = faces.next().expect("a card has a first face");
            format!("{}:{}", self.files[kind.file].id.node, face.node)
        });
        Ok(Some(Draft {
            count: count.node,
            kinds: kinds.collect(),
        }))
    }

    /// Lowers the game of a recipe, or of `RECIPE+SET`: the recipe with the cards of that set added.
    pub fn compile(&self, recipe: &str, settings: &Settings) -> Result<ir::Rules, Report> {
        let recipe = &*self.recipe(recipe)?;
        let mut report = Report::default();
        if let Kinds::Draw(wanted) = &recipe.kinds
            && settings.kinds.is_empty()
        {
            return Err(Fault::nowhere(wrong_draft(recipe, wanted.node, 0)).into());
        }
        let plan = self
            .shelf()
            .plan(recipe, &settings.disputes, &settings.kinds, &mut report);
        report.into_result()?;
        game::lower(&self.files, &self.names, &self.checked, recipe, &plan)
    }

    /// There is a game of that id: a recipe, or `RECIPE+SET`.
    pub fn knows(&self, id: &str) -> bool {
        self.recipe(id).is_ok()
    }

    /// The recipe of that id, which may be `RECIPE+SET`: a recipe with sets added.
    fn recipe(&self, id: &str) -> Result<Cow<'_, Recipe>, Report> {
        if let Some(found) = self.recipes.iter().find(|recipe| recipe.id.node == id) {
            return Ok(Cow::Borrowed(found));
        }
        let mixed = self.mixed(id).unwrap_or_else(|| {
            let known = self.recipes.iter().map(|recipe| recipe.id.node.as_str());
            Err(Fault::nowhere(Problem::unknown("recipe", id, known)).into())
        });
        mixed.map(Cow::Owned)
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
            let id = &recipe.id.node;
            let mut before = self.recipes[..at].iter();
            if let Some(first) = before.find(|other| other.id == recipe.id) {
                let first = format!("the first recipe `{id}` is in {}", first.source.name);
                report.add(&recipe.source, recipe.id.span, Problem::twice(id, first));
            }
            self.shelf().plan(recipe, &[], &[], report);
        }
    }

    /// Lowers every set once, for what only lowering finds: texts that need too much at a time.
    fn try_lowering(&self, report: &mut Report) {
        let (names, checked) = (&self.names, &self.checked);
        let sources: Vec<&Source> = self.files.iter().map(|file| &file.source).collect();
        let disputes = vec![0; names.disputes.len()];
        let all: Vec<usize> = (0..names.tallies.len()).collect();
        let cuts = cut(checked.sets.iter());
        let counters: Vec<usize> = (0..names.counters.len()).collect();
        let sets = checked.sets.iter().map(|set| (set, 0));
        let context = Context {
            cards: USUAL_CARDS,
            barring: USUAL_CARDS,
            ..Context::of(
                &sources,
                (names, checked),
                &disputes,
                (&cuts, &counters),
                sets,
            )
        };
        for set in &checked.sets {
            let mut lowering = Lowering::new(context);
            for (building, faces) in [(true, &set.buildings), (false, &set.actions)] {
                for face in faces.iter().flat_map(Disputed::all) {
                    lowering.called = face.name.clone();
                    lowering.of_face(building);
                    for face in std::iter::once(face).chain(face.granted()) {
                        for pending in face.pending() {
                            lowering.lasting(pending, 1);
                        }
                        face::face(&mut lowering, face, names, &all, ir::FaceId(0));
                    }
                }
            }
            report.faults.append(&mut lowering.report.faults);
        }
        let mut lowering = Lowering::new(context);
        for mark in checked.marks.iter().flatten().flat_map(Disputed::all) {
            face::face(&mut lowering, mark, names, &all, ir::FaceId(0));
        }
        for text in checked.crisis.iter().flat_map(Disputed::all) {
            lowering.program(text);
        }
        for tally in checked
            .tallies
            .iter()
            .filter_map(|(tally, _)| tally.as_ref())
        {
            lowering.alone(tally, |lowering, set| lowering.set(set));
        }
        report.faults.append(&mut lowering.report.faults);
    }
}

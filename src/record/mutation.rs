//! Changes card texts one small step at a time and looks for a ruling that notices.

mod change;
mod file;
mod phrase;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;

use crate::casebook::Casebook;
use crate::coverage::{Coverage, Owner, has, passages};
use crate::judge::run_ruling;
use engine::Words;
use lang::print;
use rules::Library;
use text::Source;

use file::Changed;

/// A text with one small change.
#[derive(Debug, Clone)]
pub struct Mutant {
    pub owner: Owner,
    /// The kind of the change.
    pub operator: &'static str,
    /// The sentences that are changed, `-` before what they were and `+` before what they are.
    pub diff: String,
    /// The set file with the change in it.
    source: Source,
}

impl Mutant {
    /// The set file that it changes.
    pub fn file(&self) -> &str {
        &self.source.name
    }
}

/// What becomes of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The checker does not let it pass.
    Refused,
    /// The ruling with that number fails.
    Killed(usize),
    /// No ruling notices.
    Survived,
}

/// Mutants that no ruling can tell from the text, because nothing follows from the change.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalents {
    #[serde(default)]
    pub mutant: Vec<Equivalent>,
}

/// One of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    /// As the report names it: `building SET:NAME`.
    pub card: String,
    /// The diff.
    pub mutation: String,
    pub reason: String,
}

impl Equivalents {
    /// Reads the file that names them.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Equivalents, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    pub fn names(&self, mutant: &Mutant) -> bool {
        self.mutant.iter().any(|named| named.is(mutant))
    }
}

impl Equivalent {
    pub fn is(&self, mutant: &Mutant) -> bool {
        self.card == mutant.owner.to_string() && self.mutation.trim() == mutant.diff.trim()
    }
}

/// All mutants of all texts, or of those that are called so, in the order of the files. What another reading of a text says
/// in the same words is changed in the printed one alone.
pub fn mutants(library: &Library, card: Option<&str>) -> Vec<Mutant> {
    let mut all: Vec<Mutant> = Vec::new();
    for passage in passages(library) {
        if !card.is_none_or(|card| is_called(&passage.owner, card)) {
            continue;
        }
        let before = print(&passage.text);
        let mut known = BTreeSet::from([before.clone()]);
        let others = all.iter().filter(|mutant| mutant.owner == passage.owner);
        let shared: BTreeSet<String> = others.map(|mutant| mutant.diff.clone()).collect();
        for (operator, changed) in change::changes(&passage.text) {
            let after = print(&changed);
            if !known.insert(after.clone()) {
                continue;
            }
            let diff = diff(&before, &after);
            if shared.contains(&diff) {
                continue;
            }
            let (span, text) = (passage.span(), &passage.source.text);
            let source = Source::new(
                passage.source.name.clone(),
                format!("{}{after}\n{}", &text[..span.start], &text[span.end..]),
            );
            all.push(Mutant {
                owner: passage.owner.clone(),
                operator,
                diff,
                source,
            });
        }
    }
    for set in library.sets() {
        for Changed {
            owner,
            operator,
            text,
        } in file::changes(set)
        {
            if !card.is_none_or(|card| is_called(&owner, card)) {
                continue;
            }
            let diff = diff(&set.source.text, &text);
            all.push(Mutant {
                owner,
                operator,
                diff,
                source: Source::new(set.source.name.clone(), text),
            });
        }
    }
    all
}

fn is_called(owner: &Owner, card: &str) -> bool {
    owner.name().eq_ignore_ascii_case(card) || owner.to_string().eq_ignore_ascii_case(card)
}

/// So many of them, drawn by a seed, in their order.
pub fn sample(mutants: Vec<Mutant>, count: usize, seed: u64) -> Vec<Mutant> {
    let mut words = Words::new(seed, 0);
    let mut numbers: Vec<usize> = (0..mutants.len()).collect();
    let mut drawn = BTreeSet::new();
    while drawn.len() < count && !numbers.is_empty() {
        drawn.insert(numbers.swap_remove(words.below(numbers.len() as u32) as usize));
    }
    let numbered = mutants.into_iter().enumerate();
    numbered
        .filter(|(number, _)| drawn.contains(number))
        .map(|(_, mutant)| mutant)
        .collect()
}

/// The sentences that differ, without those that all share at the beginning and the end.
fn diff(before: &str, after: &str) -> String {
    let (before, after) = (steps(before), steps(after));
    let same = before
        .iter()
        .zip(&after)
        .take_while(|(one, other)| one == other)
        .count();
    let (before, after) = (&before[same..], &after[same..]);
    let tail = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take_while(|(one, other)| one == other)
        .count();
    let (before, after) = (&before[..before.len() - tail], &after[..after.len() - tail]);
    let lines = before.iter().map(|line| format!("- {line}\n"));
    lines
        .chain(after.iter().map(|line| format!("+ {line}\n")))
        .collect()
}

/// What is done one after the other, each part on a line of its own: lines break behind a full stop and before `then`.
fn steps(text: &str) -> Vec<&str> {
    let mut steps = Vec::new();
    for mut line in text.lines() {
        let next = |line: &str| {
            [". ", ", then "]
                .iter()
                .filter_map(|end| line.find(end))
                .min()
        };
        while let Some(at) = next(line) {
            steps.push(&line[..=at]);
            line = &line[at + 2..];
        }
        steps.push(line);
    }
    steps
}

/// Judges mutants by rulings.
pub struct Court<'a> {
    library: &'a Library,
    book: &'a Casebook,
    coverage: &'a Coverage,
}

impl<'a> Court<'a> {
    pub fn new(library: &'a Library, book: &'a Casebook, coverage: &'a Coverage) -> Court<'a> {
        Court {
            library,
            book,
            coverage,
        }
    }

    /// What becomes of each, in their order; `done` is called after each one, and answers whether to go on: nothing is said of
    /// those that are not judged any more.
    pub fn judge(
        &self,
        mutants: &[Mutant],
        threads: usize,
        done: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Option<Fate>> {
        let fates: Vec<Mutex<Option<Fate>>> = mutants.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(at) =
                Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < mutants.len())
            {
                *fates[at].lock().expect("no thread stops while it writes") =
                    Some(self.fate(&mutants[at]));
                if !done() {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(work);
            }
        });
        fates
            .into_iter()
            .map(|fate| fate.into_inner().expect("no thread stopped while it wrote"))
            .collect()
    }

    fn fate(&self, mutant: &Mutant) -> Fate {
        let sets = self.library.sets().iter().map(|set| &set.source);
        let sources = sets
            .chain(self.library.recipes().iter().map(|recipe| &recipe.source))
            .cloned();
        let changed = |source: Source| {
            if source.name == mutant.source.name {
                mutant.source.clone()
            } else {
                source
            }
        };
        let Ok(library) = Library::parse(sources.map(changed).collect()) else {
            return Fate::Refused;
        };
        let mut scripts = self.book.scripts(&library);
        for number in self.order(&mutant.owner) {
            let case = &self.book.cases[number];
            let Some(script) = scripts.get(case.game) else {
                return Fate::Refused;
            };
            if has(&script, &mutant.owner)
                && run_ruling(&case.source, &case.ruling, script).is_err()
            {
                return Fate::Killed(number);
            }
        }
        Fate::Survived
    }

    /// First the rulings that run something of the text, the shortest first; then all others.
    fn order(&self, owner: &Owner) -> Vec<usize> {
        let texts = self
            .coverage
            .texts
            .iter()
            .filter(|text| text.passage.owner == *owner);
        let run: BTreeSet<usize> = texts
            .flat_map(|text| &text.units)
            .flat_map(|unit| unit.rulings.iter().copied())
            .collect();
        let mut order: Vec<usize> = (0..self.book.cases.len()).collect();
        order.sort_by_key(|number| (!run.contains(number), self.coverage.steps[*number]));
        order
    }
}

//! Paths by which files name each other, and the circles they may make.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use super::error::{Problem, Report};
use super::recipe::Recipe;
use lang::ast::Word;
use text::{Source, Span};

/// Reports a recipe that extends what extends it.
pub(super) fn circle(source: &Source, word: &Word, report: &mut Report) {
    let (what, place) = ("what leads back to this recipe", "what it extends");
    let help = "leave one `extends` of the circle out";
    report.add(source, word.span, Problem::Misplaced { what, place, help });
}

/// Whether a recipe names a set by its file.
pub(super) fn is_path(set: &str) -> bool {
    set.ends_with(".toml")
}

/// The next step where a file is named that is not there.
pub(super) const BESIDE: &str = "it is looked for beside this file: write its path; in a browser it is chosen together with this one";

/// A path beside a file.
pub(super) fn beside(file: &str, path: &str) -> String {
    Path::new(file)
        .with_file_name(path)
        .to_string_lossy()
        .into_owned()
}

/// The same for all ways to write a path to one file.
pub(super) fn identity(path: &str) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path))
}

/// Where a set was read, and its id.
#[derive(Debug, Clone)]
pub(super) struct SetPath {
    pub(super) path: PathBuf,
    pub(super) id: String,
}

/// Reports recipes that name a recipe where a set belongs, perhaps in a circle.
pub(super) fn made_of_recipes(recipes: &[Recipe], report: &mut Report) {
    let numbers: BTreeMap<PathBuf, usize> = recipes
        .iter()
        .enumerate()
        .rev()
        .map(|(at, recipe)| (identity(&recipe.source.name), at))
        .collect();
    let named: Vec<Vec<(usize, Span)>> = recipes
        .iter()
        .map(|recipe| {
            let paths = recipe
                .sets
                .iter()
                .filter(|set| recipe.names_its_sets() && is_path(&set.node));
            let at = |set: &Word| {
                numbers
                    .get(&identity(&beside(&recipe.named_in.name, &set.node)))
                    .copied()
            };
            paths.filter_map(|set| Some((at(set)?, set.span))).collect()
        })
        .collect();
    let name = |at: usize| recipes[at].source.name.to_string();
    for (at, sets) in named.iter().enumerate() {
        for (set, span) in sets {
            let circle =
                way(&named, *set, at).map(|way| [at].into_iter().chain(way).map(name).collect());
            let problem = Problem::NoSet {
                name: name(*set),
                circle: circle.unwrap_or_default(),
            };
            report.add(&recipes[at].source, *span, problem);
        }
    }
}

/// The shortest way from one recipe to another by what they name, both ends included.
fn way(named: &[Vec<(usize, Span)>], from: usize, to: usize) -> Option<Vec<usize>> {
    let mut before: BTreeMap<usize, usize> = BTreeMap::new();
    let mut waiting = VecDeque::from([from]);
    while let Some(at) = waiting.pop_front() {
        if at == to {
            let mut way = vec![at];
            while way.last() != Some(&from) {
                way.extend(way.last().and_then(|last| before.get(last)));
            }
            way.reverse();
            return Some(way);
        }
        for (next, _) in &named[at] {
            if *next != from && !before.contains_key(next) {
                before.insert(*next, at);
                waiting.push_back(*next);
            }
        }
    }
    None
}

//! The sorts of counters of a game, and which of them have something to say in it.

use super::file::{CounterText, SetFile};
use super::ir::{self, Op};
use super::names::Names;
use super::plan::Plan;
use super::tree::{Disputed, Face};
use lang::ast::Text;
use text::sentence;

/// Said of counters that remember who has put them there.
pub(super) const OWNED: &str = "It is remembered who has put it there.";

/// What counters are for.
pub(super) fn meaning(counter: &CounterText) -> String {
    sentence(&counter.meaning)
}

/// What counters of a sort say of the card that bears them.
pub(super) fn text(files: &[SetFile], sort: usize) -> Option<&Text> {
    files
        .iter()
        .flat_map(|file| &file.counters)
        .nth(sort)?
        .text
        .as_ref()
}

/// The sorts of counters. Where one name is that of several, only the first of the game's own is called by it alone.
pub(super) fn counters(files: &[SetFile], names: &Names, plan: &Plan) -> Vec<ir::Counter> {
    let counter = |counter: &CounterText| ir::Counter {
        name: counter.name.node.clone(),
        plural: counter.plural.clone(),
        lines: std::iter::once(meaning(counter))
            .chain(counter.owned.then(|| OWNED.to_string()))
            .collect(),
        owned: counter.owned,
        on: counter.on,
        face: None,
    };
    let mut counters: Vec<ir::Counter> = files
        .iter()
        .flat_map(|file| &file.counters)
        .map(counter)
        .collect();
    let own = |at: usize| is_own(files, names, plan, at);
    for at in 0..counters.len() {
        let name = &names.counters[at][0];
        let same: Vec<usize> = (0..names.counters.len())
            .filter(|other| names.counters[*other][0] == *name)
            .collect();
        let first = same
            .iter()
            .copied()
            .find(|other| own(*other))
            .unwrap_or(same[0]);
        if first != at {
            counters[at].name = format!("{}-{name}", files[names.counter_files[at]].id.node);
        }
    }
    counters
}

/// A file declares it that the game is made of, or that is for all.
pub(super) fn is_own(files: &[SetFile], names: &Names, plan: &Plan, sort: usize) -> bool {
    let file = names.counter_files[sort];
    files[file].cards.is_empty() || plan.sets.contains(&file)
}

/// The next sort whose text is not lowered yet, and the text: one of the game's own, or one that some text puts somewhere.
pub(super) fn next<'m>(
    counters: &[ir::Counter],
    marks: &'m [Option<Disputed<Face>>],
    own: impl Fn(usize) -> bool,
    code: &[Op],
) -> Option<(usize, &'m Face)> {
    let is_put = |at: usize| {
        code.iter()
            .any(|op| matches!(op, Op::Counters { sort, .. } if usize::from(*sort) == at))
    };
    let left = |at: &usize| counters[*at].face.is_none() && (own(*at) || is_put(*at));
    (0..counters.len())
        .filter(left)
        .find_map(|at| marks[at].as_ref().map(|mark| (at, &mark.printed)))
}

//! The statuses of a game, of which those that hold against some texts alone are statuses of their own, and its sorts of
//! counters, of which some have something to say.

use super::file::{CounterText, SetFile};
use super::ir;
use super::names::Names;
use super::plan::Plan;
use super::tree::{Against, CheckedSet};
use lang::ast::Text;
use text::sentence;

/// A status, and the texts that it is cut to.
pub(super) type Cut = (u8, Vec<Against>);

/// The statuses that these sets cut, each once.
pub(super) fn cut<'s>(sets: impl Iterator<Item = &'s CheckedSet>) -> Vec<Cut> {
    let mut cuts = Vec::<Cut>::new();
    for (status, against) in sets.flat_map(CheckedSet::cuts) {
        if !cuts
            .iter()
            .any(|(known, texts)| *known == status && texts == against)
        {
            cuts.push((status, against.to_vec()));
        }
    }
    cuts
}

/// What the statuses of a game are called, and what they mean.
pub(super) fn of_game(
    names: &Names,
    files: &[SetFile],
    cuts: &[Cut],
) -> (Vec<String>, Vec<String>) {
    let mut called = names.statuses.clone();
    let mut meant: Vec<String> = meanings(files)
        .into_iter()
        .map(|(_, meaning)| meaning)
        .collect();
    for (status, against) in cuts {
        let status = usize::from(*status);
        called.push(format!(
            "{} against {}",
            names.statuses[status],
            texts(against)
        ));
        meant.push(meant.get(status).cloned().unwrap_or_default());
    }
    (called, meant)
}

/// All statuses by their names, the built-in ones first, and what each means.
pub(super) fn meanings(files: &[SetFile]) -> Vec<(&str, String)> {
    let built_in = [
        (
            "disabled",
            "A disabled building has no name, and its text does not apply.",
        ),
        (
            "guarded",
            "A guarded building and its top card cannot be chosen as a `target`. Effects without a target still reach them.",
        ),
    ];
    let own = files.iter().flat_map(|file| &file.statuses);
    let own = own.map(|status| (status.name.node.as_str(), status.meaning.as_str()));
    built_in
        .into_iter()
        .chain(own)
        .map(|(name, meaning)| (name, sentence(meaning)))
        .collect()
}

/// Texts that a status is cut to: "abilities of other players".
fn texts(against: &[Against]) -> String {
    let one = |one: &Against| {
        let named = one
            .named
            .as_ref()
            .map(|name| format!(" named {name}"))
            .unwrap_or_default();
        let of = match (one.of_others, one.agent.word()) {
            (true, "") => "other players",
            (true, _) => " of other players",
            (false, _) => "",
        };
        format!("{}{named}{of}", one.agent.word())
    };
    match against.iter().map(one).collect::<Vec<_>>().as_slice() {
        [front @ .., last] if !front.is_empty() => format!("{} and {last}", front.join(", ")),
        all => all.concat(),
    }
}

/// Said of counters that remember who has put them there.
const OWNED: &str = "The game remembers who put it there.";

/// What counters are for, and that it is remembered who has put them there.
pub(super) fn meaning(counter: &CounterText) -> Vec<String> {
    let owned = counter.owned.then(|| OWNED.to_string());
    std::iter::once(sentence(&counter.meaning))
        .chain(owned)
        .collect()
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

/// The sorts of counters that a game has of its own, by number in the library: those that its sets know by their names, and
/// those for all.
pub(super) fn own(names: &Names, plan: &Plan) -> Vec<usize> {
    let is_own = |sort: &usize| {
        let (file, [name, _]) = (names.counter_files[*sort], &names.counters[*sort]);
        let known = |set: &usize| {
            names.spaces[*set].first.contains(&file)
                && matches!(names.counter(*set, name), Ok(Some(found)) if found == *sort)
        };
        names.spaces[file].shared || plan.sets.iter().any(known)
    };
    (0..names.counters.len()).filter(is_own).collect()
}

/// These sorts of counters. Where one name is that of several, only the first of the game's sets is called by it alone.
pub(super) fn counters(
    files: &[SetFile],
    names: &Names,
    plan: &Plan,
    sorts: &[usize],
) -> Vec<ir::Counter> {
    let all: Vec<&CounterText> = files.iter().flat_map(|file| &file.counters).collect();
    let foreign = |sort: &usize| {
        let file = names.counter_files[*sort];
        !names.spaces[file].shared && !plan.sets.contains(&file)
    };
    let counter = |sort: &usize| {
        let counter = all[*sort];
        let name = &counter.name.node;
        let same = sorts
            .iter()
            .filter(|other| names.counters[**other][0] == *name);
        let first = same.min_by_key(|other| foreign(other));
        ir::Counter {
            name: match first == Some(sort) {
                true => name.clone(),
                false => format!("{}-{name}", files[names.counter_files[*sort]].id.node),
            },
            plural: counter.plural.clone(),
            lines: meaning(counter),
            owned: counter.owned,
            on: counter.on,
            face: None,
        }
    };
    sorts.iter().map(counter).collect()
}

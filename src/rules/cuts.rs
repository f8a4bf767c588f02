//! Statuses that hold against some texts alone: each is a status of its own in a game.

use super::file::SetFile;
use super::names::Names;
use super::tree::{Against, CheckedSet};
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
pub(super) fn statuses(
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
            "A disabled building has no text and no name: nothing that it says counts.",
        ),
        (
            "guarded",
            "What is guarded cannot be picked where a text speaks of a `target`.",
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

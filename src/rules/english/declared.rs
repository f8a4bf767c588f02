//! Says what files declare besides cards: statuses, counters and tallies.

use super::line::{Line, laid_out, sentence};
use super::speaker::{Speaker, Words};
use crate::base::plural_of;
use crate::rules::file::{CounterText, SetFile};
use crate::rules::ir::Counter;

/// All statuses by their names, the built-in ones first, and what each means.
pub(in crate::rules) fn statuses(files: &[SetFile]) -> Vec<(&str, String)> {
    let built_in = [
        ("disabled", "A disabled building has no text and no name: nothing that it says counts."),
        ("guarded", "What is guarded cannot be picked where a text speaks of what is unguarded."),
    ];
    let own = files.iter().flat_map(|file| &file.statuses);
    let own = own.map(|status| (status.name.node.as_str(), status.meaning.as_str()));
    built_in.into_iter().chain(own).map(|(name, meaning)| (name, sentence(meaning))).collect()
}

/// All sorts of counters, and what each is for.
pub(in crate::rules) fn counters(files: &[SetFile]) -> Vec<Counter> {
    let all = files.iter().flat_map(|file| &file.counters);
    let counter = |CounterText { name, plural, meaning, owned, on, text: _ }: &CounterText| Counter {
        name: name.node.clone(),
        plural: plural.clone(),
        english: vec![sentence(meaning)],
        owned: *owned,
        on: *on,
        face: None,
    };
    all.map(counter).collect()
}

/// The sentences of a tally: how much wins, and what counts.
pub(in crate::rules) fn tally(words: Words<'_>, at: usize) -> Vec<String> {
    let (name, (counted, wins_at)) = (&words.names.tallies[at], &words.tallies[at]);
    let goal = match wins_at {
        1 => format!("you win with 1 {}", singular(name)),
        more => format!("you win with {more} {name}"),
    };
    let counted = match counted {
        Some(set) => {
            let mut speaker = Speaker::new(words, set.locals);
            let (set, be) = speaker.subject(&set.node);
            let count = if be == "is" { "counts" } else { "count" };
            format!("{set} {count}, and so does whatever says so itself")
        }
        None => "what counts as one is said on the cards themselves".to_string(),
    };
    laid_out(&[Line::Phrase(goal), Line::Phrase(counted)])
}

/// How much of a tally wins, or that none of it does in this game.
pub(super) fn goal(words: Words<'_>, tally: usize) -> String {
    let same = |winning: &[usize]| Some(winning[words.names.same_tally(winning, tally)?]);
    let at = words.winning.and_then(same).unwrap_or(tally);
    let name = &words.names.tallies[at];
    let wins = match words.tallies[at].1 {
        1 => format!("1 {} wins", singular(name)),
        more => format!("{more} {name} win"),
    };
    match words.winning.is_none_or(|winning| winning.contains(&at)) {
        true => format!(" ({wins})"),
        false => " (which wins nothing in this game)".to_string(),
    }
}

/// One of what a tally counts, as its name has it in the plural.
pub(super) fn singular(tally: &str) -> String {
    let stem = |end: &str, instead: &str| {
        let one = format!("{}{instead}", tally.strip_suffix(end)?);
        (plural_of(&one) == tally).then_some(one)
    };
    let hissing = ["sses", "xes", "zes", "ches", "shes"].iter().any(|end| tally.ends_with(end));
    let es = if hissing { stem("es", "") } else { None };
    stem("ies", "y").or(es).or_else(|| stem("s", "")).unwrap_or_else(|| tally.to_string())
}

//! What holds of the options of every decision.

use std::collections::BTreeSet;

use brink::engine::{Asked, Choice, Game};
use brink::explain::options::label::labels;

/// Somebody who is asked has an option, and no two are the same or share a label.
///
/// # Errors
/// The label that two share.
pub fn are_distinct(game: &Game) -> Result<(), String> {
    let (mut known, labels) = (BTreeSet::new(), labels(game));
    if labels.is_empty() && game.decision().is_some() {
        return Err("options: somebody is asked and has none".to_string());
    }
    match labels.iter().find(|(_, label)| !known.insert(label)) {
        Some((_, twice)) => Err(format!("options distinct: `{twice}` is offered twice")),
        None => Ok(()),
    }
}

/// They are counted as they are listed.
///
/// # Errors
/// How many are counted, or that the last one is another one.
pub fn are_counted(game: &Game) -> Result<(), String> {
    let listed = game.options();
    let Some(last) = listed.last() else {
        return Ok(());
    };
    let (mut counted, mut copy, mut other) = (0, game.clone(), game.clone());
    copy.take_nth(&mut (), |count| {
        counted = count as usize;
        count - 1
    });
    if counted != listed.len() {
        return Err(format!(
            "options counted: {counted}, and {} are listed",
            listed.len()
        ));
    }
    other
        .take(*last, &mut ())
        .map_err(|fault| format!("options taken: {fault}"))?;
    match copy.state() == other.state() {
        true => Ok(()),
        false => Err("options counted: the last one is not the last one listed".to_string()),
    }
}

/// Nothing keeps what is offered from being offered.
///
/// # Errors
/// What is said to keep it.
pub fn none_is_refused(game: &Game) -> Result<(), String> {
    if game
        .decision()
        .is_none_or(|(_, asked)| asked != Asked::Menu)
    {
        return Ok(());
    }
    for (choice, label) in game.options().into_iter().zip(labels(game)) {
        if let Some(refusal) = game.refusal(choice) {
            return Err(format!(
                "options: `{label:?}` is offered, and refused for {refusal:?}"
            ));
        }
    }
    Ok(())
}

/// What is not offered changes nothing.
///
/// # Errors
/// It does.
pub fn nothing_else_is_taken(game: &Game) -> Result<(), String> {
    let mut copy = game.clone();
    match copy.take(Choice::Branch(u16::MAX), &mut ()).is_ok() || copy.state() != game.state() {
        true => Err("options: what is not offered is taken, or changes the game".to_string()),
        false => Ok(()),
    }
}

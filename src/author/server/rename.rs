//! Renames a card or a word in all files of a folder, or says why not.

use std::collections::BTreeMap;

use super::names::{Names, Subject};
use super::occurrences::{Kind, Occurrence};
use rules::Manuscript;
use text::{Source, Span, capital, plural_of};

/// Why something cannot be renamed.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("there is no name here that you can change")]
    Nothing,
    #[error("`{0}` is built in: you can only change names that your own files declare")]
    BuiltIn(String),
    #[error("`{0}` is the id of a rule: change it in the file that states the rule")]
    Rule(String),
    #[error("`{0}` is already the name of a {1}: choose another name")]
    Taken(String, &'static str),
    #[error("a name cannot contain quotes, backslashes or line ends: choose another name")]
    Signs,
    #[error("the name `{0}` would cause an error: {1}")]
    Wrong(String, String),
}

/// What can be renamed there.
///
/// # Errors
/// It cannot.
pub fn renamable<'n>(names: &Names, subject: Option<&'n Subject>) -> Result<&'n Subject, Refusal> {
    let subject = subject.ok_or(Refusal::Nothing)?;
    match subject.kind {
        Kind::Rule => Err(Refusal::Rule(subject.name.clone())),
        _ if !names.is_own(subject) => Err(Refusal::BuiltIn(subject.name.clone())),
        _ => Ok(subject),
    }
}

/// What to write where, file by file.
pub type Edits = BTreeMap<String, Vec<(Span, String)>>;

/// The edits that give something a new name.
///
/// # Errors
/// It cannot be called so.
pub fn rename(names: &Names, subject: &Subject, new: &str) -> Result<Edits, Refusal> {
    if new.contains(['"', '\'', '\\', '\n', '\r']) || new.trim().is_empty() {
        return Err(Refusal::Signs);
    }
    if new != subject.name
        && (names.declares(subject.kind, new) || names.book.has(subject.kind, new))
    {
        return Err(Refusal::Taken(new.to_string(), subject.kind.word()));
    }
    let mut edits = Edits::new();
    for (source, one) in names.places(subject) {
        let written = written(names, subject, source, &one, new);
        let file = edits.entry(source.name.to_string()).or_default();
        file.extend(written.map(|written| (one.span, written)));
    }
    for file in edits.values_mut() {
        file.sort();
        file.dedup();
    }
    sound(names, &edits, new)?;
    Ok(edits)
}

/// What stands at one of its places then; nothing where that stays.
fn written(
    names: &Names,
    subject: &Subject,
    source: &Source,
    one: &Occurrence,
    new: &str,
) -> Option<String> {
    let old = &source.text[one.span.start..one.span.end];
    let other = one.name != subject.name;
    if other && names.has_own_plural(subject) {
        return None;
    }
    let mut new = match (other, subject.kind) {
        (false, _) => new.to_string(),
        (true, Kind::Tally) => one_of(new),
        (true, _) => plural_of(new),
    };
    // A sentence begins with a capital.
    let begins = |word: &str| word.starts_with(char::is_uppercase);
    if subject.kind != Kind::Face && begins(old) && !begins(&subject.name) {
        new = capital(&new);
    }
    let is_quoted = source.text[..one.span.start].ends_with(['"', '\'']);
    let behind = source.text[one.span.end..].trim_start_matches([' ', '\t']);
    let is_key = one.defines || behind.starts_with('=');
    let bare = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
    if is_key && !is_quoted && !new.chars().all(bare) {
        new = format!("\"{new}\"");
    }
    Some(new)
}

/// What one of these is called; the same word where that is not plain.
fn one_of(many: &str) -> String {
    let cut = |end: &str, one: &str| Some(format!("{}{one}", many.strip_suffix(end)?));
    let ways = [cut("ies", "y"), cut("es", ""), cut("s", "")];
    let one = ways
        .into_iter()
        .flatten()
        .find(|one| plural_of(one) == many);
    one.unwrap_or_else(|| many.to_string())
}

/// The files have no more faults with the new name.
fn sound(names: &Names, edits: &Edits, new: &str) -> Result<(), Refusal> {
    let faults = |with: &dyn Fn(&Source) -> Source| -> Vec<String> {
        let cards = names
            .files
            .iter()
            .filter(|(_, symbols)| symbols.has_cards());
        let checked = Manuscript::new(cards.map(|(source, _)| with(source))).library();
        let report = checked.err().unwrap_or_default();
        let said = report.faults.iter().map(|fault| {
            let help = miette::Diagnostic::help(fault);
            help.map_or_else(|| fault.to_string(), |help| format!("{fault}; {help}"))
        });
        said.collect()
    };
    let after = faults(&|source| edited(source, edits));
    if after.is_empty() {
        return Ok(());
    }
    let before = faults(&Source::clone);
    match after.len() > before.len() {
        true => {
            let said = format!("the name `{new}`");
            let mut more = after.iter().filter(|fault| !before.contains(fault));
            // What is wrong with the name itself comes before what follows from it.
            let of_name = after.iter().find(|fault| fault.contains(&said));
            let why = of_name.or_else(|| more.next()).or(after.first());
            let why = why.cloned().unwrap_or_default();
            Err(Refusal::Wrong(new.to_string(), why))
        }
        false => Ok(()),
    }
}

fn edited(source: &Source, edits: &Edits) -> Source {
    let Some(edits) = edits.get(&*source.name) else {
        return source.clone();
    };
    let mut text = source.text.to_string();
    for (span, new) in edits.iter().rev() {
        text.replace_range(span.start..span.end, new);
    }
    Source::new(source.name.clone(), text)
}

//! What people write in other words than the language's: the rows of `grammar/phrases.toml`, and texts that they put right.

mod row;

use std::collections::{BTreeSet, HashSet};

use super::parse::{clauses_of, furthest, is_unclear, names_of, surface, surface_with, unlike};
use super::print;
pub use row::phrases;
pub(super) use row::tokens;
use text::Span;

/// How many rows may be applied to one clause, one after the other, and how many texts are looked at again after each.
const DEPTH: usize = 12;
const WIDTH: usize = 12;

/// So many bytes the texts that are tried for one clause have together at most.
const TRIED: usize = 24_000;

/// Words that stand so far behind where reading ends, in bytes, may belong to what ends it: `of the deck` is read as one.
const AHEAD: usize = 24;

/// So many meanings are told.
const MEANINGS: usize = 3;

/// All texts that one row makes of this one. Where what two rows take overlaps, the longer one alone counts, unless all do.
/// A row that begins far behind where reading ends changes nothing yet.
fn rewritten(text: &str, all_count: bool, read: usize) -> Vec<(String, usize)> {
    let tokens = tokens(text);
    let rows = phrases().iter().filter(|phrase| phrase.tell.is_none());
    let all = rows
        .flat_map(|phrase| phrase.rewritten(text, &tokens))
        .filter(|(taken, _)| taken.start <= read.saturating_add(AHEAD));
    let all: Vec<(Span, String)> = all.collect();
    let length = |span: Span| span.end - span.start;
    let longer = |one: Span, other: Span| {
        one.start < other.end && other.start < one.end && length(one) < length(other)
    };
    let kept = all
        .iter()
        .filter(|(taken, _)| all_count || !all.iter().any(|(other, _)| longer(*taken, *other)));
    // What is behind where reading ends is right where more is read then.
    kept.map(|(taken, text)| (text.clone(), if taken.start > read { read + 1 } else { 0 }))
        .collect()
}

/// A clause that cannot be read, and what to write in its place: several texts where they mean different things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    pub span: Span,
    pub texts: Vec<String>,
}

/// What to write in the place of each clause that is not said in the language's words. `offset` is where the text begins in its
/// file.
pub fn fixes(text: &str, offset: usize) -> Vec<Fix> {
    unlike_clauses(text)
        .into_iter()
        .filter_map(|(span, printed)| fixed(text, span, printed, offset))
        .collect()
}

/// What to write in the place of the clause in which that place is wrong, in its words or, where it can be read, in what they
/// stand for.
pub fn fix_at(text: &str, offset: usize, at: Span, unknown: bool) -> Option<Fix> {
    let holds = |span: &Span| span.start <= at.start && at.start <= span.end;
    if let (Ok(tree), true) = (surface(text, 0), unknown)
        && let Some(clause) = tree.clauses.iter().find(|clause| holds(&clause.span))
    {
        let texts = mended(&text[clause.span.start..clause.span.end], text);
        if !texts.is_empty() {
            let stop = usize::from(text[clause.span.end..].starts_with('.'));
            return Some(fix(
                text,
                Span::new(clause.span.start, clause.span.end + stop),
                offset,
                texts,
            ));
        }
    }
    let mut clauses = unlike_clauses(text).into_iter();
    clauses
        .find(|(span, _)| holds(span))
        .and_then(|(span, printed)| fixed(text, span, printed, offset))
}

/// The clause in which that place is, with lines of their own for what depends on each condition, where that is not clear.
pub fn laid_out(text: &str, offset: usize, at: Span) -> Option<Fix> {
    let holds = |span: &Span| span.start <= at.start && at.start <= span.end;
    let mut clauses = unlike_clauses(text).into_iter();
    let (span, printed) = clauses.find(|(span, _)| holds(span))?;
    let printed = printed.filter(|printed| is_unclear(&text[span.start..span.end], printed))?;
    Some(fix(text, span, offset, vec![printed]))
}

/// The clauses that may be in other words than the language's, from their first word on, and how the printer writes those that
/// are read.
fn unlike_clauses(text: &str) -> Vec<(Span, Option<String>)> {
    match surface(text, 0) {
        Ok(tree) => unlike(text, &tree, 0)
            .into_iter()
            .map(|(span, printed)| (span, Some(printed)))
            .collect(),
        Err(faults) if !faults.is_empty() => Vec::new(),
        Err(_) => {
            let words = |span: Span| {
                let clause = text[span.start..span.end].trim_end();
                let margin = clause.len() - clause.trim_start().len();
                (
                    Span::new(span.start + margin, span.start + clause.len()),
                    None,
                )
            };
            clauses_of(text).into_iter().map(words).collect()
        }
    }
}

fn fixed(text: &str, span: Span, printed: Option<String>, offset: usize) -> Option<Fix> {
    let clause = &text[span.start..span.end];
    let texts = match (printed, surface_with(clause, 0, &names_of(text))) {
        // Which of two things is meant nobody can tell.
        (Some(printed), _) if is_unclear(clause, &printed) => Vec::new(),
        (Some(printed), _) => or_printed(clause, printed, text),
        (None, Ok(tree)) if unlike(clause, &tree, 0).is_empty() => Vec::new(),
        (None, Ok(tree)) => or_printed(clause, print(&tree), text),
        (None, Err(_)) => mended(clause, text),
    };
    (!texts.is_empty()).then(|| fix(text, span, offset, texts))
}

/// What rows make of a clause that can be read; without one, what the printer writes.
fn or_printed(clause: &str, printed: String, text: &str) -> Vec<String> {
    let texts = mended(clause, text);
    if texts.is_empty() {
        vec![printed]
    } else {
        texts
    }
}

/// Comments that stand in what is put right stand above it then, and all lines in the column of the first.
fn fix(text: &str, span: Span, offset: usize, texts: Vec<String>) -> Fix {
    let line = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
    let margin: String = text[line..span.start]
        .chars()
        .take_while(|sign| sign.is_whitespace())
        .collect();
    let comment = |line: &'_ str| {
        let signs = line.char_indices().filter(|(_, sign)| *sign == '#');
        let outside = |at: &usize| line[..*at].matches('"').count().is_multiple_of(2);
        signs
            .map(|(at, _)| at)
            .find(outside)
            .map(|at| format!("{}\n", line[at..].trim_end()))
    };
    let comments: String = text[span.start..span.end]
        .lines()
        .filter_map(comment)
        .collect();
    let whole = |text: String| format!("{comments}{text}").replace('\n', &format!("\n{margin}"));
    Fix {
        span: span.shifted(offset),
        texts: texts.into_iter().map(whole).collect(),
    }
}

/// What rows make of a clause.
pub(super) enum Repair {
    /// Texts that can be read: those with the fewest rows applied, one for each meaning.
    Texts(Vec<String>),
    /// None. The text of which most is read.
    Nearest(String),
}

/// The texts that rows make of a clause and that can be read, with the names that the whole text gives.
pub fn mended(clause: &str, text: &str) -> Vec<String> {
    match repair(clause, &names_of(text)) {
        Repair::Texts(texts) => texts,
        Repair::Nearest(_) => Vec::new(),
    }
}

pub(super) fn repair(clause: &str, given: &HashSet<String>) -> Repair {
    match repair_by(clause, given, false) {
        Repair::Nearest(_) => repair_by(clause, given, true),
        texts => texts,
    }
}

fn repair_by(clause: &str, given: &HashSet<String>, all_count: bool) -> Repair {
    let mut seen = BTreeSet::from([clause.to_string()]);
    // With how far each is read, and how much of it is left then.
    let end = |text: &str| furthest(text, given).min(text.len());
    let mut nearest = (clause.len() - end(clause), clause.to_string());
    let (mut texts, mut tried) = (vec![(clause.to_string(), furthest(clause, given))], 0);
    for _ in 0..DEPTH {
        let (mut right, mut known, mut wrong) = (Vec::new(), BTreeSet::new(), Vec::new());
        for (text, least) in texts
            .iter()
            .flat_map(|(text, read)| rewritten(text, all_count, *read))
        {
            if tried > TRIED || !seen.insert(text.clone()) {
                continue;
            }
            tried += text.len();
            match surface_with(&text, 0, given) {
                Ok(read) => {
                    let printed = print(&read);
                    if known.insert(printed.clone()) {
                        right.push(printed);
                    }
                }
                Err(_) if end(&text) < least => {}
                Err(_) => wrong.push((text.len() - end(&text), text)),
            }
        }
        if !right.is_empty() {
            right.truncate(MEANINGS);
            return Repair::Texts(right);
        }
        // Those first of which least is left that cannot be read.
        wrong.sort();
        wrong.truncate(WIDTH);
        let Some(first) = wrong.first() else { break };
        if first.0 < nearest.0 {
            nearest = first.clone();
        }
        texts = wrong
            .into_iter()
            .map(|(left, text)| (text.clone(), text.len() - left))
            .collect();
    }
    Repair::Nearest(nearest.1)
}

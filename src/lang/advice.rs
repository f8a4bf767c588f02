//! Tells of a text that no row puts right what is not said so, or how far the rows put it right.

use super::parse::{clauses_of, names_of, parse_text, surface_with};
use super::phrases::{Repair, phrases, repair, tokens};
use crate::Fault;
use text::Span;

/// What to tell of a clause that cannot be put right.
#[derive(Debug)]
pub struct Advice {
    pub clause: Span,
    /// What is not said so, or what is left where rows have put right what stands before it.
    pub fault: Fault,
    /// What the rows have made of what stands before it, up to the end of a sentence.
    pub before: Option<String>,
}

/// What to tell of the clause in which the fault is.
pub fn advice(text: &str, offset: usize, at: Span) -> Option<Advice> {
    let holds = |span: &Span| span.start <= at.start && at.start <= span.end;
    let span = clauses_of(text).into_iter().find(holds)?;
    let clause = text[span.start..span.end].trim_end();
    let offset = offset + span.start;
    let whole = Span::new(0, clause.len()).shifted(offset);
    if let Some((taken, told)) = tip(clause) {
        let reason = format!(
            "`{}` cannot be said this way",
            &clause[taken.start..taken.end]
        );
        let fault = Fault::new(taken.shifted(offset), reason).with_help(told);
        return Some(Advice {
            clause: whole,
            fault,
            before: None,
        });
    }
    let given = names_of(text);
    if surface_with(clause, 0, &given).is_ok() {
        return None;
    }
    let Repair::Nearest(nearest) = repair(clause, &given) else {
        return None;
    };
    let fault = parse_text(&nearest, 0).err()?.into_iter().next()?;
    let rest = &nearest[fault.span.start.min(nearest.len())..];
    if nearest == clause || rest.is_empty() || !clause.ends_with(rest) {
        return None;
    }
    let start = clause.len() - rest.len();
    let length = fault.span.end - fault.span.start;
    let before = sound(&nearest[..fault.span.start]).map(str::to_string);
    let fault = Fault {
        span: Span::new(start, start + length).shifted(offset),
        ..fault
    };
    Some(Advice {
        clause: whole,
        fault,
        before,
    })
}

/// As much of a text as is read, up to the end of a sentence.
fn sound(text: &str) -> Option<&str> {
    let mut text = text.trim_end();
    while parse_text(text, 0).is_err() {
        text = text[..[". ", "; ", ", then "]
            .iter()
            .filter_map(|end| text.rfind(end))
            .max()?]
            .trim_end();
    }
    Some(text)
}

/// The first part of which a row tells something.
fn tip(text: &str) -> Option<(Span, &'static str)> {
    let tokens = tokens(text);
    let rows = phrases()
        .iter()
        .filter_map(|phrase| Some((phrase, phrase.tell.as_deref()?)));
    let all = rows.flat_map(|(phrase, told)| {
        let spared = |before: &str| {
            let words = phrase.but_behind.as_deref();
            words.is_some_and(|words| before.trim_end().ends_with(words))
        };
        let begins = phrase.begins(&tokens);
        let begins = begins.filter(move |(_, first)| !spared(&text[..first.span.start]));
        let matches = begins.flat_map(|(from, first)| {
            let ends = phrase.matches(text, &tokens, from).into_iter();
            ends.map(move |(end, _)| (first.span.start, end))
        });
        matches
            .map(move |(start, end)| (start, end, told))
            .collect::<Vec<_>>()
    });
    let spans = all.map(|(start, end, told)| (Span::new(start, tokens[end - 1].span.end), told));
    spans.min_by_key(|(span, _)| (span.start, usize::MAX - span.end))
}

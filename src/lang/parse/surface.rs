//! Reads texts as they are written, and tells which clauses are in other words than the printer's.

use std::collections::HashSet;

use super::bounds::bounds;
use super::builder::Builder;
use super::words::{Words, words, words_with};
use super::{Rule, Unread, run};
use crate::{Fault, ast, print};
use text::{Span, Spanned};

/// Reads one text as it is written: its sentences stand in the tree as they are, in whatever words.
///
/// # Errors
/// The bounds that it goes beyond; none where it cannot be read.
pub fn surface(text: &str, offset: usize) -> Result<ast::Text, Vec<Fault>> {
    surface_with(text, offset, &HashSet::new())
}

/// The same of a part of a text in which other parts give names.
pub(crate) fn surface_with(
    text: &str,
    offset: usize,
    given: &HashSet<String>,
) -> Result<ast::Text, Vec<Fault>> {
    let faults = bounds(text, offset);
    if faults.is_empty() {
        read_words(words_with(text, given), offset).map_err(|Unread| Vec::new())
    } else {
        Err(faults)
    }
}

pub(super) fn read_text(text: &str, offset: usize) -> Result<ast::Text, Unread> {
    read_words(words(text), offset)
}

fn read_words(words: Result<Words, Vec<Fault>>, offset: usize) -> Result<ast::Text, Unread> {
    let words = words.map_err(|_| Unread)?;
    let nodes = run(Rule::text, &words)?;
    let build = Builder::new(&words, offset);
    let mut clauses: Vec<Spanned<ast::Clause>> = Vec::new();
    for node in nodes.filter(|node| node.as_rule() != Rule::EOI) {
        let clause = build.line(node);
        match (clauses.last_mut(), clause.node) {
            // The lines of an action are one.
            (
                Some(Spanned {
                    node: ast::Clause::Play(before),
                    span,
                }),
                ast::Clause::Play(more),
            ) => {
                before.statements.extend(more.statements);
                *span = span.to(clause.span);
            }
            (_, node) => clauses.push(Spanned::new(node, clause.span)),
        }
    }
    Ok(ast::Text { clauses })
}

pub(super) fn shifted(
    words: Result<Words, Vec<Fault>>,
    offset: usize,
) -> Result<Words, Vec<Fault>> {
    words.map_err(|faults| {
        faults
            .into_iter()
            .map(|fault| fault.shifted(offset))
            .collect()
    })
}

/// The clauses that are written in other words than the printer's, and how that writes them.
pub fn unlike(text: &str, tree: &ast::Text, offset: usize) -> Vec<(Span, String)> {
    // A full stop is part of what is written again.
    let whole = |Span { start, end }: Span| {
        Span::new(
            start,
            end + usize::from(text[end - offset..].starts_with('.')),
        )
    };
    let clauses = tree
        .clauses
        .iter()
        .map(|clause| (whole(clause.span), print::print_clause(&clause.node)));
    let differs = |(span, printed): &(Span, String)| {
        let span = Span::new(span.start - offset, span.end - offset);
        let (written, printed) = (plain(in_lines(text, span)), plain(printed));
        has_fewer_blocks(&written, &printed) || !said(&written).eq(said(&printed))
    };
    clauses.filter(differs).collect()
}

/// From the first word of a clause that the printer writes in another way to the last.
pub(super) fn differing(written: &str, printed: &str) -> Option<Span> {
    let (written, printed) = (words(written).ok()?, plain(printed));
    let own = written.tokens().flat_map(|(at, word)| {
        let said = said(word);
        said.map(move |said| (at, at + word.len(), said))
    });
    let own: Vec<_> = own.collect();
    let printed: Vec<&str> = said(&printed).collect();
    let alike = |((.., one), other): &((usize, usize, &str), &&str)| one == *other;
    let same = own.iter().copied().zip(&printed).take_while(alike).count();
    let rest = own.len().min(printed.len()) - same;
    let ends = own.iter().copied().rev().zip(printed.iter().rev());
    let behind = ends.take(rest).take_while(alike).count();
    let (first, last) = (
        own.get(same)?,
        own.get((own.len() - behind).max(same + 1) - 1)?,
    );
    Some(written.span(first.0, last.1))
}

/// What stands there, with the indentation of its first line: the lines below stand as deep, or deeper.
pub(super) fn in_lines(text: &str, span: Span) -> &str {
    let before = text[..span.start].trim_end_matches([' ', '\t']);
    &text[before.len()..span.end]
}

/// Of two conditions in one sentence only lines tell to which of them `otherwise` belongs.
pub fn is_unclear(written: &str, printed: &str) -> bool {
    has_fewer_blocks(&plain(written), &plain(printed))
}

fn has_fewer_blocks(written: &str, printed: &str) -> bool {
    let blocks = |plain: &str| plain.matches('{').count();
    written.contains("otherwise ") && blocks(written) < blocks(printed)
}

pub(super) fn plain(text: &str) -> String {
    words(text).map_or_else(|_| String::new(), |words| words.plain)
}

/// The words that must be those of the printer: without layout, articles, and what tells one from several.
pub(super) fn said(plain: &str) -> impl Iterator<Item = &str> {
    let words = plain.split_whitespace().filter(|word| {
        !matches!(
            *word,
            "." | ";"
                | ","
                | ":"
                | "|"
                | "{"
                | "}"
                | "("
                | ")"
                | "then"
                | "a"
                | "an"
                | "any"
                | "one"
                | "1"
        )
    });
    words.map(|word| match word {
        "are" | "is" => "is",
        "have" | "has" => "has",
        "their" | "its" => "its",
        "this" => "this",
        _ => word
            .strip_suffix("ies")
            .or(word.strip_suffix("ys"))
            .or(word.strip_suffix('y'))
            .or(word.strip_suffix("es"))
            .or(word.strip_suffix(['e', 's']))
            .unwrap_or(word),
    })
}

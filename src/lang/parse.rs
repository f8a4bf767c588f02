//! Reads texts of the effect language: `words.rs` puts them into plain words, pest finds the rules of the grammar, the builder
//! makes the tree. What is read is printed and compared: only the printer's words are the language.

mod bounds;
mod builder;
mod clause;
mod condition;
mod expected;
mod fault;
mod happening;
mod operand;
mod statement;
mod surface;
mod thing;
mod words;

use std::collections::HashSet;
use std::num::NonZeroUsize;

use pest::Parser;
use pest::iterators::Pairs;

use super::ast;
use super::print;
use crate::Fault;
use bounds::bounds;
pub(super) use bounds::clauses_of;
use builder::Builder;
pub(crate) use builder::Parts;
pub use expected::{Expected, expected};
pub use surface::surface;
pub(super) use surface::surface_with;
pub(super) use surface::{is_unclear, unlike};
use surface::{plain, read_text, said, shifted};
use text::{Span, Spanned};
pub(super) use words::FIGURES;
pub use words::vocabulary;
use words::{Words, words, words_with};

#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/effect.pest"]
pub(crate) struct EffectGrammar;

type Node<'i> = pest::iterators::Pair<'i, Rule>;

/// How many steps pest may take for one text: far more than any readable text needs.
const MOST_STEPS: NonZeroUsize = NonZeroUsize::new(24_000_000).expect("the number is not zero");

/// The grammar does not take it.
struct Unread;

/// The parts of the rule, where the words are read so.
fn run(rule: Rule, words: &Words) -> Result<Pairs<'_, Rule>, Unread> {
    pest::set_call_limit(Some(MOST_STEPS));
    let mut nodes = EffectGrammar::parse(rule, &words.plain).map_err(|_| Unread)?;
    Ok(nodes
        .next()
        .expect("a rule that matched gives its node")
        .into_inner())
}

/// The reason why a text is refused that can be read.
pub(super) const OTHER_WORDS: &str = "the language has other words for this";

/// Reads one text, all its clauses.
///
/// `offset` is where the text begins in its file, in bytes; all spans count from the beginning of the file.
///
/// # Errors
/// What is wrong, in source order: at most one fault a clause.
pub fn parse_text(text: &str, offset: usize) -> Result<ast::Text, Vec<Fault>> {
    // What goes beyond the bounds is not read at all.
    let faults = bounds(text, offset);
    if !faults.is_empty() {
        return Err(faults);
    }
    let faults = match read_text(text, offset) {
        Ok(tree) => match other_words(text, &tree, offset) {
            faults if faults.is_empty() => return Ok(tree),
            faults => faults,
        },
        // Clause by clause, so that one broken clause does not hide the faults of the next.
        Err(Unread) => clauses_of(text)
            .into_iter()
            .flat_map(|span| {
                let (clause, offset) = (&text[span.start..span.end], offset + span.start);
                match read_text(clause, offset) {
                    Ok(tree) => other_words(clause, &tree, offset),
                    Err(Unread) => fault::unread(Rule::text, clause, offset),
                }
            })
            .collect(),
    };
    Err(if faults.is_empty() {
        fault::unread(Rule::text, text, offset)
    } else {
        faults
    })
}

/// The clauses of a text that can be read, in whatever words; the others are left out.
pub fn readable(text: &str, offset: usize) -> ast::Text {
    let mut clauses = Vec::new();
    for span in clauses_of(text) {
        let read = surface(&text[span.start..span.end], offset + span.start);
        clauses.extend(read.into_iter().flat_map(|read| read.clauses));
    }
    ast::Text { clauses }
}

/// The faults of clauses that can be read, and are said in other words than the printer's.
fn other_words(text: &str, tree: &ast::Text, offset: usize) -> Vec<Fault> {
    let fault = |(span, printed): (Span, String)| {
        let place = Span::new(span.start - offset, span.end - offset);
        let written = &text[place.start..place.end];
        if surface::is_unclear(surface::in_lines(text, place), &printed) {
            let reason = "it is not clear what this `otherwise` belongs to";
            let help = format!("put what depends on each condition on its own lines:\n{printed}");
            return Fault::new(span, reason).with_help(help);
        }
        fault::misspelt(written, span.start).unwrap_or_else(|| {
            let differs = surface::differing(written, &printed);
            let differs = differs.map(|differs| differs.shifted(span.start));
            in_other_words(differs.unwrap_or(span), &printed)
        })
    };
    unlike(text, tree, offset).into_iter().map(fault).collect()
}

/// Reads one condition, such as the `holds` of a rule.
///
/// # Errors
/// What is wrong with it.
pub fn parse_cond(text: &str, offset: usize) -> Result<Spanned<ast::Cond>, Vec<Fault>> {
    let faults = bounds(text, offset);
    if !faults.is_empty() {
        return Err(faults);
    }
    let words = shifted(words(text), offset)?;
    let mut nodes = run(Rule::lone_cond, &words)
        .map_err(|Unread| fault::unread(Rule::lone_cond, text, offset))?;
    let build = Builder::new(&words, offset);
    let cond = build.cond(nodes.next().expect("a condition stands there"));
    let printed = print::print_cond(&cond);
    match said(&words.plain).eq(said(&plain(&printed))) {
        true => Ok(cond),
        false => Err(vec![in_other_words(
            Span::new(0, text.trim_end().len()).shifted(offset),
            &printed,
        )]),
    }
}

/// The names that a text gives.
pub(super) fn names_of(text: &str) -> HashSet<String> {
    words(text).map_or_else(|_| HashSet::new(), |words| words.names)
}

/// How far a text is read, in bytes.
pub(super) fn furthest(text: &str, given: &HashSet<String>) -> usize {
    match bounds(text, 0).is_empty() {
        true => words_with(text, given).map_or(0, |words| fault::furthest(Rule::text, &words)),
        false => 0,
    }
}

fn in_other_words(span: Span, printed: &str) -> Fault {
    let help = format!(
        "write {}",
        match printed.contains('\n') {
            true => format!("\n{printed}"),
            false => format!("`{printed}`"),
        }
    );
    Fault::new(span, OTHER_WORDS).with_help(help)
}

#[cfg(test)]
pub(super) mod tests;

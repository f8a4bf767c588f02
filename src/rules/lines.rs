//! What a reader sees of a text: its lines in canonical form, and sentences on keywords and tallies.

use super::file::{Instead, SetFile};
use super::ir;
use super::lower::Lowering;
use super::names::{Signature, Type};
use super::references::Search;
use super::tree;
use lang::ast::{self, Clause, Text, Word};
use lang::{print, print_clause};
use text::{plural_of, sentence};

/// A text as it reads where that one holds of its other readings.
pub(super) fn reading<'t>(
    printed: &'t Text,
    instead: &'t [Instead],
    reading: Option<usize>,
) -> &'t Text {
    reading.map_or(printed, |at| &instead[at].text)
}

/// The lines of a text in canonical form.
pub(super) fn lines(text: &Text) -> Vec<String> {
    print(text).lines().map(ToString::to_string).collect()
}

/// An author's words of a text.
pub(super) fn said(says: Option<&Word>) -> Option<String> {
    says.map(|says| says.node.trim().to_string())
}

/// The lines of an author's words; none where there are no words.
pub fn author_lines(says: Option<&str>) -> Vec<String> {
    let lines = says.unwrap_or_default().lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty())
        .map(str::to_string)
        .collect()
}

/// What somebody reads: the author's words, if there are any, and then the effect text.
pub fn explained(says: Option<&str>, lines: &[String]) -> Vec<String> {
    let mut all = author_lines(says);
    if all.is_empty() {
        return lines.to_vec();
    }
    all.push(EFFECT.to_string());
    all.extend(lines.iter().map(|line| format!("  {line}")));
    all
}

/// Heads an effect text below words of its author.
pub const EFFECT: &str = "Effect text:";

/// The lines of those of its clauses that say when it wins.
pub(super) fn winning(text: &Text) -> Vec<String> {
    let wins = text
        .clauses
        .iter()
        .filter(|clause| matches!(clause.node, Clause::Win(_)));
    wins.map(|clause| print_clause(&clause.node)).collect()
}

/// How much of a tally wins.
pub(super) fn goal(tally: &str, wins_at: u8) -> String {
    match wins_at {
        1 => format!("You win with 1 {}.", singular(tally)),
        more => format!("You win with {more} {tally}."),
    }
}

/// One of what a tally counts, as its name has it in the plural.
fn singular(tally: &str) -> String {
    let stem = |end: &str, instead: &str| {
        let one = format!("{}{instead}", tally.strip_suffix(end)?);
        (plural_of(&one) == tally).then_some(one)
    };
    let hissing = ["sses", "xes", "zes", "ches", "shes"]
        .iter()
        .any(|end| tally.ends_with(end));
    let es = if hissing { stem("es", "") } else { None };
    stem("ies", "y")
        .or(es)
        .or_else(|| stem("s", ""))
        .unwrap_or_else(|| tally.to_string())
}

/// What a keyword means in its author's words, with the names of its parameters, and what one of it is called.
pub(super) fn keyword_sentences(keyword: &tree::Keyword, signature: &Signature) -> Vec<String> {
    let named = |placeholder: &str| {
        let (name, forms) = placeholder.split_once(' ').unwrap_or((placeholder, ""));
        signature
            .params
            .iter()
            .any(|param| param.name == name)
            .then(|| match forms.split_once('|') {
                // `{count card|cards}`
                Some((_, many)) => format!("{} {many}", name.to_uppercase()),
                None => name.to_uppercase(),
            })
    };
    let reads = keyword
        .reads
        .iter()
        .map(|reads| sentence(&filled(reads, named)));
    let noun = keyword
        .noun
        .iter()
        .map(|noun| format!("One such effect is called {noun}."));
    reads.chain(noun).collect()
}

/// A template with its `{NAME}`s filled in; what is filled in is not looked through again.
fn filled(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let (name, behind) = behind.split_once('}').unwrap_or((behind, ""));
        out.push_str(&value(name).unwrap_or_default());
        rest = behind;
    }
    out + rest
}

pub(super) fn keyword(
    lowering: &mut Lowering,
    files: &[SetFile],
    words: Search<'_>,
    disputes: &[usize],
    at: usize,
) -> ir::Keyword {
    let (signature, keyword) = (&words.names.keywords[at], &words.checked.keywords[at]);
    let tree::Keyword {
        rules,
        log,
        log_unanswered,
        text,
        ..
    } = keyword;
    let (held, text) = (text.reading(disputes), text.at(disputes));
    // Plural parameters are in no register.
    let params = signature
        .params
        .iter()
        .filter_map(|param| match param.kind {
            Type::One(element) => Some((param.name.clone(), Some(element))),
            Type::Number => Some((param.name.clone(), None)),
            Type::Many(_) | Type::Truth | Type::Each(_) | Type::EachNumber | Type::Broken => None,
        });
    let written = files
        .iter()
        .flat_map(|file| &file.keywords)
        .nth(at)
        .expect("names.rs collected every keyword");
    let written = reading(&written.text, &written.instead, held);
    ir::Keyword {
        name: signature.name.clone(),
        text: print(written).into(),
        lines: keyword_sentences(keyword, signature)
            .into_iter()
            .chain(lines(written))
            .collect(),
        words: Vec::new(),
        log: log.clone(),
        log_unanswered: log_unanswered.clone(),
        rules: rules.clone(),
        written: lowering.written(text.file, text.span),
        params: params.collect(),
    }
}

/// The texts that a text gives to buildings.
pub(super) fn granted(text: &Text) -> impl Iterator<Item = &Text> {
    text.clauses.iter().filter_map(|clause| match &clause.node {
        Clause::Alters(alters) => match &alters.what {
            ast::Alteration::Has { text, .. } => Some(text),
            _ => None,
        },
        _ => None,
    })
}

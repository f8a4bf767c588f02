//! The words of one game: its keywords, and the words that its texts use, by their numbers in it.

use std::sync::Arc;

use super::english::{self, Used, Words};
use super::file::{Instead, SetFile};
use super::ir::{self, Element, Word};
use super::lower::Lowering;
use super::names::Type;
use super::tree::{self, Checked};
use crate::syntax::ast::Text;

/// Words by their numbers in the game. A keyword that no text of it can come to has none.
pub(super) fn in_game(keywords: &[usize], tallies: &[usize], used: Vec<Used>) -> Vec<Word> {
    let number = |known: &[usize], word| Some(known.iter().position(|other| *other == word)? as u8);
    let words = used.into_iter().filter_map(|word| match word {
        Used::Keyword(at) => number(keywords, at).map(Word::Keyword),
        Used::Status(at) => Some(Word::Status(at)),
        Used::Counter(at) => Some(Word::Counter(at)),
        Used::Tally(at) => number(tallies, at).map(Word::Tally),
    });
    words.collect()
}

/// A text as it reads, in canonical form.
pub(super) fn said(printed: &Text, instead: &[Instead], reading: Option<usize>) -> Arc<str> {
    reading.map_or(printed, |at| &instead[at].text).to_string().into()
}

pub(super) fn keyword(
    lowering: &mut Lowering,
    files: &[SetFile],
    (words, disputes): (Words<'_>, &[usize]),
    checked: &Checked,
    at: usize,
) -> ir::Keyword {
    let (signature, keyword) = (&words.names.keywords[at], &checked.keywords[at]);
    let tree::Keyword { rules, log, log_unanswered, text, .. } = keyword;
    let (reading, text) = (text.reading(disputes), text.at(disputes));
    // Plural parameters are in no register.
    let params = signature.params.iter().filter_map(|param| match param.kind {
        Type::One(element) => Some((param.name.clone(), Some(element))),
        Type::Number => Some((param.name.clone(), None::<Element>)),
        Type::Many(_) | Type::Truth | Type::Each(_) | Type::EachNumber | Type::Broken => None,
    });
    let canonical = files.iter().flat_map(|file| &file.keywords).nth(at);
    ir::Keyword {
        name: signature.name.clone(),
        text: canonical.map(|keyword| said(&keyword.text, &keyword.instead, reading)).unwrap_or_default(),
        english: english::keyword(words, signature, keyword.reads.as_deref(), text),
        words: Vec::new(),
        log: log.clone(),
        log_unanswered: log_unanswered.clone(),
        rules: rules.clone(),
        written: lowering.written(text.file, text.span),
        params: params.collect(),
    }
}

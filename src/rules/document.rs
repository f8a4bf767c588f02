//! Files of cards and recipes as TOML: faults of the TOML itself, signs that steer a terminal, names that are too long.

use toml::de::{DeTable, Error};

use super::error::{LANGUAGE, LANGUAGE_SAID, Problem, Report};
use super::quotes;
use super::table::{Table, Written, each_string};
use lang::ast::Word;
use text::limits::NAME;
use text::{BYTE_ORDER_MARK, Source, Span, shown, steers};

/// So many faults are told of a text that is no TOML: what follows may be none but for them.
const TOLD: usize = 5;

/// Reads a file's TOML; what TOML itself finds wrong is reported, and what would steer the terminal of those who read it.
pub(super) fn document<'s>(
    source: &'s Source,
    report: &mut Report,
) -> Option<toml::Spanned<DeTable<'s>>> {
    if control_signs(source, report) {
        return None;
    }
    let (document, mut errors) = DeTable::parse_recoverable(&source.text);
    leave_out_what_follows(&source.text, &mut errors);
    let begins = |error: &Error| error.span().map_or(source.text.len(), |span| span.start);
    if let Some((span, said)) = errors
        .first()
        .and_then(|error| quotes::missing(&source.text, begins(error)))
    {
        report.add(source, span, Problem::Toml(said.to_string()));
        return None;
    }
    for (number, error) in errors.iter().enumerate().take(TOLD + 1) {
        let end = source.text.len();
        let span = error.span().map_or(Span::new(end, end), |range| {
            Span::new(range.start, range.end)
        });
        let said = match errors.len() - number {
            more @ 2.. if number == TOLD => {
                format!("from here on there are {more} more like these")
            }
            _ => error.message().to_lowercase(),
        };
        report.add(source, span, Problem::Toml(said));
    }
    if errors.is_empty() {
        escaped_control_signs(source, document.get_ref(), report);
        name_lengths(source, document.get_ref(), report);
    }
    errors.is_empty().then_some(document)
}

/// What TOML says of a key or a section that is there already.
const TWICE: &str = "duplicate key";

/// Of a section that is there twice each key is there twice, too: that is not told.
fn leave_out_what_follows(text: &str, errors: &mut Vec<Error>) {
    let mut told = None;
    errors.retain(|error| {
        let Some(at) = error
            .span()
            .map(|span| span.start)
            .filter(|_| error.message() == TWICE)
        else {
            return true;
        };
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        if text[line..].trim_start().starts_with('[') {
            told = Some(text[at..].find("\n[").map_or(text.len(), |end| at + end));
            return true;
        }
        told.is_none_or(|end| at >= end)
    });
}

/// In which version of the language the texts are. A file of an older Brink says nothing of it.
pub(super) fn language(source: &Source, table: &mut Table, report: &mut Report) {
    let place = table.place_of("language");
    let written = table.has("language");
    let faults = report.faults.len();
    let found = if written {
        table.positive("language", report)
    } else {
        None
    };
    report.faults[faults..].iter_mut().for_each(|fault| {
        fault.problem = Problem::WrongValue {
            key: "language".into(),
            wanted: LANGUAGE_SAID,
        };
    });
    if found != Some(LANGUAGE) && written == found.is_some() {
        report.add(source, place, Problem::Language { found });
    }
}

/// Values of these keys are texts, and have lines.
const TEXTS: [&str; 3] = ["text", "holds", "says"];

fn is_of_texts(sign: char) -> bool {
    matches!(sign, '\n' | '\r' | '\t')
}

/// Reports such signs that are written as they are, in comments, too; answers whether there are any.
fn control_signs(source: &Source, report: &mut Report) -> bool {
    // TOML passes over the mark.
    let mark = (0, BYTE_ORDER_MARK);
    let hostile =
        |there: &(usize, char)| steers(there.1) && !is_of_texts(there.1) && *there != mark;
    let mut behind = None;
    for (at, sign) in source.text.char_indices().filter(hostile) {
        // Several in a row are one fault.
        if behind != Some(at) {
            report.add(
                source,
                Span::new(at, at + sign.len_utf8()),
                Problem::Steering { sign: shown(sign) },
            );
        }
        behind = Some(at + sign.len_utf8());
    }
    behind.is_some()
}

/// Reports those that strings and keys stand for by an escape, and lines in what is no text.
fn escaped_control_signs(source: &Source, table: &DeTable, report: &mut Report) {
    let start = report.faults.len();
    each_string(table, &mut |written, content, span| {
        let text = matches!(written, Written::Of(key) if TEXTS.contains(&key));
        let found = content
            .chars()
            .find(|sign| steers(*sign) && !(text && is_of_texts(*sign)));
        if let Some(sign) = found {
            report.add(source, span, Problem::Steering { sign: shown(sign) });
        }
    });
    report.sort_from(start);
}

/// Values of this key are names, too; what else is called by a name is a key somewhere, or named in a text.
const ID: &str = "id";

/// Reports a name of a text that is longer than [`NAME`].
pub(super) fn name_length(source: &Source, word: &Word, report: &mut Report) {
    check_length(source, &word.node, word.span, report);
}

/// Reports names that are longer than [`NAME`].
fn name_lengths(source: &Source, table: &DeTable, report: &mut Report) {
    let start = report.faults.len();
    each_string(table, &mut |written, content, span| {
        if matches!(written, Written::Key | Written::Of(ID)) {
            check_length(source, content, span, report);
        }
    });
    report.sort_from(start);
}

fn check_length(source: &Source, name: &str, span: Span, report: &mut Report) {
    let count = name.chars().count();
    if count > NAME {
        report.add(
            source,
            span,
            Problem::TooMany {
                what: "letters of one name",
                count,
                most: NAME,
            },
        );
    }
}

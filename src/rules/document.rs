//! Files of cards and recipes as TOML: what TOML itself finds wrong.

use toml::de::{DeTable, Error};

use super::error::{LANGUAGE, LANGUAGE_SAID, Problem, Report};
use super::lengths;
use super::quotes;
use super::steering;
use super::table::Table;
use text::{Source, Span};

/// So many faults are told of a text that is no TOML: what follows may be none but for them.
const TOLD: usize = 5;

/// Reads a file's TOML; what TOML itself finds wrong is reported, and what would steer the terminal of those who read it.
pub(super) fn document<'s>(
    source: &'s Source,
    report: &mut Report,
) -> Option<toml::Spanned<DeTable<'s>>> {
    if steering::as_it_is(source, report) {
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
        steering::escaped(source, document.get_ref(), report);
        lengths::of_names(source, document.get_ref(), report);
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

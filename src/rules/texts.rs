//! Where the texts of a set file stand, for those who write them anew.

use super::document::{AUTHORING, document};
use super::error::Report;
use super::fixes::with_fixes;
use super::sections::{parsed, text};
use super::table::{Entry, Reader, Table};
use lang::parse_cond;
use text::{Source, Span};

/// A text of a set file that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPlace {
    /// The whole value, with its quotes.
    pub value: Span,
    /// The text inside its quotes, without the line break that may follow them.
    pub inside: Span,
    /// It is a condition, the `holds` of a rule.
    pub is_condition: bool,
}

/// The sorts of sections that have a text.
const WITH_TEXTS: [&str; 5] = ["building", "action", "keyword", "counter", "tally"];

/// Where all texts of a file stand, in file order. Files of other sorts have none.
///
/// # Errors
/// All that is wrong with the file's TOML and with the words of its texts.
pub fn texts(source: &Source) -> Result<Vec<TextPlace>, Report> {
    let all = |source: &Source| {
        let mut report = Report::default();
        let found = found(source, &mut report);
        report.into_result().map(|()| found)
    };
    all(source).map_err(|report| {
        let again = |sources: Vec<Source>| sources.iter().try_for_each(|one| all(one).map(drop));
        with_fixes(report, std::slice::from_ref(source), again)
    })
}

fn found(source: &Source, report: &mut Report) -> Vec<TextPlace> {
    let mut found = Vec::new();
    let Some(document) = document(source, AUTHORING, report) else {
        return found;
    };
    let reader = Reader::new(source);
    let mut table = Table::of_file(&reader, "a set file", &document);
    for sort in WITH_TEXTS {
        for (_, mut section) in table.sections(sort) {
            found.extend(of_section(&mut section));
        }
    }
    for (_, mut section) in table.sections("rule") {
        found.extend(of_section(&mut section));
        found.extend(section.take("holds").and_then(|entry| {
            parsed(&entry, false, parse_cond)?;
            place(&entry, true)
        }));
    }
    reader.finish(report);
    found.sort_by_key(|place| place.value);
    found
}

/// The text of a section, and those of its other readings.
fn of_section(section: &mut Table) -> Vec<TextPlace> {
    let own = section.take("text");
    let others = section.tables("instead").into_iter();
    let all = own
        .into_iter()
        .chain(others.filter_map(|mut other| other.take("text")));
    all.filter_map(|entry| {
        text(&entry)?;
        place(&entry, false)
    })
    .collect()
}

fn place(entry: &Entry, is_condition: bool) -> Option<TextPlace> {
    Some(TextPlace {
        value: entry.span,
        inside: entry.text_span()?,
        is_condition,
    })
}

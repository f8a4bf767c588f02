//! Refuses names that are too long to be shown in one line.

use toml::de::DeTable;

use super::error::{Problem, Report};
use super::table::{Written, each_string};
use lang::ast::Word;
use text::limits::NAME;
use text::{Source, Span};

/// Values of this key are names, too; what else is called by a name is a key somewhere, or named in a text.
const ID: &str = "id";

/// Reports a name of a text that is longer than [`NAME`].
pub(super) fn of_name(source: &Source, word: &Word, report: &mut Report) {
    name(source, &word.node, word.span, report);
}

/// Reports names that are longer than [`NAME`].
pub(super) fn of_names(source: &Source, table: &DeTable, report: &mut Report) {
    let start = report.faults.len();
    each_string(table, &mut |written, content, span| {
        if matches!(written, Written::Key | Written::Of(ID)) {
            name(source, content, span, report);
        }
    });
    report.sort_from(start);
}

fn name(source: &Source, name: &str, span: Span, report: &mut Report) {
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

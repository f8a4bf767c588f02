//! Refuses names that are too long to be shown in one line.

use toml::de::{DeTable, DeValue};

use super::error::{Problem, Report};
use super::table::{Value, span_of};
use crate::base::limits::NAME;
use crate::base::{Source, Span};
use crate::syntax::ast::Word;

/// Values of this key are names, too; what else is called by a name is a key somewhere, or named in a text.
const ID: &str = "id";

/// Reports a name of a text that is longer than [`NAME`].
pub(super) fn of_name(source: &Source, word: &Word, report: &mut Report) {
    name(source, &word.node, word.span, report);
}

/// Reports names that are longer than [`NAME`].
pub(super) fn of_names(source: &Source, table: &DeTable, report: &mut Report) {
    let start = report.faults.len();
    entries(source, table, report);
    report.sort_from(start);
}

fn entries(source: &Source, table: &DeTable, report: &mut Report) {
    for (key, value) in table {
        name(source, key.get_ref(), span_of(key), report);
        values(source, value, key.get_ref() == ID, report);
    }
}

fn values(source: &Source, value: &Value, id: bool, report: &mut Report) {
    match value.get_ref() {
        DeValue::String(content) if id => name(source, content, span_of(value), report),
        DeValue::Array(array) => array.iter().for_each(|value| values(source, value, id, report)),
        DeValue::Table(table) => entries(source, table, report),
        _ => {}
    }
}

fn name(source: &Source, name: &str, span: Span, report: &mut Report) {
    let count = name.chars().count();
    if count > NAME {
        report.add(source, span, Problem::TooMany { what: "letters of one name", count, most: NAME });
    }
}

//! Reads `allow = ["NAME: REASON"]`: warnings that are known, and meant.

use super::error::{Problem, Report, near};
use super::table::Table;
use super::warning::Warning;
use lang::ast::Word;
use text::Source;

/// A section of a file, by what it is of and its name: `("keyword", "erupt")`.
pub(super) type Section = (&'static str, String);

/// What sections of a file do not want to be told.
pub(super) type Allows = Vec<(Section, Warning)>;

/// Takes what a section allows out of it.
pub(super) fn allow(
    allows: &mut Allows,
    source: &Source,
    (sort, name): (&'static str, &Word),
    table: &mut Table,
    report: &mut Report,
) {
    let all = allowed(source, table, report);
    allows.extend(
        all.into_iter()
            .map(|warning| ((sort, name.node.clone()), warning)),
    );
}

/// Takes `allow` out of a table: the warnings that its section does not want to be told.
pub(super) fn allowed(source: &Source, table: &mut Table, report: &mut Report) -> Vec<Warning> {
    let entries = table.strings("allow", report);
    let read = entries.into_iter().filter_map(|entry| {
        let (name, reason) = entry.node.split_once(':').unwrap_or((&entry.node, ""));
        let Some(warning) = Warning::called(name.trim()) else {
            let help = near(
                name.trim(),
                Warning::ALL.iter().map(|warning| warning.name()),
            );
            let problem = Problem::Unknown {
                what: "warning",
                name: name.trim().to_string(),
                help,
            };
            report.add(source, entry.span, problem);
            return None;
        };
        if reason.trim().is_empty() {
            report.add(
                source,
                entry.span,
                Problem::Unreasoned {
                    warning: warning.name(),
                },
            );
            return None;
        }
        Some(warning)
    });
    read.collect()
}

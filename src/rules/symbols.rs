//! What players show to find out who begins, out of TOML.

use super::error::Report;
use super::ir::Symbol;
use super::table::{Table, Value, string, wrong};
use lang::ast::Word;
use text::Source;

/// What players show to find out who begins: three symbols that beat each other in a ring.
pub(super) fn symbols<'t, 's>(
    source: &Source,
    table: &Table<'t, 's>,
    word: &Word,
    value: &'t Value<'s>,
    report: &mut Report,
) -> Option<Vec<Symbol>> {
    let mut section = table.subtable(&word.node, value, report)?;
    section.strings("rules", report);
    let Some((word, value)) = section.take("beats") else {
        section.missing("beats", report);
        section.finish(report);
        return None;
    };
    let mut beats = Vec::new();
    if let Some(mut pairs) = section.subtable(&word.node, value, report) {
        for (name, value) in pairs.rest() {
            let beaten = string(source, &name.node, value, report)?;
            beats.push((name.node, beaten.node));
        }
    }
    section.finish(report);
    let place = |symbol: &String| beats.iter().position(|(name, _)| name == symbol);
    let beaten: Vec<usize> = beats
        .iter()
        .filter_map(|(_, beaten)| place(beaten))
        .collect();
    // In a ring of three, of any two one beats the other.
    if !matches!(beaten.as_slice(), [1, 2, 0] | [2, 0, 1]) {
        wrong(
            source,
            &word.node,
            value,
            "a table of three symbols that beat each other in a ring",
            report,
        );
        return None;
    }
    let symbol = |((name, _), beats): ((String, String), usize)| Symbol {
        name,
        beats: beats as u8,
    };
    Some(beats.into_iter().zip(beaten).map(symbol).collect())
}

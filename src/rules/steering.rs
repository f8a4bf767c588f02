//! Refuses files with signs that steer a terminal, turn text round or are seen by nobody: whoever reads of such a file would
//! not see what it says.

use toml::de::DeTable;

use super::error::{Problem, Report};
use super::table::{Written, each_string};
use text::{BYTE_ORDER_MARK, Source, Span, shown, steers};

/// Values of these keys are texts, and have lines.
const TEXTS: [&str; 3] = ["text", "holds", "says"];

fn is_of_texts(sign: char) -> bool {
    matches!(sign, '\n' | '\r' | '\t')
}

/// Reports such signs that are written as they are, in comments, too; answers whether there are any.
pub(super) fn as_it_is(source: &Source, report: &mut Report) -> bool {
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
pub(super) fn escaped(source: &Source, table: &DeTable, report: &mut Report) {
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

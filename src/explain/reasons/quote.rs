//! Quotes card texts with their files, lines and rules, and says what becomes of starred numbers.

use engine::Stars;
use rules::ir::{Origin, Pc, Rules, Written};
use std::fmt::Write;

/// Writes the lines of a clause, each with its place.
pub fn clause(out: &mut String, rules: &Rules, written: Written) {
    let (file, span) = written;
    let source = &rules.sources[usize::from(file)];
    let start = source.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let first = source.line(span.start);
    // The quotation mark of a text of one line belongs to its line.
    let rest = source.text[span.end..].lines().next().unwrap_or_default();
    let end = if rest.trim_end_matches(['\'', '"']).is_empty() {
        span.end + rest.len()
    } else {
        span.end
    };
    for (at, line) in source.text[start..end].trim_end().lines().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {}:{}: {line}", source.name, first + at);
    }
}

/// Writes the first line of a clause and those of a statement in it.
fn statement(out: &mut String, rules: &Rules, whole: Written, statement: Written) {
    let source = &rules.sources[usize::from(whole.0)];
    let inside = whole.0 == statement.0
        && whole.1.start < statement.1.start
        && statement.1.end <= whole.1.end;
    match inside && source.line(whole.1.start) < source.line(statement.1.start) {
        true => {
            let head = source.text[whole.1.start..]
                .lines()
                .next()
                .unwrap_or_default();
            let head = text::Span::new(whole.1.start, whole.1.start + head.len());
            clause(out, rules, (whole.0, head));
            clause(out, rules, statement);
        }
        false => clause(out, rules, whole),
    }
}

/// Writes the ids of rules, if there are any.
pub(super) fn cited<T: AsRef<str>>(out: &mut String, rules: &[T]) {
    if !rules.is_empty() {
        let ids: Vec<&str> = rules.iter().map(AsRef::as_ref).collect();
        let _ = writeln!(out, "  rules: {}", ids.join(", "));
    }
}

/// Writes the statement at an op: as it stands in its clause, and the same for every keyword that leads to it.
pub(super) fn statement_at(out: &mut String, rules: &Rules, text: &Origin, at: Pc) {
    let mut whole = text.clause;
    let mut ids = rules.rules_of(text.face);
    for call in text.calls_at(at) {
        statement(
            out,
            rules,
            whole,
            rules.code_spans[usize::from(call.begins)],
        );
        cited(out, ids);
        let keyword = &rules.keywords[usize::from(call.keyword)];
        let _ = writeln!(out, "and `{}` says", keyword.name);
        (whole, ids) = (keyword.written, &keyword.rules);
    }
    statement(out, rules, whole, rules.code_spans[usize::from(at)]);
    cited(out, ids);
}

/// `raised by 2, lowered by 1 to no less than 1`; nothing where they are as printed.
pub(super) fn stars_said(stars: Stars) -> String {
    let mut said = Vec::new();
    if stars.raise > 0 {
        said.push(format!("raised by {}", stars.raise));
    }
    match stars.doubled {
        0 => {}
        1 => said.push("doubled".to_string()),
        times => said.push(format!("doubled {times} times")),
    }
    if stars.lower > 0 {
        said.push(format!(
            "lowered by {}, but not below {}",
            stars.lower, stars.floor
        ));
    }
    said.join(", ")
}

/// What one clause does to them.
pub(super) fn star_deed(does: Stars) -> String {
    match does {
        Stars { raise: 1.., .. } => format!("raises by {}", does.raise),
        Stars { doubled: 1.., .. } => "doubles them".to_string(),
        _ => format!("lowers by {}, but not below {}", does.lower, does.floor),
    }
}

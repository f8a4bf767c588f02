//! Quotes card texts with their files, lines and rules.

use std::fmt::Write;

use crate::rules::ir::{Face, FaceId, Op, Pc, Program, Rules, Written};

/// A text that runs.
pub(crate) struct Text<'a> {
    /// The face that it is on; none for what happens when nothing is left to draw.
    pub face: Option<FaceId>,
    pub entry: Pc,
    /// Its whole clause.
    pub clause: Written,
    pub rules: &'a [String],
}

/// The text that an op belongs to. The draw of a turn belongs to none, and is not to be asked for.
pub(crate) fn text_at(rules: &Rules, at: Pc) -> Option<Text<'_>> {
    let of_face = |(index, face): (usize, &Face)| {
        let id = FaceId(index as u16);
        entries(face).map(move |entry| (entry, Some(id))).collect::<Vec<_>>()
    };
    let faces = rules.faces.iter().enumerate().flat_map(of_face);
    let crisis = rules.crisis.iter().map(|crisis| (crisis.entry, None));
    let (entry, face) = faces.chain(crisis).filter(|(entry, _)| *entry <= at).max_by_key(|(entry, _)| *entry)?;
    let end = rules.code[usize::from(entry)..].iter().position(|op| *op == Op::End)?;
    let cited = face.map_or(&rules.crisis_rules, |face| &rules.faces[face.index()].rules);
    Some(Text { face, entry, clause: rules.code_spans[usize::from(entry) + end], rules: cited })
}

/// Where the programs of a face begin.
fn entries(face: &Face) -> impl Iterator<Item = Pc> + '_ {
    let texts = face.play.iter().chain(&face.replay).chain(face.abilities.iter().map(|ability| &ability.program));
    texts.chain(face.triggers.iter().map(|trigger| &trigger.program)).map(|program: &Program| program.entry)
}

/// The keywords that are under way at an op, outer ones first: where each is called, and its number.
fn calls(rules: &Rules, entry: Pc, at: Pc) -> Vec<(Pc, u8)> {
    let mut open = Vec::new();
    for pc in entry..at {
        match rules.code[usize::from(pc)] {
            Op::Announce { keyword, .. } => open.push((pc, keyword)),
            Op::Over { .. } => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

/// Writes the lines of a clause, each with its place.
pub(crate) fn clause(out: &mut String, rules: &Rules, written: Written) {
    let (file, span) = written;
    let source = &rules.sources[usize::from(file)];
    let start = source.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let first = source.line(span.start);
    // The quotation mark of a text of one line belongs to its line.
    let rest = source.text[span.end..].lines().next().unwrap_or_default();
    let end = if rest.trim_end_matches(['\'', '"']).is_empty() { span.end + rest.len() } else { span.end };
    for (at, line) in source.text[start..end].trim_end().lines().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {}:{}: {line}", source.name, first + at);
    }
}

/// Writes the first line of a clause and those of a statement in it.
fn statement(out: &mut String, rules: &Rules, whole: Written, statement: Written) {
    let source = &rules.sources[usize::from(whole.0)];
    let inside = whole.0 == statement.0 && whole.1.start < statement.1.start && statement.1.end <= whole.1.end;
    match inside && source.line(whole.1.start) < source.line(statement.1.start) {
        true => {
            let head = source.text[whole.1.start..].lines().next().unwrap_or_default();
            let head = crate::base::Span::new(whole.1.start, whole.1.start + head.len());
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
pub(super) fn statement_at(out: &mut String, rules: &Rules, text: &Text, at: Pc) {
    let mut whole = text.clause;
    let mut ids = text.rules;
    for (call, keyword) in calls(rules, text.entry, at) {
        statement(out, rules, whole, rules.code_spans[usize::from(call)]);
        cited(out, ids);
        let keyword = &rules.keywords[usize::from(keyword)];
        let _ = writeln!(out, "and `{}` says", keyword.name);
        (whole, ids) = (keyword.written, &keyword.rules);
    }
    statement(out, rules, whole, rules.code_spans[usize::from(at)]);
    cited(out, ids);
}

//! The bounds of a text, held before the grammar sees it: pest descends as deep as a text does.

use crate::Fault;
use text::Span;
use text::limits::{BLOCKS, CLAUSES, COLONS, LETTERS, NUMBER, PARENTHESES, WORDS};

/// The places of the clauses: each begins at a line that stands no deeper than the first one.
pub fn clauses_of(text: &str) -> Vec<Span> {
    let mut common = None;
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - words.len();
        let says = !words.trim_end().is_empty() && !words.starts_with('#');
        if says && indent <= *common.get_or_insert(indent) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| Span::new(start, end))
        .collect()
}

/// Faults of nesting and length, found before pest sees the text: pest descends as deep as the text does.
pub(super) fn bounds(text: &str, offset: usize) -> Vec<Fault> {
    let mut faults = Vec::new();
    if let Some(reason) = length_fault(text) {
        let end = text
            .trim_start()
            .find('\n')
            .map_or(text.len(), |end| end + text.len() - text.trim_start().len());
        let start = (text.len() - text.trim_start().len()).min(end);
        let fault = Fault::new(Span::new(start, end).shifted(offset), reason);
        return vec![
            fault.with_help("shorten the text: move parts that several texts share into a keyword"),
        ];
    }
    let mut indents: Vec<usize> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches([' ', '\t']).trim_end();
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if !words.is_empty() && !words.starts_with('#') {
            while indents.last().is_some_and(|last| *last >= indent) {
                indents.pop();
            }
            indents.push(indent);
            let span = Span::new(start + indent, start + indent + words.len()).shifted(offset);
            let fault = if indents.len() > BLOCKS {
                let help = "move the inner block into a keyword, `[keyword.NAME]`, and call it";
                Some((format!("blocks nest more than {BLOCKS} deep"), help))
            } else {
                line_fault(words)
            };
            faults.extend(fault.map(|(reason, help)| Fault::new(span, reason).with_help(help)));
        }
        start += line.len();
    }
    faults
}

/// What is said of a text that is too long.
fn length_fault(text: &str) -> Option<String> {
    if text.len() > LETTERS {
        return Some(format!(
            "a text has at most {LETTERS} bytes, this one has {}",
            text.len()
        ));
    }
    let clauses = clauses_of(text).len();
    (clauses > CLAUSES)
        .then(|| format!("a text has at most {CLAUSES} clauses, this one has {clauses}"))
}

fn line_fault(line: &str) -> Option<(String, &'static str)> {
    if let Some(number) = long_number(line) {
        let help = "write a smaller number";
        return Some((
            format!("a number is at most {NUMBER}, this one is {number}"),
            help,
        ));
    }
    let (mut depth, mut deepest, mut colons, mut words) = (0usize, 0, 0, 0);
    for (number, part) in line.split('"').enumerate() {
        if number % 2 == 1 {
            continue;
        }
        words += part.split_whitespace().count();
        for sign in part.chars() {
            match sign {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ':' => colons += 1,
                '#' => break,
                _ => {}
            }
            deepest = deepest.max(depth);
        }
    }
    let faults = [
        (
            deepest > PARENTHESES,
            format!("parentheses nest more than {PARENTHESES} deep"),
            "name the inner parts first: `let many be ...`, `let so be whether ...`",
        ),
        (
            colons > COLONS,
            format!("a line has at most {COLONS} colons, this one has {colons}"),
            "put what follows a colon on its own lines below, indented",
        ),
        (
            words > WORDS,
            format!("a line has at most {WORDS} words, this one has {words}"),
            "split it into several statements, each on its own line, and name parts with `let`",
        ),
    ];
    let fault = faults.into_iter().find(|(beyond, ..)| *beyond);
    fault.map(|(_, reason, help)| (reason, help))
}

/// A number with more digits than there may be.
fn long_number(line: &str) -> Option<&str> {
    let digits = NUMBER.to_string().len();
    let words = line
        .split('"')
        .step_by(2)
        .map(|part| part.split('#').next().unwrap_or_default());
    let mut words = words
        .flat_map(|part| part.split(|sign: char| !sign.is_alphanumeric() && !"-_".contains(sign)));
    words.find(|word| word.len() > digits && word.bytes().all(|sign| sign.is_ascii_digit()))
}

//! Brings texts into canonical form: words, capitals, stops and indentation are the printer's, lines and comments the author's.

use crate::ast::{self, Clause, Cond};
use crate::print::print_in_lines;
use crate::{Fault, parse_cond, parse_text, print_clause, print_cond};
use text::{Span, Spanned};

/// A text in canonical form. Comments, blank lines and the choice between one line and a block stay.
///
/// # Errors
/// What is wrong with the text, at its places in it.
pub fn format_text(text: &str) -> Result<String, Vec<Fault>> {
    let tree = parse_text(text, 0)?;
    let is_same = |written: &str| parse_text(written, 0).is_ok_and(|read| read == tree);
    let written = Written::of(text);
    let in_lines = |clause: &Clause| Some(print_in_lines(clause, &written.bare));
    let first = written.with(&tree, in_lines);
    if is_same(&first) {
        return Ok(first);
    }
    // Where the lines of one clause cannot stay, the printer lays that one out, if that changes nothing.
    let reads = |clause: &Clause, printed: &String| {
        let read = parse_text(printed, 0);
        read.is_ok_and(|read| matches!(read.clauses.as_slice(), [one] if one.node == *clause))
    };
    let laid_out = |clause: &Clause| {
        let both = [print_in_lines(clause, &written.bare), print_clause(clause)];
        both.into_iter().find(|printed| reads(clause, printed))
    };
    let second = written.with(&tree, laid_out);
    match is_same(&second) {
        true => Ok(second),
        false => Err(vec![otherwise(text)]),
    }
}

/// A condition in canonical form, such as the `holds` of a rule. Comments stay.
///
/// # Errors
/// What is wrong with it, at its place in it.
pub fn format_cond(text: &str) -> Result<String, Vec<Fault>> {
    let cond: Spanned<Cond> = parse_cond(text, 0)?;
    let written = Written::of(text);
    let code = written.lines.iter().position(|line| !line.code.is_empty());
    let printed = print_cond(&cond);
    let out = written.lines.iter().enumerate().map(|(at, line)| {
        let said = if Some(at) == code {
            &printed
        } else {
            line.code
        };
        format!("{said}{}{}", line.comment(), line.end)
    });
    let out: String = out.collect();
    match parse_cond(&out, 0) {
        Ok(read) if read == cond => Ok(out),
        _ => Err(vec![otherwise(text)]),
    }
}

fn otherwise(text: &str) -> Fault {
    let whole = Span::new(0, text.len());
    Fault::new(
        whole,
        "this text would mean something else in canonical form",
    )
    .with_help("this is a fault of Brink: leave the file as it is, and report the text")
}

/// A text by its lines.
struct Written<'t> {
    lines: Vec<Line<'t>>,
    /// The text with blanks for its comments.
    bare: String,
}

/// A line as it is written.
struct Line<'t> {
    start: usize,
    indent: usize,
    /// What it says, without blanks around it.
    code: &'t str,
    /// The comment, with the blanks that are between it and what is said.
    comment: &'t str,
    end: &'t str,
}

impl<'t> Line<'t> {
    fn of(start: usize, whole: &'t str) -> Line<'t> {
        let said = whole.strip_suffix('\n').unwrap_or(whole);
        let said = said.strip_suffix('\r').unwrap_or(said);
        let end = &whole[said.len()..];
        let said = said.trim_end();
        let indent = said.len() - said.trim_start().len();
        // A quoted name may have such a sign.
        let mut quoted = false;
        let comment = said.char_indices().find(|(_, sign)| {
            quoted ^= *sign == '"';
            *sign == '#' && !quoted
        });
        let code = &said[..comment.map_or(said.len(), |(at, _)| at)];
        let code = code.trim();
        Line {
            start,
            indent,
            code,
            comment: &said[(indent + code.len()).min(said.len())..],
            end,
        }
    }

    /// The comment, apart from what is said before it.
    fn comment(&self) -> String {
        let apart = !self.code.is_empty() && self.comment.starts_with('#');
        format!("{}{}", if apart { " " } else { "" }, self.comment)
    }
}

impl<'t> Written<'t> {
    fn of(text: &'t str) -> Written<'t> {
        let mut lines: Vec<Line> = Vec::new();
        let mut bare = String::with_capacity(text.len());
        for whole in text.split_inclusive('\n') {
            let line = Line::of(bare.len(), whole);
            let said = line.indent + line.code.len();
            let blanks = whole.len() - said - line.end.len();
            bare += &whole[..said];
            bare.extend(std::iter::repeat_n(' ', blanks));
            bare += line.end;
            lines.push(line);
        }
        Written { lines, bare }
    }

    /// The text with its clauses as they are printed; one that is not printed stays.
    fn with(&self, tree: &ast::Text, print: impl Fn(&Clause) -> Option<String>) -> String {
        let mut said: Vec<Option<String>> = self.lines.iter().map(|line| self.kept(line)).collect();
        let mut ends: Vec<&str> = self.lines.iter().map(|line| line.end).collect();
        let starts = tree.clauses.iter().map(|clause| {
            let at = self
                .lines
                .partition_point(|line| line.start <= clause.span.start);
            at.saturating_sub(1)
        });
        let starts: Vec<usize> = starts.collect();
        for (number, clause) in tree.clauses.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(self.lines.len());
            let all = starts[number]..end.max(starts[number]);
            let own: Vec<usize> = all.filter(|at| !self.lines[*at].code.is_empty()).collect();
            let (Some(printed), [first, .., last] | [first @ last]) =
                (print(&clause.node), own.as_slice())
            else {
                continue;
            };
            let printed: Vec<&str> = printed.lines().collect();
            let between = &self.lines[*first..=*last];
            if printed.len() == own.len() {
                for (at, line) in own.iter().zip(printed) {
                    said[*at] = Some(line.to_string());
                }
            } else if between.iter().all(Line::is_plain) {
                let line_end = self.line_end();
                said[*first] = Some(printed.join(line_end));
                ends[*first] = self.lines[*last].end;
                said[first + 1..=*last].fill(None);
            }
        }
        let indents = said.iter().map(|said| {
            let said = said.as_deref().filter(|said| !said.is_empty())?;
            Some(said.len() - said.trim_start().len())
        });
        let indents: Vec<Option<usize>> = indents.collect();
        let mut out = String::new();
        for (at, line) in self.lines.iter().enumerate() {
            let Some(said) = &said[at] else { continue };
            if line.code.is_empty() && !line.comment.is_empty() {
                out.extend(std::iter::repeat_n(' ', self.beside(at, &indents)));
            }
            out += &format!("{said}{}{}", line.comment(), ends[at]);
        }
        out
    }

    /// A line as it is, less the indentation of all.
    fn kept(&self, line: &Line) -> Option<String> {
        let mut says = self.lines.iter().filter(|line| !line.code.is_empty());
        let common = says.next().map_or(0, |first| first.indent);
        let indent = match line.code.is_empty() {
            true => 0,
            false => line.indent.saturating_sub(common),
        };
        Some(" ".repeat(indent) + line.code)
    }

    /// How deep a comment on a line of its own stands: as the next line, or else as the one before it, where it did.
    fn beside(&self, at: usize, indents: &[Option<usize>]) -> usize {
        let next = (at + 1..indents.len()).find(|at| indents[*at].is_some());
        let before = (0..at).rev().find(|at| indents[*at].is_some());
        let as_it = |other: &usize| self.lines[*other].indent == self.lines[at].indent;
        let beside = next.filter(as_it).or(before.filter(as_it)).or(next);
        beside.and_then(|at| indents[at]).unwrap_or(0)
    }

    fn line_end(&self) -> &'t str {
        let mut ends = self.lines.iter().map(|line| line.end);
        ends.find(|end| !end.is_empty()).unwrap_or("\n")
    }
}

impl Line<'_> {
    /// It says something, and has no comment.
    fn is_plain(&self) -> bool {
        !self.code.is_empty() && self.comment.is_empty()
    }
}

#[cfg(test)]
mod tests;

//! Writes the card texts of a file in canonical form; all else in the file stays, byte for byte.

use lang::{format_cond, format_text};
use rules::{Report, TextPlace, texts};
use text::{Source, Span};

/// What stands in canonical form in the place of some bytes of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that it stands for: a whole value, with its quotes.
    pub span: Span,
    /// What stands there then.
    pub text: String,
}

/// The edits that bring all texts of a file into canonical form, in file order; none where they are.
///
/// # Errors
/// All that is wrong with the file's TOML and with the words of its texts.
pub fn edits(source: &Source) -> Result<Vec<Edit>, Report> {
    let (mut edits, mut faults) = (Vec::new(), Vec::new());
    for place in texts(source)? {
        let TextPlace { inside, .. } = place;
        let written = &source.text[inside.start..inside.end];
        let formatted = match place.is_condition {
            true => format_cond(written),
            false => format_text(written),
        };
        match formatted {
            Ok(text) if text == written => {}
            Ok(text) => edits.push(edit(source, place, &text)),
            Err(found) => faults.extend(found.into_iter().map(|fault| lang::Fault {
                span: fault.span.shifted(inside.start),
                ..fault
            })),
        }
    }
    match faults.is_empty() {
        true => Ok(edits),
        false => Err(Report::of_texts(source, faults)),
    }
}

/// A text in the place of that one, in the same quotes where it fits them.
fn edit(source: &Source, TextPlace { value, inside, .. }: TextPlace, text: &str) -> Edit {
    let whole = |from: usize, to: usize| &source.text[from..to];
    let (open, close) = (
        whole(value.start, inside.start),
        whole(inside.end, value.end),
    );
    let span = value;
    // Only one line fits one quote, and a text has no three quotes in a row.
    if close.len() == 1 && text.contains('\n') {
        let text = format!("'''\n{text}\n'''");
        let text = match source.text.contains("\r\n") {
            true => text.replace("\r\n", "\n").replace('\n', "\r\n"),
            false => text,
        };
        return Edit { span, text };
    }
    let text = format!("{open}{text}{close}");
    Edit { span, text }
}

/// The file with its texts in canonical form.
///
/// # Errors
/// As for [`edits`].
pub fn format(source: &Source) -> Result<String, Report> {
    Ok(applied(&source.text, &edits(source)?))
}

/// The text with edits made, which stand in order and do not meet.
pub fn applied(text: &str, edits: &[Edit]) -> String {
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for Edit {
        span,
        text: instead,
    } in edits
    {
        out += &text[from..span.start];
        out += instead;
        from = span.end;
    }
    out + &text[from..]
}

//! A text with a name, and places in it.

use std::sync::{Arc, OnceLock};

use crate::{one_line_end, plain};
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// A file's name and its text. Cheap to clone: both are shared.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path or title that reports show.
    pub name: Arc<str>,
    /// The whole text of the file.
    pub text: Arc<str>,
    /// Where each line begins, once somebody has asked for one: thousands of faults may be in one file.
    lines: Arc<OnceLock<Vec<usize>>>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        self.name == other.name && self.text == other.text
    }
}

impl Eq for Source {}

impl Source {
    /// A source from its name and text.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Source {
        let text: Arc<str> = text.into();
        let text = if text.contains('\r') {
            one_line_end(text.to_string()).into()
        } else {
            text
        };
        Source {
            name: name.into(),
            text,
            lines: Arc::default(),
        }
    }

    /// The line of a byte offset, counted from 1.
    pub fn line(&self, offset: usize) -> usize {
        self.lines().partition_point(|start| *start <= offset)
    }

    /// The whole line in which a span begins, without its end.
    pub fn line_of(&self, span: Span) -> Span {
        let start = self.text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let end = self.text[start..]
            .find('\n')
            .map_or(self.text.len(), |end| start + end);
        Span::new(start, end)
    }

    /// The lines around a span, and the number of the first, counted from 0: all that is looked at to show it.
    fn around(&self, span: &SourceSpan, before: usize, after: usize) -> (usize, Span) {
        let lines = self.lines();
        // One line more on each side, so that the lines asked for are whole.
        let first = (self.line(span.offset()) - 1)
            .saturating_sub(before)
            .saturating_sub(1);
        let last = self
            .line(span.offset().saturating_add(span.len()))
            .saturating_add(after)
            .saturating_add(1);
        (
            first,
            Span::new(
                lines[first],
                lines.get(last).copied().unwrap_or(self.text.len()),
            ),
        )
    }

    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let ends = self
                .text
                .bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0)
                .chain(ends.map(|(end, _)| end + 1))
                .collect()
        })
    }
}

impl SourceCode for Source {
    /// Lines around a span: only those are looked at, wherever they are.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (first, Span { start, end }) = self.around(span, before, after);
        let near = SourceSpan::new((span.offset() - start).into(), span.len());
        let read = self.text[start..end].read_span(&near, before, after)?;
        let here = SourceSpan::new((read.span().offset() + start).into(), read.span().len());
        let name = plain(&self.name).into_owned();
        Ok(Box::new(MietteSpanContents::new_named(
            name,
            &self.text.as_bytes()[here.offset()..here.offset() + here.len()],
            here,
            read.line() + first,
            read.column(),
            read.line_count() + first,
        )))
    }
}

/// A range of bytes in a [`Source`]: `start` is inside, `end` is the first byte after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Where it begins, in bytes from the beginning of the text.
    pub start: usize,
    /// Where it ends: the first byte behind it.
    pub end: usize,
}

impl Span {
    /// The range from `start` up to, not including, `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The same range, `offset` bytes further on.
    pub fn shifted(self, offset: usize) -> Span {
        Span {
            start: self.start + offset,
            end: self.end + offset,
        }
    }
}

impl From<Span> for miette::SourceSpan {
    fn from(span: Span) -> Self {
        (span.start, span.end - span.start).into()
    }
}

/// A value and the place where it was written. Two are equal when their values are.
#[derive(Debug, Clone, Copy)]
pub struct Spanned<T> {
    /// What stands there.
    pub node: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A thing and its place.
    pub fn new(node: T, span: Span) -> Spanned<T> {
        Spanned { node, span }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<T: Eq> Eq for Spanned<T> {}

#[cfg(test)]
mod tests {
    use miette::{NamedSource, SourceCode};

    use super::{Source, Span};

    #[test]
    fn lines_around_a_span_are_those_that_a_look_at_the_whole_text_finds() {
        for text in [
            "",
            "\n",
            "one",
            "one\n",
            "\none\r\ntwo\n\n\nthree is long\nfour",
            "a\nb\nc\nd\ne\nf\ng\n",
        ] {
            let source = Source::new("a.toml", text);
            let whole = NamedSource::new("a.toml", text.to_string());
            for (start, end) in
                (0..=text.len()).flat_map(|start| (start..=text.len()).map(move |end| (start, end)))
            {
                for (before, after) in [(0, 0), (1, 1), (0, 2), (2, 0), (usize::MAX, usize::MAX)] {
                    let span = Span::new(start, end).into();
                    let read = |code: &dyn SourceCode| {
                        let read = code.read_span(&span, before, after).ok()?;
                        let name = read.name().map(str::to_string);
                        Some((
                            read.data().to_vec(),
                            *read.span(),
                            read.line(),
                            read.column(),
                            read.line_count(),
                            name,
                        ))
                    };
                    assert_eq!(
                        read(&source),
                        read(&whole),
                        "{text:?} from {start} to {end}, {before}, {after}"
                    );
                }
            }
        }
    }

    /// Each of thousands of faults is shown at its place.
    #[test]
    fn what_is_looked_at_to_show_a_place_does_not_grow_with_the_text() {
        for lines in [10, 100_000] {
            let source = Source::new("a.toml", "a line of text\n".repeat(lines));
            for at in [0, source.text.len() / 2, source.text.len() - 5] {
                let (_, looked) = source.around(&Span::new(at, at + 4).into(), 1, 1);
                assert!(
                    looked.end - looked.start <= 5 * 15,
                    "{looked:?} of {lines} lines"
                );
            }
        }
    }

    #[test]
    fn lines_are_counted_from_one() {
        let source = Source::new("a.toml", "one\ntwo\n");
        assert_eq!(
            [0, 3, 4, 7, 8, 100].map(|offset| source.line(offset)),
            [1, 1, 2, 2, 3, 3]
        );
    }
}

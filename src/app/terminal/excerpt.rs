//! Cuts long lines around a fault, and long quotations, to what a terminal shows.

use std::borrow::Cow;
use std::ops::Range;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// Signs that a line may have to be shown whole.
const WIDE: usize = 100;
/// Signs that are shown of a longer one, around the fault.
const SHOWN: usize = 64;

/// Signs of a quotation that is told whole: more than any path or command has.
const QUOTED: usize = 1000;
/// Signs that are told of words at all.
const TOLD: usize = 20_000;

/// Words in which nothing between two backticks is longer than that. `sign` stands for what is left out.
pub fn told<'t>(text: &'t str, sign: &str) -> Cow<'t, str> {
    // A sign has a byte at least.
    if text.len() <= QUOTED {
        return text.into();
    }
    let parts: Vec<Cow<'_, str>> = text
        .split('`')
        .map(|part| cut(part, QUOTED, SHOWN, sign))
        .collect();
    cut(&parts.join("`"), TOLD, TOLD, sign).into_owned().into()
}

/// The first signs of what has more than the most.
fn cut<'t>(text: &'t str, most: usize, shown: usize, sign: &str) -> Cow<'t, str> {
    match text
        .char_indices()
        .nth(most)
        .and_then(|_| text.char_indices().nth(shown))
    {
        Some((end, _)) => format!("{}{sign}", &text[..end]).into(),
        None => text.into(),
    }
}

/// What is shown of long lines around a fault.
#[derive(Debug)]
pub struct Excerpt {
    name: String,
    text: String,
    /// The number of the first one, counted from 0.
    first: usize,
    /// Columns that are left out before what is shown of the line with the fault.
    skipped: usize,
}

impl Excerpt {
    /// Where something is too long, and the place is one part of one line. `sign` stands for what is left out.
    pub fn of(
        label: &LabeledSpan,
        source: &dyn SourceCode,
        sign: &str,
    ) -> Option<(LabeledSpan, Excerpt)> {
        let read = source.read_span(label.inner(), 1, 1).ok()?;
        let text = std::str::from_utf8(read.data()).ok()?;
        if text.lines().all(|line| line.chars().nth(WIDE).is_none()) {
            return None;
        }
        let at = label.offset().checked_sub(read.span().offset())?;
        let fault = at..at + label.len();
        let (mut cut, mut place, mut skipped, mut begin) = (String::new(), None, 0, 0);
        for line in text.split_inclusive('\n') {
            let words = line.trim_end_matches(['\n', '\r']);
            if place.is_none() && (begin..=begin + words.len()).contains(&at) {
                let fault = at - begin..(fault.end - begin).min(line.len());
                // A place that goes on in the next line is shown as it is.
                if begin + fault.end < at + label.len() {
                    return None;
                }
                let shown = shown(words, &fault);
                let before = if shown.start > 0 { sign } else { "" };
                skipped = words[..shown.start]
                    .chars()
                    .count()
                    .saturating_sub(before.chars().count());
                let start = cut.len() + before.len() + fault.start - shown.start;
                place = Some(SourceSpan::new(
                    start.into(),
                    fault.end.min(shown.end).saturating_sub(fault.start),
                ));
                cut += before;
                cut += &words[shown.clone()];
                cut += if shown.end < words.len() { sign } else { "" };
            } else {
                let shown = shown(words, &(0..0));
                cut += &words[shown.clone()];
                cut += if shown.end < words.len() { sign } else { "" };
            }
            cut += &line[words.len()..];
            begin += line.len();
        }
        let label = LabeledSpan::new_with_span(label.label().map(str::to_string), place?);
        let (name, first) = (read.name().unwrap_or_default().to_string(), read.line());
        Some((
            label,
            Excerpt {
                name,
                text: cut,
                first,
                skipped,
            },
        ))
    }
}

/// The part of a line, in bytes, that is shown: all of it, or as much before the fault as behind it.
fn shown(line: &str, fault: &Range<usize>) -> Range<usize> {
    let places: Vec<usize> = line
        .char_indices()
        .map(|(at, _)| at)
        .chain([line.len()])
        .collect();
    let length = places.len() - 1;
    if length <= WIDE {
        return 0..line.len();
    }
    let (from, to) = (
        places.partition_point(|at| *at < fault.start),
        places.partition_point(|at| *at < fault.end),
    );
    let start = from
        .saturating_sub(SHOWN.saturating_sub(to - from) / 2)
        .min(length - SHOWN);
    places[start]..places[start + SHOWN]
}

impl SourceCode for Excerpt {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let read = self.text.read_span(span, before, after)?;
        let column = if read.column() == 0 {
            0
        } else {
            read.column() + self.skipped
        };
        let (line, lines) = (read.line() + self.first, read.line_count() + self.first);
        let (name, data, span) = (self.name.clone(), read.data(), *read.span());
        Ok(Box::new(MietteSpanContents::new_named(
            name, data, span, line, column, lines,
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::{QUOTED, SHOWN, TOLD, WIDE, shown, told};

    #[test]
    fn what_is_quoted_is_told_whole_or_its_beginning() {
        let quoting = |length: usize| format!("no card is called `{}`", "ä".repeat(length));
        for short in [quoting(0), quoting(QUOTED), "a `b` c".repeat(1000)] {
            assert_eq!(told(&short, "..."), short);
        }
        let cut = format!("no card is called `{}...`", "ä".repeat(SHOWN));
        assert_eq!(told(&quoting(QUOTED + 1), "..."), cut);
        assert_eq!(told(&quoting(10_000_000), "..."), cut);
        assert_eq!(told(&"a`".repeat(TOLD), "…").chars().count(), TOLD + 1);
    }

    #[test]
    fn a_line_is_shown_whole_or_around_its_fault() {
        let short = "ä".repeat(WIDE);
        assert_eq!(shown(&short, &(0..2)), 0..short.len());
        let long = "abcdefghij".repeat(100);
        assert_eq!(shown(&long, &(0..0)), 0..SHOWN);
        assert_eq!(shown(&long, &(500..504)), 470..534);
        assert_eq!(shown(&long, &(990..1000)), 1000 - SHOWN..1000);
        // Of what is longer itself, its beginning.
        assert_eq!(shown(&long, &(300..900)), 300..300 + SHOWN);
        let wide = "ä".repeat(1000);
        assert_eq!(shown(&wide, &(1000..1002)), (500 - 31) * 2..(500 + 33) * 2);
    }
}

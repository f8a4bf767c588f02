//! The content of a TOML string, and where each part of it is written: escapes are longer than what they stand for.

use std::ops::Range;

use crate::Span;

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Quoted {
    /// For each byte of the content, what of the file it is written as.
    written: Vec<Range<usize>>,
    /// Where the content ends in the file.
    end: usize,
}

impl Quoted {
    /// A string as it is written, quotes included, from the byte `start` of its file on; it says `content`.
    pub fn new(raw: &str, start: usize, content: &str) -> Quoted {
        let quotes = if raw.starts_with("'''") || raw.starts_with("\"\"\"") {
            3
        } else {
            1
        };
        let inside = raw
            .get(quotes..raw.len().saturating_sub(quotes))
            .unwrap_or_default();
        let first_break = match quotes {
            3 => ["\r\n", "\n"]
                .iter()
                .find(|line_break| inside.starts_with(**line_break))
                .map_or(0, |found| found.len()),
            _ => 0,
        };
        let text = &inside[first_break..];
        let end = start + quotes + inside.len();
        let mut written = Vec::with_capacity(content.len());
        let mut said = String::with_capacity(content.len());
        let mut rest = text;
        while let Some((length, sign)) = piece(rest, raw.starts_with('"')) {
            let at = end - rest.len();
            if let Some(sign) = sign {
                written.extend(std::iter::repeat_n(at..at + length, sign.len_utf8()));
                said.push(sign);
            }
            rest = &rest[length..];
        }
        if said != content {
            // However it is written, it is written somewhere between the quotes.
            written = vec![start..start + raw.len(); content.len()];
        }
        Quoted { written, end }
    }

    /// Where a part of the content is written.
    pub fn place(&self, part: Span) -> Span {
        let start = self
            .written
            .get(part.start)
            .map_or(self.end, |written| written.start);
        let last = part.end.checked_sub(1).filter(|last| *last >= part.start);
        let end = last.map_or(start, |last| {
            self.written
                .get(last)
                .map_or(self.end, |written| written.end)
        });
        Span::new(start, end)
    }
}

/// The first sign or escape of a text: its length in bytes, and what it says, where it is no line that is gone on with; `escapes`
/// has a meaning for `\`.
fn piece(text: &str, escapes: bool) -> Option<(usize, Option<char>)> {
    let first = text.chars().next()?;
    let itself = (first.len_utf8(), Some(first));
    let Some(rest) = text.strip_prefix('\\').filter(|_| escapes) else {
        return Some(itself);
    };
    let number = |digits: usize| {
        let digits_of = rest.get(1..1 + digits)?;
        let sign = char::from_u32(u32::from_str_radix(digits_of, 16).ok()?)?;
        Some((2 + digits, Some(sign)))
    };
    let sign = match rest.chars().next() {
        Some('b') => '\u{8}',
        Some('t') => '\t',
        Some('n') => '\n',
        Some('f') => '\u{c}',
        Some('r') => '\r',
        Some('e') => '\u{1b}',
        Some(sign @ ('"' | '\\')) => sign,
        Some('x') => return number(2).or(Some(itself)),
        Some('u') => return number(4).or(Some(itself)),
        Some('U') => return number(8).or(Some(itself)),
        Some(blank) if blank.is_whitespace() => {
            let left = rest.trim_start_matches([' ', '\t', '\n', '\r']);
            return Some((text.len() - left.len(), None));
        }
        _ => return Some(itself),
    };
    Some((2, Some(sign)))
}

#[cfg(test)]
mod tests {
    use super::Quoted;
    use crate::Span;

    /// The string says `content`, and `part` of that is written as `written`.
    #[track_caller]
    fn check(raw: &str, content: &str, part: &str, written: &str) {
        let text = format!("key = {raw}");
        let start = content.find(part).expect("it is part of the content");
        let place = Quoted::new(raw, 6, content).place(Span::new(start, start + part.len()));
        assert_eq!(&text[place.start..place.end], written);
    }

    #[test]
    fn a_part_of_a_string_is_found_where_it_is_written() {
        check("'a b c'", "a b c", "b", "b");
        check("\"a b c\"", "a b c", "c", "c");
        check("'''\nä b\nc'''", "ä b\nc", "b", "b");
        check("\"\"\"\r\na\r\nb\"\"\"", "a\r\nb", "b", "b");
        check(r#""\u00e4\t\\ b c""#, "ä\t\\ b c", "b", "b");
        check(r#""\u00e4\t\\ b c""#, "ä\t\\ b c", "ä\t", r"\u00e4\t");
        check("\"\"\"a \\\n   b\"\"\"", "a b", "b", "b");
        check(
            r#""\x41\U0001F600\e b""#,
            "A\u{1F600}\u{1b} b",
            "\u{1F600}",
            r"\U0001F600",
        );
        check(r"'\n b'", r"\n b", "b", "b");
        check("\"ab\"", "ab", "", "");
    }

    #[test]
    fn what_is_written_otherwise_is_found_as_a_whole() {
        check("'abc'", "xyz", "y", "'abc'");
        let place = Quoted::new("'abc'", 0, "abc").place(Span::new(3, 3));
        assert_eq!(place, Span::new(4, 4));
        assert_eq!(
            Quoted::new("", 5, "").place(Span::new(0, 0)),
            Span::new(6, 6)
        );
    }
}

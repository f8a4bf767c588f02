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
        let begin = start + quotes + first_break;
        let end = begin + text.len();
        let mut written = Vec::with_capacity(content.len());
        let mut said = Vec::with_capacity(content.len());
        let mut at = 0;
        while let Some(piece) = Piece::of(&text[at..], raw.starts_with('"')) {
            let range = begin + at..begin + at + piece.length;
            match piece.says {
                // A sign stands for itself, byte by byte.
                Says::Itself => {
                    (range.start..range.end).for_each(|byte| written.push(byte..byte + 1))
                }
                Says::Sign(sign) => written.extend(std::iter::repeat_n(range, sign.len_utf8())),
                Says::Nothing => {}
            }
            match piece.says {
                Says::Itself => said.extend_from_slice(&text.as_bytes()[at..at + piece.length]),
                Says::Sign(sign) => {
                    said.extend_from_slice(sign.encode_utf8(&mut [0; 4]).as_bytes())
                }
                Says::Nothing => {}
            }
            at += piece.length;
        }
        if said != content.as_bytes() {
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

/// A sign or an escape.
struct Piece {
    /// In bytes.
    length: usize,
    says: Says,
}

enum Says {
    Itself,
    Sign(char),
    /// A line that is gone on with.
    Nothing,
}

impl Piece {
    /// The first one of a text; `escapes` has a meaning for `\`.
    fn of(text: &str, escapes: bool) -> Option<Piece> {
        let first = text.chars().next()?;
        let itself = Piece {
            length: first.len_utf8(),
            says: Says::Itself,
        };
        let Some(rest) = text.strip_prefix('\\').filter(|_| escapes) else {
            return Some(itself);
        };
        let sign = |length: usize, sign: char| Piece {
            length,
            says: Says::Sign(sign),
        };
        let number = |digits: usize| {
            let sign = rest
                .get(1..1 + digits)
                .and_then(|digits| u32::from_str_radix(digits, 16).ok());
            sign.and_then(char::from_u32).map(|found| Piece {
                length: 2 + digits,
                says: Says::Sign(found),
            })
        };
        Some(match rest.chars().next() {
            Some('b') => sign(2, '\u{8}'),
            Some('t') => sign(2, '\t'),
            Some('n') => sign(2, '\n'),
            Some('f') => sign(2, '\u{c}'),
            Some('r') => sign(2, '\r'),
            Some('e') => sign(2, '\u{1b}'),
            Some('"') => sign(2, '"'),
            Some('\\') => sign(2, '\\'),
            Some('x') => number(2).unwrap_or(itself),
            Some('u') => number(4).unwrap_or(itself),
            Some('U') => number(8).unwrap_or(itself),
            Some(blank) if blank.is_whitespace() => {
                let left = rest.trim_start_matches([' ', '\t', '\n', '\r']);
                Piece {
                    length: text.len() - left.len(),
                    says: Says::Nothing,
                }
            }
            _ => itself,
        })
    }
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

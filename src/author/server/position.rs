//! Places in a text as editors count them: lines, and units of UTF-16 or UTF-8 within a line.

use gen_lsp_types::{Position, PositionEncodingKind, Range};
use serde_json::Value;
use text::{Source, Span};

/// How the editor counts within a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Utf16,
    Utf8,
}

impl Encoding {
    /// What was agreed upon with an editor that can do these: UTF-8 saves counting, and all editors know UTF-16.
    pub fn agreed(capabilities: &Value) -> Encoding {
        let offered = capabilities.pointer("/general/positionEncodings");
        let offered = offered.and_then(Value::as_array);
        match offered.is_some_and(|all| all.iter().any(|one| one == "utf-8")) {
            true => Encoding::Utf8,
            false => Encoding::Utf16,
        }
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf8 => PositionEncodingKind::UTF8,
        }
    }

    fn units(self, sign: char) -> usize {
        match self {
            Encoding::Utf16 => sign.len_utf16(),
            Encoding::Utf8 => sign.len_utf8(),
        }
    }

    /// The byte at a position: the end of the line where it has no such column, and of the text where there is no such line.
    /// Within a character it is the beginning of that.
    pub fn offset(self, text: &str, position: Position) -> usize {
        let mut start = 0;
        for _ in 0..position.line {
            match line_end(&text[start..]) {
                (_, 0) => return text.len(),
                (end, length) => start += end + length,
            }
        }
        let line = &text[start..start + line_end(&text[start..]).0];
        let (mut column, wanted) = (0, position.character as usize);
        for (at, sign) in line.char_indices() {
            column += self.units(sign);
            if column > wanted {
                return start + at;
            }
        }
        start + line.len()
    }

    /// The position of a byte.
    pub fn position(self, source: &Source, offset: usize) -> Position {
        let text = &*source.text;
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let start = source.line_of(Span::new(offset, offset)).start;
        let column: usize = text[start..offset]
            .chars()
            .map(|sign| self.units(sign))
            .sum();
        let line = source.line(offset).saturating_sub(1);
        Position {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            character: u32::try_from(column).unwrap_or(u32::MAX),
        }
    }

    /// The range of a span.
    pub fn range(self, source: &Source, span: Span) -> Range {
        Range {
            start: self.position(source, span.start),
            end: self.position(source, span.end.max(span.start)),
        }
    }
}

/// Where the first line ends, and how long its end is: 0 at the end of the text.
fn line_end(text: &str) -> (usize, usize) {
    match text.find(['\n', '\r']) {
        None => (text.len(), 0),
        Some(end) if text[end..].starts_with("\r\n") => (end, 2),
        Some(end) => (end, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding;
    use gen_lsp_types::Position;
    use text::Source;

    #[test]
    fn a_position_and_its_byte_are_the_same_place() {
        let text = "a\u{1d11e}b\r\n\u{e9}c\rd\n";
        let source = Source::new("a", text);
        for encoding in [Encoding::Utf16, Encoding::Utf8] {
            for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                // Within the end of a line there is no place.
                if text[..at].ends_with('\r') && text[at..].starts_with('\n') {
                    continue;
                }
                let position = encoding.position(&source, at);
                assert_eq!(encoding.offset(text, position), at, "{position:?}");
            }
        }
        let at = |line, character| Position { line, character };
        assert_eq!(Encoding::Utf16.position(&source, 6), at(0, 4));
        assert_eq!(Encoding::Utf8.position(&source, 6), at(0, 6));
    }

    #[test]
    fn positions_outside_are_the_nearest_place() {
        let at =
            |line, character| Encoding::Utf16.offset("\u{1d11e}b\nc", Position { line, character });
        assert_eq!(
            [
                at(0, 1),
                at(0, 99),
                at(1, 99),
                at(9, 0),
                at(u32::MAX, u32::MAX)
            ],
            [0, 5, 7, 7, 7]
        );
    }
}

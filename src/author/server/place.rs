//! What stands at a byte of a file that is being written: a section's name, a key, a value, or a text of the language.

use text::Span;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// What stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A part of a section's name, behind those.
    Header {
        before: Vec<String>,
        /// From the first letter up to the place.
        word: Span,
        quoted: bool,
    },
    /// A key of that section.
    Key { section: Vec<String>, word: Span },
    /// The value of a key, in quotes or not.
    Value {
        section: Vec<String>,
        key: String,
        word: Span,
        quoted: bool,
    },
    /// A text of the language, or a condition.
    Text {
        is_cond: bool,
        /// Its content up to the place.
        before: Span,
    },
    /// A comment, or what the lines before do not tell.
    Nowhere,
}

/// Where a line of the file is.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Start,
    Header,
    Key,
    Value,
}

/// Reads the file up to a byte.
pub fn place(file: &str, at: usize) -> Place {
    let (mut section, mut words): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let (mut state, mut depth, mut end) = (State::Start, 0_usize, 0);
    for token in Source::new(file).lex() {
        let span = Span::new(token.span().start(), token.span().end());
        if span.start >= at {
            break;
        }
        let written = &file[span.start..span.end];
        end = span.end;
        match token.kind() {
            TokenKind::Comment if at <= span.end => return Place::Nowhere,
            TokenKind::Whitespace | TokenKind::Comment => {}
            TokenKind::Newline if state == State::Value && depth > 0 => {}
            TokenKind::Newline => {
                if state == State::Header {
                    section = std::mem::take(&mut words);
                }
                (state, depth) = (State::Start, 0);
                words.clear();
            }
            TokenKind::LeftSquareBracket if state == State::Start || state == State::Header => {
                state = State::Header;
            }
            TokenKind::RightSquareBracket if state == State::Header => {}
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                depth = depth.saturating_sub(1);
            }
            TokenKind::Equals if state != State::Value => state = State::Value,
            kind => {
                let quotes = match kind {
                    TokenKind::MlLiteralString | TokenKind::MlBasicString => 3,
                    TokenKind::LiteralString | TokenKind::BasicString => 1,
                    _ => 0,
                };
                let is_closed = quotes > 0
                    && written.len() >= 2 * quotes
                    && written.ends_with(&written[..quotes]);
                let inside = span.start + quotes <= at
                    && if is_closed {
                        at <= span.end - quotes
                    } else {
                        at <= span.end
                    };
                if inside && (quotes > 0 || at <= span.end) {
                    let start = match kind {
                        TokenKind::Dot => at,
                        _ => span.start + quotes,
                    };
                    let word = Span::new(start, at);
                    return inside_of(file, state, (section, words), word, quotes);
                }
                if state == State::Start {
                    state = State::Key;
                }
                if state != State::Value && kind != TokenKind::Dot {
                    words.push(
                        written[quotes..written.len() - if is_closed { quotes } else { 0 }]
                            .to_string(),
                    );
                }
            }
        }
    }
    if at < end {
        return Place::Nowhere;
    }
    inside_of(file, state, (section, words), Span::new(at, at), 0)
}

/// Keys whose values are in the language, and whether they are conditions.
const TEXTS: [(&str, bool); 2] = [("text", false), ("holds", true)];

fn inside_of(
    file: &str,
    state: State,
    (section, words): (Vec<String>, Vec<String>),
    word: Span,
    quotes: usize,
) -> Place {
    let quoted = quotes > 0;
    match state {
        State::Header => Place::Header {
            before: words,
            word,
            quoted,
        },
        // Keys with dots are read no further.
        State::Start | State::Key if words.is_empty() && !quoted => Place::Key { section, word },
        State::Start | State::Key => Place::Nowhere,
        State::Value => {
            let key = words.last().cloned().unwrap_or_default();
            match TEXTS.iter().find(|(text, _)| *text == key) {
                Some((_, is_cond)) if quoted => {
                    let content = &file[word.start..word.end];
                    let breaks = ["\r\n", "\n"];
                    let first = breaks
                        .iter()
                        .find(|end| quotes == 3 && content.starts_with(**end));
                    let start = word.start + first.map_or(0, |end| end.len());
                    Place::Text {
                        is_cond: *is_cond,
                        before: Span::new(start.min(word.end), word.end),
                    }
                }
                _ => Place::Value {
                    section,
                    key,
                    word,
                    quoted,
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, place};

    /// What stands where the bar is.
    fn at(file: &str) -> String {
        let at = file.find('|').expect("there is a bar");
        let file = file.replacen('|', "", 1);
        let said = |span: text::Span| file[span.start..span.end].to_string();
        match place(&file, at) {
            Place::Header {
                before,
                word,
                quoted,
            } => {
                format!("header {before:?} {} {quoted}", said(word))
            }
            Place::Key { section, word } => format!("key of {section:?}: {}", said(word)),
            Place::Value {
                section,
                key,
                word,
                quoted,
            } => {
                format!("{key} of {section:?}: {} {quoted}", said(word))
            }
            Place::Text { is_cond, before } => format!("text {is_cond} {:?}", said(before)),
            Place::Nowhere => "nowhere".into(),
        }
    }

    #[test]
    fn a_place_is_known_by_what_stands_before_it() {
        for (file, known) in [
            ("|", "key of []: "),
            ("ti|", "key of []: ti"),
            ("title = |", "title of []:  false"),
            ("title = \"a|b\"\n", "title of []: a true"),
            ("[bui|", "header [] bui false"),
            ("[building.\"Mi|", "header [\"building\"] Mi true"),
            ("[building.|]\n", "header [\"building\"]  false"),
            (
                "[building.\"Mill\"]\nsa|",
                "key of [\"building\", \"Mill\"]: sa",
            ),
            (
                "[building.\"Mill\"]\ntext = '''\nUse: dr|aw\n'''",
                "text false \"Use: dr\"",
            ),
            (
                "[building.\"Mill\"]\ntext = '''\nUse: dr|",
                "text false \"Use: dr\"",
            ),
            (
                "[building.\"Mill\"]\ntext = 'Use: |'\nsays = 'a'",
                "text false \"Use: \"",
            ),
            (
                "[rule.a]\nholds = '\"a\" is |'",
                "text true \"\\\"a\\\" is \"",
            ),
            (
                "[[card]]\nbuilding = \"|\"\n",
                "building of [\"card\"]:  true",
            ),
            ("sets = [\n  \"a\",\n  \"|\n", "sets of []:  true"),
            ("a = 1 # no|te\n", "nowhere"),
            ("a.b = 1\n|", "key of []: "),
        ] {
            assert_eq!(at(file), known, "{file}");
        }
    }
}

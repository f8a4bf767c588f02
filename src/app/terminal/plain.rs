//! The standard output: all that commands write there passes here, so that nothing that others have written steers a
//! terminal. Signs that would are shown, as `\u{1b}`.

use std::io::{self, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use text::{plain, steers, straight};

/// Signs beyond ASCII are not wanted, or the terminal knows none.
static ASCII: AtomicBool = AtomicBool::new(false);

/// From now on nothing is drawn or quoted with signs beyond ASCII.
pub fn use_ascii() {
    ASCII.store(true, Ordering::Relaxed);
}

/// It is to be drawn and quoted with ASCII alone.
pub fn is_ascii() -> bool {
    ASCII.load(Ordering::Relaxed)
}

/// A place to write to that is spared what steers a terminal.
pub struct Plain<W: Write> {
    out: W,
    /// Inside of JSON signs are shown as JSON shows them.
    json: bool,
    /// The beginning of a sign whose end is still to come.
    begun: Vec<u8>,
}

/// The standard output, for what people read.
pub fn stdout() -> Plain<StdoutLock<'static>> {
    Plain::new(io::stdout().lock(), false)
}

/// The same, for JSON.
pub fn json() -> Plain<StdoutLock<'static>> {
    Plain::new(io::stdout().lock(), true)
}

/// The terminal itself, for the full screen: what is drawn there has passed through [`plain`], sign by sign.
pub fn screen() -> io::Stdout {
    io::stdout()
}

impl<W: Write> Plain<W> {
    fn new(out: W, json: bool) -> Plain<W> {
        Plain {
            out,
            json,
            begun: Vec::new(),
        }
    }

    /// Writes what steers the terminal rightly, such as the colours of a report.
    pub fn as_it_is(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    fn tamed(&self, text: &str) -> String {
        if !self.json {
            let tamed = plain(text);
            return if is_ascii() {
                straight(&tamed).into_owned()
            } else {
                tamed.into_owned()
            };
        }
        // JSON itself shows the control characters of ASCII but one; the others are all of 16 bits.
        let hostile = |sign: char| !sign.is_ascii_whitespace() && steers(sign);
        let shown = |sign: char| {
            if hostile(sign) {
                format!("\\u{:04x}", u32::from(sign))
            } else {
                sign.to_string()
            }
        };
        text.chars().map(shown).collect()
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let harmless = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        if self.begun.is_empty() && text.iter().all(harmless) {
            return self.out.write(text);
        }
        let bytes = [&std::mem::take(&mut self.begun), text].concat();
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.out.write_all(self.tamed(chunk.valid()).as_bytes())?;
            let rest = chunk.invalid();
            let unfinished =
                std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none());
            match chunks.peek() {
                None if unfinished => self.begun = rest.to_vec(),
                _ if rest.is_empty() => {}
                _ => self.out.write_all("\u{fffd}".as_bytes())?,
            }
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::Plain;

    fn written(pieces: &[&[u8]], json: bool) -> String {
        let mut plain = Plain::new(Vec::new(), json);
        pieces
            .iter()
            .for_each(|piece| plain.write_all(piece).expect("there is room"));
        String::from_utf8(plain.out).expect("it is text")
    }

    #[test]
    fn what_steers_a_terminal_is_shown() {
        assert_eq!(
            written(&[b"a\x1b[2J\n", "\u{9b}ä\u{202e}".as_bytes()], false),
            "a\\u{1b}[2J\n\\u{9b}ä\\u{202e}"
        );
        // However it is cut into pieces.
        let text = "ä\u{9b}中\u{202e}\u{1f600}\u{85}".as_bytes();
        for at in 0..=text.len() {
            assert_eq!(
                written(&[&text[..at], &text[at..]], false),
                "ä\\u{9b}中\\u{202e}\u{1f600}\\u{85}"
            );
        }
        assert_eq!(
            written(&[b"a\xff", b"\xc2", b"b"], false),
            "a\u{fffd}\u{fffd}b"
        );
    }

    #[test]
    fn json_stays_json() {
        let value = serde_json::json!({"name": "\u{1b}\u{7f}\u{9b}ä\u{202e}\u{1f600}\n"});
        let text = written(&[format!("{value:#}\n").as_bytes()], true);
        assert!(
            !text.contains(['\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}']) && text.contains("ä"),
            "{text}"
        );
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&text).expect("it is JSON"),
            value
        );
    }
}

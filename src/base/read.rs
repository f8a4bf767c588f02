//! Reading text from files that others may have written.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::limits::FILE;

/// What some editors put before a text to say how it is written: no part of it.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a file, without the byte order mark that may stand before it.
///
/// # Errors
/// It cannot be read, is no text in UTF-8, or has more than [`FILE`] bytes.
pub fn read_text(path: &Path) -> io::Result<String> {
    read_all(File::open(path)?)
}

/// The same of anything that can be read, to its end.
///
/// # Errors
/// As for [`read_text`].
pub fn read_all(source: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(FILE as u64 + 1).read_to_end(&mut bytes)?;
    // What is too long may be cut in the middle of a letter.
    if bytes.len() > FILE {
        return Err(too_long());
    }
    let mut buffer = [0; 4];
    let mark = BYTE_ORDER_MARK.encode_utf8(&mut buffer).as_bytes();
    if bytes.starts_with(mark) {
        bytes.drain(..mark.len());
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

fn too_long() -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, format!("it has more than {FILE} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_too_long() {
        assert_eq!(read_all(io::repeat(b'a').take(FILE as u64)).map(|text| text.len()).ok(), Some(FILE));
        let endless = read_all(io::repeat(b'a')).expect_err("it is too long");
        assert_eq!(
            (endless.kind(), endless.to_string()),
            (ErrorKind::FileTooLarge, "it has more than 10000000 bytes".into())
        );
        // The last letter that fits is cut in two.
        let letters: Vec<u8> = "# ".bytes().chain("ö".bytes().cycle().take(FILE)).collect();
        let odd = read_all(Read::chain(&b"#"[..], &letters[2..])).expect_err("it is too long");
        assert_eq!(odd.kind(), ErrorKind::FileTooLarge);
        let even = read_all(&letters[..]).expect_err("it is too long");
        assert_eq!(even.kind(), ErrorKind::FileTooLarge);
        assert_eq!(read_all(&b"\xff"[..]).map_err(|error| error.kind()), Err(ErrorKind::InvalidData));
    }
    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let read = |bytes: &[u8]| read_all(bytes).ok();
        assert_eq!(read("\u{feff}id = 1".as_bytes()).as_deref(), Some("id = 1"));
        // Only one, and only in front.
        assert_eq!(read("\u{feff}\u{feff}".as_bytes()).as_deref(), Some("\u{feff}"));
        assert_eq!(read("a\u{feff}".as_bytes()).as_deref(), Some("a\u{feff}"));
    }
}

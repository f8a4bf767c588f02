//! Reading text from files that others may have written.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::limits::FILE;

/// The text of a file.
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
    let mut text = String::new();
    let read = source.take(FILE as u64 + 1).read_to_string(&mut text);
    match read {
        Ok(length) if length > FILE => Err(too_long()),
        Ok(_) => Ok(text),
        Err(error) => Err(error),
    }
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
        assert_eq!(read_all(&b"\xff"[..]).map_err(|error| error.kind()), Err(ErrorKind::InvalidData));
    }
}

//! Reading text from files that others may have written.

use std::fs::{File, FileType};
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

use super::aside::{followed, is_handed_on};
use super::limits::{FILE, LINE};

/// What some editors put before a text to say how it is written: no part of it.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a file, without the byte order mark that may stand before it.
///
/// # Errors
/// It cannot be read, is no text in UTF-8, or has more than [`FILE`] bytes.
pub fn read_text(path: &Path) -> io::Result<String> {
    read_all(open(path)?)
}

/// Opens a file that somebody names, to be read.
///
/// # Errors
/// It is not there, or may never answer: it is a socket, or a pipe that was not handed on.
pub fn open(path: &Path) -> io::Result<File> {
    let kind = found(path)?;
    match kind.is_file() || kind.is_dir() || is_handed_on(path) || answers(kind) {
        true => File::open(path),
        false => Err(io::Error::new(ErrorKind::InvalidInput, NO_FILE)),
    }
}

/// What is there.
fn found(path: &Path) -> io::Result<FileType> {
    match std::fs::metadata(path) {
        Ok(found) => Ok(found.file_type()),
        // Links in a circle have an error of their own, which says less.
        Err(error) if error.kind() != ErrorKind::NotFound => followed(path).and(Err(error)),
        Err(error) => Err(error),
    }
}

/// A terminal or `/dev/null` answers, if it is not asked for more than there is; somebody may sit there.
#[cfg(unix)]
fn answers(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device()
}

#[cfg(not(unix))]
fn answers(_: FileType) -> bool {
    true
}

/// The same of anything that can be read, to its end.
///
/// # Errors
/// As for [`read_text`].
pub fn read_all(source: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    read_to(FILE, source, &mut bytes)?;
    let mut buffer = [0; 4];
    let mark = BYTE_ORDER_MARK.encode_utf8(&mut buffer).as_bytes();
    if bytes.starts_with(mark) {
        bytes.drain(..mark.len());
    }
    String::from_utf8(bytes)
        .map(one_line_end)
        .map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

/// A carriage return alone ends a line as a line feed does: it becomes one, so that all who count lines count the same.
pub fn one_line_end(text: String) -> String {
    if !text.contains('\r') {
        return text;
    }
    let behind = text.chars().skip(1).map(Some).chain([None]);
    let ends = |(sign, next)| {
        if sign == '\r' && next != Some('\n') {
            '\n'
        } else {
            sign
        }
    };
    text.chars().zip(behind).map(ends).collect()
}

/// What is said of a pipe, a terminal and the like.
const NO_FILE: &str = "it is not a regular file";

/// A pipe or a terminal in the place of a file may never answer. What is no file at all says so when it is read.
///
/// # Errors
/// It is neither a file nor a folder.
pub fn plain_file(path: &Path) -> io::Result<()> {
    let kind = found(path)?;
    if kind.is_file() || kind.is_dir() {
        Ok(())
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, NO_FILE))
    }
}

/// All bytes of a source, if it has no more than these.
///
/// # Errors
/// It cannot be read, or has more.
pub fn read_to(most: usize, source: impl Read, bytes: &mut Vec<u8>) -> io::Result<()> {
    source.take(most as u64 + 1).read_to_end(bytes)?;
    // What is too long may be cut in the middle of a letter.
    if bytes.len() > most {
        Err(too_long("it", most))
    } else {
        Ok(())
    }
}

/// Adds the next line, with its end; how many bytes it has: none behind the last one.
///
/// # Errors
/// It cannot be read, or has more than [`LINE`] bytes. Then what follows is no line.
pub fn read_line(source: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let read = source.take(LINE as u64 + 1).read_until(b'\n', line)?;
    if read > LINE {
        Err(too_long("the line", LINE))
    } else {
        Ok(read)
    }
}

/// Why a file has no text, in words, without the number that the system gives it.
pub fn reason(error: &io::Error) -> String {
    if error.kind() == ErrorKind::InvalidData {
        return "it is not UTF-8 text".to_string();
    }
    let text = error.to_string().to_lowercase();
    text.split(" (os error")
        .next()
        .unwrap_or_default()
        .to_string()
}

/// What is said of it.
pub fn too_long(what: &str, most: usize) -> io::Error {
    io::Error::new(
        ErrorKind::FileTooLarge,
        format!("{what} has more than {most} bytes"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_too_long() {
        assert_eq!(
            read_all(io::repeat(b'a').take(FILE as u64))
                .map(|text| text.len())
                .ok(),
            Some(FILE)
        );
        let endless = read_all(io::repeat(b'a')).expect_err("it is too long");
        assert_eq!(
            (endless.kind(), endless.to_string()),
            (
                ErrorKind::FileTooLarge,
                "it has more than 10000000 bytes".into()
            )
        );
        // The last letter that fits is cut in two.
        let letters: Vec<u8> = "# ".bytes().chain("ö".bytes().cycle().take(FILE)).collect();
        let odd = read_all(Read::chain(&b"#"[..], &letters[2..])).expect_err("it is too long");
        assert_eq!(odd.kind(), ErrorKind::FileTooLarge);
        let even = read_all(&letters[..]).expect_err("it is too long");
        assert_eq!(even.kind(), ErrorKind::FileTooLarge);
        assert_eq!(
            read_all(&b"\xff"[..]).map_err(|error| error.kind()),
            Err(ErrorKind::InvalidData)
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_may_never_answer_is_not_waited_for() {
        use std::io::{Write, pipe};
        use std::os::fd::AsRawFd;
        use std::os::unix::fs::symlink;
        use std::os::unix::net::UnixListener;

        let folder = tempfile::tempdir().expect("a folder can be made");
        let at = |name: &str| folder.path().join(name);
        let why = |path: &Path| read_text(path).map_err(|error| reason(&error));
        let made = std::process::Command::new("mkfifo")
            .arg(at("pipe"))
            .status()
            .expect("`mkfifo` can be run");
        assert!(made.success());
        symlink(at("pipe"), at("to-pipe")).expect("there is room for links");
        let _listener = UnixListener::bind(at("socket")).expect("there is room for a socket");
        for name in ["pipe", "to-pipe", "socket"] {
            assert_eq!(
                why(&at(name)),
                Err("it is not a regular file".into()),
                "{name}"
            );
        }
        symlink("b", at("a")).expect("there is room for links");
        symlink("a", at("b")).expect("there is room for links");
        assert_eq!(why(&at("a")), Err("its symbolic links form a loop".into()));
        assert_eq!(
            why(Path::new("/proc/self/mem")),
            Err("input/output error".into())
        );
        assert_eq!(why(Path::new("/dev/null")), Ok(String::new()));
        // One that was handed on is read to its end.
        let (reader, mut writer) = pipe().expect("there is room for a pipe");
        writer.write_all(b"text").expect("it can be written to");
        drop(writer);
        let given = format!("/dev/fd/{}", reader.as_raw_fd());
        assert_eq!(why(Path::new(&given)), Ok("text".into()));
    }

    #[test]
    fn a_line_that_never_ends_is_too_long() {
        let read = |text: &mut dyn BufRead| {
            let mut line = Vec::new();
            read_line(&mut &mut *text, &mut line)
                .map(|read| (read, line.len()))
                .map_err(|error| error.to_string())
        };
        let mut lines = &b"one\ntwo"[..];
        assert_eq!(
            [(); 3].map(|()| read(&mut lines)),
            [Ok((4, 4)), Ok((3, 3)), Ok((0, 0))]
        );
        let longest = |end: &'static [u8]| {
            io::BufReader::new(io::repeat(b'a').take(LINE as u64 - 1).chain(end))
        };
        assert_eq!(read(&mut longest(b"\n")), Ok((LINE, LINE)));
        let too_long = Err("the line has more than 10000000 bytes".to_string());
        assert_eq!(read(&mut longest(b"a\n")), too_long);
        assert_eq!(read(&mut io::BufReader::new(io::repeat(b'a'))), too_long);
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        let read = |text: &str| read_all(text.as_bytes()).ok();
        for (text, lines) in [
            ("a\rb\r\nc\r", "a\nb\r\nc\n"),
            ("\r\r\n\n\r", "\n\r\n\n\n"),
            ("\u{e4}\rb", "\u{e4}\nb"),
            ("\r", "\n"),
        ] {
            assert_eq!(read(text).as_deref(), Some(lines), "{text:?}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let read = |bytes: &[u8]| read_all(bytes).ok();
        assert_eq!(read("\u{feff}id = 1".as_bytes()).as_deref(), Some("id = 1"));
        // Only one, and only in front.
        assert_eq!(
            read("\u{feff}\u{feff}".as_bytes()).as_deref(),
            Some("\u{feff}")
        );
        assert_eq!(read("a\u{feff}".as_bytes()).as_deref(), Some("a\u{feff}"));
    }
}

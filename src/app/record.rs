//! A file that results are kept in as they come, line by line, so that a command can be gone on with.

use std::fs::{self, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::Failure;
use stats::series::RecordError;
use text::{read_to, too_long};

/// So many bytes a record has at most, millions of deals: it is read as a whole.
const RECORD: usize = 1_000_000_000;

/// See there; nothing is kept where no file was named.
pub struct Record {
    file: Option<(PathBuf, fs::File)>,
    /// What was in it.
    text: String,
    /// The command that keeps it.
    command: &'static str,
}

impl Record {
    pub fn open(path: Option<&Path>, command: &'static str) -> Result<Record, Failure> {
        let Some(path) = path else {
            return Ok(Record {
                file: None,
                text: String::new(),
                command,
            });
        };
        let written = |error: io::Error| Failure::file(path, "written", &error);
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(path)
            .map_err(written)?;
        lock(path, &file)?;
        let kind = file.metadata().map_err(written)?;
        if !kind.is_file() {
            return Err(Failure::run(
                format!("`{}` cannot be continued", path.display()),
                format!("give a file that `brink {command} --resume` wrote, or a new one"),
            ));
        }
        Ok(Record {
            text: text(&mut file, kind.len()).map_err(Failure::at(path, "read"))?,
            file: Some((path.to_path_buf(), file)),
            command,
        })
    }

    /// What was in the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why it cannot be gone on with.
    pub fn unfit(&self, why: &RecordError) -> Failure {
        let help = match why {
            RecordError::Other(_) => {
                "repeat the command that started it, or choose a new file".to_string()
            }
            RecordError::Line(..) => format!(
                "give a file that `brink {} --resume` wrote, or a new one",
                self.command
            ),
        };
        let path = self.file.iter().map(|(path, _)| path.display());
        let path: String = path.map(|path| path.to_string()).collect();
        Failure::run(format!("`{path}` cannot be continued: {why}"), help)
    }

    /// Goes on behind so many bytes; when there are none, with the header.
    pub fn go_on(&mut self, length: usize, header: &impl Serialize) -> Result<(), Failure> {
        self.text.clear();
        if let Some((path, file)) = &mut self.file {
            // What is cut off is played again.
            file.set_len(length as u64)
                .map_err(Failure::at(path, "written"))?;
        }
        if length == 0 {
            self.add(header)
        } else {
            Ok(())
        }
    }

    /// Adds a line.
    pub fn add(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let line = serde_json::to_string(line).expect("a line is made of texts and numbers");
        writeln!(file, "{line}").map_err(Failure::at(path, "written"))
    }
}

/// All of a record, if it is no larger than one may be.
fn text(file: &mut fs::File, length: u64) -> io::Result<String> {
    // What is seen to be too large need not be read first.
    if length > RECORD as u64 {
        return Err(too_long("it", RECORD));
    }
    let mut bytes = Vec::new();
    read_to(RECORD, file, &mut bytes)?;
    // The last line may have been cut off in the middle of a letter.
    if let Err(error) = str::from_utf8(&bytes)
        && error.error_len().is_none()
    {
        bytes.truncate(error.valid_up_to());
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

/// Two that go on with the same file would play the same games and mix up their lines.
fn lock(path: &Path, file: &fs::File) -> Result<(), Failure> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Failure::run(
            format!("another command is writing to `{}`", path.display()),
            "wait until it ends, or choose another file",
        )),
        // Some file systems have no locks; nothing can be known about others there.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(Failure::file(path, "locked", &error)),
    }
}

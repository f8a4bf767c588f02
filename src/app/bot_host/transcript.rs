//! All that is said between the host and programs, written down as it is said, so that it is there when one hangs.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::Failure;
use text::plain;

/// One for all programs.
pub type Shared = Arc<Mutex<Transcript>>;

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Way {
    ToBot,
    FromBot,
    /// The program, on its error output.
    Errors,
}

/// A file with a line for each line that is said, without what would steer the terminal of its readers, behind the program's number and `>`, `<` or `!`.
pub struct Transcript {
    path: PathBuf,
    file: BufWriter<File>,
    /// Why it could not go on.
    failed: Option<io::Error>,
}

impl Transcript {
    /// Begins a file, or goes on behind what is there.
    pub fn open(path: &Path, go_on: bool) -> Result<Transcript, Failure> {
        let file = if go_on {
            behind(path)
        } else {
            File::create(path)
        };
        let file = file.map_err(Failure::at(path, "written"))?;
        Ok(Transcript {
            path: path.to_path_buf(),
            file: BufWriter::new(file),
            failed: None,
        })
    }

    /// Adds a line.
    pub fn add(&mut self, program: &str, way: Way, line: &[u8]) {
        let sign = match way {
            Way::ToBot => '>',
            Way::FromBot => '<',
            Way::Errors => '!',
        };
        let line = String::from_utf8_lossy(line);
        let written = writeln!(self.file, "{program} {sign} {}", plain(line.trim_end()))
            .and_then(|()| self.file.flush());
        if let (Err(error), None) = (written, &self.failed) {
            self.failed = Some(error);
        }
    }

    /// Whether all of it has been written.
    pub fn done(&mut self) -> Result<(), Failure> {
        match self.failed.take() {
            Some(error) => Err(Failure::file(&self.path, "written", &error)),
            None => Ok(()),
        }
    }
}

/// The file to be gone on with. A last line that was cut off is ended; what is no file, such as a pipe, is written to.
fn behind(path: &Path) -> io::Result<File> {
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return File::create(path);
    }
    let mut file = File::options()
        .create(true)
        .read(true)
        .append(true)
        .open(path)?;
    let mut last = [b'\n'];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last != [b'\n'] {
        file.write_all(b"\n")?;
    }
    Ok(file)
}

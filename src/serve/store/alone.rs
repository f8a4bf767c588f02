//! One server at a time has a file of games: a lock beside the file, which goes with the process that has it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::Fault;

/// As long as this lives no other process has that file of games.
#[derive(Debug)]
pub struct Alone(#[expect(dead_code, reason = "it is locked as long as it is open")] Option<File>);

impl Alone {
    /// Takes a file of games, which need not be there yet. What is no plain file is nobody's.
    ///
    /// # Errors
    /// Another server has it, or there can be no lock beside it.
    pub fn with(games: &Path) -> Result<Alone, Fault> {
        if fs::metadata(games).is_ok_and(|meta| !meta.is_file()) {
            return Ok(Alone(None));
        }
        let mut lock = place(games).into_os_string();
        lock.push("-lock");
        let lock = PathBuf::from(lock);
        let broken = |error: &dyn std::fmt::Display| Fault::Broken(format!("`{}`: {error}", lock.display()));
        let file = File::options().create(true).truncate(false).write(true).open(&lock);
        let file = file.map_err(|error| broken(&error))?;
        match file.try_lock() {
            Ok(()) => Ok(Alone(Some(file))),
            Err(TryLockError::WouldBlock) => Err(Fault::Taken),
            Err(TryLockError::Error(error)) => Err(broken(&error)),
        }
    }
}

/// The same for all ways to write a path to one file.
fn place(games: &Path) -> PathBuf {
    let folder = games.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let inside = || Some(fs::canonicalize(folder).ok()?.join(games.file_name()?));
    fs::canonicalize(games).ok().or_else(inside).unwrap_or_else(|| games.to_path_buf())
}

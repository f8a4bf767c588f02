//! One server at a time has a file of games: a lock beside the file, which goes with the process that has it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::Fault;

/// As long as this lives no other process has that file of games.
#[derive(Debug)]
pub struct Alone {
    /// Locked as long as it is open; none for what is no plain file.
    _lock: Option<File>,
    /// The lock, where it was not there before.
    made: Option<PathBuf>,
}

impl Alone {
    /// Takes a file of games, which need not be there yet. What is no plain file is nobody's.
    ///
    /// # Errors
    /// Another server has it, or there can be no lock beside it.
    pub fn with(games: &Path) -> Result<Alone, Fault> {
        if fs::metadata(games).is_ok_and(|meta| !meta.is_file()) {
            return Ok(Alone {
                _lock: None,
                made: None,
            });
        }
        let mut lock = place(games).into_os_string();
        lock.push("-lock");
        let lock = PathBuf::from(lock);
        let broken =
            |error: &dyn std::fmt::Display| Fault::Broken(format!("`{}`: {error}", lock.display()));
        let made = !lock.exists();
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock);
        let file = file.map_err(|error| broken(&error))?;
        match file.try_lock() {
            Ok(()) => Ok(Alone {
                _lock: Some(file),
                made: made.then_some(lock),
            }),
            Err(TryLockError::WouldBlock) => Err(Fault::Taken),
            Err(TryLockError::Error(error)) => Err(broken(&error)),
        }
    }

    /// The file holds no games: no lock is left beside it that was not there.
    pub fn give_up(self) {
        if let Some(lock) = &self.made {
            // One that stays does no harm.
            let _ = fs::remove_file(lock);
        }
    }
}

/// The same for all ways to write a path to one file.
fn place(games: &Path) -> PathBuf {
    let folder = games
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let inside = || Some(fs::canonicalize(folder).ok()?.join(games.file_name()?));
    fs::canonicalize(games)
        .ok()
        .or_else(inside)
        .unwrap_or_else(|| games.to_path_buf())
}

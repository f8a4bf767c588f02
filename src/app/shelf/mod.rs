//! The kept games of a person: a folder with a file for each, and a lock for each that is being played.

mod keeper;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::Failure;
use crate::home::Home;
use session::saved::Saved;
use text::{plain_file, read_text, reason};

pub use keeper::{Keeper, Kept};

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Shelf {
    folder: PathBuf,
    /// What a command needs to find it, behind a blank: nothing, or ` --data DIR` and the like.
    option: String,
}

/// A game's place on the shelf. Nobody else plays it as long as this lives.
#[derive(Debug)]
pub struct Place {
    pub id: u32,
    path: PathBuf,
    /// The operating system gives the lock back when the program ends, however it ends.
    lock: File,
}

/// A kept game as a list shows it.
#[derive(Debug)]
pub struct Entry {
    pub id: u32,
    /// When a decision was kept last.
    pub kept: SystemTime,
    /// The game, or why it cannot be read.
    pub saved: Result<Saved, String>,
}

impl Shelf {
    pub fn of(home: &Home) -> Result<Shelf, Failure> {
        Ok(Shelf {
            folder: home.data()?.join("games"),
            option: home.option(),
        })
    }

    /// What a command needs to find it, behind a blank: nothing, or ` --data DIR` and the like.
    pub fn option(&self) -> &str {
        &self.option
    }

    /// The file of a game.
    pub fn file(&self, id: u32) -> PathBuf {
        self.folder.join(format!("{id}.game"))
    }

    /// The file that whoever plays it holds.
    fn lock_file(&self, id: u32) -> PathBuf {
        self.folder.join(format!("{id}.lock"))
    }

    /// All games, the one kept last at the end; those that cannot be read say why.
    ///
    /// # Errors
    /// The folder cannot be read; that there is none is no fault.
    pub fn list(&self) -> io::Result<Vec<Entry>> {
        let read = |(kept, id)| Entry {
            id,
            kept,
            saved: self.read(id),
        };
        Ok(self.by_age()?.into_iter().map(read).collect())
    }

    /// The game left last that is not over, and what was passed over because it cannot be read. Only so many files are read as
    /// it takes.
    ///
    /// # Errors
    /// As above.
    pub fn last_open(&self) -> io::Result<(Option<u32>, Vec<String>)> {
        let mut unread = Vec::new();
        for (_, id) in self.by_age()?.into_iter().rev() {
            match self.read(id) {
                Ok(saved) if saved.over => {}
                Ok(_) => return Ok((Some(id), unread)),
                Err(why) => unread.push(format!(
                    "Game {id} is passed over, it cannot be read: {why}."
                )),
            }
        }
        Ok((None, unread))
    }

    /// When games were kept last, and their ids, the newest at the end.
    fn by_age(&self) -> io::Result<Vec<(SystemTime, u32)>> {
        let mut ages = Vec::new();
        for id in self.ids("game")? {
            let path = self.file(id);
            // A link that leads nowhere is there, too.
            let meta = fs::metadata(&path).or_else(|_| fs::symlink_metadata(&path));
            match meta.and_then(|meta| meta.modified()) {
                Ok(kept) => ages.push((kept, id)),
                // It has been removed just now.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        ages.sort_unstable();
        Ok(ages)
    }

    fn read(&self, id: u32) -> Result<Saved, String> {
        let text = self.text(id).map_err(|error| reason(&error))?;
        Saved::parse(&text).map_err(|error| error.reason)
    }

    /// What is kept of a game.
    ///
    /// # Errors
    /// It cannot be read, or is no plain file.
    pub fn text(&self, id: u32) -> io::Result<String> {
        let path = self.file(id);
        plain_file(&path)?;
        read_text(&path)
    }

    /// No game has ever been kept here, as far as can be seen.
    pub fn is_empty(&self) -> bool {
        self.ids("game").is_ok_and(|ids| ids.is_empty())
    }

    /// The ids for which there is a file of that kind.
    fn ids(&self, ending: &str) -> io::Result<Vec<u32>> {
        let folder = match fs::read_dir(&self.folder) {
            Ok(folder) => folder,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut ids = Vec::new();
        for entry in folder {
            let path = entry?.path();
            if path.extension().is_some_and(|other| other == ending) {
                ids.extend(number(&path).filter(|(_, plain)| *plain).map(|(id, _)| id));
            }
        }
        Ok(ids)
    }

    /// Files whose number is written in another way than a kept game's, such as `007.game`: they are none.
    ///
    /// # Errors
    /// The folder cannot be read; that there is none is no fault.
    pub fn misnamed(&self) -> io::Result<Vec<String>> {
        let folder = match fs::read_dir(&self.folder) {
            Ok(folder) => folder,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut names = Vec::new();
        for entry in folder {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "game")
                && number(&path).is_some_and(|(_, plain)| !plain)
            {
                names.extend(
                    path.file_name()
                        .map(|name| name.to_string_lossy().into_owned()),
                );
            }
        }
        names.sort();
        Ok(names)
    }

    /// A new place, locked.
    pub fn make_place(&self) -> io::Result<Place> {
        fs::create_dir_all(&self.folder)?;
        let ids = [self.ids("game")?, self.ids("lock")?].concat();
        let mut id = ids.into_iter().max().unwrap_or(0);
        loop {
            id = id
                .checked_add(1)
                .ok_or_else(|| io::Error::other("there is no number left for a game"))?;
            let made = OpenOptions::new()
                .create_new(true)
                .write(true)
                .open(self.lock_file(id));
            match made {
                Ok(lock) => {
                    lock.lock()?;
                    return Ok(Place {
                        id,
                        path: self.file(id),
                        lock,
                    });
                }
                // Somebody else has begun a game just now.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The place is still this program's: its lock has not been removed, with the folder, say, and made again by somebody else.
    pub fn holds(&self, place: &Place) -> bool {
        same_file(&place.lock, &self.lock_file(place.id))
    }

    /// The place of a kept game, locked; nothing when somebody plays it.
    pub fn take_place(&self, id: u32) -> io::Result<Option<Place>> {
        let path = self.lock_file(id);
        if path.exists() {
            plain_file(&path)?;
        }
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Place {
                id,
                path: self.file(id),
                lock,
            })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Takes a game off the shelf. Answers `false` when somebody plays it.
    pub fn remove(&self, id: u32) -> io::Result<bool> {
        let Some(place) = self.take_place(id)? else {
            return Ok(false);
        };
        let gone = |path: &Path| match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        gone(&place.path)?;
        // Some systems do not remove a file that is open.
        drop(place);
        gone(&self.lock_file(id))?;
        Ok(true)
    }
}

#[cfg(unix)]
fn same_file(open: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |meta: io::Result<fs::Metadata>| meta.ok().map(|meta| (meta.dev(), meta.ino()));
    let there = of(fs::metadata(path));
    there.is_some() && there == of(open.metadata())
}

/// Where a file that is open cannot be removed, it is the same as long as it is there.
#[cfg(not(unix))]
fn same_file(_open: &File, path: &Path) -> bool {
    path.exists()
}

/// The number that a file is called by, and whether it is written as that of a kept game.
fn number(path: &Path) -> Option<(u32, bool)> {
    let stem = path.file_stem()?.to_str()?;
    let id: u32 = stem.parse().ok()?;
    Some((id, id.to_string() == stem))
}

//! The kept games of a person: a folder with a file for each, and a lock for each that is being played.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::Failure;
use crate::home::Home;
use crate::output::{save, save_soon};
use explain::options::decision::Taken;
use session::save::Saved;
use session::screen::Memory;
use session::sitting::Sitting;
use text::{plain_file, read_text, reason};

/// The folder of kept games.
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
                    "Game {id} is skipped because it cannot be read: {why}."
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
        let named = self.numbered(ending)?.into_iter();
        let plain = |(id, name): (u32, String)| (format!("{id}.{ending}") == name).then_some(id);
        Ok(named.filter_map(plain).collect())
    }

    /// Files whose number is written in another way than a kept game's, such as `007.game`: they are none.
    ///
    /// # Errors
    /// The folder cannot be read; that there is none is no fault.
    pub fn misnamed(&self) -> io::Result<Vec<String>> {
        let named = self.numbered("game")?.into_iter();
        let odd = |(id, name): (u32, String)| (format!("{id}.game") != name).then_some(name);
        let mut names: Vec<String> = named.filter_map(odd).collect();
        names.sort();
        Ok(names)
    }

    /// Files of that kind that are called by a number, and their names.
    fn numbered(&self, ending: &str) -> io::Result<Vec<(u32, String)>> {
        let mut all = Vec::new();
        let folder = match fs::read_dir(&self.folder) {
            Ok(folder) => folder,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(all),
            Err(error) => return Err(error),
        };
        for entry in folder {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let stem = Path::new(&name)
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy();
            let is_one = Path::new(&name)
                .extension()
                .is_some_and(|other| other == ending);
            let id = stem.parse().ok().filter(|_| is_one);
            all.extend(id.map(|id| (id, name.clone())));
        }
        Ok(all)
    }

    /// A new place, locked.
    pub fn make_place(&self) -> io::Result<Place> {
        fs::create_dir_all(&self.folder)?;
        let ids = [self.ids("game")?, self.ids("lock")?].concat();
        let mut id = ids.into_iter().max().unwrap_or(0);
        loop {
            id = id
                .checked_add(1)
                .ok_or_else(|| io::Error::other("there are no game numbers left"))?;
            match File::create_new(self.lock_file(id)) {
                Ok(lock) => {
                    lock.lock()?;
                    let path = self.file(id);
                    return Ok(Place { id, path, lock });
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

/// Keeps one game as it goes: after each decision its file is written aside and put in place of the old one.
#[derive(Debug)]
pub struct Keeper {
    shelf: Shelf,
    /// Nothing before the first decision of the person: who only looks leaves no game behind.
    place: Option<Place>,
    /// Something of it stands on the shelf.
    written: bool,
    /// Why the last try has failed.
    fault: Option<String>,
}

/// What is on the shelf of a game that somebody leaves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Storage {
    Nothing,
    /// All of the game of that number.
    All(u32),
    /// Not the last decisions.
    Before(u32),
}

impl Keeper {
    /// For a game that begins.
    pub fn new(shelf: Shelf) -> Keeper {
        Keeper {
            shelf,
            place: None,
            written: false,
            fault: None,
        }
    }

    /// For a game that goes on.
    pub fn at(shelf: Shelf, place: Place) -> Keeper {
        Keeper {
            shelf,
            place: Some(place),
            written: true,
            fault: None,
        }
    }

    /// What is kept by now.
    pub fn kept(&self) -> Storage {
        match &self.place {
            Some(place) if self.written && self.fault.is_some() => Storage::Before(place.id),
            Some(place) if self.written => Storage::All(place.id),
            _ => Storage::Nothing,
        }
    }

    /// What a command needs to find the game, behind a blank: nothing, or ` --data DIR` and the like.
    pub fn option(&self) -> &str {
        &self.shelf.option
    }

    /// Why the game as it is now is not kept, if it should be.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Keeps the game as it is now. Where that begins to fail, or works again, it answers a sentence to be told.
    pub fn keep(&mut self, sitting: &Sitting, memory: Memory) -> Option<String> {
        let by_person = |taken: &Taken| sitting.is_person(taken.who.by);
        if self.place.is_none() && !sitting.taken().iter().any(by_person) {
            return None;
        }
        let failed = self.fault.take().is_some();
        // Two games must not be written into one file.
        let lost = self
            .place
            .take_if(|place| !self.shelf.holds(place))
            .is_some()
            && self.written;
        self.written &= !lost;
        match self.write(sitting, memory) {
            Ok(id) => {
                self.written = true;
                if lost {
                    Some(format!(
                        "The file of this game, or its lock, has been removed in the meantime; it is saved as game {id} from now on."
                    ))
                } else {
                    failed.then(|| "The game is being saved again.".to_string())
                }
            }
            Err(error) => {
                let why = self.fault.insert(reason(&error));
                (!failed).then(|| format!("This game cannot be saved: {why}."))
            }
        }
    }

    fn write(&mut self, sitting: &Sitting, memory: Memory) -> io::Result<u32> {
        let place = match &mut self.place {
            Some(place) => place,
            place => place.insert(self.shelf.make_place()?),
        };
        let text = Saved::of(sitting, memory).to_string();
        // What a bot decides it could decide again: the disk is waited for only with the person.
        let last = sitting.taken().last();
        if last.is_none_or(|taken| sitting.is_person(taken.who.by)) {
            save(&place.path, &text)?;
        } else {
            save_soon(&place.path, &text)?;
        }
        Ok(place.id)
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // A place for nothing is given back.
        if let (false, Some(place)) = (self.written, &self.place)
            && self.shelf.holds(place)
        {
            let _ = std::fs::remove_file(self.shelf.lock_file(place.id));
        }
    }
}

/// Why no game is kept where the platform knows no place for it.
pub const NOWHERE: &str = "there is no home folder to save it in";

/// What helps then.
pub const ELSEWHERE: &str = "`--data DIR` selects a folder";

/// Keeps a game as it goes; where there is no place for it, a sentence says so.
pub fn keeper(home: &Home) -> (Option<Keeper>, Option<String>) {
    match Shelf::of(home) {
        Ok(shelf) => (Some(Keeper::new(shelf)), None),
        Err(_) => (
            None,
            Some(format!("This game is not saved: {NOWHERE}; {ELSEWHERE}.")),
        ),
    }
}

/// How a game that is over is looked at again. `data` is what a command needs to find the folder, behind a blank.
pub fn look_again(id: u32, data: &str) -> String {
    format!("Saved as game {id}: `brink replay {id}{data}` replays it step by step.")
}

/// How a game that is left goes on, if it does.
pub fn go_on_sentence(kept: Storage, data: &str) -> Option<String> {
    match kept {
        Storage::Nothing => None,
        Storage::All(id) => Some(format!(
            "Saved. Continue with `brink play --resume {id}{data}`."
        )),
        Storage::Before(id) => Some(format!(
            "The last decisions were not saved. Continue from before them with `brink play --resume {id}{data}`."
        )),
    }
}

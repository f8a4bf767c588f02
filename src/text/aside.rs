//! Files that are written aside and get their name when they are whole: never half written, and nothing is left of them when
//! the program is killed but for the time until the next one writes there. What is no file, such as a pipe or `/dev/null`, is
//! written to where it is, and stays what it is.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// What the names of files begin with that lie aside, before their own name; `.brink-games.csv-8fE3xQ`.
const PREFIX: &str = ".brink-";
/// How many letters stand behind it.
const LETTERS: usize = 8;
/// So many links that lead to one another are followed, as by Linux.
const LINKS: usize = 40;

/// A file that lies aside. Dropped, it is gone.
#[derive(Debug)]
pub struct Aside {
    written: Written,
    path: PathBuf,
}

#[derive(Debug)]
enum Written {
    Aside(NamedTempFile),
    /// A pipe or a device, which no file may take the place of.
    There(File),
}

impl Aside {
    /// Begins a file that will have that name. What killed programs have left of it is taken away.
    ///
    /// # Errors
    /// Nothing can be written in its folder.
    pub fn begin(path: &Path) -> io::Result<Aside> {
        // A link stays one.
        let path = followed(path)?;
        let before = fs::metadata(&path).ok();
        if let Some(found) = &before
            && !found.is_file()
            && !found.is_dir()
        {
            waits_for_a_reader(&path, found)?;
            let there = File::options().write(true).open(&path)?;
            return Ok(Aside {
                written: Written::There(there),
                path,
            });
        }
        // A file with another name could take its place all the same.
        if before
            .as_ref()
            .is_some_and(|found| found.is_file() && found.permissions().readonly())
        {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "it is write-protected",
            ));
        }
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let mut prefix = OsString::from(PREFIX);
        prefix.push(name);
        prefix.push("-");
        sweep(folder, &prefix);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).rand_bytes(LETTERS);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        loop {
            let file = builder.tempfile_in(folder)?;
            if let Some(found) = &before {
                belongs_as(file.as_file(), found)?;
            }
            // Whoever holds the lock is at work. Between the two steps somebody may have taken it for left behind.
            let locked = file.as_file().lock();
            if locked.is_err() || file.path().exists() {
                return Ok(Aside {
                    written: Written::Aside(file),
                    path,
                });
            }
        }
    }

    /// Gives it its name, in place of an older file.
    ///
    /// # Errors
    /// What has been written could not be kept; nothing is left of it.
    pub fn keep(self) -> io::Result<PathBuf> {
        if let Written::Aside(file) = &self.written {
            file.as_file().sync_all()?;
        }
        self.keep_soon()
    }

    /// The same without waiting for the disk: what is written outlives the program, but not a machine that fails.
    ///
    /// # Errors
    /// As above.
    pub fn keep_soon(self) -> io::Result<PathBuf> {
        match self.written {
            Written::Aside(file) => drop(file.persist(&self.path).map_err(|error| error.error)?),
            Written::There(mut file) => file.flush()?,
        }
        Ok(self.path)
    }
}

impl Aside {
    fn file(&mut self) -> &mut dyn Write {
        match &mut self.written {
            Written::Aside(file) => file,
            Written::There(file) => file,
        }
    }
}

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// Where a file lies, or will lie: links are followed, also to where nothing is yet.
///
/// # Errors
/// Links lead round in a circle.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    if let Ok(path) = fs::canonicalize(path) {
        return Ok(path);
    }
    // A pipe that was handed on is there, and has no other name.
    if fs::metadata(path).is_ok() {
        return Ok(path.to_path_buf());
    }
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&path) else {
            return Ok(path);
        };
        // One that is not absolute begins in the folder of the link.
        path.pop();
        path.push(target);
    }
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        "its symbolic links form a loop",
    ))
}

/// An open pipe that whoever has called the program gives it, as by `<(...)`: it has a writer, or is at its end.
pub fn is_handed_on(path: &Path) -> bool {
    [
        "/dev/fd",
        "/dev/stdin",
        "/dev/stdout",
        "/dev/stderr",
        "/proc/self/fd",
    ]
    .iter()
    .any(|given| path.starts_with(given))
}

/// Whoever opens a pipe by its name waits until somebody reads it, perhaps for ever. One that was handed on is open.
#[cfg(unix)]
fn waits_for_a_reader(path: &Path, found: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    match found.file_type().is_fifo() && !is_handed_on(path) {
        true => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a pipe")),
        false => Ok(()),
    }
}

/// Gives a file the permissions of the one that it replaces, and its owner, as far as it may.
#[cfg(unix)]
fn belongs_as(file: &File, before: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(before.uid()), Some(before.gid()));
    file.set_permissions(before.permissions())
}

#[cfg(not(unix))]
fn belongs_as(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn waits_for_a_reader(_: &Path, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

/// Removes what killed programs have left: files that are called so, and that nobody is at work on. What cannot be looked at
/// stays.
fn sweep(folder: &Path, prefix: &OsString) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let letters = name
            .as_encoded_bytes()
            .strip_prefix(prefix.as_encoded_bytes())
            .unwrap_or_default();
        let ours = letters.len() == LETTERS && letters.iter().all(u8::is_ascii_alphanumeric);
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else {
            continue;
        };
        match file.try_lock() {
            Ok(()) => drop(fs::remove_file(entry.path())),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::Aside;

    #[test]
    fn a_file_has_its_name_when_it_is_whole_and_nothing_lies_beside_it() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("games.csv");
        fs::write(&path, "old").expect("there is room for files");
        let names = || {
            let entries = fs::read_dir(folder.path()).expect("it is there").flatten();
            let mut names: Vec<String> = entries
                .map(|entry| entry.file_name().to_string_lossy().into_owned())
                .collect();
            names.sort();
            names
        };
        let mut file = Aside::begin(&path).expect("it can be written");
        file.write_all(b"new").expect("it can be written");
        assert_eq!(
            (names().len(), fs::read_to_string(&path).ok().as_deref()),
            (2, Some("old"))
        );
        // Another one leaves it alone while it is written.
        let other = Aside::begin(&path).expect("it can be written");
        assert_eq!(names().len(), 3);
        drop(other);
        file.keep().expect("it can be kept");
        assert_eq!(
            (names(), fs::read_to_string(&path).ok().as_deref()),
            (vec!["games.csv".to_string()], Some("new"))
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_permissions_and_a_protected_one_its_text() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("mills.toml");
        fs::write(&path, "old").expect("there is room for files");
        let set = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode));
        set(0o600).expect("they can be set");
        let mut file = Aside::begin(&path).expect("it can be written");
        file.write_all(b"new").expect("it can be written");
        file.keep().expect("it can be kept");
        let found = fs::metadata(&path).expect("it is there").permissions();
        assert_eq!(found.mode() & 0o777, 0o600);
        set(0o444).expect("they can be set");
        let error = Aside::begin(&path).expect_err("it is protected");
        assert_eq!(error.to_string(), "it is write-protected");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_no_file_stays_what_it_is() {
        use std::io::{Read, pipe};
        use std::os::fd::AsRawFd;
        use std::os::unix::fs::FileTypeExt;
        use std::os::unix::net::UnixListener;

        let (mut reader, writer) = pipe().expect("there is room for a pipe");
        let mut file = Aside::begin(format!("/dev/fd/{}", writer.as_raw_fd()).as_ref())
            .expect("it can be written to");
        file.write_all(b"new").expect("it can be written to");
        file.keep().expect("it can be kept");
        drop(writer);
        let mut read = String::new();
        reader.read_to_string(&mut read).expect("it can be read");
        assert_eq!(read, "new");

        let folder = tempfile::tempdir().expect("a folder can be made");
        let socket = folder.path().join("socket");
        let _listener = UnixListener::bind(&socket).expect("there is room for a socket");
        assert!(
            Aside::begin(&socket).is_err(),
            "nobody can write to it as to a file"
        );
        assert!(
            fs::metadata(&socket)
                .expect("it is there")
                .file_type()
                .is_socket()
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_where_nothing_is_yet() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().expect("a folder can be made");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("below")).expect("a folder can be made");
        for (target, link) in [
            ("games.csv", "below/link"),
            ("below/link", "link"),
            ("b", "a"),
            ("a", "b"),
        ] {
            symlink(target, at(link)).expect("there is room for links");
        }
        let mut file = Aside::begin(&at("link")).expect("it can be written");
        file.write_all(b"new").expect("it can be written");
        file.keep().expect("it can be kept");
        assert_eq!(
            fs::read_to_string(at("below/games.csv")).ok().as_deref(),
            Some("new")
        );
        assert!(at("link").is_symlink() && at("below/link").is_symlink());
        let error = Aside::begin(&at("a")).expect_err("it leads nowhere");
        assert_eq!(error.to_string(), "its symbolic links form a loop");
        assert!(at("a").is_symlink());
    }

    #[test]
    fn what_a_killed_program_has_left_is_taken_away_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let foreign = [
            ".brink-games.csv-notours",
            ".brink-games.csv-",
            ".brink-cards.csv-aaaaaaaa",
            ".tmp1234",
        ];
        let left = [".brink-games.csv-aB3dE6gH", ".brink-games.csv-00000000"];
        for name in foreign.iter().chain(&left) {
            fs::write(folder.path().join(name), "").expect("there is room for files");
        }
        fs::rename(
            folder.path().join(foreign[0]),
            folder.path().join(".brink-games.csv-not-ours"),
        )
        .expect("it can be renamed");
        drop(Aside::begin(&folder.path().join("games.csv")).expect("it can be written"));
        assert!(left.iter().all(|name| !folder.path().join(name).exists()));
        assert!(
            foreign[1..]
                .iter()
                .all(|name| folder.path().join(name).exists())
        );
        assert!(folder.path().join(".brink-games.csv-not-ours").exists());
    }
}

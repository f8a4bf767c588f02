//! The card, recipe and ruling files of a folder.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use text::limits::{FOLDER_BYTES, FOLDER_DEPTH, FOLDER_ENTRIES, FOLDER_FILES};
use text::{read_text, reason};
use toml::de::{DeTable, DeValue};
use walkdir::{DirEntry, WalkDir};

/// What a TOML file of a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Set,
    Recipe,
    Rulings,
    /// It cannot be read.
    Unread,
}

impl Kind {
    /// What a file holds, told by its keys; `None` when it is nothing of Brink's.
    pub fn of(text: &str) -> Option<Kind> {
        // Where faults of the TOML hide the keys, the lines that begin a section tell.
        let (document, _) = DeTable::parse_recoverable(text);
        let document = document.get_ref();
        let has = |key: &str| document.contains_key(key) || begins(text, key);
        let rulings = document.get("ruling").map(toml::Spanned::get_ref);
        if matches!(rulings, Some(DeValue::Array(_))) || begins(text, "ruling") {
            return Some(Kind::Rulings);
        }
        let called = ["id", "title"].iter().any(|key| has(key));
        if called && rules::is_recipe(document) {
            return Some(Kind::Recipe);
        }
        let set = has("language") || called && SET_KEYS.iter().any(|key| has(key));
        match set {
            true => Some(Kind::Set),
            false if has("sets") && called => Some(Kind::Recipe),
            // It is told so rather than left out.
            false => misspells_ruling(text).then_some(Kind::Rulings),
        }
    }
}

/// A file that is called something and has one of these is a set.
const SET_KEYS: [&str; 6] = [
    "extends", "card", "victory", "building", "action", "keyword",
];

/// A line of the text begins that section or sets that key.
fn begins(text: &str, key: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end);
    lines.any(|line| {
        let section = line.strip_prefix("[[").or_else(|| line.strip_prefix('['));
        match section.unwrap_or(line).strip_prefix(key) {
            Some(rest) if section.is_some() => rest.starts_with(['.', ']']),
            Some(rest) => rest.trim_start().starts_with('='),
            None => false,
        }
    })
}

/// A section of the text is called almost as rulings are: `[[rulings]]`.
fn misspells_ruling(text: &str) -> bool {
    let sections = text.lines().filter_map(|line| line.strip_prefix('['));
    let mut names = sections.map(|rest| rest.trim_start_matches('[').split([']', '.']).next());
    names.any(|name| name.is_some_and(|name| text::is_clear(name.trim(), "ruling", &["ruling"])))
}

/// Why the files of a folder cannot be listed, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unlisted {
    pub reason: String,
    pub help: String,
}

impl Display for Unlisted {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}; {}", self.reason, self.help)
    }
}

impl std::error::Error for Unlisted {}

impl From<Unlisted> for String {
    fn from(unlisted: Unlisted) -> String {
        unlisted.to_string()
    }
}

/// Folders that hold no files of an author.
const SKIPPED: [&str; 2] = ["target", "node_modules"];

/// The set, recipe and ruling files of a folder and its subfolders, in the order of their paths. Other files are left out,
/// but those that cannot be read; links are not followed, and what is hidden is skipped.
///
/// # Errors
/// The folder cannot be read, or holds more than is searched.
pub fn files(folder: &Path) -> Result<Vec<(PathBuf, Kind)>, Unlisted> {
    files_to(folder, FOLDER_DEPTH)
}

/// A file that is called something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub path: PathBuf,
    pub kind: Kind,
    pub id: String,
    pub title: String,
}

/// The sets and recipes of the folder itself that have an id.
///
/// # Errors
/// As for [`files`].
pub fn named_files(folder: &Path) -> Result<Vec<Named>, Unlisted> {
    let files = files_to(folder, 1)?.into_iter();
    let read = |(path, _): (PathBuf, Kind)| Named::of(&path, &read_text(&path).ok()?);
    Ok(files.filter_map(read).collect())
}

impl Named {
    /// What a text is called, if it is a set or a recipe with an id.
    pub fn of(path: &Path, text: &str) -> Option<Named> {
        let kind = Kind::of(text).filter(|kind| matches!(kind, Kind::Set | Kind::Recipe))?;
        let (document, _) = DeTable::parse_recoverable(text);
        let said = |key: &str| document.get_ref().get(key)?.get_ref().as_str();
        Some(Named {
            path: path.to_path_buf(),
            kind,
            id: said("id")?.to_string(),
            title: said("title").unwrap_or_default().to_string(),
        })
    }
}

fn files_to(folder: &Path, deepest: usize) -> Result<Vec<(PathBuf, Kind)>, Unlisted> {
    let shown = folder.display();
    let too_much = |what: String| Unlisted {
        reason: format!("`{shown}` has more than {what}"),
        help: "name a smaller folder, or the files themselves".to_string(),
    };
    let walk = WalkDir::new(folder)
        .max_depth(deepest)
        .max_open(deepest + 1);
    let (mut found, mut entries, mut bytes) = (Vec::new(), 0, 0);
    for entry in walk.into_iter().filter_entry(is_searched) {
        let entry = entry.map_err(|error| unread(folder, &error))?;
        entries += usize::from(entry.depth() > 0);
        if entries > FOLDER_ENTRIES {
            return Err(too_much(format!("{FOLDER_ENTRIES} files and folders")));
        }
        let path = entry.path();
        let sort = entry.file_type();
        if sort.is_dir() && entry.depth() == FOLDER_DEPTH {
            let what = format!("{FOLDER_DEPTH} folders inside each other");
            return Err(too_much(what));
        }
        if sort.is_dir() || sort.is_symlink() || path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        if found.len() == FOLDER_FILES {
            return Err(too_much(format!("{FOLDER_FILES} TOML files")));
        }
        let kind = match read_text(path) {
            Ok(text) => {
                bytes += text.len();
                Kind::of(&text)
            }
            Err(_) => Some(Kind::Unread),
        };
        if bytes > FOLDER_BYTES {
            return Err(too_much(format!("{FOLDER_BYTES} bytes of TOML files")));
        }
        found.push((path.to_path_buf(), kind));
    }
    let known = found
        .into_iter()
        .filter_map(|(path, kind)| Some((path, kind?)));
    let mut files: Vec<_> = known.collect();
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(files)
}

/// The folder that was named is always searched.
fn is_searched(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let skipped = name.starts_with('.')
        || entry.file_type().is_dir() && SKIPPED.iter().any(|skipped| name == *skipped);
    entry.depth() == 0 || !skipped
}

fn unread(folder: &Path, error: &walkdir::Error) -> Unlisted {
    let path = error.path().unwrap_or(folder).display();
    let why = error.io_error().map_or_else(|| error.to_string(), reason);
    Unlisted {
        reason: format!("`{path}` cannot be read: {why}"),
        help: "check the path and its permissions".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const SET: &str = "id = \"a\"\ntitle = \"A\"\nlanguage = 2\n";

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("there is room for files");
        for (name, text) in files {
            let path = folder.path().join(name);
            let above = path.parent().expect("it lies in the folder");
            fs::create_dir_all(above).expect("there is room for folders");
            fs::write(path, text).expect("there is room for files");
        }
        folder
    }

    fn listed(folder: &Path) -> Vec<(String, Kind)> {
        let files = files(folder).expect("the folder can be searched");
        let inside = |path: &Path| {
            let path = path.strip_prefix(folder).expect("it lies in the folder");
            path.to_string_lossy().into_owned()
        };
        let named = files.iter().map(|(path, kind)| (inside(path), *kind));
        named.collect()
    }

    #[test]
    fn a_file_is_known_by_its_keys() {
        let recipe = "id = \"a\"\ntitle = \"A\"\nsets = [\"b\"]\n";
        for (text, kind) in [
            (SET, Some(Kind::Set)),
            (
                "title = \"A\"\n[[card]]\nbuilding = \"B\"\n",
                Some(Kind::Set),
            ),
            ("id = \"a\"\nextends = \"b\"\n", Some(Kind::Set)),
            (recipe, Some(Kind::Recipe)),
            (
                "id = \"a\"\nextends = \"b\"\nhand = 2\n",
                Some(Kind::Recipe),
            ),
            ("[[ruling]]\nid = \"a\"\n", Some(Kind::Rulings)),
            ("[[rulings]]\nid = \"a\"\n", Some(Kind::Rulings)),
            ("cards = [\"a.toml\"]\n[[ Ruling ]]\n", Some(Kind::Rulings)),
            ("[[rules]]\nid = \"a\"\n", None),
            ("[package]\nname = \"a\"\n", None),
            ("[play]\nplayers = 2\n", None),
            ("sets = 2\n", None),
            ("", None),
            // Faults of the TOML hide nothing.
            ("id = \"a\ntitle = \"A\"\nlanguage = 2\n", Some(Kind::Set)),
            ("[[ruling]\nid = a\n", Some(Kind::Rulings)),
            ("id = \"a\"\ntitle = \"A\nsets = [\"b\n", Some(Kind::Recipe)),
            (
                "id = 'a'\n[[card]]\n[building.B]\ntext = '''\n",
                Some(Kind::Set),
            ),
        ] {
            assert_eq!(Kind::of(text), kind, "{text}");
        }
    }

    #[test]
    fn a_folder_is_searched_in_the_order_of_its_paths() {
        let folder = folder(&[
            ("b.toml", SET),
            ("a/z.toml", "[[ruling]]\n"),
            ("a.toml", "id = \"a\"\nsets = [\"b\"]\n"),
            ("Cargo.toml", "[package]\n"),
            ("note.md", SET),
            (".brink/hidden.toml", SET),
            (".hidden.toml", SET),
            ("target/built.toml", SET),
            ("node_modules/other.toml", SET),
        ]);
        let found = listed(folder.path());
        let expected = [
            ("a/z.toml", Kind::Rulings),
            ("a.toml", Kind::Recipe),
            ("b.toml", Kind::Set),
        ];
        assert_eq!(found, expected.map(|(path, kind)| (path.to_string(), kind)));
        let own = named_files(folder.path()).expect("the folder can be searched");
        let own = own.iter().map(|named| (named.id.as_str(), named.kind));
        assert!(own.eq([("a", Kind::Recipe), ("a", Kind::Set)]));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = folder(&[("a.toml", SET)]);
        for name in ["loop", "again.toml"] {
            let target = match name {
                "loop" => folder.path().to_path_buf(),
                _ => folder.path().join("a.toml"),
            };
            std::os::unix::fs::symlink(target, folder.path().join(name)).expect("links are there");
        }
        assert_eq!(listed(folder.path()).len(), 1);
    }

    #[test]
    fn a_folder_that_is_too_large_is_told_with_its_bound() {
        let why = |folder: &Path| files(folder).expect_err("it is too large").reason;
        let many: Vec<String> = (0..=FOLDER_FILES).map(|at| format!("{at}.toml")).collect();
        let many: Vec<(&str, &str)> = many.iter().map(|name| (&**name, "")).collect();
        let many = folder(&many);
        assert!(why(many.path()).ends_with("has more than 1000 TOML files"));
        let deep = "a/".repeat(FOLDER_DEPTH) + "a.toml";
        let too_deep = folder(&[(&deep, SET)]);
        assert!(why(too_deep.path()).ends_with("more than 16 folders inside each other"));
        let deep = folder(&[(&deep[2..], SET)]);
        assert_eq!(listed(deep.path()).len(), 1);
        assert!(why(Path::new("no such folder")).contains("cannot be read"));
    }
}

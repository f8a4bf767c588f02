//! Files of rulings, found; those of the book of fan cards stand apart.

use std::fs;
use std::path::{Path, PathBuf};

/// The files below a folder, in the order of their names.
pub fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("there are rulings").flatten();
    let mut inside: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    inside.sort();
    for path in inside {
        match path.is_dir() {
            true if path.ends_with("book") => {}
            true => below(&path, found),
            false if path.extension().is_some_and(|ending| ending == "toml") => found.push(path),
            false => {}
        }
    }
}

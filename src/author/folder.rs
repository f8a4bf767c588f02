//! The card, recipe and ruling files of a folder.

use std::path::{Path, PathBuf};

/// What a TOML file of a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Set,
    Recipe,
    Rulings,
}

/// The set, recipe and ruling files of a folder and its subfolders, in the order of their paths. Other files are left out.
///
/// # Errors
/// The folder cannot be read, or has more files than are searched.
pub fn files(folder: &Path) -> Result<Vec<(PathBuf, Kind)>, String> {
    let _ = folder;
    todo!("H3")
}

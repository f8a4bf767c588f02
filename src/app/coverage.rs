//! What rulings run of the card texts, as a listing.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::app::{Failure, start};
use crate::base::Source;
use crate::table::casebook::Casebook;
use crate::table::coverage::cover;

/// All rulings of a folder.
pub fn read(folder: &Path) -> Result<Casebook, Failure> {
    let unreadable = |error: io::Error| Failure::file(folder, "read", &error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        files.push(entry.map_err(unreadable)?.path());
    }
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let mut sources = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).map_err(|error| Failure::file(&path, "read", &error))?;
        sources.push(Source::new(path.to_string_lossy().into_owned(), text));
    }
    Casebook::read(sources).map_err(|(source, fault)| Failure::notation(&source.name, &source.text, fault))
}

/// Lists the card texts with the number of rulings of the folder that run each part.
pub fn run(folder: &Path) -> Result<(), Failure> {
    let library = start::open(&[])?;
    let coverage = cover(&library, &read(folder)?);
    io::stdout().lock().write_all(coverage.listing().as_bytes())?;
    Ok(())
}

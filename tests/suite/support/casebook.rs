//! The project's rulings.

use std::fs;
use std::path::Path;

use brink::record::casebook::Casebook;
use brink::text::Source;

use super::below::below;

/// All rulings, in the order of their files.
pub fn casebook() -> Casebook {
    let mut files = Vec::new();
    below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulings"),
        &mut files,
    );
    // Those of the book of fan cards need its cards: tests/suite/book.rs plays them.
    files.retain(|path| !path.components().any(|part| part.as_os_str() == "book"));
    let read = |path| fs::read_to_string(path).expect("a ruling file is text");
    let sources = files
        .iter()
        .map(|path| Source::new(path.display().to_string(), read(path)))
        .collect();
    Casebook::read(sources).unwrap_or_else(|(source, fault)| panic!("{}: {fault:?}", source.name))
}

//! The project's rulings.

use std::fs;
use std::path::Path;

use brink::base::Source;
use brink::table::casebook::Casebook;

/// All rulings, in the order of their files.
pub fn casebook() -> Casebook {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulings");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("there are rulings").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let files = files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let read = |path| fs::read_to_string(path).expect("a ruling file is text");
    let sources = files.map(|path| Source::new(path.display().to_string(), read(path))).collect();
    Casebook::read(sources).unwrap_or_else(|(source, fault)| panic!("{}: {fault:?}", source.name))
}

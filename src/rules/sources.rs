//! Where texts come from: the project's own cards, and files that are read.

use std::path::Path;

use include_dir::{Dir, include_dir};

use super::error::Problem;
use text::Source;

/// The project's own cards.
static CARDS: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../cards");

pub(super) fn read(path: &Path) -> Result<Source, Problem> {
    let text = text::read_text(path).map_err(|error| Problem::unreadable(path, &error))?;
    Ok(Source::new(path.to_string_lossy().into_owned(), text))
}

/// The same of a file alone: a pipe might never answer.
pub(super) fn read_plain(path: &Path) -> Result<Source, Problem> {
    text::plain_file(path).map_err(|error| Problem::unreadable(path, &error))?;
    read(path)
}

/// The file is not among the texts, and no other is looked for.
pub(super) fn unsent(path: &Path) -> Problem {
    let help =
        "choose that file, too: a recipe and the files of its sets are read together".to_string();
    Problem::Unknown {
        what: "file that was chosen",
        name: path.to_string_lossy().into_owned(),
        help,
    }
}

/// The embedded files: sets, then recipes, each in the order of their names.
pub(super) fn embedded() -> Vec<Source> {
    fn collect(dir: &Dir, sources: &mut Vec<Source>) {
        let mut files: Vec<_> = dir.files().collect();
        files.sort_by_key(|file| file.path());
        for file in files
            .into_iter()
            .filter(|file| file.path().extension().is_some_and(|end| end == "toml"))
        {
            let name = format!("cards/{}", file.path().to_string_lossy());
            let text = file
                .contents_utf8()
                .expect("the project's own cards are UTF-8");
            sources.push(Source::new(name, text));
        }
        let mut dirs: Vec<_> = dir.dirs().collect();
        dirs.sort_by_key(|dir| dir.path());
        for dir in dirs {
            collect(dir, sources);
        }
    }
    let mut sources = Vec::new();
    collect(&CARDS, &mut sources);
    sources
}

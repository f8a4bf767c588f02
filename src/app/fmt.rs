//! `brink fmt`: writes card texts in canonical form.

use std::collections::BTreeSet;
use std::fs::canonicalize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::{Failure, library, output, plain};
use author::folder::Kind;
use author::format::{Edit, applied, edits};
use rules::Report;
use text::limits::FILE;
use text::{BYTE_ORDER_MARK, Source, open, plain_file, plural, read_all, read_to};

/// Format card texts. Comments, layout and all other values of the files stay as they are.
#[derive(Args)]
pub struct Fmt {
    /// Set files or folders of them; `-` reads standard input and writes to standard output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// List unformatted files without changing them
    #[arg(long)]
    check: bool,
}

/// Stands for standard input and standard output.
const STANDARD: &str = "-";

/// A file as it is, and how it is formatted.
struct Formatted {
    path: PathBuf,
    /// All of its bytes.
    text: String,
    edits: Vec<Edit>,
}

impl Fmt {
    pub fn run(self) -> Result<(), Failure> {
        if self.files.iter().any(|file| file == Path::new(STANDARD)) {
            return self.standard();
        }
        let (mut all, mut faults) = (Vec::new(), Vec::new());
        for path in self.files()? {
            plain_file(&path).map_err(Failure::at(&path, "read"))?;
            let mut bytes = Vec::new();
            open(&path)
                .and_then(|file| read_to(FILE, file, &mut bytes))
                .map_err(Failure::at(&path, "read"))?;
            let name = path.to_string_lossy().into_owned();
            match formatted(path, &name, bytes)? {
                Ok(one) => all.push(one),
                Err(report) => faults.extend(report.faults),
            }
        }
        // What is wrong in one file leaves all as they are.
        if !faults.is_empty() {
            return Err(Failure::Files(Report { faults }));
        }
        all.retain(|one| !one.edits.is_empty());
        let mut out = plain::stdout();
        for one in &all {
            let path = &one.path;
            if self.check {
                writeln!(out, "{}", path.display())?;
                continue;
            }
            output::save(path, &applied(&one.text, &one.edits))
                .map_err(Failure::at(path, "written"))?;
            let texts = plural(one.edits.len() as u64, "text");
            writeln!(out, "{}: {texts} formatted", path.display())?;
        }
        match self.check && !all.is_empty() {
            true => Err(unformatted(&plural(all.len() as u64, "file"))),
            false => Ok(()),
        }
    }

    /// The files that are named, and the sets of folders, each once.
    fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = Vec::new();
        for path in &self.files {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            let found = library::files(path)?;
            // One that cannot be read is named.
            let sets = found
                .into_iter()
                .filter(|(_, kind)| matches!(kind, Kind::Set | Kind::Unread));
            let before = files.len();
            files.extend(sets.map(|(path, _)| path));
            if files.len() == before {
                let sentence = format!("`{}` has no set of cards", path.display());
                return Err(Failure::run(
                    sentence,
                    "give a folder with a set, or a file",
                ));
            }
        }
        let mut seen = BTreeSet::new();
        files.retain(|path| seen.insert(canonicalize(path).unwrap_or_else(|_| path.clone())));
        Ok(files)
    }

    /// From standard input to standard output.
    fn standard(&self) -> Result<(), Failure> {
        if self.files.len() > 1 {
            return Err(Failure::usage(
                format!("`{STANDARD}` is standard input and cannot be combined with files"),
                format!("give either `{STANDARD}` or files"),
            ));
        }
        let mut bytes = Vec::new();
        read_to(FILE, io::stdin().lock(), &mut bytes)?;
        let one = formatted(STANDARD.into(), "standard input", bytes)?.map_err(Failure::Files)?;
        if self.check {
            return match one.edits.is_empty() {
                true => Ok(()),
                false => Err(unformatted("the text")),
            };
        }
        // Nothing in it steers a terminal: such files are refused.
        let mut out = io::stdout().lock();
        out.write_all(applied(&one.text, &one.edits).as_bytes())?;
        Ok(out.flush()?)
    }
}

/// How a file with these bytes is formatted, or all that is wrong with it.
fn formatted(
    path: PathBuf,
    name: &str,
    bytes: Vec<u8>,
) -> Result<Result<Formatted, Report>, Failure> {
    let read = read_all(&bytes[..]).map_err(Failure::at(Path::new(name), "read"))?;
    let text = String::from_utf8(bytes).expect("what was read is UTF-8");
    // A byte order mark stays, and is none of what was read.
    let mark = match text.starts_with(BYTE_ORDER_MARK) {
        true => BYTE_ORDER_MARK.len_utf8(),
        false => 0,
    };
    let found = edits(&Source::new(name, read));
    Ok(found.map(|edits| {
        let shifted = |edit: Edit| Edit {
            span: edit.span.shifted(mark),
            ..edit
        };
        let edits = edits.into_iter().map(shifted).collect();
        Formatted { path, text, edits }
    }))
}

fn unformatted(what: &str) -> Failure {
    let are = if what == "1 file" || what == "the text" {
        "is"
    } else {
        "are"
    };
    Failure::run(
        format!("{what} {are} not formatted"),
        "run `brink fmt` without `--check` to format",
    )
}

//! Runs the program as a person or a script does.

use std::path::Path;

use run::output_in;

pub mod run;

/// What a run of `brink` wrote, and its exit code.
pub struct Run {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

/// The folder of the project.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs `brink` in a folder, with that input. What it keeps is gone afterwards, and so is what it says of that beside its output;
/// nobody's settings hold.
pub fn brink_in(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let data = tempfile::tempdir().expect("there is room for files");
    let run = brink_at(folder, data.path(), arguments, input);
    let err = run
        .err
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("Saved"))
        .collect();
    Run { err, ..run }
}

/// The same where games are kept in that folder for data.
pub fn brink_at(folder: &Path, data: &Path, arguments: &[&str], input: &str) -> Run {
    let output = output_in(folder, data, arguments, input);
    Run {
        out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("the errors are UTF-8"),
        code: output.status.code(),
    }
}

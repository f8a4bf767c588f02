//! What commands write: each result into a file of its own, looked at before the games, never half written.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use itertools::Itertools;

use crate::{Failure, plain, report};
use engine::Script;
use explain::cut::Cuts;
use record::export::NotKept;
use rules::Library;
use session::sitting::Sitting;
use text::aside::{Aside, followed};
use text::{plural, printable};

/// A file that is to be written in the end, behind the option that asks for it.
pub type Output<'a> = (&'static str, &'a Path);

/// What is written as it comes is opened before the games, and not aside.
const AS_IT_COMES: [&str; 2] = ["--resume", "--log"];

/// Stands for the standard output, for JSON.
const STANDARD: &str = "-";

/// That file, when it is asked for.
pub fn output<'a>(option: &'static str, path: &'a Option<PathBuf>) -> Option<Output<'a>> {
    path.as_deref().map(|path| (option, path))
}

/// What is wrong with the outputs is said before the games: there is a folder for each file, and each has its own.
pub fn check<'a>(outputs: impl IntoIterator<Item = Option<Output<'a>>>) -> Result<(), Failure> {
    let outputs: Vec<Output> = outputs.into_iter().flatten().collect();
    for (option, path) in &outputs {
        if *path == Path::new(STANDARD) {
            if *option != "--json" {
                return Err(Failure::usage(
                    format!("`{option} -` does not write to the standard output"),
                    format!(
                        "only `--json -` does; give a file: `{option} FILE` (`./-` for a file with that name)"
                    ),
                ));
            }
            continue;
        }
        if path.is_dir() {
            return Err(Failure::usage(
                format!(
                    "`{}` is a folder, but `{option}` needs a file",
                    path.display()
                ),
                format!("give a file in it: `{option} FILE`"),
            ));
        }
        fs::read_dir(folder(path)).map_err(Failure::at(path, "written"))?;
        if !AS_IT_COMES.contains(option) {
            // A file that cannot be written is found out by trying, so that nothing is played in vain. Nothing is left there.
            if !is_pipe(path) {
                Aside::begin(path)
                    .map(drop)
                    .map_err(Failure::at(path, "written"))?;
            }
        }
    }
    apart(outputs)
}

/// No two options name the same file, however it is written.
pub fn apart<'a>(outputs: impl IntoIterator<Item = Output<'a>>) -> Result<(), Failure> {
    let mut places: Vec<(&str, PathBuf)> = Vec::new();
    for (option, path) in outputs {
        if path == Path::new(STANDARD) || is_pipe(path) {
            continue;
        }
        let place = place(path);
        if let Some((first, _)) = places
            .iter()
            .find(|(first, known)| *first != option && *known == place)
        {
            return Err(Failure::usage(
                format!(
                    "`{}` is given for both `{first}` and `{option}`",
                    path.display()
                ),
                "give a file for each",
            ));
        }
        places.push((option, place));
    }
    Ok(())
}

/// No output is one of the files that are read: it would be lost.
pub fn spares<'a>(
    outputs: impl IntoIterator<Item = Option<Output<'a>>>,
    read: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let read: Vec<PathBuf> = read.into_iter().map(place).collect();
    let mut written = outputs.into_iter().flatten();
    let lost = written.find(|(_, path)| {
        *path != Path::new(STANDARD) && path.is_file() && read.contains(&place(path))
    });
    lost.map_or(Ok(()), |(option, path)| {
        Err(Failure::usage(
            format!(
                "`{}` is an input, and `{option}` would overwrite it",
                path.display()
            ),
            format!("choose another file: `{option} FILE`"),
        ))
    })
}

/// The recipe and the sets that the rules come from, but those that brink has with it.
pub fn own_files(script: &Script) -> impl Iterator<Item = &Path> {
    let builtin = Library::own_texts();
    let own = script
        .rules
        .files
        .iter()
        // A recipe with sets added is no file.
        .filter(move |file| !builtin.contains(file) && *file.name != *script.rules.game);
    own.map(|file| Path::new(&*file.name))
}

/// Where a file lies, or will lie.
fn place(path: &Path) -> PathBuf {
    // Links in a circle lead to no file of another option.
    let path = &followed(path).unwrap_or_else(|_| path.to_path_buf());
    let inside = |_| Ok(fs::canonicalize(folder(path))?.join(path.file_name().unwrap_or_default()));
    let there = fs::canonicalize(path).or_else(inside);
    there
        .or_else(|_: io::Error| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_path_buf())
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// It is there, and no file, such as a pipe: it takes anything, once.
fn is_pipe(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

/// It goes to the standard output, in place of what people read there.
pub fn is_standard(path: &Option<PathBuf>) -> bool {
    path.as_deref() == Some(Path::new(STANDARD))
}

/// What a file of text says.
pub fn read(path: &Path) -> Result<String, Failure> {
    text::read_text(path).map_err(Failure::at(path, "read"))
}

/// Writes a result where it was asked for; a failure names the file.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if path == Path::new(STANDARD) {
        let mut out = plain::json();
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    }
    save(path, text).map_err(Failure::at(path, "written"))
}

/// Writes a result into a file, if it was asked for.
pub fn write_to(path: &Option<PathBuf>, text: impl FnOnce() -> String) -> Result<(), Failure> {
    path.as_ref().map_or(Ok(()), |path| write(path, &text()))
}

/// Shows a table, but where JSON takes its place.
pub fn show(table: &str, json: &Option<PathBuf>) -> Result<(), Failure> {
    if is_standard(json) {
        return Ok(());
    }
    let mut out = plain::stdout();
    out.write_all(table.as_bytes())?;
    Ok(out.flush()?)
}

/// All that could not be written: the last failure is answered with, those before it are shown. A reader that has gone
/// is none beside others.
pub fn all(written: impl IntoIterator<Item = Result<(), Failure>>) -> Result<(), Failure> {
    let failures = written.into_iter().filter_map(Result::err);
    let (gone, mut failures): (Vec<_>, Vec<_>) =
        failures.partition(|failure| matches!(failure, Failure::Closed));
    let last = failures.pop().or_else(|| gone.into_iter().next());
    failures.iter().for_each(report::show);
    last.map_or(Ok(()), Err)
}

/// Writes aside and renames, so that a file is never half written. A link is followed; what is no plain file, such as a
/// pipe, is written to.
pub fn save(path: &Path, text: &str) -> io::Result<()> {
    write_aside(path, text, true)
}

/// The same without waiting for the disk: the program may be killed at any time, the machine may not.
pub fn save_soon(path: &Path, text: &str) -> io::Result<()> {
    write_aside(path, text, false)
}

fn write_aside(path: &Path, text: &str, wait: bool) -> io::Result<()> {
    let path = &followed(path)?;
    if is_pipe(path) {
        return fs::OpenOptions::new()
            .write(true)
            .open(path)?
            .write_all(text.as_bytes());
    }
    let mut file = Aside::begin(path)?;
    file.write_all(text.as_bytes())?;
    let kept = if wait { file.keep() } else { file.keep_soon() };
    kept.map(drop)
}

/// How often a bar is drawn where nothing has changed but the time.
const TICK: Duration = Duration::from_secs(1);

/// A bar for so many, or for nobody knows how many, drawn by a template of indicatif, from the beginning on; hidden where errors are
/// not read by a person.
pub fn progress(length: Option<u64>, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    let bar =
        bar.with_style(ProgressStyle::with_template(template).expect("the template is sound"));
    bar.tick();
    bar.enable_steady_tick(TICK);
    bar
}

/// So many are told one by one.
const TOLD: usize = 10;

/// Says at the end of a command which texts were cut off in its games: no such game tells anything about its cards.
///
/// # Errors
/// [`Failure::Told`] when there is one.
pub fn tell_cuts(cuts: &Cuts) -> Result<(), Failure> {
    let all = cuts.each();
    let mut out = io::stderr().lock();
    for (sentence, often) in all.iter().take(TOLD) {
        let (times, games) = (plural(often.times, "time"), plural(often.games, "game"));
        // It may come from a record, which anybody may have written.
        let sentence = printable(sentence, usize::MAX);
        writeln!(out, "cut off {times} in {games} (END-1): {sentence}")?;
    }
    if let Some(more @ 1..) = all.len().checked_sub(TOLD) {
        writeln!(out, "... and {more} more like this")?;
    }
    if all.is_empty() {
        Ok(())
    } else {
        Err(Failure::Told)
    }
}

/// The ruling, as it stands in that file, or somewhere else where none is named.
///
/// # Errors
/// No turn has begun.
pub fn as_ruling(sitting: &Sitting, file: Option<&Path>) -> Result<String, NotKept> {
    let ruling = sitting.as_ruling()?;
    let own: Vec<&Path> = own_files(&sitting.seating().script).collect();
    if own.is_empty() {
        return Ok(ruling);
    }
    let folder =
        file.and_then(|file| Some(std::path::absolute(file).ok()?.parent()?.to_path_buf()));
    let ways: Option<Vec<String>> = own.iter().map(|own| way(own, folder.as_deref())).collect();
    let cards = match ways {
        Some(ways) => format!("cards = [{}]\n\n", ways.join(", ")),
        None => {
            format!(
                "# Say where its cards lie, seen from this file, and take the `#` away:\n# cards = [{}]\n\n",
                own.iter()
                    .filter_map(|own| quoted(&own.to_string_lossy()))
                    .join(", ")
            )
        }
    };
    Ok(cards + &ruling)
}

/// The way to a file from the folder of the rulings: its name where it lies there, too. None where it is not to be found.
fn way(own: &Path, folder: Option<&Path>) -> Option<String> {
    let path: PathBuf = std::path::absolute(own)
        .ok()
        .filter(|path| path.is_file())?;
    let beside = folder
        .and_then(|folder| path.strip_prefix(folder).ok())
        .map(Path::to_path_buf);
    quoted(&beside.unwrap_or(path).to_string_lossy())
}

/// A path as TOML has it.
fn quoted(path: &str) -> Option<String> {
    match path.contains(['\'', '\n']) {
        true => Some(path)
            .filter(|path| !path.contains(['"', '\\', '\n']))
            .map(|path| format!("\"{path}\"")),
        false if path.contains(['"', '\\']) => Some(format!("'{path}'")),
        false => Some(format!("\"{path}\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn paths_are_quoted_as_toml_has_them() {
        let said =
            |path| quoted(path).and_then(|text| format!("a = {text}").parse::<toml::Table>().ok());
        for path in [
            "mine.toml",
            "C:\\games\\mine.toml",
            "it's mine.toml",
            "a \"b\".toml",
        ] {
            let table = said(path).expect("it is TOML");
            assert_eq!(table["a"].as_str(), Some(path));
        }
        assert_eq!(quoted("it's \"b\".toml"), None);
    }
}

//! `brink check --fix`: puts right what can be.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::inspection::sets_and_recipes;
use crate::{Failure, output, plain, start};
use rules::Fault;
use text::{BYTE_ORDER_MARK, Source, one_line_end, plain_file};

/// Puts right what can be, until nothing is left that can: what is wrong may hide what else is. What was changed is told, to
/// people on the standard output.
pub fn fix(paths: &[PathBuf], people: bool) -> Result<(), Failure> {
    let files = sets_and_recipes(paths)?;
    for file in &files {
        plain_file(file).map_err(Failure::at(file, "written"))?;
    }
    // No text comes again, so that two fixes do not undo each other for ever.
    let mut seen = BTreeSet::new();
    let mut fixed = true;
    while std::mem::take(&mut fixed) {
        let Err(Failure::Files(report)) = start::open_instead(&files) else {
            return Ok(());
        };
        for file in &files {
            let name = file.to_string_lossy();
            let of_it = |fault: &&Fault| fault.place().is_some_and(|(other, _)| other == &*name);
            let fixes = report.faults.iter().filter(of_it).filter_map(Fault::fix);
            let mut fixes: Vec<_> = fixes.collect();
            // From the end on, so that the places before it stay; of two at one place the first is done.
            fixes.sort_by_key(|(_, span, _)| Reverse(span.start));
            let mut begun = usize::MAX;
            fixes.retain(|(_, span, _)| {
                let apart = span.end <= begun;
                begun = if apart { span.start } else { begun };
                apart
            });
            let Some((source, ..)) = fixes.first() else {
                continue;
            };
            let mut text = as_it_is(file)?;
            let Some(mark) = before(&text, source) else {
                // Somebody has written it meanwhile: what is wrong with it now is told.
                continue;
            };
            let mut told = String::new();
            for (_, span, instead) in &fixes {
                let range = mark + span.start..mark + span.end;
                told += &format!("{name}: {}\n  is now: {instead}\n", &text[range.clone()]);
                text.replace_range(range, instead);
            }
            if !seen.insert((file.clone(), text.clone())) {
                continue;
            }
            output::save(file, &text).map_err(Failure::at(file, "written"))?;
            tell(&told, people)?;
            fixed = true;
        }
    }
    Ok(())
}

/// The whole text of a file: nothing that is not fixed changes.
fn as_it_is(file: &Path) -> Result<String, Failure> {
    let read = || {
        let mut text = String::new();
        let most = text::limits::FILE as u64 + 1;
        File::open(file)?.take(most).read_to_string(&mut text)?;
        Ok(text)
    };
    read().map_err(Failure::at(file, "read"))
}

/// How many bytes there are before the text that was checked, if it is the same.
fn before(text: &str, source: &Source) -> Option<usize> {
    let checked = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let same = one_line_end(checked.to_string()) == *source.text;
    same.then(|| text.len() - checked.len())
}

fn tell(told: &str, people: bool) -> io::Result<()> {
    match people {
        true => plain::stdout().write_all(told.as_bytes()),
        // Where errors cannot be written, the files are right all the same.
        false => {
            let _ = io::stderr().write_all(text::plain(told).as_bytes());
            Ok(())
        }
    }
}

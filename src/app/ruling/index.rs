//! `brink ruling --index`: which rulings pin which rules, written into the document that lists the rules.

use std::io::Write;
use std::path::{Component, Path, PathBuf};

use super::files::Files;
use crate::output::save;
use crate::{Failure, plain};
use record::index::{Entry, unlisted, with_index};

/// Writes the index into the document, if it is not there already. Rulings of cards of one's own are not listed.
pub fn write(document: &Path, files: &Files) -> Result<(), Failure> {
    files.sound()?;
    let text =
        text::read_text(document).map_err(|error| Failure::file(document, "read", &error))?;
    let entry = |entry: super::Entry| Entry {
        id: entry.ruling.id.get_ref().clone(),
        link: way(document, Path::new(&*entry.source.name)),
        rules: entry.ruling.rule_ids().map(str::to_string).collect(),
    };
    let entries = files.entries().filter(|entry| !entry.own);
    let entries: Vec<Entry> = entries.map(entry).collect();
    if let Some((rule, entry)) = unlisted(&text, &entries).first() {
        let help = format!("add a line `- {rule} ...`, or correct the ruling");
        let sentence = format!(
            "`{}` pins `{rule}`, which `{}` does not list",
            entry.id,
            document.display()
        );
        return Err(Failure::run(sentence, help));
    }
    let indexed = with_index(&text, &entries);
    let mut out = plain::stdout();
    if indexed == text {
        writeln!(out, "`{}` is up to date", document.display())?;
        return Ok(());
    }
    save(document, &indexed).map_err(|error| Failure::file(document, "written", &error))?;
    writeln!(out, "`{}` is brought up to date", document.display())?;
    Ok(())
}

/// The way from a document to a file, with `/` on every system.
fn way(document: &Path, file: &Path) -> String {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let (from, to) = (
        whole(document.parent().unwrap_or(Path::new(""))),
        whole(file),
    );
    let common = from
        .components()
        .zip(to.components())
        .take_while(|(one, other)| one == other)
        .count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(common)).collect();
    let parts: Vec<_> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    parts.join("/")
}

//! `brink check`: reads files of cards, recipes and weights and reports all that is wrong.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::library::sorted;
use crate::{Failure, output, plain, report, ruling, start};
use engine::won_at_start;
use rules::weights::OfGame;
use rules::{Fault, Library, Notice, Report};
use text::{Source, plain_file, plural, read_text};

/// Check card, recipe and weight files.
#[derive(Args)]
pub struct Check {
    /// TOML files or folders; they may use the built-in cards
    #[arg(value_name = "FILE|FOLDER", required = true)]
    files: Vec<PathBuf>,
    /// Apply the suggested fixes to the files
    #[arg(long)]
    fix: bool,
}

impl Check {
    pub fn run(mut self) -> Result<(), Failure> {
        let (files, rulings) = sorted(&self.files)?;
        self.files = files;
        if self.fix {
            self.fix()?;
        }
        let (mut weights, mut cards, mut faults, mut warned) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for file in &self.files {
            match weights_of(file) {
                Some(Ok(read)) => weights.push((file, read)),
                Some(Err(report)) => faults.extend(report.faults),
                None => cards.push(file.clone()),
            }
        }
        match if cards.is_empty() {
            Ok(Vec::new())
        } else {
            check(&cards)
        } {
            Ok(found) => warned = found,
            Err(Failure::Files(report)) => faults.extend(report.faults),
            Err(other) => {
                // What is wrong with weights is told besides.
                if !faults.is_empty() {
                    report::show(&Failure::Files(Report { faults }));
                }
                return Err(other);
            }
        }
        let unread = ruling::check(&rulings);
        if !faults.is_empty() {
            unread.err().iter().for_each(report::show);
            return Err(Failure::Files(Report { faults }));
        }
        unread?;
        report::warn(&warned);
        let mut out = plain::stdout();
        for file in &self.files {
            let own = |warned: &&Notice| *warned.place().0 == *file.to_string_lossy();
            let more = match warned.iter().filter(own).count() {
                0 => String::new(),
                count => format!(", but {} above", plural(count as u64, "warning")),
            };
            let of = weights.iter().find(|(other, _)| *other == file).map(|(_, OfGame { game, .. })| {
                format!(": weights of `{game}`, for bots such as `greedy@FILE` in `brink arena` and `brink train`")
            });
            writeln!(
                out,
                "{}: no problems found{more}{}",
                file.display(),
                of.unwrap_or_default()
            )?;
        }
        for file in &rulings {
            writeln!(out, "{}: no problems found", file.display())?;
        }
        Ok(())
    }

    /// Puts right what can be, until nothing is left that can: what is wrong may hide what else is.
    fn fix(&self) -> Result<(), Failure> {
        for file in &self.files {
            plain_file(file).map_err(Failure::at(file, "written"))?;
        }
        let mut out = plain::stdout();
        let mut fixed = true;
        while std::mem::take(&mut fixed) {
            let Err(Failure::Files(report)) = start::open_instead(&self.files) else {
                return Ok(());
            };
            for file in &self.files {
                let name = file.to_string_lossy();
                let of_it =
                    |fault: &&Fault| fault.place().is_some_and(|(other, _)| other == &*name);
                let mut fixes: Vec<_> = report
                    .faults
                    .iter()
                    .filter(of_it)
                    .filter_map(Fault::fix)
                    .collect();
                // From the end on, so that the places before it stay.
                fixes.sort_by_key(|(_, span, _)| Reverse(span.start));
                fixes.dedup_by_key(|(_, span, _)| span.start);
                let Some((source, ..)) = fixes.first() else {
                    continue;
                };
                let mut text = output::read(file)?;
                if *text != *source.text {
                    // Somebody has written it meanwhile: what is wrong with it now is told.
                    continue;
                }
                for (_, span, instead) in &fixes {
                    writeln!(
                        out,
                        "{name}: {}\n  is now: {instead}",
                        &text[span.start..span.end]
                    )?;
                    text.replace_range(span.start..span.end, instead);
                }
                output::save(file, &text).map_err(Failure::at(file, "written"))?;
                fixed = true;
            }
        }
        Ok(())
    }
}

/// The weights of a file that has them alone, or all that is wrong with them.
fn weights_of(file: &Path) -> Option<Result<OfGame, Report>> {
    // What is no file, such as a pipe, can be read only once.
    let file = Some(file).filter(|file| file.is_file())?;
    Some(OfGame::read(&Source::new(
        file.to_string_lossy().into_owned(),
        read_text(file)
            .ok()
            .filter(|text| OfGame::is_alone_in(text))?,
    )))
}

/// Checks files of cards and recipes, and tells what they are warned of.
fn check(files: &[PathBuf]) -> Result<Vec<Notice>, Failure> {
    let library = start::open_instead(files)?;
    // Some faults show only in a game.
    let own = |name: &str| files.iter().any(|file| file.to_string_lossy() == name);
    for recipe in library
        .recipes()
        .iter()
        .filter(|recipe| own(&recipe.source.name))
    {
        start::of_recipe(&library, &recipe.id.node)?;
    }
    // What comes with the program is its own affair.
    let built_in: BTreeSet<String> = Library::own_texts()
        .iter()
        .map(|source| source.name.to_string())
        .collect();
    let of = |source: &Source| own(&source.name) || !built_in.contains(&*source.name);
    Ok(library.warnings(&of, &won_at_start))
}

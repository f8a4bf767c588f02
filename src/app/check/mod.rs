//! `brink check`: reads files of cards, recipes, weights and rulings and reports all that is wrong.

mod findings;
mod fix;
mod games;
mod inspection;
mod watch;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use itertools::Itertools;

use crate::number::games as game_count;
use crate::{Failure, plain, report};
use findings::{Document, Finding};
use inspection::{Inspection, Memory};
use rules::Notice;
use text::plural;

/// Check card, recipe and weight files.
#[derive(Args)]
pub struct Check {
    /// TOML files or folders; rulings in a folder are tested. Files may use the built-in cards
    #[arg(value_name = "FILE|FOLDER", required = true)]
    files: Vec<PathBuf>,
    /// Apply the suggested fixes to the files
    #[arg(long)]
    fix: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, hide_default_value = true)]
    format: Format,
    /// Check again when a file changes, and run its rulings
    #[arg(long, conflicts_with_all = ["fix", "play"])]
    watch: bool,
    /// Play N random games of each recipe, and report those that were cut off or did not end
    #[arg(long, value_name = "N", value_parser = game_count)]
    play: Option<u64>,
}

/// How the results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A report per fault, for people (default)
    Text,
    /// One JSON document
    Json,
    /// One line per fault
    Short,
    /// Annotations for GitHub Actions
    Github,
}

impl Check {
    pub fn run(self) -> Result<(), Failure> {
        if self.watch {
            return watch::run(&self.files, self.format);
        }
        if self.fix {
            fix::fix(&self.files, self.format == Format::Text)?;
        }
        let mut found = inspection::inspect(&self.files, false, &mut Memory::default())?;
        let mut interrupted = false;
        if let Some(games) = self.play
            && found.is_sound()
        {
            interrupted = games::play(&mut found, games)?;
        }
        show(&found, self.format)?;
        if self.format == Format::Text && found.is_sound() {
            write_sound(&found)?;
        }
        match (interrupted, found.fails()) {
            (true, _) => Err(Failure::Interrupted),
            (false, true) => Err(Failure::Told),
            (false, false) => Ok(()),
        }
    }
}

/// Tells all that was found.
fn show(found: &Inspection, format: Format) -> Result<(), Failure> {
    let mut out = plain::stdout();
    match format {
        Format::Text => {
            tell(found);
            return Ok(());
        }
        Format::Json => {
            let mut out = plain::json();
            serde_json::to_writer(&mut out, &Document::of(found)).map_err(io::Error::from)?;
            writeln!(out)?;
            return Ok(out.flush()?);
        }
        Format::Short => {
            for finding in found.findings() {
                writeln!(out, "{}", finding.short())?;
            }
        }
        Format::Github => {
            for finding in found.findings() {
                writeln!(out, "{}", finding.github())?;
            }
        }
    }
    Ok(out.flush()?)
}

/// So many names of faults are told.
const NAMED: usize = 3;

/// Tells people what is wrong, on the error output, with the names by which it is explained.
fn tell(found: &Inspection) {
    for failure in found.failures() {
        report::show(&failure);
    }
    // What is no fault of what a file says is plain.
    let placed = found.faults.iter().filter(|fault| fault.place().is_some());
    let names = placed.map(|fault| fault.name().name());
    let names: Vec<&str> = names.unique().take(NAMED).collect();
    // Of very many it is said last that there are more.
    if !names.is_empty() && found.faults.len() <= report::MOST {
        let more = format!(
            "\nFor more about an error: brink explain-error {}\n",
            names.join(" ")
        );
        // Where errors cannot be written, nothing can be said about it.
        let _ = io::stderr().write_all(more.as_bytes());
    }
    report::warn(&found.warned);
    for Finding { reason, help, .. } in &found.games {
        let help = help.as_deref().unwrap_or_default();
        // What is quoted in it is a name of a card, which steers nothing.
        let _ = writeln!(io::stderr(), "{reason}\n  help: {help}");
    }
}

/// Says of each file that it is sound.
fn write_sound(found: &Inspection) -> Result<(), Failure> {
    let mut out = plain::stdout();
    for file in &found.files {
        let own = |warned: &&Notice| *warned.place().0 == *file.to_string_lossy();
        let more = match found.warned.iter().filter(own).count() {
            0 => String::new(),
            count => format!(", but {} above", plural(count as u64, "warning")),
        };
        let of = found.weights.iter().find(|(other, _)| other == file).map(|(_, game)| {
            format!(": weights of `{game}`, for bots such as `greedy@FILE` in `brink arena` and `brink train`")
        });
        writeln!(
            out,
            "{}: no problems found{more}{}",
            file.display(),
            of.unwrap_or_default()
        )?;
    }
    for (file, passed) in &found.passed {
        writeln!(out, "{file}: {} passed", plural(*passed as u64, "ruling"))?;
    }
    for (recipe, games) in &found.played {
        let of = plural(*games, "random game");
        let ended = match found
            .games
            .iter()
            .any(|told| told.recipe.as_ref() == Some(recipe))
        {
            true => "see above",
            false => "all ended",
        };
        writeln!(out, "{recipe}: {of}, {ended}")?;
    }
    Ok(out.flush()?)
}

/// A person reads the standard output.
fn is_read() -> bool {
    io::stdout().is_terminal()
}

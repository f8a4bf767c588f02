//! `brink check`: reads files of cards and recipes and reports all that is wrong.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::app::{Failure, plain, start};
use crate::rules::Settings;

/// Check files of cards and recipes.
#[derive(Debug, Args)]
pub struct Check {
    /// TOML files; the cards that come with brink may be used in them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl Check {
    pub fn run(self) -> Result<(), Failure> {
        let library = start::open_instead(&self.files)?;
        // Some faults show only in a game.
        let own = |name: &str| self.files.iter().any(|file| file.to_string_lossy() == name);
        for recipe in library.recipes().iter().filter(|recipe| own(&recipe.source.name)) {
            let id = &recipe.id.node;
            let kinds = start::drawn(&library, id, 0)?;
            start::compile(&library, id, &Settings { kinds, ..Settings::default() })?;
        }
        let mut out = plain::stdout();
        for file in &self.files {
            writeln!(out, "{}: nothing is wrong", file.display())?;
        }
        Ok(())
    }
}

//! `brink recipes`: the games there are.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::{Failure, pager, plain, start};
use text::wrapped;

/// List the games there are.
#[derive(Debug, Args)]
pub struct Recipes {
    /// Files of your own
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Recipes {
    pub fn run(self) -> Result<(), Failure> {
        let library = start::open(&self.files)?;
        let mut out = plain::stdout();
        let width = start::ids(&library)
            .map(|id| id.chars().count())
            .max()
            .unwrap_or(0);
        for recipe in library.recipes() {
            let (id, below) = (
                format!("{:width$}  ", recipe.id.node),
                " ".repeat(width + 2),
            );
            writeln!(
                out,
                "{}",
                wrapped(&recipe.title, &id, &below, pager::width())
            )?;
        }
        Ok(())
    }
}

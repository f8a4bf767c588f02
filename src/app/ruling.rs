//! `brink ruling`: what the rulings pin of the card texts.

use std::path::PathBuf;

use clap::Args;

use crate::app::{Failure, coverage};

/// See what the rulings pin of the card texts.
#[derive(Debug, Args)]
pub struct Ruling {
    /// A folder of rulings
    #[arg(value_name = "FOLDER", default_value = "tests/rulings")]
    folder: PathBuf,
    /// List the card texts with how many rulings run each part
    #[arg(long, required = true)]
    coverage: bool,
}

impl Ruling {
    pub fn run(self) -> Result<(), Failure> {
        coverage::run(&self.folder)
    }
}

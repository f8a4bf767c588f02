//! `brink disputes`: the questions that tables answer differently, and their answers.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::app::{Failure, plain, start};

/// List the questions that tables answer differently.
#[derive(Debug, Args)]
pub struct Disputes {
    /// Files of your own
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Disputes {
    pub fn run(self) -> Result<(), Failure> {
        let library = start::open(&self.files)?;
        let mut out = plain::stdout();
        for dispute in library.disputes() {
            writeln!(out, "{} ({})\n  {}", dispute.name, dispute.rule, dispute.question)?;
            for (index, (value, meaning)) in dispute.values.iter().enumerate() {
                let default = if index == 0 { " (default)" } else { "" };
                writeln!(out, "    {value}{default}: {meaning}")?;
            }
        }
        Ok(())
    }
}

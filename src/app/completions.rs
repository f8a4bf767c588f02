//! `brink completions`: what a shell needs to complete commands and options.

use std::io::Write;

use clap::Args;
use clap_complete::{Shell, generate};

use crate::app::{Failure, examples, plain};

/// Print what a shell needs to complete commands and options by Tab
#[derive(Debug, Args)]
pub struct Completions {
    /// Whose
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Result<(), Failure> {
        let mut text = Vec::new();
        generate(self.shell, &mut examples::command(), "brink", &mut text);
        Ok(plain::stdout().write_all(&text)?)
    }
}

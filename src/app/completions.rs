//! `brink completions`: what a shell needs to complete commands and options.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::{Failure, plain};

/// Print what a shell needs to complete commands and options by Tab
#[derive(Debug, Args)]
pub struct Completions {
    /// Whose
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

impl Completions {
    /// For this definition of the command line.
    pub fn run(self, mut command: Command) -> Result<(), Failure> {
        let mut text = Vec::new();
        generate(self.shell, &mut command, "brink", &mut text);
        Ok(plain::stdout().write_all(&text)?)
    }
}

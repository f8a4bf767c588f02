//! `brink man` and `brink completions`: manual pages and what shells complete, from the definition of the command line.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::{Failure, pager, plain};

/// Print the manual page, or write one per command into a folder
#[derive(Args)]
pub struct Man {
    /// Folder for the pages; without it, the main page is printed
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Man {
    /// Of this definition of the command line.
    pub fn run(self, command: Command) -> Result<(), Failure> {
        let Some(folder) = self.folder else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            // On a terminal nobody wants to see how it is written.
            if io::stdout().is_terminal()
                && pager::paged(&String::from_utf8_lossy(&page), "man -l -")
            {
                return Ok(());
            }
            return Ok(plain::stdout().write_all(&page)?);
        };
        let failed = |error: &io::Error| Failure::file(&folder, "written to", error);
        fs::create_dir_all(&folder).map_err(|error| failed(&error))?;
        clap_mangen::generate_to(command, &folder).map_err(|error| failed(&error))?;
        writeln!(
            plain::stdout(),
            "The pages are in `{}`; `man -l` shows one.",
            folder.display()
        )?;
        Ok(())
    }
}

/// Print a shell completion script
#[derive(Args)]
pub struct Completions {
    /// Shell to complete for
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

//! `brink disputes`: the questions that tables answer differently, and their answers.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use crate::app::home::Home;
use crate::app::{Failure, pager, start};
use crate::base::wrapped;

/// List the questions that tables answer differently.
#[derive(Debug, Args)]
pub struct Disputes {
    /// Files of your own
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Disputes {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        let library = start::open(&self.files)?;
        let (mut out, wide) = (String::new(), pager::width());
        for dispute in library.disputes() {
            // Writing to a string cannot fail.
            let cited =
                if dispute.rules.is_empty() { String::new() } else { format!(" ({})", dispute.rules.join(", ")) };
            let _ = writeln!(out, "{}{cited}", dispute.name);
            let _ = writeln!(out, "{}", wrapped(&dispute.question, "  ", "    ", wide));
            for (index, (value, meaning)) in dispute.values.iter().enumerate() {
                let default = if index == 0 { " (default)" } else { "" };
                let line = format!("{value}{default}: {meaning}");
                let _ = writeln!(out, "{}", wrapped(&line, "    ", "      ", wide));
            }
        }
        pager::show(&out, home.settings.pager.as_deref())
    }
}

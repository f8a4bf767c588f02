//! `brink disputes`: the questions that tables answer differently, and their answers.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::app::home::Home;
use crate::app::start::GameOptions;
use crate::app::{Failure, pager, start};
use crate::base::wrapped;

/// List the questions that tables answer differently.
#[derive(Debug, Args)]
pub struct Disputes {
    /// Disputes by their names, or games by their ids, whose disputes are listed alone; files of your own
    #[arg(value_name = "DISPUTE|GAME|FILE")]
    asked: Vec<PathBuf>,
}

impl Disputes {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        let builtin = start::open(&[])?;
        let known = |word: &Path| {
            let named = |name: &str| word.as_os_str() == name;
            builtin.disputes().iter().any(|dispute| named(&dispute.name)) || start::ids(&builtin).any(named)
        };
        let (words, files): (Vec<PathBuf>, Vec<PathBuf>) =
            self.asked.into_iter().partition(|asked| !asked.exists() && known(asked));
        let library = start::open(&files)?;
        let mut wanted = Vec::new();
        for word in words.iter().filter_map(|word| word.to_str()) {
            match start::ids(&library).any(|id| id == word) {
                true => {
                    let script = GameOptions::default().script(Some(word), 0)?;
                    wanted.extend(script.rules.disputes.iter().map(|dispute| dispute.name.clone()));
                }
                false => wanted.push(word.to_string()),
            }
        }
        let (mut out, wide) = (String::new(), pager::width());
        let disputes = library.disputes().into_iter();
        for dispute in disputes.filter(|dispute| words.is_empty() || wanted.contains(&dispute.name)) {
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

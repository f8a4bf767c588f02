//! `brink recipes` and `brink disputes`: the games there are, and the rules that groups play differently.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::home::Home;
use crate::library::own_recipes;
use crate::{Failure, pager, plain, start};
use text::{suggest, wrapped};

/// List the available games.
#[derive(Args)]
pub struct Recipes {
    /// Files or folders of your own [default: the recipes of the current folder]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Recipes {
    pub fn run(self) -> Result<(), Failure> {
        let library = start::open(&self.files)?;
        let recipes = library.recipes().iter();
        let mut listed: Vec<(String, String)> = recipes
            .map(|recipe| (recipe.id.node.clone(), recipe.title.clone()))
            .collect();
        if self.files.is_empty() {
            let own = own_recipes().into_iter();
            listed.extend(own.map(|own| {
                let file = own.path.display();
                (own.id, format!("{} ({file})", own.title))
            }));
        }
        let mut out = plain::stdout();
        let widths = listed.iter().map(|(id, _)| id.chars().count());
        let width = widths.max().unwrap_or(0);
        for (id, title) in &listed {
            let (id, below) = (format!("{id:width$}  "), " ".repeat(width + 2));
            writeln!(out, "{}", wrapped(title, &id, &below, pager::width()))?;
        }
        Ok(())
    }
}

/// List the rules that groups play differently.
#[derive(Args)]
pub struct Disputes {
    /// Names of disputes, ids of games (lists only their disputes), or files of your own
    #[arg(value_name = "DISPUTE|GAME|FILE")]
    asked: Vec<PathBuf>,
}

impl Disputes {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        let (files, words): (Vec<PathBuf>, Vec<PathBuf>) = self
            .asked
            .into_iter()
            .partition(|asked| asked.exists() || start::is_file(&asked.to_string_lossy()));
        let library = start::open(&files)?;
        let disputes = library.disputes();
        let mut wanted = Vec::new();
        for word in words.iter().map(|word| word.to_string_lossy()) {
            if disputes.iter().any(|dispute| dispute.name == *word) {
                wanted.push(word.into_owned());
                continue;
            }
            if !start::ids(&library).any(|id| id == word) {
                let help = match suggest(
                    &word,
                    disputes
                        .iter()
                        .map(|dispute| dispute.name.as_str())
                        .chain(start::ids(&library)),
                ) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        "`brink disputes` lists all disputes, `brink recipes` all games".to_string()
                    }
                };
                return Err(Failure::usage(
                    format!("there is no dispute or game called `{word}`"),
                    help,
                ));
            }
            let script = start::of_recipe(&library, &word)?;
            wanted.extend(
                script
                    .rules
                    .disputes
                    .iter()
                    .map(|dispute| dispute.name.clone()),
            );
        }
        let (mut out, wide) = (String::new(), pager::width());
        for dispute in disputes
            .iter()
            .filter(|dispute| words.is_empty() || wanted.contains(&dispute.name))
        {
            // Writing to a string cannot fail.
            let cited = if dispute.rules.is_empty() {
                String::new()
            } else {
                format!(" ({})", dispute.rules.join(", "))
            };
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

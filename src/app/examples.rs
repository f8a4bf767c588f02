//! The command line with an example or more for each command. They are data, so that they can name games.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::Command;
use serde::Deserialize;

/// By command: what to type, and what it does.
const EXAMPLES: &str = include_str!("../../docs/examples.toml");

#[derive(Debug, Deserialize)]
struct Example {
    #[serde(rename = "do")]
    line: String,
    what: String,
}

/// The definition of the command line, with its examples.
pub fn added(mut command: Command) -> Command {
    for (name, examples) in all() {
        command = command.mut_subcommand(name, |command| command.after_help(written(&examples)));
    }
    command
}

fn all() -> BTreeMap<String, Vec<Example>> {
    let mut all: BTreeMap<_, _> = toml::from_str(EXAMPLES).expect("a test reads the examples");
    if cfg!(not(feature = "serve")) {
        all.remove("serve");
    }
    all
}

fn written(examples: &[Example]) -> String {
    let mut out = "Examples:".to_string();
    for Example { line, what } in examples {
        // Writing to a string cannot fail.
        let _ = write!(out, "\n  {line}\n      {what}");
    }
    out
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{added, all};
    use crate::Cli;
    use rules::Library;

    #[test]
    fn every_command_has_examples_and_all_of_them_can_be_typed() {
        let examples = all();
        let commands: Vec<String> = Cli::command()
            .get_subcommands()
            .map(|command| command.get_name().to_string())
            .collect();
        let known: Vec<&String> = examples.keys().collect();
        let without: Vec<&String> = commands
            .iter()
            .filter(|name| !known.contains(name))
            .collect();
        assert!(without.is_empty(), "no example: {without:?}");
        let library = Library::builtin().expect("the project's own cards are sound");
        for (name, examples) in &examples {
            for example in examples {
                let typed = example
                    .line
                    .split(['|', '<', '>'])
                    .find(|part| part.contains("brink "));
                let typed = typed.unwrap_or_else(|| panic!("no command: {}", example.line));
                let words = shlex::split(typed)
                    .unwrap_or_else(|| panic!("it cannot be typed: {}", example.line));
                let matches = added(Cli::command()).try_get_matches_from(&words);
                let matches = matches.unwrap_or_else(|error| panic!("{}: {error}", example.line));
                assert_eq!(
                    matches.subcommand_name(),
                    Some(name.as_str()),
                    "{}",
                    example.line
                );
                let recipes = words
                    .iter()
                    .filter(|word| word.starts_with("19") && word.len() == 4);
                for recipe in recipes {
                    assert!(
                        library
                            .recipes()
                            .iter()
                            .any(|known| known.id.node == *recipe),
                        "{recipe}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_command_line_is_well_defined() {
        added(Cli::command()).debug_assert();
    }
}

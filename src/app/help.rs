//! The help: commands in groups, and examples for each command. Examples are data, so that they can name games.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::{Arg, Command};
use serde::Deserialize;

/// By command: what to type, and what it does.
const EXAMPLES: &str = include_str!("../../docs/examples.toml");

#[derive(Debug, Deserialize)]
struct Example {
    #[serde(rename = "do")]
    line: String,
    what: String,
}

/// Adds the examples to the commands.
pub fn with_examples(mut command: Command) -> Command {
    for (name, examples) in all() {
        command = command.mut_subcommand(name, |command| command.after_help(written(&examples)));
    }
    // There the option does more than where games are dealt.
    let help = "For a position: a set to add. For a trace or ruling: a card or recipe file that it needs (repeatable)";
    command.mut_subcommand("analyse", |analyse| {
        analyse.mut_arg("with", |with| with.help(help))
    })
}

/// The commands by what they are for, in the order of the main help.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play", &["play", "games", "learn", "replay", "serve"]),
    (
        "Rules",
        &["rules", "recipes", "disputes", "ruling", "why", "position"],
    ),
    (
        "Author",
        &[
            "new",
            "check",
            "fmt",
            "explain",
            "explain-error",
            "print",
            "lsp",
        ],
    ),
    ("Simulate", &["simulate", "trace", "analyse"]),
    ("Bots", &["arena", "train", "bot-host", "env"]),
    ("Setup", &["settings", "completions", "man"]),
];

/// Lists the commands of the main help in groups, and the global options there alone.
pub fn grouped(command: Command) -> Command {
    let mut template = "{about}\n\n{usage-heading} {usage}\n".to_string();
    for (heading, names) in GROUPS {
        // Writing to a string cannot fail.
        let _ = write!(template, "\n{heading}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            if let Some(about) = about {
                let _ = writeln!(template, "  {name:13} {about}");
            }
        }
    }
    template
        .push_str("\nOptions:\n{options}\n\n`brink help COMMAND` shows the options of a command.");
    let globals: Vec<Arg> = command
        .get_arguments()
        .filter(|arg| arg.is_global_set())
        .map(|arg| arg.clone().hide(true))
        .collect();
    command
        .help_template(template)
        .mut_subcommands(|command| command.args(globals.clone()))
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

    use super::{GROUPS, all, grouped, with_examples};
    use crate::Cli;
    use rules::Library;

    #[test]
    fn every_command_is_in_one_group_of_the_help() {
        let help = grouped(Cli::command()).render_help().to_string();
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let groups = GROUPS.iter().filter(|(_, names)| names.contains(&name));
            assert_eq!(groups.count(), 1, "{name}");
            assert!(help.contains(&format!("\n  {name} ")), "{name} in\n{help}");
        }
        assert_eq!(help.matches("--data").count(), 1, "{help}");
    }

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
                let matches = with_examples(Cli::command()).try_get_matches_from(&words);
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
        with_examples(Cli::command()).debug_assert();
    }
}

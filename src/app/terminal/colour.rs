//! Whether colours are used: `--color`, the settings, NO_COLOR, and whether a terminal is there.

use std::fmt;
use std::sync::OnceLock;

use clap::ValueEnum;
use serde::Deserialize;

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always, also through a pipe
    Always,
    /// Never
    Never,
}

impl fmt::Display for When {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            When::Auto => "auto",
            When::Always => "always",
            When::Never => "never",
        })
    }
}

/// What was asked for, once it is known.
static WHEN: OnceLock<When> = OnceLock::new();

/// From now on colours are used so. Who asks later is not heard.
pub fn use_colours(when: When) {
    // The first answer stays.
    let _ = WHEN.set(when);
}

/// Colours are wanted where something goes to a terminal, or does not.
pub fn wanted(terminal: bool) -> bool {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    wanted_by(WHEN.get().copied().unwrap_or_default(), terminal, no_colour)
}

fn wanted_by(when: When, terminal: bool, no_colour: bool) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => terminal && !no_colour,
    }
}

/// The same for the help, which is written while the command line is read: `--color WHEN` is looked for by itself.
pub fn for_help(arguments: impl Iterator<Item = String>) -> clap::ColorChoice {
    let mut arguments = arguments.take_while(|argument| argument != "--");
    let mut when = When::Auto;
    while let Some(argument) = arguments.next() {
        let value = match argument.strip_prefix("--color") {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_string),
            None => None,
        };
        when = value
            .and_then(|value| When::from_str(&value, false).ok())
            .unwrap_or(when);
    }
    match when {
        When::Auto => clap::ColorChoice::Auto,
        When::Always => clap::ColorChoice::Always,
        When::Never => clap::ColorChoice::Never,
    }
}

#[cfg(test)]
mod tests {
    use super::{When, for_help, wanted_by};

    #[test]
    fn what_is_asked_for_comes_before_what_there_is() {
        assert!(wanted_by(When::Always, false, true));
        assert!(!wanted_by(When::Never, true, false));
        assert!(wanted_by(When::Auto, true, false));
        assert!(!wanted_by(When::Auto, true, true) && !wanted_by(When::Auto, false, false));
    }

    #[test]
    fn the_help_hears_it_too() {
        let heard = |line: &str| for_help(line.split(' ').map(str::to_string));
        assert_eq!(
            heard("brink play --color never --help"),
            clap::ColorChoice::Never
        );
        assert_eq!(heard("brink --color=always"), clap::ColorChoice::Always);
        assert_eq!(heard("brink --color"), clap::ColorChoice::Auto);
        assert_eq!(heard("brink -- --color never"), clap::ColorChoice::Auto);
    }
}

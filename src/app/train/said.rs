//! What was said on the command line, for the first line of what was learned: whoever types it learns the same.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

use crate::app::start::GameOptions;
use crate::base::plain;

/// How the game is played, and how that was said.
#[derive(Debug)]
pub struct Said {
    pub options: GameOptions,
    /// Options and their values, each behind a blank.
    pub words: String,
}

/// A word as a shell takes it, on one line.
pub fn typed(word: &str) -> String {
    let quoted = shlex::try_quote(word).unwrap_or(word.into());
    plain(&quoted).replace('\n', "\\n")
}

impl FromArgMatches for Said {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Said, Error> {
        let mut words = String::new();
        for (option, values) in [("dispute", "disputes"), ("kinds", "kinds")] {
            for value in matches.get_many::<String>(values).into_iter().flatten() {
                words += &format!(" --{option} {}", typed(value));
            }
        }
        Ok(Said { options: GameOptions::from_arg_matches(matches)?, words })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Said::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Said {
    fn augment_args(command: Command) -> Command {
        GameOptions::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        GameOptions::augment_args_for_update(command)
    }
}

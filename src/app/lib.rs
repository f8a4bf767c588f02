//! The outside world: commands, diagnostics, play on a terminal.

mod analyse;
mod arena;
mod bot_host;
mod check;
mod env;
mod examples;
mod explain;
mod failure;
mod games;
mod home;
mod learn;
mod man;
mod number;
mod output;
mod play;
mod position;
mod recipes;
mod record;
mod replay;
mod rules;
mod ruling;
mod saves;
#[cfg(feature = "serve")]
mod serve;
mod settings;
mod shelf;
mod simulate;
mod start;
mod terminal;
mod trace;
mod train;
pub mod tui;
mod viewer;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

#[doc(hidden)]
pub use analyse::schema;
pub use failure::{Failure, near};
pub use output::progress;
use terminal::{colour, interrupt, pager, plain, report};

/// Card games of a cold war, from rules written in plain text.
#[derive(Parser)]
#[command(
    name = "brink",
    version,
    about = "A rules engine for Cold War card games whose cards are written in plain text",
    arg_required_else_help = true
)]
struct Cli {
    #[command(flatten)]
    everywhere: Everywhere,
    #[command(subcommand)]
    command: Command,
}

/// What every command takes.
#[derive(Args)]
#[command(next_help_heading = "Everywhere")]
struct Everywhere {
    /// When colours are used [default: auto: on a terminal, unless NO_COLOR is set]
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        hide_possible_values = true
    )]
    color: Option<colour::When>,
    /// Where games are kept, in place of the platform's folder or BRINK_DATA
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A file of settings, in place of the platform's or BRINK_SETTINGS; `brink settings` shows it
    #[arg(long, global = true, value_name = "FILE")]
    settings: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Check files of cards and recipes
    Check(check::Check),
    /// Show the texts of cards
    Explain(explain::Explain),
    /// Play against bots
    Play(play::Play),
    /// List the games that were kept, forget some, or write one down otherwise
    Games(games::Games),
    /// Learn the games by playing, in about ten minutes each
    Learn(learn::Learn),
    /// Show the rules: all, those about some words, or one by its id
    Rules(rules::Rules),
    /// Let people play together in their browsers
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    /// Let random players play, and write their games down as traces
    Trace(trace::Trace),
    /// Look at games that were played, on the full screen of a terminal; or check every line of them
    Replay(replay::Replay),
    /// Read a position and print it, or what one player sees of it
    Position(position::Position),
    /// Play rulings, and say which hold
    Ruling(ruling::Ruling),
    /// Read a position and say why something is so, or why it happens, in the words of the cards
    Why(position::Why),
    /// Search a position, a kept game or a ruling: the options, their values and the best lines
    Analyse(analyse::Analyse),
    /// Let bots play many games, and count
    Simulate(simulate::Simulate),
    /// Let bots play against each other, and rate them
    Arena(arena::Arena),
    /// Learn to judge the tables of a game, from games of bots
    Train(train::Train),
    /// Let programs in any language play, over their standard input and output
    BotHost(bot_host::BotHost),
    /// Let a program play games by itself, many at once, over its standard input and output
    Env(env::Env),
    /// List the games there are
    Recipes(recipes::Recipes),
    /// List the questions that tables answer differently
    Disputes(recipes::Disputes),
    /// Show the settings and where they are kept
    Settings(settings::Show),
    /// Print what a shell needs to complete commands and options by Tab
    Completions(man::Completions),
    /// Print the manual page, or write one for each command into a folder
    Man(man::Man),
}

/// Does what the command line asks. Exit code 2 is wrong usage, 1 a failed run.
pub fn run() -> ExitCode {
    interrupt::outlive_full_files();
    let mut command = number::below_zero(examples::added(Cli::command())).color(colour::for_help(
        std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()),
    ));
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    let read = matches.and_then(|matches| {
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    });
    let cli = match read {
        Ok(cli) => cli,
        Err(error) => return unread(&error),
    };
    // What is written last may still wait, and then nobody would hear that it could not be written.
    ended(dispatch(cli).and_then(|()| Ok(io::stdout().flush()?)))
}

/// What there is instead of a command: help, the version, or what is wrong with the command line.
fn unread(error: &clap::Error) -> ExitCode {
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(failed) if !error.use_stderr() => ended(Err(failed.into())),
        // Where errors cannot be written, nothing can be said about it.
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(u8::MAX)),
    }
}

fn ended(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            report::show(&failure);
            failure.exit_code()
        }
    }
}

fn dispatch(cli: Cli) -> Result<(), Failure> {
    let Everywhere {
        color,
        data,
        settings,
    } = cli.everywhere;
    if let Some(color) = color {
        colour::use_colours(color);
    }
    // These speak of the settings themselves, or of no game at all.
    match cli.command {
        Command::Settings(show) => return show.run(settings, data),
        Command::Completions(completions) => {
            return completions.run(examples::added(Cli::command()));
        }
        Command::Man(man) => return man.run(examples::added(Cli::command())),
        _ => {}
    }
    let said = home::Said { data, settings };
    let settings = home::Settings::load(home::settings_file(said.settings.clone()).as_ref())?;
    colour::use_colours(settings.color.unwrap_or_default());
    let home = home::Home::new(said, settings);
    play::heed_signs(&home);
    match cli.command {
        Command::Check(check) => check.run(),
        Command::Explain(explain) => explain.run(&home),
        Command::Play(play) => play.run(&home),
        Command::Games(games) => games.run(&home),
        Command::Learn(learn) => learn.run(&home),
        Command::Rules(rules) => rules.run(&home),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => serve.run(&home),
        Command::Trace(trace) => trace.run(),
        Command::Replay(replay) => replay.run(&home),
        Command::Position(position) => position.run(),
        Command::Ruling(ruling) => ruling.run(&home),
        Command::Why(why) => why.run(),
        Command::Analyse(analyse) => analyse.run(&home),
        Command::Simulate(simulate) => simulate.run(),
        Command::Arena(arena) => arena.run(),
        Command::Train(train) => train.run(),
        Command::BotHost(host) => host.run(),
        Command::Env(env) => env.run(),
        Command::Recipes(recipes) => recipes.run(),
        Command::Disputes(disputes) => disputes.run(&home),
        Command::Settings(_) | Command::Completions(_) | Command::Man(_) => Ok(()),
    }
}

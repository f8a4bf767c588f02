//! The outside world: commands, diagnostics, play on a terminal.

mod analyse;
mod arena;
mod bot_host;
mod check;
mod env;
mod explain;
mod explain_error;
mod failure;
mod fmt;
mod games;
mod help;
mod home;
mod learn;
mod library;
mod lsp;
mod man;
mod new;
mod number;
mod output;
mod play;
mod position;
mod print;
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
    global: GlobalOptions,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command; the main help lists them once.
#[derive(Args)]
#[command(next_help_heading = "Global options")]
struct GlobalOptions {
    /// When to use colours [default: auto: on a terminal, unless NO_COLOR is set]
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        hide_possible_values = true
    )]
    color: Option<colour::When>,
    /// Folder of saved games [default: BRINK_DATA, or the platform's folder]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Settings file [default: BRINK_SETTINGS, or the platform's file; `brink settings` shows it]
    #[arg(long, global = true, value_name = "FILE")]
    settings: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Start a set of your own in a new folder
    New(new::New),
    /// Check card and recipe files
    Check(check::Check),
    /// Format card texts
    Fmt(fmt::Fmt),
    /// Start a language server for editors
    Lsp(lsp::Lsp),
    /// Explain cards, sets and keywords
    Explain(explain::Explain),
    /// Explain errors and warnings
    ExplainError(explain_error::ExplainError),
    /// Play against bots
    Play(play::Play),
    /// Manage saved games
    Games(games::Games),
    /// Learn the games by playing, about ten minutes each
    Learn(learn::Learn),
    /// Print cards, or export them to Tabletop Simulator
    Print(print::Print),
    /// Show the rules, or search them
    Rules(rules::Rules),
    /// Serve games to browsers
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    /// Record random games as traces
    Trace(trace::Trace),
    /// Replay a game on the full screen, or verify a trace
    Replay(replay::Replay),
    /// Print a position, or one player's view of it
    Position(position::Position),
    /// Test rulings
    Ruling(ruling::Ruling),
    /// Explain why something is so, or why it happened
    Why(position::Why),
    /// Analyse a position: options, values and best lines
    #[command(alias = "analyze")]
    Analyse(analyse::Analyse),
    /// Simulate many games and report statistics
    Simulate(simulate::Simulate),
    /// Rank bots against each other
    Arena(arena::Arena),
    /// Train evaluation weights from bot games
    Train(train::Train),
    /// Host a bot program that talks over standard input and output
    BotHost(bot_host::BotHost),
    /// Serve many games at once to a program over standard input and output
    Env(env::Env),
    /// List the available games
    Recipes(recipes::Recipes),
    /// List the rules that groups play differently
    Disputes(recipes::Disputes),
    /// Show the settings and where they are stored
    Settings(settings::Show),
    /// Print a shell completion script
    Completions(man::Completions),
    /// Print the manual page, or write one per command into a folder
    Man(man::Man),
}

/// Does what the command line asks. Exit code 2 is wrong usage, 1 a failed run.
pub fn run() -> ExitCode {
    interrupt::outlive_full_files();
    let mut command = number::below_zero(help::grouped(help::with_examples(Cli::command()))).color(
        colour::for_help(
            std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()),
        ),
    );
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
    let GlobalOptions {
        color,
        data,
        settings,
    } = cli.global;
    if let Some(color) = color {
        colour::use_colours(color);
    }
    // These speak of the settings themselves, or of no game at all.
    match cli.command {
        Command::Settings(show) => return show.run(settings, data),
        Command::Completions(completions) => {
            return completions.run(help::with_examples(Cli::command()));
        }
        Command::Man(man) => return man.run(help::with_examples(Cli::command())),
        _ => {}
    }
    let said = home::Overrides { data, settings };
    let settings = home::Settings::load(home::settings_file(said.settings.clone()).as_ref())?;
    colour::use_colours(settings.color.unwrap_or_default());
    let home = home::Home::new(said, settings);
    play::heed_signs(&home);
    match cli.command {
        Command::New(new) => new.run(),
        Command::Lsp(lsp) => lsp.run(),
        Command::Check(check) => check.run(),
        Command::Fmt(fmt) => fmt.run(),
        Command::Explain(explain) => explain.run(&home),
        Command::ExplainError(explain) => explain.run(&home),
        Command::Play(play) => play.run(&home),
        Command::Games(games) => games.run(&home),
        Command::Learn(learn) => learn.run(&home),
        Command::Print(print) => print.run(),
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

//! The outside world: commands, diagnostics, play on a terminal.

mod arena;
mod bot_host;
mod check;
mod cut;
mod disputes;
mod explain;
mod failure;
mod interrupt;
mod number;
mod output;
mod plain;
mod play;
mod position;
mod progress;
mod recipes;
mod replay;
mod report;
mod ruling;
mod secret;
mod simulate;
mod start;
mod trace;
mod why;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use failure::{Failure, near, reason};
pub use progress::progress;

/// Card games of a cold war, from rules written in plain text.
#[derive(Debug, Parser)]
#[command(name = "brink", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check files of cards and recipes
    Check(check::Check),
    /// Say in plain English what cards do
    Explain(explain::Explain),
    /// Play against bots
    Play(play::Play),
    /// Let random players play, and write their games down as traces
    Trace(trace::Trace),
    /// Replay traces and check every line of them
    Replay(replay::Replay),
    /// Read a position and print it, or what one player sees of it
    Position(position::Position),
    /// Play rulings, and say which hold
    Ruling(ruling::Ruling),
    /// Read a position and say why something is so, or why it happens, in the words of the cards
    Why(why::Why),
    /// Let bots play many games, and count
    Simulate(simulate::Simulate),
    /// Let bots play against each other, and rate them
    Arena(arena::Arena),
    /// Let programs in any language play, over their standard input and output
    BotHost(bot_host::BotHost),
    /// List the games there are
    Recipes(recipes::Recipes),
    /// List the questions that tables answer differently
    Disputes(disputes::Disputes),
}

/// Does what the command line asks. Exit code 2 is wrong usage, 1 a failed run.
pub fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Check(check) => check.run(),
        Command::Explain(explain) => explain.run(),
        Command::Play(play) => play.run(),
        Command::Trace(trace) => trace.run(),
        Command::Replay(replay) => replay.run(),
        Command::Position(position) => position.run(),
        Command::Ruling(ruling) => ruling.run(),
        Command::Why(why) => why.run(),
        Command::Simulate(simulate) => simulate.run(),
        Command::Arena(arena) => arena.run(),
        Command::BotHost(host) => host.run(),
        Command::Recipes(recipes) => recipes.run(),
        Command::Disputes(disputes) => disputes.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            report::show(&failure);
            failure.exit_code()
        }
    }
}

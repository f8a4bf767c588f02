//! `brink simulate`: random players play many games, which are counted.

use std::io::{self, Write};

use clap::Args;

use crate::app::Failure;
use crate::app::start::GameOptions;
use crate::board::Seat;
use crate::table::simulate::{Tally, simulate};

/// Let random players play many games, and count.
#[derive(Debug, Args)]
pub struct Simulate {
    /// A game by its id, or a file of your own
    #[arg(value_name = "RECIPE")]
    recipe: String,
    /// How many play
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// How many games
    #[arg(long, value_name = "G", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The first game's seed; each further game has the next one
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time; all that the machine can when left out
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Turns after which a game is left unfinished
    #[arg(long, value_name = "TURNS", default_value_t = 400)]
    limit: u32,
    #[command(flatten)]
    options: GameOptions,
}

impl Simulate {
    pub fn run(self) -> Result<(), Failure> {
        let script = self.options.script(Some(&self.recipe), self.seed)?;
        let threads = match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let tally = simulate(&script, self.players, self.games, self.seed, self.limit, threads);
        let mut out = io::stdout().lock();
        writeln!(out, "{}: {} games of {} players", script.rules.game, tally.games, self.players)?;
        write_tally(&mut out, &tally, self.players)?;
        Ok(())
    }
}

fn write_tally(out: &mut impl Write, tally: &Tally, players: u8) -> io::Result<()> {
    let seconds = tally.time.as_secs_f64().max(f64::MIN_POSITIVE);
    let games = tally.games as f64;
    let share = |count: u64| 100.0 * count as f64 / games;
    writeln!(
        out,
        "in {seconds:.2} s: {:.0} games/s, {:.0} decisions/s",
        games / seconds,
        tally.decisions as f64 / seconds
    )?;
    writeln!(out, "a game: {:.1} decisions, {:.1} turns", tally.decisions as f64 / games, tally.turns as f64 / games)?;
    for (seat, wins) in tally.wins.iter().enumerate().take(players as usize) {
        writeln!(out, "{} wins {:.1}%", Seat(seat as u8), share(*wins))?;
    }
    writeln!(out, "unfinished {:.1}%", share(tally.unfinished))
}

//! `brink trace`: random players play, and their games are written down.

use std::io::{BufWriter, Write};

use clap::{Args, ValueEnum};

use crate::number::{self, whole};
use crate::start::GameOptions;
use crate::{Failure, output, plain};
use bots::chance::{self, trace_game};
use explain::cut::Cuts;

/// Record random games as traces.
#[derive(Args)]
pub struct Trace {
    /// Game id, or a recipe, set or folder
    #[arg(value_name = "RECIPE")]
    recipe: String,
    /// Number of players
    #[arg(long, value_name = "N", value_parser = number::players)]
    players: u8,
    /// Random seed of the first game; each further game adds one
    #[arg(long, value_name = "S", value_parser = number::seed)]
    seed: u64,
    /// Number of games
    #[arg(long, value_name = "G", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    games: u64,
    /// How the random players choose
    #[arg(long, value_enum, default_value_t = Policy::Uniform)]
    policy: Policy,
    /// Stop a game after this many turns
    #[arg(long, value_name = "TURNS", default_value_t = 400, value_parser = number::count)]
    limit: u32,
    #[command(flatten)]
    options: GameOptions,
}

/// How the random players choose.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Policy {
    /// Every option equally likely
    Uniform,
    /// In the turn menu, first a verb, then one of its options, each equally likely
    Mixed,
}

impl Trace {
    pub fn run(self) -> Result<(), Failure> {
        let policy = match self.policy {
            Policy::Uniform => chance::Policy::Uniform,
            Policy::Mixed => chance::Policy::Mixed,
        };
        let mut script = self.options.script(Some(&self.recipe), self.seed)?;
        let mut cuts = Cuts::default();
        let mut out = BufWriter::new(plain::stdout());
        for game in 0..self.games {
            let seed = self.seed.wrapping_add(game);
            // Each game of a draft draws its own kinds.
            if game > 0 && script.rules.drafted {
                script = self.options.script(Some(&self.recipe), seed)?;
            }
            let game = trace_game(&script, self.players, seed, policy, self.limit);
            out.write_all(game.as_bytes())?;
            cuts.add_game(game.lines().filter_map(|line| line.strip_prefix("fault ")));
        }
        out.flush()?;
        output::tell_cuts(&cuts)
    }
}

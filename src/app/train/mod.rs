//! `brink train`: learns to judge the tables of a game.

mod outcomes;
mod wins;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use serde_json::Value;

use crate::number::{self, seed, turns, whole};
use crate::output::{self, output, own_files};
use crate::start::{FromFile, GameOptions, bot_with_weights, is_file, typed};
use crate::{Failure, interrupt};
use bots::evaluation::GENERAL;
use engine::Script;
use rules::ir::weights::Weights;
use rules::weights::OfGame;
use stats::train::Learner;
use text::plural;

/// Learn from games of bots how good tables are, for bots that judge them.
#[derive(Debug, Args)]
pub struct Train {
    /// A game by its id, or a file of your own
    #[arg(value_name = "RECIPE")]
    recipe: String,
    /// Who plays: each seat of each game has one of them by chance, such as greedy, cautious, ismcts:100. They judge
    /// tables by the general weights, or as greedy@FILE by those of a file
    #[arg(value_name = "BOT", default_value = "greedy")]
    bots: Vec<String>,
    /// By what weights are found: those that say best how games end, or those that win
    #[arg(long, value_enum, default_value_t = By::Outcomes)]
    by: By,
    /// How many play [default: two, three and four in turn]
    #[arg(long, value_name = "N", value_parser = number::players)]
    players: Option<u8>,
    /// How many games; every fifth is kept to try what was learned
    #[arg(long, value_name = "G", default_value_t = 2500, value_parser = whole::<u64>(10..=100_000))]
    games: u64,
    /// The first game's seed; each further game has the next one
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// How many games are played at the same time; all that the machine can when left out
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1..=1024))]
    threads: Option<u16>,
    /// Turns after which a game is left unfinished; nothing is learned from it, or nobody has won it
    #[arg(long, value_name = "TURNS", default_value_t = LIMIT, value_parser = turns)]
    limit: u32,
    /// Write what was learned into this file, for greedy@FILE, or to be put at the end of a recipe
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write how good what was learned is into a JSON file; `-` writes it to the standard output in place of the table
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
}

/// Turns of a game, where nothing else is said.
const LIMIT: u32 = 400;

/// By what weights are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// Games of the bots are played, and the weights found that say best how they ended
    Outcomes,
    /// One bot plays itself, with all weights moved a little to one side and to the other; they go where it wins
    Wins,
}

/// What all ways to learn are given.
struct Given<'a> {
    /// The game's id.
    game: String,
    /// The weights of its recipe, if it has some.
    own: Option<Weights>,
    learners: Vec<Learner>,
    /// Game by game in turn, how many play.
    players: Vec<u8>,
    threads: usize,
    /// Each game of a draft draws its own kinds.
    script: &'a (dyn Fn(u64) -> Result<Arc<Script>, Failure> + Sync),
    stop: &'static AtomicBool,
}

/// What was learned.
struct Learned {
    weights: Weights,
    /// How good it is, in a few words.
    says: String,
    document: Value,
    table: String,
}

impl Train {
    pub fn run(self) -> Result<(), Failure> {
        let bots = self
            .bots
            .iter()
            .map(|text| bot_with_weights(text))
            .collect::<Result<Vec<_>, _>>()?;
        let outputs = || [output("--out", &self.out), output("--json", &self.json)];
        output::check(outputs())?;
        let recipe = Some(Path::new(&self.recipe)).filter(|_| is_file(&self.recipe));
        let weights = bots
            .iter()
            .filter_map(|(_, from)| from.as_ref())
            .map(|from| Path::new(&from.file));
        output::spares(outputs(), recipe.into_iter().chain(weights))?;
        let script = self.options.script(Some(&self.recipe), self.seed)?;
        output::spares(outputs(), own_files(&script))?;
        let game = script.rules.game.clone();
        let learner = |(bot, from): &(_, Option<FromFile>)| {
            let weights = from
                .as_ref()
                .map_or(Ok(GENERAL), |from| from.of_game(&game))?;
            Ok(Learner { bot: *bot, weights })
        };
        let drafted = script.rules.drafted;
        let given = Given {
            game: game.clone(),
            own: script.rules.weights,
            learners: bots.iter().map(learner).collect::<Result<_, Failure>>()?,
            players: self
                .players
                .map_or_else(|| vec![2, 3, 4], |players| vec![players]),
            threads: match self.threads {
                Some(threads) => usize::from(threads),
                None => std::thread::available_parallelism().map_or(1, usize::from),
            },
            script: &|seed| {
                if drafted {
                    self.options.script(Some(&self.recipe), seed)
                } else {
                    Ok(script.clone())
                }
            },
            stop: interrupt::listen(),
        };
        let learned = match self.by {
            By::Outcomes => self.by_outcomes(&given)?,
            By::Wins => self.by_wins(&given)?,
        };
        let Learned {
            weights,
            says,
            mut document,
            mut table,
        } = learned;
        document["fingerprint"] = weights.fingerprint().into();
        let file = OfGame {
            game: game.clone(),
            weights,
        }
        .written(&format!("{}: {says}", self.command()));
        // What cannot be written takes nothing from the others, nor the table.
        let out = self
            .out
            .as_ref()
            .map_or(Ok(()), |path| output::write(path, &file));
        let json = self.json.as_ref().map_or(Ok(()), |path| {
            output::write(path, &format!("{document:#}\n"))
        });
        if self.out.is_none() {
            table += "`--out FILE` keeps what was learned\n";
        }
        output::all([out, json, output::show(&table, &self.json)])
    }

    /// What learns the same: all but where it is written and how many games are played at the same time.
    fn command(&self) -> String {
        let bots = self.bots.iter().map(|bot| format!(" {}", typed(bot)));
        let mut text = format!("brink train {}", typed(&self.recipe));
        text.extend(bots);
        if self.by == By::Wins {
            text += " --by wins";
        }
        if let Some(players) = self.players {
            text += &format!(" --players {players}");
        }
        text += &format!(" --games {} --seed {}", self.games, self.seed);
        if self.limit != LIMIT {
            text += &format!(" --limit {}", self.limit);
        }
        text + &self.options.words()
    }

    /// Of so many games too few have ended to learn something from, and to try it.
    fn too_few(&self, games: u64) -> Failure {
        let (games, turns) = (plural(games, "game"), plural(u64::from(self.limit), "turn"));
        let sentence = format!("too few of {games} came to an end in {turns}");
        Failure::run(
            sentence,
            "play more games, with other bots, or with a higher `--limit`",
        )
    }

    /// Somebody has interrupted it, after so many games.
    fn dropped(&self, stop: &AtomicBool, played: u64) -> Result<(), Failure> {
        interrupt::tell();
        if !stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        writeln!(
            io::stderr(),
            "interrupted after {played} of {}; nothing is written",
            plural(self.games, "game")
        )?;
        Err(Failure::Interrupted)
    }
}

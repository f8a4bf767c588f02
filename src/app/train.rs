//! `brink train`: learns to judge the tables of a game.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::number::{self, whole};
use crate::output::{self, output, own_files};
use crate::start::{FromFile, GameOptions, bot_with_weights, is_file, typed};
use crate::{Failure, interrupt, progress};
use bots::evaluation::GENERAL;
use engine::Script;
use rules::ir::weights::Weights;
use rules::weights::OfGame;
use stats::interval::Share;
use stats::train::{Climb, Learner, Plan, Samples, Score, Scores, climb, fit, gather, scores};
use text::plural;

/// Train evaluation weights from bot games.
#[derive(Args)]
pub struct Train {
    /// Game id, or a recipe, set or folder
    #[arg(value_name = "RECIPE")]
    recipe: String,
    /// Bots that play; each seat of each game gets one at random, such as greedy, cautious or
    /// ismcts:100. greedy@FILE uses the weights of a file
    #[arg(value_name = "BOT", default_value = "greedy")]
    bots: Vec<String>,
    /// Training goal: predict outcomes, or win
    #[arg(long, value_enum, default_value_t = By::Outcomes)]
    by: By,
    /// Number of players [default: 2, 3 and 4 in turn]
    #[arg(long, value_name = "N", value_parser = number::players)]
    players: Option<u8>,
    /// Number of games; every fifth tests the result
    #[arg(long, value_name = "G", default_value_t = 2500, value_parser = whole::<u64>(10..=100_000))]
    games: u64,
    /// Random seed of the first game; each further game adds one
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::seed)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = number::workers)]
    threads: Option<u16>,
    /// Stop a game after this many turns, without a winner
    #[arg(long, value_name = "TURNS", default_value_t = LIMIT, value_parser = number::count)]
    limit: u32,
    /// Write the weights to this file (use it as greedy@FILE, or paste it at the end of a recipe)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the quality of the weights as JSON; `-` prints it instead of the table
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
}

/// Turns of a game, where nothing else is said.
const LIMIT: u32 = 400;

/// By what weights are found.
#[derive(Debug, Clone, Copy, PartialEq, ValueEnum)]
enum By {
    /// Fit weights that best predict how the bots' games end
    Outcomes,
    /// Let a bot play against itself with small changes, and keep the changes that win more
    Wins,
}

/// What all ways to learn are given.
struct Task<'a> {
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
struct Finding {
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
        let given = Task {
            game: game.clone(),
            own: script.rules.weights,
            learners: bots.iter().map(learner).collect::<Result<_, Failure>>()?,
            players: self
                .players
                .map_or_else(|| vec![2, 3, 4], |players| vec![players]),
            threads: number::threads(self.threads),
            script: &self.options.of_deal(&self.recipe, &script),
            stop: interrupt::listen(),
        };
        let learned = match self.by {
            By::Outcomes => self.by_outcomes(&given)?,
            By::Wins => self.by_wins(&given)?,
        };
        let Finding {
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
        let out = output::write_to(&self.out, || file);
        let json = output::write_to(&self.json, || format!("{document:#}\n"));
        if self.out.is_none() {
            table += "`--out FILE` saves the weights\n";
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
        Failure::run(
            format!("too few of {games} ended within {turns}"),
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
            "interrupted after {played} of {}; nothing was written",
            plural(self.games, "game")
        )?;
        Err(Failure::Interrupted)
    }
}

impl Train {
    fn by_outcomes(&self, given: &Task<'_>) -> Result<Finding, Failure> {
        let plan = Plan {
            bots: given.learners.clone(),
            players: given.players.clone(),
            games: self.games,
            seed: self.seed,
            limit: self.limit,
            threads: given.threads,
        };
        let bar = progress(
            Some(plan.games),
            "{bar:40} {pos} of {len} games, {eta} to go",
        );
        let gathered = gather(&plan, given.script, given.stop, &mut |games| bar.inc(games))?;
        bar.finish_and_clear();
        let played = gathered.games.len() as u64;
        self.dropped(given.stop, played)?;
        let [to_learn, to_try] = [false, true].map(|held| gathered.part(held));
        if to_learn.is_empty() || to_try.is_empty() {
            return Err(self.too_few(plan.games));
        }
        let weights = fit(&to_learn, &GENERAL).rounded();
        self.dropped(given.stop, played)?;
        let found = scores(&to_try, &weights, given.own.as_ref().unwrap_or(&GENERAL));
        Ok(Finding {
            weights,
            says: format!(
                "log loss {:.3} in {} that were held out, where even chances have {:.3}",
                found.learned.log_loss,
                plural(found.games as u64, "game"),
                found.even.log_loss
            ),
            document: self.document(&given.game, &gathered, &found),
            table: self.table(given, &gathered, &found),
        })
    }

    fn table(&self, given: &Task<'_>, gathered: &Samples, found: &Scores) -> String {
        let games = plural(self.games, "game");
        let mut text = format!(
            "{}: {games} of {} from seed {}, {} unfinished; tried on {} of {} that were held out\n\n",
            given.game,
            self.bots.join(", "),
            self.seed,
            gathered.unfinished,
            plural(found.tables as u64, "table"),
            plural(found.games as u64, "game"),
        );
        text += &format!("{:<22}{:>10}{:>10}\n", "", "log loss", "Brier");
        let before = if given.own.is_some() {
            "weights of the recipe"
        } else {
            "general weights"
        };
        for (name, Score { log_loss, brier }) in [
            ("learned", found.learned),
            (before, found.before),
            ("even chances", found.even),
        ] {
            text += &format!("{name:<22}{log_loss:>10.3}{brier:>10.3}\n");
        }
        let (gain, half) = (found.gain.mean, found.gain.half);
        let lower = if gain < 0.0 { "higher" } else { "lower" };
        text += &format!(
            "\nthe log loss is {lower} by {:.3} ±{half:.3} than that of the {before}\n",
            gain.abs()
        );
        if found.learned.log_loss > found.even.log_loss {
            text += "even chances predict the winner better than these weights: learn from more games\n";
        }
        if gain <= half {
            text += "this may be chance: learn from more games\n";
        }
        text
    }

    fn document(&self, game: &str, gathered: &Samples, found: &Scores) -> Value {
        let score = |score: Score| json!({ "log_loss": score.log_loss, "brier": score.brier });
        json!({
            "game": game,
            "bots": self.bots,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "limit": self.limit,
            "unfinished": gathered.unfinished,
            "held_out": {
                "games": found.games,
                "tables": found.tables,
                "learned": score(found.learned),
                "before": score(found.before),
                "even": score(found.even),
                "gain": found.gain.mean,
                "gain_half_95": found.gain.half,
            },
        })
    }
}

impl Train {
    fn by_wins(&self, given: &Task<'_>) -> Result<Finding, Failure> {
        let [learner] = given.learners[..] else {
            return Err(Failure::usage(
                "`--by wins` learns with one bot, which plays all seats".to_string(),
                "give one, such as `greedy`, or learn `--by outcomes`",
            ));
        };
        if !learner.bot.judges() {
            return Err(Failure::usage(
                format!(
                    "`{}` does not use weights, so it cannot learn from its wins",
                    learner.bot
                ),
                "use `greedy`, or `ismcts` with a number of iterations such as `ismcts:100`",
            ));
        }
        let plan = Climb {
            learner,
            players: given.players.clone(),
            deals: self.games / 2,
            seed: self.seed,
            limit: self.limit,
            threads: given.threads,
        };
        let bar = progress(
            Some(2 * plan.deals),
            "{bar:40} {pos} of {len} games, {eta} to go",
        );
        let climbed = climb(&plan, given.script, given.stop, &mut |games| bar.inc(games))?;
        let played = bar.position();
        bar.finish_and_clear();
        self.dropped(given.stop, played)?;
        let Some(climbed) = climbed else {
            return Err(Failure::Interrupted);
        };
        if climbed.over.contains(&0) {
            return Err(self.too_few(2 * plan.deals));
        }
        let Share {
            of,
            wins,
            rate,
            interval,
        } = climbed.won;
        let before = if self.bots[0].contains('@') {
            "those to begin with"
        } else {
            "the general weights"
        };
        let won = format!(
            "won {wins} and lost {} of {} that were held out",
            climbed.lost,
            plural(of, "game")
        );
        let mut table = format!(
            "{}: {} of {} from seed {}, {} unfinished\n\n\
             against {before} what was learned {won}: {:.1}% ({:.1}% to {:.1}%)\n",
            given.game,
            plural(2 * plan.deals, "game"),
            self.bots[0],
            self.seed,
            climbed.unfinished,
            100.0 * rate,
            100.0 * interval.low,
            100.0 * interval.high,
        );
        // It may win no more than it has lost.
        if interval.low * of as f64 <= climbed.lost as f64 {
            table += "this may be chance: learn from more games\n";
        }
        Ok(Finding {
            weights: climbed.weights,
            says: format!("{won}, against {before}"),
            document: json!({
                "game": given.game,
                "bots": self.bots,
                "by": "wins",
                "players": self.players,
                "games": 2 * plan.deals,
                "seed": self.seed,
                "limit": self.limit,
                "unfinished": climbed.unfinished,
                "held_out": {
                    "games": of,
                    "wins": wins,
                    "lost": climbed.lost,
                    "rate": rate,
                    "rate_95": [interval.low, interval.high],
                },
            }),
            table,
        })
    }
}

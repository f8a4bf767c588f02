//! `brink train`: learns to judge the tables of a game.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use serde_json::{Value, json};

use crate::app::number::{self, seed, turns, whole};
use crate::app::output::{self, output};
use crate::app::start::{FromFile, GameOptions, bot_with_weights};
use crate::app::{Failure, interrupt, plain, progress};
use crate::base::plural;
use crate::engine::Script;
use crate::players::bots::evaluation::GENERAL;
use crate::rules::weights::OfGame;
use crate::trials::train::{Gathered, Learner, Plan, Score, Scores, fit, gather, scores};

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
    /// Turns after which a game is left unfinished, and nothing learned from it
    #[arg(long, value_name = "TURNS", default_value_t = 400, value_parser = turns)]
    limit: u32,
    /// Write what was learned into this file, for greedy@FILE, or to be put at the end of a recipe
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write how well it says how games end into a JSON file; `-` writes it to the standard output in place of the table
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
}

impl Train {
    pub fn run(self) -> Result<(), Failure> {
        let bots = self.bots.iter().map(|text| bot_with_weights(text)).collect::<Result<Vec<_>, _>>()?;
        output::check([output("--out", &self.out), output("--json", &self.json)])?;
        let script = self.options.script(Some(&self.recipe), self.seed)?;
        let game = script.rules.game.clone();
        let learner = |(bot, from): &(_, Option<FromFile>)| {
            let weights = from.as_ref().map_or(Ok(GENERAL), |from| from.of_game(&game))?;
            Ok(Learner { bot: *bot, weights })
        };
        let plan = Plan {
            bots: bots.iter().map(learner).collect::<Result<_, Failure>>()?,
            players: self.players.map_or_else(|| vec![2, 3, 4], |players| vec![players]),
            games: self.games,
            seed: self.seed,
            limit: self.limit,
            threads: match self.threads {
                Some(threads) => usize::from(threads),
                None => std::thread::available_parallelism().map_or(1, usize::from),
            },
        };
        let stop = interrupt::listen();
        let drafted = script.rules.drafted;
        // Each game of a draft draws its own kinds.
        let of_game = |seed: u64| -> Result<Arc<Script>, Failure> {
            if drafted { self.options.script(Some(&self.recipe), seed) } else { Ok(script.clone()) }
        };
        let bar = progress(Some(plan.games), "{bar:40} {pos} of {len} games, {eta} to go");
        let gathered = gather(&plan, &of_game, stop, &mut |games| bar.inc(games))?;
        bar.finish_and_clear();
        dropped(stop, &gathered, plan.games)?;
        let [to_learn, to_try] = [false, true].map(|held| gathered.part(held));
        if to_learn.is_empty() || to_try.is_empty() {
            let sentence = format!(
                "too few of {} came to an end in {}",
                plural(plan.games, "game"),
                plural(u64::from(plan.limit), "turn")
            );
            return Err(Failure::run(sentence, "play more games, with other bots, or with a higher `--limit`"));
        }
        let weights = fit(&to_learn, &GENERAL).rounded();
        dropped(stop, &gathered, plan.games)?;
        let found = scores(&to_try, &weights, script.rules.weights.as_ref().unwrap_or(&GENERAL));
        if let Some(path) = &self.out {
            output::write(path, &OfGame { game: game.clone(), weights }.written(&self.learned(&game, &found)))?;
        }
        if let Some(path) = &self.json {
            let mut document = self.document(&game, &gathered, &found);
            document["fingerprint"] = weights.fingerprint().into();
            output::write(path, &format!("{document:#}\n"))?;
        }
        if !output::is_standard(&self.json) {
            let own = script.rules.weights.is_some();
            plain::stdout().write_all(self.table(&game, own, &gathered, &found).as_bytes())?;
        }
        Ok(())
    }

    /// From what, in a line.
    fn learned(&self, game: &str, found: &Scores) -> String {
        let bots: Vec<String> = self.bots.iter().map(|bot| bot.escape_debug().to_string()).collect();
        let players = self.players.map_or_else(String::new, |players| format!(" --players {players}"));
        format!(
            "brink train {game} {}{players} --games {} --seed {}: log loss {:.3} in {} that were held out, where even chances have {:.3}",
            bots.join(" "),
            self.games,
            self.seed,
            found.learned.log_loss,
            plural(found.games as u64, "game"),
            found.even.log_loss
        )
    }

    fn table(&self, game: &str, own: bool, gathered: &Gathered, found: &Scores) -> String {
        let games = plural(self.games, "game");
        let mut text = format!(
            "{game}: {games} of {} from seed {}, {} unfinished; tried on {} of {} that were held out\n\n",
            self.bots.join(", "),
            self.seed,
            gathered.unfinished,
            plural(found.tables as u64, "table"),
            plural(found.games as u64, "game"),
        );
        text += &format!("{:<22}{:>10}{:>10}\n", "", "log loss", "Brier");
        let before = if own { "weights of the recipe" } else { "general weights" };
        for (name, Score { log_loss, brier }) in
            [("learned", found.learned), (before, found.before), ("even chances", found.even)]
        {
            text += &format!("{name:<22}{log_loss:>10.3}{brier:>10.3}\n");
        }
        let (gain, half) = (found.gain.mean, found.gain.half);
        text += &format!("\nthe log loss is lower by {gain:.3} ±{half:.3} than that of the {before}\n");
        if gain <= half {
            text += "that may be chance: learn from more games\n";
        }
        if self.out.is_none() {
            text += "`--out FILE` keeps what was learned\n";
        }
        text
    }

    fn document(&self, game: &str, gathered: &Gathered, found: &Scores) -> Value {
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

/// Somebody has interrupted it.
fn dropped(stop: &AtomicBool, gathered: &Gathered, games: u64) -> Result<(), Failure> {
    interrupt::tell();
    if !stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    let played = gathered.games.len();
    writeln!(io::stderr(), "interrupted after {played} of {}; nothing is written", plural(games, "game"))?;
    Err(Failure::Interrupted)
}

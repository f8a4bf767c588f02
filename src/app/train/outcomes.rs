//! Learning by how games end.

use serde_json::{Value, json};

use crate::train::{Given, Learned, Train};
use crate::{Failure, progress};
use bots::evaluation::GENERAL;
use stats::train::{Gathered, Plan, Score, Scores, fit, gather, scores};
use text::plural;

impl Train {
    pub(super) fn by_outcomes(&self, given: &Given<'_>) -> Result<Learned, Failure> {
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
        Ok(Learned {
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

    fn table(&self, given: &Given<'_>, gathered: &Gathered, found: &Scores) -> String {
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
            text += "even chances say more about who wins than what was learned: learn from more games\n";
        }
        if gain <= half {
            text += "that may be chance: learn from more games\n";
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

//! Learning by who wins.

use serde_json::json;

use crate::train::{Given, Learned, Train};
use crate::{Failure, progress};
use stats::arena::Share;
use stats::train::{Climb, climb};
use text::plural;

impl Train {
    pub(super) fn by_wins(&self, given: &Given<'_>) -> Result<Learned, Failure> {
        let [learner] = given.learners[..] else {
            let sentence = "`--by wins` learns with one bot, which plays all seats".to_string();
            return Err(Failure::usage(
                sentence,
                "name one, such as `greedy`, or learn `--by outcomes`",
            ));
        };
        if !learner.bot.judges() {
            let sentence = format!(
                "`{}` judges no tables, so that nothing can be learned by what it wins",
                learner.bot
            );
            return Err(Failure::usage(
                sentence,
                "name `greedy`, or `ismcts` with iterations such as `ismcts:100`",
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
             against {before} what was learned {won}: {:.1} % ({:.1} % to {:.1} %)\n",
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
            table += "that may be chance: learn from more games\n";
        }
        Ok(Learned {
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

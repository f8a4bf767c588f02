//! Learning by who wins.

use serde_json::json;

use crate::app::train::{Given, Learned, Train};
use crate::app::{Failure, progress};
use crate::base::plural;
use crate::trials::train::{Climb, climb};

impl Train {
    pub(super) fn by_wins(&self, given: &Given<'_>) -> Result<Learned, Failure> {
        let [learner] = given.learners[..] else {
            let sentence = "`--by wins` learns with one bot, which plays all seats".to_string();
            return Err(Failure::usage(sentence, "name one, such as `greedy`, or learn `--by outcomes`"));
        };
        if !learner.bot.judges() {
            let sentence =
                format!("`{}` judges no tables, so that nothing can be learned by what it wins", learner.bot);
            return Err(Failure::usage(sentence, "name `greedy`, or `ismcts` with iterations such as `ismcts:100`"));
        }
        let plan = Climb {
            learner,
            players: given.players.clone(),
            deals: self.games / 2,
            seed: self.seed,
            limit: self.limit,
            threads: given.threads,
        };
        let bar = progress(Some(2 * plan.deals), "{bar:40} {pos} of {len} games, {eta} to go");
        let climbed = climb(&plan, given.script, given.stop, &mut |games| bar.inc(games))?;
        let played = bar.position();
        bar.finish_and_clear();
        self.dropped(given.stop, played)?;
        let Some(climbed) = climbed else { return Err(Failure::Interrupted) };
        let (share, half) = (100.0 * climbed.share.mean, 100.0 * climbed.share.half);
        let tried = plural(2 * climbed.tried, "game");
        let before = if self.bots[0].contains('@') { "those to begin with" } else { "the general weights" };
        let mut table = format!(
            "{}: {} of {} from seed {}, {} unfinished\n\n\
             what was learned won {share:.1} % ±{half:.1} % of {tried} that were held out, against {before}; even would be 50 %\n",
            given.game,
            plural(2 * plan.deals, "game"),
            self.bots[0],
            self.seed,
            climbed.unfinished,
        );
        if share - half <= 50.0 {
            table += "that may be chance: learn from more games\n";
        }
        Ok(Learned {
            weights: climbed.weights,
            says: format!("won {share:.1} % of {tried} that were held out, against {before}"),
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
                    "games": 2 * climbed.tried,
                    "share": climbed.share.mean,
                    "share_half_95": climbed.share.half,
                },
            }),
            table,
        })
    }
}

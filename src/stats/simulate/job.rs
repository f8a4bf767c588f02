//! A simulation's job: the games to play, and the bots that play them.

use std::ops::Range;
use std::sync::Arc;

use bots::chance::{Policy, RandomPlayer};
use bots::{Bot, BotSpec, Course, NoBot, Seen, Stop};
use engine::{Game, Script, Watch};
use explain::options::decision::Decision;

/// Games to be played.
#[derive(Debug, Clone)]
pub struct Job {
    pub script: Arc<Script>,
    /// The game it is compared with, dealt from the same seeds.
    pub other: Option<Arc<Script>>,
    /// Two to six.
    pub players: u8,
    pub bots: Bots,
    /// The game with the number 0 has this seed; each further one the next.
    pub seed: u64,
    /// Stop a game after this many turns.
    pub limit: u32,
    /// The numbers of the games.
    pub games: Range<u64>,
    pub threads: usize,
    pub depth: Depth,
}

/// How much is noted of a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Depth {
    /// Who has won, turns and decisions: to measure speed.
    Bare,
    /// Everything.
    Full,
}

impl Job {
    pub(super) fn scripts(&self) -> impl Iterator<Item = &Arc<Script>> {
        [&self.script].into_iter().chain(&self.other)
    }
}

/// A bot for each seat.
#[derive(Debug, Clone, PartialEq)]
pub struct Bots(Vec<BotSpec>);

/// What [`Bots::parse`] cannot read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NoBots {
    #[error(transparent)]
    One(#[from] NoBot),
    #[error("{given} bots for {players} players")]
    Count { given: usize, players: u8 },
}

impl NoBots {
    /// What to write instead.
    pub fn help(&self) -> String {
        match self {
            NoBots::One(no_bot) => no_bot.help(),
            NoBots::Count { players, .. } => {
                format!("give one bot for all, or {players} separated by commas")
            }
        }
    }
}

impl Bots {
    /// One bot for all seats, or one for each, with commas in between.
    ///
    /// # Errors
    /// A name that no bot has, or more or fewer than there are seats.
    pub fn parse(text: &str, players: u8) -> Result<Bots, NoBots> {
        let bots = text
            .split(',')
            .map(|bot| bot.trim().parse())
            .collect::<Result<Vec<BotSpec>, NoBot>>()?;
        match bots[..] {
            [one] => Ok(Bots(vec![one; usize::from(players)])),
            _ if bots.len() == usize::from(players) => Ok(Bots(bots)),
            _ => Err(NoBots::Count {
                given: bots.len(),
                players,
            }),
        }
    }

    /// By seat: the bot as the command line names it, and its version.
    pub fn names(&self) -> Vec<(String, String)> {
        self.0
            .iter()
            .map(|bot| (bot.to_string(), bot.version().to_string()))
            .collect()
    }

    /// The same seed gives the same game on every machine.
    pub fn repeatable(&self) -> bool {
        self.0.iter().all(|bot| bot.repeatable())
    }

    /// The players of one game. The same seed makes the same players.
    pub(super) fn seated(&self, seed: u64) -> Players {
        if self.0.iter().all(|bot| *bot == BotSpec::Random) {
            return Players::Chance(RandomPlayer::new(Policy::Uniform, seed));
        }
        let bots = self.0.iter().map(|bot| bot.seated(seed)).collect();
        Players::Bots {
            bots,
            course: Course::default(),
        }
    }
}

/// The players of one game.
pub(super) enum Players {
    /// All take any option alike, which is only counted, not listed.
    Chance(RandomPlayer),
    /// By seat.
    Bots {
        bots: Vec<Box<dyn Bot + Send>>,
        course: Course,
    },
}

impl Players {
    /// Takes an option of the game's decision, unless `stop` says so before one is found. Does nothing when the game is
    /// over. Answers whether texts looked at more than a decision may, where a bot has thought.
    #[inline(always)]
    pub fn decide(
        &mut self,
        game: &mut Game,
        watch: &mut impl Watch,
        stop: &Stop<'_>,
    ) -> Option<bool> {
        match self {
            Players::Chance(player) => {
                game.take_nth(watch, |count| player.number(count));
                None
            }
            Players::Bots { bots, course } => {
                let decision = Decision::of(game)?;
                let seen = Seen::new(game, &decision, *course).until(stop);
                let number = bots[decision.by.index()].choose(&seen);
                // What was chosen then is not thought out.
                if stop() {
                    return None;
                }
                let cut_short = seen.is_cut_short();
                let choice = game.options()[number];
                game.take(choice, watch)
                    .expect("a bot chooses among the options");
                course.advance(game);
                Some(cut_short)
            }
        }
    }
}

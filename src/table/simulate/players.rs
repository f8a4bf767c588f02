//! Who plays the games of a simulation: bots by seat, or plain chance at full speed.

use crate::board::{Seat, View};
use crate::engine::{Game, Watch};
use crate::table::bots::{Bot, BotName};
use crate::table::decision::Decision;
use crate::table::trace::{Policy, RandomPlayer};

/// A bot for each seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bots(Vec<BotName>);

/// What [`Bots::parse`] cannot read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoBots {
    #[error("no bot is called `{0}`")]
    Unknown(String),
    #[error("{given} bots are named for {players} players")]
    Count { given: usize, players: u8 },
}

impl Bots {
    /// One bot for all seats, or one for each, with commas in between.
    ///
    /// # Errors
    /// A name that no bot has, or more or fewer than there are seats.
    pub fn parse(text: &str, players: u8) -> Result<Bots, NoBots> {
        let bot = |name: &str| name.trim().parse().map_err(|_| NoBots::Unknown(name.trim().to_string()));
        let bots = text.split(',').map(bot).collect::<Result<Vec<BotName>, NoBots>>()?;
        match bots[..] {
            [one] => Ok(Bots(vec![one; usize::from(players)])),
            _ if bots.len() == usize::from(players) => Ok(Bots(bots)),
            _ => Err(NoBots::Count { given: bots.len(), players }),
        }
    }

    /// By seat: the bot as the command line names it, and its version.
    pub fn names(&self) -> Vec<(String, String)> {
        self.0.iter().map(|bot| (bot.to_string(), format!("{bot}-1"))).collect()
    }

    /// The players of one game. The same seed makes the same players.
    pub(super) fn seated(&self, seed: u64) -> Players {
        if self.0.iter().all(|bot| *bot == BotName::Random) {
            return Players::Chance(RandomPlayer::new(Policy::Uniform, seed));
        }
        let seats = self.0.iter().zip(0..);
        Players::Bots(seats.map(|(bot, seat)| bot.seated(seed, Seat(seat))).collect())
    }
}

/// The players of one game.
pub(super) enum Players {
    /// All take any option alike, which is only counted, not listed.
    Chance(RandomPlayer),
    Bots(Vec<Box<dyn Bot>>),
}

impl Players {
    /// Takes an option of the game's decision. Does nothing when the game is over.
    pub fn decide(&mut self, game: &mut Game, watch: &mut impl Watch) {
        match self {
            Players::Chance(player) => game.take_nth(watch, |count| player.number(count)),
            Players::Bots(bots) => {
                let Some(decision) = Decision::of(game) else { return };
                let rules = &game.script().rules;
                let view = View::of(game.board(), &rules.cards, decision.seat);
                let number = bots[decision.seat.index()].choose(rules, &view, &decision);
                let choice = game.options()[number];
                game.take(choice, watch).expect("a bot chooses among the options");
            }
        }
    }
}

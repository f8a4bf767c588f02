//! Players who choose at random, at full speed: they look at no table.

use std::sync::Arc;

use engine::{Choice, Game, Script, Verb, Words};
use record::traces::write::trace_by;

/// How a random player chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Every option equally likely.
    Uniform,
    /// In the turn menu the verb first, then among its options; so actions and abilities meet more often.
    Mixed,
}

/// The stream of a seed's numbers that random players choose by.
const PLAYER_STREAM: u64 = 1;

/// A player who chooses at random, by a seed of its own.
#[derive(Debug, Clone)]
pub struct RandomPlayer {
    policy: Policy,
    words: Words,
}

impl RandomPlayer {
    /// A player with numbers of its own: the same seed makes the same player.
    pub fn new(policy: Policy, seed: u64) -> RandomPlayer {
        RandomPlayer {
            policy,
            words: Words::new(seed, PLAYER_STREAM),
        }
    }

    /// Picks one of the options of the game's decision.
    pub fn choose(&mut self, game: &Game) -> Choice {
        match (self.policy, game.menu()) {
            (Policy::Mixed, Some(menu)) => {
                let verbs = [
                    Verb::Action,
                    Verb::Build,
                    Verb::Stack,
                    Verb::Use,
                    Verb::Pass,
                ];
                let offered: arrayvec::ArrayVec<Verb, 5> = verbs
                    .into_iter()
                    .filter(|verb| menu.count_of(*verb) > 0)
                    .collect();
                let verb = offered[self.words.below(offered.len() as u32) as usize];
                game.menu_choice(&menu, verb, self.words.below(menu.count_of(verb)))
            }
            _ => {
                let options = game.options();
                options[self.words.below(options.len() as u32) as usize]
            }
        }
    }

    /// Picks an option by number.
    #[inline]
    pub fn number(&mut self, count: u32) -> u32 {
        self.words.below(count)
    }
}

/// Plays one game by random players and returns it as a trace. It ends unfinished after `limit` turns.
pub fn trace_game(
    script: &Arc<Script>,
    players: u8,
    seed: u64,
    policy: Policy,
    limit: u32,
) -> String {
    let mut player = RandomPlayer::new(policy, seed);
    let choose = |game: &Game| (game.state().turns <= limit).then(|| player.choose(game));
    trace_by(script, players, seed, choose)
}

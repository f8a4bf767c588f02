//! Plays games, and keeps tables of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::arena::watch_game;
use crate::series::pool;
use crate::train::{Table, Tables, is_held_out};
use board::Seat;
use bots::BotSpec;
use bots::evaluation::{Features, features};
use engine::{Asked, Game, Script, Words};
use rules::ir::weights::Weights;
use text::threads::NoThread;

/// Somebody to learn from: a bot, and by what it judges tables, if it does.
#[derive(Debug, Clone, Copy)]
pub struct Learner {
    pub bot: BotSpec,
    pub weights: Weights,
}

/// Which games are played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Each seat of each game has one of them, by chance.
    pub bots: Vec<Learner>,
    /// Game by game in turn, how many play.
    pub players: Vec<u8>,
    pub games: u64,
    /// The first game's; each further one has the next one.
    pub seed: u64,
    /// Turns after which a game is left, and nothing learned from it.
    pub limit: u32,
    pub threads: usize,
}

/// What came of it.
#[derive(Debug, Clone, Default)]
pub struct Samples {
    /// By game; none of one that was left unfinished.
    pub games: Vec<Tables>,
    pub unfinished: u64,
}

impl Samples {
    /// Those games that were held out, or the others, that came to an end.
    pub fn part(&self, held_out: bool) -> Vec<&Tables> {
        let games = (0..)
            .zip(&self.games)
            .filter(|(game, tables)| is_held_out(*game) == held_out && !tables.is_empty());
        games.map(|(_, tables)| tables).collect()
    }
}

/// Tables that are kept of one game: more of one game tell little more, since it ends but once.
const KEPT: usize = 16;

/// The stream of its numbers: those of bots and games are others.
const STREAM: u64 = 5;

/// Plays the games. When `stop` is set, they end with the last one before which all were played.
///
/// # Errors
/// What `script` says for the first game for which it fails, or threads that cannot be had.
pub fn gather<E: Send + From<NoThread>>(
    plan: &Plan,
    script: &(dyn Fn(u64) -> Result<Arc<Script>, E> + Sync),
    stop: &AtomicBool,
    played: &mut dyn FnMut(u64),
) -> Result<Samples, E> {
    let threads = pool(plan.threads)?;
    let mut gathered = Samples::default();
    let block = plan.threads as u64 * 4;
    let mut next = 0;
    while next < plan.games && !stop.load(Ordering::Relaxed) {
        let end = plan.games.min(next + block);
        let play = |game: u64| {
            script(plan.seed.wrapping_add(game)).map(|script| tables(plan, &script, game, stop))
        };
        let games: Vec<Result<Option<Option<Tables>>, E>> =
            threads.install(|| (next..end).into_par_iter().map(play).collect());
        for game in games {
            let Some(tables) = game? else {
                return Ok(gathered);
            };
            gathered.unfinished += u64::from(tables.is_none());
            gathered.games.push(tables.unwrap_or_default());
        }
        played(end - next);
        next = end;
    }
    Ok(gathered)
}

/// Tables of one game, none of one that was left unfinished; nothing when the game was dropped.
fn tables(
    plan: &Plan,
    script: &Arc<Script>,
    game: u64,
    stop: &AtomicBool,
) -> Option<Option<Tables>> {
    let seed = plan.seed.wrapping_add(game);
    let mut words = Words::new(seed, STREAM);
    let players = plan.players[(game % plan.players.len() as u64) as usize];
    let seated = |_| {
        let Learner { bot, weights } = plan.bots[words.below(plan.bots.len() as u32) as usize];
        bot.seated_with(seed, Some(weights))
    };
    let bots = (0..players).map(seated).collect();
    let mut kept: Vec<(Vec<Seat>, Vec<Features>)> = Vec::new();
    let mut met = 0;
    let mut keep = |game: &Game| {
        if !matches!(game.decision(), Some((_, Asked::Menu))) {
            return;
        }
        met += 1;
        // Each as likely as the others, however many there are.
        let at = if kept.len() < KEPT {
            kept.len()
        } else {
            words.below(met) as usize
        };
        if at < KEPT {
            kept.truncate(KEPT);
            let living: Vec<Seat> = game.board().living.iter().collect();
            let seen = living.iter().map(|seat| features(game, *seat)).collect();
            if at == kept.len() {
                kept.push((living, seen));
            } else {
                kept[at] = (living, seen);
            }
        }
    };
    let end = watch_game(
        script,
        bots,
        seed,
        plan.limit,
        &|| stop.load(Ordering::Relaxed),
        &mut keep,
    )?;
    if end.winner.is_none() && !end.draw {
        return Some(None);
    }
    let table = |(living, seats): (Vec<Seat>, Vec<Features>)| {
        let share = 1.0 / living.len() as f32;
        let won = |seat: &Seat| match end.winner {
            Some(winner) => f32::from(u8::from(*seat == winner)),
            None => share,
        };
        Table {
            won: living.iter().map(won).collect(),
            seats,
        }
    };
    Some(Some(kept.into_iter().map(table).collect()))
}

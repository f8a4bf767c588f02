//! Learning to win: weights go where they win more games. All of them are moved at once, each up or down by chance, and meet the same weights
//! moved the other way; so each game says something about every weight. This is simultaneous perturbation (SPSA, Spall 1992), by which
//! programs that play chess are tuned.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::arena::play_game;
use crate::interval::Share;
use crate::series::pool;
use crate::train::{HELD_OUT, Learner};
use engine::{Script, Words};
use rules::ir::weights::{WEIGHTS, Weights};
use text::threads::NoThread;

/// Which games are played.
#[derive(Debug, Clone)]
pub struct Climb {
    /// Who plays every seat, and the weights to begin with.
    pub learner: Learner,
    /// Deal by deal in turn, how many play.
    pub players: Vec<u8>,
    /// Each deal is played twice, with the weights exchanged. Every fifth is held out.
    pub deals: u64,
    /// The first deal's; each further one has the next one.
    pub seed: u64,
    /// Turns after which a game is left, won by nobody.
    pub limit: u32,
    pub threads: usize,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Climbed {
    pub weights: Weights,
    /// Games that were left unfinished.
    pub unfinished: u64,
    /// Games that came to an end, of those that were learned from and of those that were held out.
    pub over: [u64; 2],
    /// How often the learned weights won against those to begin with, of the games that were held out.
    pub won: Share,
    /// How often they lost.
    pub lost: u64,
}

/// What a game may say about a weight: how far it is moved to be tried, in the order of [`PARTS`](rules::ir::weights::PARTS). So much of
/// each makes a difference that is worth about as much.
const REACH: [f32; WEIGHTS] = [
    0.3, 0.3, 0.25, 0.2, 0.15, 0.1, 0.1, // near
    0.2, 0.15, 0.12, 0.1, 0.08, 0.06, 0.05, // further
    0.2, 0.2, 0.2, 0.2, // near-on-turn
    0.2, 0.2, 0.2, 0.2, // near-next
    0.2, 0.08, 0.05, 0.06, 0.4, // turn, buildings, stacked, held, thin
    0.1, 0.08, 0.06, 0.05, 0.08, 0.15, // disabled, bare, face-up, tallest, guard, guarded
    0.1, 0.2, 0.1, 0.1, // ways, empty-handed, pending, able
];
/// How far a weight goes for a deal that was won, in parts of its reach: at first, and how much less and less (Spall's exponent).
const GAIN: f32 = 0.05;
const LESS: f32 = 3.0;
const EXPONENT: f32 = 0.602;
/// Deals that are played before the weights move on: the same number whatever the threads.
const AT_ONCE: u64 = 8;
/// The stream of its numbers: those of bots and games are others.
const STREAM: u64 = 6;

/// How a deal ended: of its two games so many were won by the first weights, by the second ones, and left.
#[derive(Debug, Clone, Copy, Default)]
struct Met {
    won: u32,
    lost: u32,
    unfinished: u64,
}

impl Met {
    /// From -1, where the first weights have lost both games, to 1.
    fn lead(self) -> f32 {
        (self.won as f32 - self.lost as f32) / 2.0
    }
}

/// Plays the games; nothing when `stop` was set before all were played. Told how many games have been played.
///
/// # Errors
/// What `script` says for the first deal for which it fails, or threads that cannot be had.
pub fn climb<E: Send + From<NoThread>>(
    plan: &Climb,
    script: &(dyn Fn(u64) -> Result<Arc<Script>, E> + Sync),
    stop: &AtomicBool,
    played: &mut dyn FnMut(u64),
) -> Result<Option<Climbed>, E> {
    let threads = pool(plan.threads)?;
    let mut block = |deals: Vec<u64>, weights: &(dyn Fn(u64) -> [Weights; 2] + Sync)| {
        let count = deals.len() as u64;
        let meet = |deal: u64| {
            let seed = plan.seed.wrapping_add(deal);
            script(seed).map(|script| met(plan, &script, deal, weights(deal), stop))
        };
        let met: Result<Vec<Option<Met>>, E> =
            threads.install(|| deals.into_par_iter().map(meet).collect());
        played(2 * count);
        met.map(|met| met.into_iter().collect::<Option<Vec<Met>>>())
    };
    let (tried, learned): (Vec<u64>, Vec<u64>) =
        (0..plan.deals).partition(|deal| deal % HELD_OUT == HELD_OUT - 1);
    let mut unfinished = 0;
    let mut path = Path::new(plan.learner.weights, learned.len() as u64);
    for deals in learned.chunks(AT_ONCE as usize) {
        let moves: Vec<Moves> = deals
            .iter()
            .map(|deal| moves(plan.seed.wrapping_add(*deal)))
            .collect();
        let beside = |deal: u64| {
            let at = deals
                .iter()
                .position(|other| *other == deal)
                .expect("it is one of these");
            [1.0, -1.0].map(|way| path.moved(&moves[at], way))
        };
        let Some(met) = block(deals.to_vec(), &beside)? else {
            return Ok(None);
        };
        unfinished += met.iter().map(|met| met.unfinished).sum::<u64>();
        path.go_on(moves.iter().zip(met.iter().map(|met| met.lead())));
    }
    let weights = path.mean().rounded();
    let mut over = [2 * learned.len() as u64 - unfinished, 0];
    let mut all: Vec<Met> = Vec::new();
    for deals in tried.chunks(AT_ONCE as usize) {
        let Some(met) = block(deals.to_vec(), &|_| [weights, plan.learner.weights])? else {
            return Ok(None);
        };
        unfinished += met.iter().map(|met| met.unfinished).sum::<u64>();
        over[1] += met.iter().map(|met| 2 - met.unfinished).sum::<u64>();
        all.extend(met);
    }
    let won = Share::by_deals(&all.iter().map(|met| met.won).collect::<Vec<_>>(), 2.0);
    let lost = all.iter().map(|met| u64::from(met.lost)).sum();
    Ok((!stop.load(Ordering::Relaxed)).then_some(Climbed {
        weights,
        unfinished,
        over,
        won,
        lost,
    }))
}

/// Which way each weight is moved: 1 or -1.
type Moves = [f32; WEIGHTS];

fn moves(seed: u64) -> Moves {
    let mut words = Words::new(seed, STREAM);
    std::array::from_fn(|_| if words.below(2) == 0 { 1.0 } else { -1.0 })
}

/// Where the weights have come to, in parts of their reach from where they began.
struct Path {
    begin: Weights,
    at: [f32; WEIGHTS],
    /// The places of the second half of the way, added up, and how many: their mean is less of a chance than the last one.
    sum: [f32; WEIGHTS],
    count: f32,
    deals: u64,
    all: u64,
}

impl Path {
    fn new(begin: Weights, all: u64) -> Path {
        Path {
            begin,
            at: [0.0; WEIGHTS],
            sum: [0.0; WEIGHTS],
            count: 0.0,
            deals: 0,
            all,
        }
    }

    /// The weights here, moved all at once.
    fn moved(&self, moves: &Moves, way: f32) -> Weights {
        self.weights(&std::array::from_fn(|index| {
            self.at[index] + way * moves[index]
        }))
    }

    fn weights(&self, at: &[f32; WEIGHTS]) -> Weights {
        Weights(std::array::from_fn(|index| {
            self.begin.0[index] + at[index] * REACH[index]
        }))
    }

    fn go_on<'a>(&mut self, met: impl Iterator<Item = (&'a Moves, f32)>) {
        let part = self.deals as f32 / self.all as f32;
        let gain = GAIN / (1.0 + LESS * part).powf(EXPONENT);
        for (moves, lead) in met {
            self.at
                .iter_mut()
                .zip(moves)
                .for_each(|(at, way)| *at += gain * lead * way);
            self.deals += 1;
        }
        if 2 * self.deals >= self.all {
            self.sum
                .iter_mut()
                .zip(self.at)
                .for_each(|(sum, at)| *sum += at);
            self.count += 1.0;
        }
    }

    fn mean(&self) -> Weights {
        self.weights(&self.sum.map(|sum| sum / self.count.max(1.0)))
    }
}

/// One deal, played twice: every second seat has the first weights, and then the other seats. Nothing when it was dropped.
fn met(
    plan: &Climb,
    script: &Arc<Script>,
    deal: u64,
    weights: [Weights; 2],
    stop: &AtomicBool,
) -> Option<Met> {
    let seed = plan.seed.wrapping_add(deal);
    let players = plan.players[(deal % plan.players.len() as u64) as usize];
    let mut met = Met::default();
    for turned in 0..2 {
        let whose = |seat: u8| usize::from((seat + turned) % 2);
        let bots = (0..players)
            .map(|seat| {
                plan.learner
                    .bot
                    .seated_with(seed, Some(weights[whose(seat)]))
            })
            .collect();
        let end = play_game(script, bots, seed, plan.limit, &|| {
            stop.load(Ordering::Relaxed)
        })?;
        match end.winner {
            Some(winner) if whose(winner.0) == 0 => met.won += 1,
            Some(_) => met.lost += 1,
            None => met.unfinished += u64::from(!end.draw),
        }
    }
    Some(met)
}

#[cfg(test)]
mod tests {
    use super::{Path, REACH, moves};
    use bots::evaluation::GENERAL;
    use rules::ir::weights::WEIGHTS;

    #[test]
    fn weights_go_where_they_win() {
        // Whoever has the higher first weight and the lower second one wins, by as much.
        let mut path = Path::new(GENERAL, 4_000);
        for deal in 0..4_000 {
            let moves = moves(deal);
            path.go_on([(&moves, (moves[0] - moves[1]) / 2.0)].into_iter());
        }
        let gone: Vec<f32> = (0..WEIGHTS)
            .map(|index| (path.mean().0[index] - GENERAL.0[index]) / REACH[index])
            .collect();
        assert!(gone[0] > 20.0 && gone[1] < -20.0, "{gone:?}");
        assert!(gone[2..].iter().all(|other| other.abs() < 10.0), "{gone:?}");
    }
}

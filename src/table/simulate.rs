//! Random games in bulk.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::{Game, Outcome, Script};
use crate::table::trace::{Policy, RandomPlayer};

/// What came of many games.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    pub games: u64,
    pub decisions: u64,
    pub turns: u64,
    pub unfinished: u64,
    /// By seat.
    pub wins: [u64; 6],
    pub time: Duration,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.turns += other.turns;
        self.unfinished += other.unfinished;
        for (wins, more) in self.wins.iter_mut().zip(other.wins) {
            *wins += more;
        }
    }
}

/// Plays games with the seeds from `seed` on, all options alike. The result but for the time is the same
/// whatever the number of threads.
pub fn simulate(script: &Arc<Script>, players: u8, games: u64, seed: u64, limit: u32, threads: usize) -> Tally {
    let start = Instant::now();
    let mut total = Tally::default();
    std::thread::scope(|scope| {
        let worker = |first: u64| {
            let mut tally = Tally::default();
            let mut game = Game::deal(script.clone(), players, seed, &mut ());
            for index in (first..games).step_by(threads) {
                play_one(&mut game, players, seed.wrapping_add(index), limit, &mut tally);
            }
            tally
        };
        let others: Vec<_> = (1..threads as u64).map(|first| scope.spawn(move || worker(first))).collect();
        total.add(&worker(0));
        for other in others {
            total.add(&other.join().expect("a worker plays to the end"));
        }
    });
    total.time = start.elapsed();
    total
}

fn play_one(game: &mut Game, players: u8, seed: u64, limit: u32, tally: &mut Tally) {
    game.deal_again(players, seed, &mut ());
    let mut player = RandomPlayer::new(Policy::Uniform, seed);
    while game.decision().is_some() && game.state().turns <= limit {
        game.take_nth(&mut (), |count| player.number(count));
        tally.decisions += 1;
    }
    tally.games += 1;
    tally.turns += u64::from(game.state().turns);
    match game.outcome() {
        Outcome::Won(seat) => tally.wins[seat.index()] += 1,
        Outcome::Running => tally.unfinished += 1,
    }
}

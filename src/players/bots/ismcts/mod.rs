//! Information set Monte Carlo tree search: one tree of what the seat can tell apart, each iteration in another world.

mod playout;
mod search;
mod tree;

use std::time::Instant;

use crate::base::threads::roomy;
use crate::engine::{Choice, Game, Worlds};
use crate::players::bots::policy::Liked;
use crate::players::bots::{Bot, Budget, Seen};

pub use search::{Search, Settings, Tried};

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Ismcts {
    seed: u64,
    budget: Budget,
    /// At least one.
    searches: Vec<Search>,
}

impl Ismcts {
    /// A bot that samples by the numbers of this seed, with so many searches at the same time.
    pub fn new(seed: u64, budget: Budget, threads: u8) -> Ismcts {
        Ismcts::with_settings(seed, budget, threads, Settings::default())
    }

    /// The same, that searches otherwise.
    pub fn with_settings(seed: u64, budget: Budget, threads: u8, settings: Settings) -> Ismcts {
        Ismcts { seed, budget, searches: vec![Search::new(settings); usize::from(threads.max(1))] }
    }

    /// Iterations of the last search, all threads together.
    pub fn iterations(&self) -> u64 {
        self.searches.iter().map(|search| u64::from(search.iterations())).sum()
    }

    /// The options that it considers, by their numbers, with how each has fared, the best one first.
    pub fn weigh(&mut self, seen: &Seen<'_>) -> Vec<(usize, Tried)> {
        self.weighed(seen, &seen.choices(), seen.considered())
    }

    /// How one option fares, whether it is worth being considered or not.
    pub fn weigh_one(&mut self, seen: &Seen<'_>, number: usize) -> Tried {
        let weighed = self.weighed(seen, &seen.choices(), vec![number]);
        weighed.first().map(|(_, tried)| *tried).unwrap_or_default()
    }

    fn weighed(&mut self, seen: &Seen<'_>, all: &[Choice], considered: Vec<usize>) -> Vec<(usize, Tried)> {
        let options: Vec<Choice> = considered.iter().map(|number| all[*number]).collect();
        let tried = self.tried(seen, seen.worlds(), &options);
        let mut weighed: Vec<(usize, Tried)> = considered.into_iter().zip(tried).collect();
        // Of options that were visited as often, the first.
        weighed.sort_by_key(|(_, tried)| std::cmp::Reverse(tried.visits));
        weighed
    }

    /// How each option has fared, all searches together.
    fn tried(&mut self, seen: &Seen<'_>, worlds: Worlds, options: &[Choice]) -> Vec<Tried> {
        let budget = self.budget.within_turn(seen.course.in_turn);
        let end = budget.time().map(|time| Instant::now() + time);
        let over = || end.is_some_and(|end| Instant::now() >= end) || seen.dropped();
        let count = self.searches.len() as u32;
        // Searches that stop by the clock need a bound, too: that of their memory.
        let share = |index: u32| match budget {
            Budget::Iterations(iterations) => (iterations + count - 1 - index) / count,
            Budget::Milliseconds(_) => u32::MAX,
        };
        std::thread::scope(|scope| {
            let (first, others) = self.searches.split_first_mut().expect("there is at least one");
            let seed = |index: u32| self.seed ^ u64::from(index) << 48;
            let mut running = Vec::new();
            for (index, search) in (1..).zip(others) {
                let (worlds, words, share) = (worlds.clone(), seen.words(seed(index)), share(index));
                let run = move || search.run(worlds, words, share, &over, options);
                let thread = roomy().spawn_scoped(scope, run);
                running.push(thread.expect("there is room for a thread"));
            }
            let mut tried = first.run(worlds, seen.words(seed(0)), share(0), &over, options);
            for other in running {
                let more = other.join().expect("a search ends");
                tried.iter_mut().zip(more).for_each(|(tried, more)| {
                    tried.visits += more.visits;
                    tried.won += more.won;
                });
            }
            tried
        })
    }
}

impl Bot for Ismcts {
    fn choose(&mut self, seen: &Seen<'_>) -> usize {
        let considered = seen.considered();
        if let [only] = considered[..] {
            return only;
        }
        let all = seen.choices();
        let weighed = self.weighed(seen, &all, considered.clone());
        match weighed.first() {
            Some((best, tried)) if tried.visits > 0 => *best,
            // There was no time for a single game: what is liked without thinking.
            _ => {
                let options: Vec<Choice> = considered.iter().map(|number| all[*number]).collect();
                considered.get(liked_most(seen.worlds().game(), &options)).copied().unwrap_or(0)
            }
        }
    }
}

/// The number of the option that is liked most; the first one where none is offered.
fn liked_most(game: &Game, options: &[Choice]) -> usize {
    let mut liked = Liked::default();
    liked.list(game);
    let (mut best, mut most) = (0, 0.0);
    for (choice, liking) in liked.options.iter().zip(&liked.likings) {
        match options.iter().position(|option| option == choice) {
            Some(number) if *liking > most => (best, most) = (number, *liking),
            _ => {}
        }
    }
    best
}

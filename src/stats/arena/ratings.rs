//! Ratings on the scale of Elo, the last bot's being 0, and how sure they are.
//!
//! A seat whose bot has the strength s wins with the chance s / (sum of the strengths at the table): Bradley and Terry (1952) for two, Luce
//! (1959) for more. The strengths that make the results most likely are found as by Hunter (2004). Games that nobody has won say nothing. So
//! that one that never wins has a rating, too, each bot has won half a game more, spread over all tables that it sits at.
//! 400 points are ten times the strength.

use crate::arena::Plan;
use crate::interval::Interval;
use board::Seat;
use engine::Words;

/// Wins that each bot has besides its own.
pub const ADDED: f64 = 0.5;
/// At least so much of a win, when that is drawn.
const LEAST: f64 = 1e-4;
/// Resampled arenas for the intervals, at most and at least: as many as keep it from taking longer than some seconds.
const RESAMPLED: [u64; 2] = [1000, 200];
/// So many sums are a matter of seconds.
const WORK: u64 = 1 << 30;
/// Steps to the most likely strengths at most, and how little they change when they are found.
const STEPS: u32 = 500;
const FOUND: f64 = 1e-6;

/// Who meets whom, whatever the seats.
pub struct Tables {
    /// By table the bots that sit there, in order, each as often as it does.
    bots: Vec<Vec<usize>>,
    /// By lineup of the plan which table it is.
    of: Vec<usize>,
    /// By bot at how many seats of all tables it sits.
    seats: Vec<f64>,
}

impl Tables {
    pub fn of(plan: &Plan) -> Tables {
        let sorted = |lineup: &Vec<usize>| {
            let mut bots = lineup.clone();
            bots.sort_unstable();
            bots
        };
        let lineups: Vec<Vec<usize>> = plan.lineups.iter().map(sorted).collect();
        let mut bots = lineups.clone();
        bots.sort_unstable();
        bots.dedup();
        let of = lineups
            .iter()
            .map(|lineup| bots.binary_search(lineup).expect("it is one of them"))
            .collect();
        let mut seats = vec![0.0; plan.bots.len()];
        bots.iter().flatten().for_each(|bot| seats[*bot] += 1.0);
        Tables { bots, of, seats }
    }

    /// By table, and by seat of it, how many games of a deal whoever sits there has won. Of several seats of one bot the first one counts
    /// for all.
    pub fn won(&self, plan: &Plan, deal: &[Option<Seat>]) -> Vec<Vec<u32>> {
        let mut won: Vec<Vec<u32>> = self.bots.iter().map(|bots| vec![0; bots.len()]).collect();
        for ((lineup, table), winner) in plan.lineups.iter().zip(&self.of).zip(deal) {
            let Some(winner) = winner else { continue };
            let bot = lineup[winner.index()];
            let at = self.bots[*table]
                .iter()
                .position(|other| *other == bot)
                .expect("it sits there");
            won[*table][at] += 1;
        }
        won
    }

    /// By bot, from deals by what was won at each table; each bot has won so much of a game besides.
    pub fn ratings<'a>(
        &self,
        deals: impl Iterator<Item = &'a Vec<Vec<u32>>>,
        added: &[f64],
    ) -> Vec<f64> {
        let mut wins = added.to_vec();
        // What is added was won somewhere, too: at each table a part of it.
        let part = |bot: &usize| added[*bot] / self.seats[*bot];
        let mut games: Vec<f64> = self
            .bots
            .iter()
            .map(|bots| bots.iter().map(part).sum())
            .collect();
        for deal in deals {
            for ((games, bots), won) in games.iter_mut().zip(&self.bots).zip(deal) {
                for (bot, won) in bots.iter().zip(won) {
                    wins[*bot] += f64::from(*won);
                    *games += f64::from(*won);
                }
            }
        }
        let mut strengths = vec![1.0 / wins.len() as f64; wins.len()];
        for _ in 0..STEPS {
            let mut shares = vec![0.0; wins.len()];
            for (bots, games) in self.bots.iter().zip(&games) {
                let table: f64 = bots.iter().map(|bot| strengths[*bot]).sum();
                bots.iter().for_each(|bot| shares[*bot] += games / table);
            }
            let mut next: Vec<f64> = wins
                .iter()
                .zip(&shares)
                .map(|(wins, share)| wins / share)
                .collect();
            let total: f64 = next.iter().sum();
            next.iter_mut().for_each(|strength| *strength /= total);
            let change = |(now, next): (&f64, &f64)| (next / now - 1.0).abs();
            let most = strengths.iter().zip(&next).map(change).fold(0.0, f64::max);
            strengths = next;
            if most < FOUND {
                break;
            }
        }
        let last = strengths.last().copied().unwrap_or(1.0);
        strengths
            .iter()
            .map(|strength| 400.0 * (strength / last).log10())
            .collect()
    }
}

/// Ratings of arenas whose deals are drawn from these, with replacement (Efron 1979): the middle 95 %.
///
/// Drawing again from games of which one bot has won all says nothing about how many it may lose. So what is added
/// to each bot's wins is drawn, too: of the gamma distribution with the shape 1/2, whose mean is 1/2. Between two
/// bots that makes, with n wins of n, the interval of Jeffreys' posterior Beta(n + 1/2, 1/2).
pub fn rating_intervals(tables: &Tables, deals: &[Vec<Vec<u32>>], bots: usize) -> Vec<Interval> {
    let count = deals.len() as u64;
    let mut words = Words::new(count, 0);
    let [most, fewest] = RESAMPLED;
    let sums =
        tables.bots.iter().map(Vec::len).sum::<usize>() as u64 * (count + u64::from(STEPS) / 5);
    let mut all: Vec<Vec<f64>> = vec![Vec::new(); bots];
    for _ in 0..(WORK / sums.max(1)).clamp(fewest, most) {
        let added: Vec<f64> = (0..bots).map(|_| half_gamma(&mut words)).collect();
        let drawn: Vec<usize> = (0..count)
            .map(|_| words.below(count as u32) as usize)
            .collect();
        let ratings = tables.ratings(drawn.iter().map(|deal| &deals[*deal]), &added);
        all.iter_mut()
            .zip(ratings)
            .for_each(|(all, rating)| all.push(rating));
    }
    let middle = |mut ratings: Vec<f64>| {
        ratings.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| ratings[(share * (ratings.len() - 1) as f64).round() as usize];
        Interval {
            low: at(0.025),
            high: at(0.975),
        }
    };
    all.into_iter().map(middle).collect()
}

/// A number of the gamma distribution with the shape 1/2: half the square of a normal one (Box and Muller 1958).
fn half_gamma(words: &mut Words) -> f64 {
    // The middle of one of so many parts of 0 to 1, so that it is neither of them.
    const PARTS: u32 = 1 << 24;
    let mut uniform = || (f64::from(words.below(PARTS)) + 0.5) / f64::from(PARTS);
    let (distance, angle) = (-uniform().ln(), std::f64::consts::TAU * uniform());
    (distance * angle.cos().powi(2)).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::Tables;
    use crate::arena::{Entrant, Plan};
    use bots::BotSpec;

    #[test]
    fn ten_times_the_odds_are_four_hundred_points() {
        let bots = [Entrant::Bot(BotSpec::Greedy), Entrant::Bot(BotSpec::Random)];
        let of = |wins: [u32; 2], players: usize| {
            let tables = Tables::of(&Plan::new(&bots, players));
            // The second bot has all seats but the first of the table.
            let mut won = vec![0; players];
            (won[0], won[1]) = (wins[0], wins[1]);
            tables.ratings([vec![won]].iter(), &[1e-9; 2])[0]
        };
        assert!((of([10_000, 1_000], 2) - 400.0).abs() < 0.01);
        // One against three has even odds when it wins a quarter.
        assert!(of([2_500, 7_500], 4).abs() < 0.1);
    }
}

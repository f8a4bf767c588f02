//! What results say: win rates with their intervals, and ratings.

use std::fmt;

use crate::base::plural;
use crate::engine::Words;
use crate::speech::cut::Cuts;
use crate::trials::arena::{End, Plan};
use crate::trials::interval::{Interval, wilson};

/// Deals from which on it is looked at how much the games of one deal go together.
const ENOUGH: u64 = 20;
/// Wins that each bot has besides its own, for ratings.
const ADDED: f64 = 0.5;
/// At least so much of a win, when that is drawn.
const LEAST: f64 = 1e-4;
/// Resampled arenas for the intervals of ratings.
const RESAMPLED: u32 = 1000;

/// How one bot stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub bot: String,
    /// Seats it had, over all games.
    pub seats: u64,
    pub wins: u64,
    /// Wins for each seat it had, and its interval.
    pub rate: f64,
    pub interval: Interval,
    /// How much stronger than the last bot, on the scale of Elo.
    pub rating: f64,
    pub rating_interval: Interval,
    /// Games that it has lost by a fault.
    pub faults: u64,
}

/// Collects results deal by deal.
#[derive(Debug, Clone)]
pub struct Standings {
    plan: Plan,
    /// By deal, by bot, how many games it won.
    deals: Vec<Vec<u32>>,
    unfinished: u64,
    draws: u64,
    turns: u64,
    cuts: Cuts,
    /// By bot, games lost by faults, and how the first one was: the game, counted from 1, and the fault.
    faults: Vec<(u64, Option<(u64, String)>)>,
}

impl Standings {
    /// Nothing has been played.
    pub fn new(plan: Plan) -> Standings {
        let faults = vec![(0, None); plan.bots.len()];
        Standings { plan, deals: Vec::new(), unfinished: 0, draws: 0, turns: 0, cuts: Cuts::default(), faults }
    }

    /// Adds the games of a deal, in the order of the plan's lineups.
    pub fn add(&mut self, ends: &[End]) {
        let mut wins = vec![0; self.plan.bots.len()];
        let begun = self.games();
        for ((lineup, end), number) in self.plan.lineups.iter().zip(ends).zip(begun + 1..) {
            for (seat, fault) in &end.faults {
                let (count, first) = &mut self.faults[lineup[seat.index()]];
                *count += 1;
                first.get_or_insert_with(|| (number, fault.clone()));
            }
            self.turns += u64::from(end.turns);
            self.cuts.merge(&end.cuts);
            match end.winner {
                Some(seat) => wins[lineup[seat.index()]] += 1,
                None if end.draw => self.draws += 1,
                None => self.unfinished += 1,
            }
        }
        self.deals.push(wins);
    }

    /// Deals played.
    pub fn deals(&self) -> u64 {
        self.deals.len() as u64
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.deals() * self.plan.lineups.len() as u64
    }

    /// Games that are over, and that nobody has won.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Games that were left unfinished: nobody has won them.
    pub fn unfinished(&self) -> u64 {
        self.unfinished
    }

    /// Texts that were cut off (END-1).
    pub fn cuts(&self) -> &Cuts {
        &self.cuts
    }

    /// Turns of a game, on average.
    pub fn turns(&self) -> f64 {
        self.turns as f64 / self.games().max(1) as f64
    }

    fn wins(&self, bot: usize) -> u64 {
        self.deals.iter().map(|deal| u64::from(deal[bot])).sum()
    }

    /// The win rate of a bot for each seat it had, and its interval.
    ///
    /// Games of one deal are not independent: they go together when the deal favours a seat, and against each other
    /// when seats are exchanged. The number of trials is the number of seats divided by how much the rates of whole
    /// deals vary compared with independent games (the design effect, Kish 1965).
    pub fn rate(&self, bot: usize) -> (f64, Interval) {
        let (deals, each) = (self.deals(), f64::from(self.plan.seats_of(bot)));
        let seats = deals as f64 * each;
        if seats == 0.0 {
            return (0.0, Interval { low: 0.0, high: 1.0 });
        }
        let rate = self.wins(bot) as f64 / seats;
        let independent = rate * (1.0 - rate) / seats;
        let mut effect = 1.0;
        if deals >= ENOUGH && independent > 0.0 {
            let squares: f64 = self.deals.iter().map(|deal| (f64::from(deal[bot]) / each - rate).powi(2)).sum();
            let clustered = squares / (deals as f64 * (deals as f64 - 1.0));
            effect = (clustered / independent).clamp(0.25, each);
        }
        (rate, wilson(rate, seats / effect))
    }

    /// All bots, in the order of the plan.
    pub fn rows(&self) -> Vec<Row> {
        let bots = self.plan.bots.len();
        let wins: Vec<f64> = (0..bots).map(|bot| self.wins(bot) as f64 + ADDED).collect();
        let ratings = ratings(&self.plan, &wins, self.deals() as f64);
        let spreads = self.rating_intervals();
        let row = |bot: usize| {
            let (rate, interval) = self.rate(bot);
            Row {
                bot: self.plan.bots[bot].to_string(),
                seats: self.deals() * u64::from(self.plan.seats_of(bot)),
                wins: self.wins(bot),
                rate,
                interval,
                rating: ratings[bot],
                rating_interval: spreads[bot],
                faults: self.faults[bot].0,
            }
        };
        (0..bots).map(row).collect()
    }

    /// Ratings of arenas whose deals are drawn from these, with replacement (Efron 1979): the middle 95 %.
    ///
    /// Drawing again from games of which one bot has won all says nothing about how many it may lose. So what is added
    /// to each bot's wins is drawn, too: of the gamma distribution with the shape 1/2, whose mean is 1/2. Between two
    /// bots that makes, with n wins of n, the interval of Jeffreys' posterior Beta(n + 1/2, 1/2).
    fn rating_intervals(&self) -> Vec<Interval> {
        let bots = self.plan.bots.len();
        let mut words = Words::new(self.deals(), 0);
        let mut all: Vec<Vec<f64>> = vec![Vec::new(); bots];
        for _ in 0..RESAMPLED {
            let mut wins: Vec<f64> = (0..bots).map(|_| half_gamma(&mut words)).collect();
            for _ in 0..self.deals.len() {
                let deal = &self.deals[words.below(self.deals.len() as u32) as usize];
                wins.iter_mut().zip(deal).for_each(|(wins, more)| *wins += f64::from(*more));
            }
            let ratings = ratings(&self.plan, &wins, self.deals() as f64);
            all.iter_mut().zip(ratings).for_each(|(all, rating)| all.push(rating));
        }
        let middle = |mut ratings: Vec<f64>| {
            ratings.sort_unstable_by(f64::total_cmp);
            let at = |share: f64| ratings[(share * (ratings.len() - 1) as f64).round() as usize];
            Interval { low: at(0.025), high: at(0.975) }
        };
        all.into_iter().map(middle).collect()
    }
}

/// A number of the gamma distribution with the shape 1/2: half the square of a normal one (Box and Muller 1958).
fn half_gamma(words: &mut Words) -> f64 {
    // The middle of one of so many parts of 0 to 1, so that it is neither of them.
    const PARTS: u32 = 1 << 24;
    let mut uniform = || (f64::from(words.below(PARTS)) + 0.5) / f64::from(PARTS);
    let (distance, angle) = (-uniform().ln(), std::f64::consts::TAU * uniform());
    (distance * angle.cos().powi(2)).max(LEAST)
}

/// Ratings on the scale of Elo, the last bot's being 0.
///
/// A seat whose bot has the strength s wins with the chance s / (sum of the strengths at the table): Bradley and Terry
/// (1952) for two, Luce (1959) for more. The strengths that make the results most likely are found as by Hunter (2004).
/// What is added to each bot's wins is in them already, so that one that never wins has a rating, too. 400 points are
/// ten times the strength.
fn ratings(plan: &Plan, wins: &[f64], deals: f64) -> Vec<f64> {
    let mut strengths = vec![1.0; wins.len()];
    if deals == 0.0 {
        return vec![0.0; wins.len()];
    }
    for _ in 0..500 {
        let mut shares = vec![0.0; wins.len()];
        for lineup in &plan.lineups {
            let table: f64 = lineup.iter().map(|bot| strengths[*bot]).sum();
            lineup.iter().for_each(|bot| shares[*bot] += deals / table);
        }
        for (strength, (wins, share)) in strengths.iter_mut().zip(wins.iter().zip(shares)) {
            *strength = wins / f64::max(share, f64::MIN_POSITIVE);
        }
        let total: f64 = strengths.iter().sum();
        strengths.iter_mut().for_each(|strength| *strength /= total);
    }
    let last = strengths.last().copied().unwrap_or(1.0);
    strengths.iter().map(|strength| 400.0 * (strength / last).log10()).collect()
}

impl fmt::Display for Standings {
    /// A table for people.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows();
        let width = rows.iter().map(|row| row.bot.len()).max().unwrap_or(0).max(3);
        writeln!(formatter, "{:width$}   seats    wins   wins a seat, 95 % interval   rating, 95 % interval", "bot")?;
        for row in &rows {
            let (rate, interval) = (100.0 * row.rate, row.interval);
            let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
            let Interval { low: least, high: most } = row.rating_interval;
            writeln!(
                formatter,
                "{:width$} {:7} {:7}   {rate:5.1} %   {low:5.1} % to {high:5.1} %      {:+5.0}   {least:+5.0} to {most:+5.0}",
                row.bot, row.seats, row.wins, row.rating
            )?;
        }
        for (row, (count, first)) in rows.iter().zip(&self.faults) {
            if let Some((number, fault)) = first {
                let games = plural(*count, "game");
                writeln!(formatter, "{} has lost {games} by faults, first in game {number}: {fault}", row.bot)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{ADDED, Standings, ratings};
    use crate::board::Seat;
    use crate::players::bots::BotSpec;
    use crate::speech::cut::Cuts;
    use crate::trials::arena::{End, Entrant, Plan};
    use crate::trials::interval::wilson;

    const BOTS: [Entrant; 2] = [Entrant::Bot(BotSpec::Greedy), Entrant::Bot(BotSpec::Random)];

    fn end(seat: u8) -> End {
        End { winner: Some(Seat(seat)), draw: false, turns: 1, cuts: Cuts::default(), faults: Vec::new() }
    }

    #[test]
    fn ten_times_the_odds_are_four_hundred_points() {
        let of = |wins: [f64; 2], plan: &Plan| {
            let deals = (wins[0] + wins[1]) / plan.lineups.len() as f64;
            ratings(plan, &wins.map(|wins| wins + ADDED), deals)[0]
        };
        let two = Plan::new(&BOTS, 2);
        assert!((of([9_999.5, 999.5], &two) - 400.0).abs() < 0.01);
        // One against three has even odds when it wins a quarter.
        let four = Plan::new(&BOTS, 4);
        assert!(of([2_499.5, 7_500.5], &four).abs() < 0.1);
    }

    #[test]
    fn deals_that_decide_the_game_make_exchanged_seats_sure() {
        // The first seat always wins: of two games of a deal each bot has one.
        let mut standings = Standings::new(Plan::new(&BOTS, 2));
        (0..50).for_each(|_| standings.add(&[end(0), end(0)]));
        let (rate, paired) = standings.rate(0);
        assert_eq!(rate, 0.5);
        assert!(paired.half() < wilson(0.5, 100.0).half() * 0.55, "{paired:?}");
        // The one bot wins both games of every second deal: there are fifty trials rather than a hundred.
        let mut standings = Standings::new(Plan::new(&BOTS, 2));
        for deal in 0..50 {
            let (first, second) = if deal % 2 == 0 { (0, 1) } else { (1, 0) };
            standings.add(&[end(first), end(second)]);
        }
        let (_, clustered) = standings.rate(0);
        assert!((clustered.half() - wilson(0.5, 50.0).half()).abs() < 0.005, "{clustered:?}");
    }

    #[test]
    fn one_that_wins_everything_has_a_rating_that_is_not_sure() {
        let mut last = 0.0;
        for deals in [5, 50, 500] {
            let mut standings = Standings::new(Plan::new(&BOTS, 2));
            (0..deals).for_each(|_| standings.add(&[end(0), end(1)]));
            let [winner, loser] = &standings.rows()[..] else { panic!("there are two bots") };
            let (interval, rating) = (winner.rating_interval, winner.rating);
            assert!(interval.low < rating && rating < interval.high, "{winner:?}");
            assert!(interval.half() > 100.0, "{winner:?}");
            assert_eq!((loser.rating, loser.rating_interval.half()), (0.0, 0.0));
            // The lower bound of Beta(n + 1/2, 1/2) is about 1 - 2.51 / n, where 2.51 is the 97.5 % quantile of the
            // gamma distribution with the shape 1/2.
            let games = f64::from(deals) * 2.0;
            let expected = 400.0 * (games / 2.512).log10();
            assert!((interval.low - expected).abs() < 40.0, "{expected} {winner:?}");
            assert!(interval.low > last, "more games say more");
            last = interval.low;
        }
    }
}

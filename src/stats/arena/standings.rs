//! What results say: win rates with their intervals, of all games, by seat and of two against each other, and ratings.

use std::fmt;

use crate::arena::ratings::{ADDED, Tables, rating_intervals};
use crate::arena::share::Share;
use crate::arena::{End, Failed, Plan};
use crate::interval::Interval;
use board::Seat;
use explain::cut::Cuts;
use text::{plural, printable};

/// Characters of a bot's name that tables show: commands may be of any length.
const SHOWN: usize = 120;

/// How one bot stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub bot: String,
    /// Of all seats that it had, over all games.
    pub all: Share,
    /// By seat, of the games in which it sat there.
    pub by_seat: Vec<Share>,
    /// At tables of two by bot, of the games against that one; nothing where they did not meet.
    pub against: Vec<Option<Share>>,
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
    /// By deal, by lineup, who has won.
    deals: Vec<Vec<Option<Seat>>>,
    unfinished: u64,
    draws: u64,
    turns: u64,
    cuts: Cuts,
    /// By bot, games lost by faults, and how the first one was: the game, counted from 1, and the fault.
    faults: Vec<(u64, Option<(u64, Failed)>)>,
}

impl Standings {
    /// Nothing has been played.
    pub fn new(plan: Plan) -> Standings {
        let faults = vec![(0, None); plan.bots.len()];
        Standings {
            plan,
            deals: Vec::new(),
            unfinished: 0,
            draws: 0,
            turns: 0,
            cuts: Cuts::default(),
            faults,
        }
    }

    /// Adds the games of a deal, in the order of the plan's lineups.
    pub fn add(&mut self, ends: &[End]) {
        let begun = self.games();
        for ((lineup, end), number) in self.plan.lineups.iter().zip(ends).zip(begun + 1..) {
            for (bot, (count, first)) in self.faults.iter_mut().enumerate() {
                if let Some(failed) = end.failed(lineup, bot) {
                    *count += 1;
                    first.get_or_insert_with(|| (number, failed.clone()));
                }
            }
            self.turns += u64::from(end.turns);
            self.cuts.merge(&end.cuts);
            self.draws += u64::from(end.draw);
            self.unfinished += u64::from(end.is_unfinished());
        }
        self.deals.push(ends.iter().map(|end| end.winner).collect());
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

    /// The games of a deal that count, each with those seats whose wins count in it.
    fn share(&self, counts: &dyn Fn(&[usize], Seat) -> bool) -> Option<Share> {
        let lineups = &self.plan.lineups;
        let seats = |lineup: &Vec<usize>| {
            Seat(0)
                .clockwise(lineup.len() as u8)
                .filter(|seat| counts(lineup, *seat))
                .count()
        };
        let each = lineups.iter().map(seats).sum::<usize>() as f64;
        if each == 0.0 {
            return None;
        }
        let won = |deal: &Vec<Option<Seat>>| {
            lineups
                .iter()
                .zip(deal)
                .filter(|(lineup, winner)| winner.is_some_and(|seat| counts(lineup, seat)))
                .count()
        };
        let wins: Vec<u32> = self.deals.iter().map(|deal| won(deal) as u32).collect();
        Some(Share::by_deals(&wins, each))
    }

    /// How often a bot has won, of all seats that it had.
    pub fn of(&self, bot: usize) -> Share {
        self.share(&|lineup, seat| lineup[seat.index()] == bot)
            .expect("every bot sits somewhere")
    }

    /// How often each seat has won, whoever sat there.
    pub fn by_seat(&self) -> Vec<Share> {
        self.seats()
            .filter_map(|at| self.share(&|_, seat| seat == at))
            .collect()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat(0).clockwise(
            self.plan
                .lineups
                .first()
                .map_or(0, |lineup| lineup.len() as u8),
        )
    }

    /// How often a bot has won against another, where there are no others at the table.
    fn against(&self, bot: usize, other: usize) -> Option<Share> {
        let counts = |lineup: &[usize], seat: Seat| {
            lineup.len() == 2
                && bot != other
                && lineup[seat.index()] == bot
                && lineup[1 - seat.index()] == other
        };
        self.share(&counts)
    }

    /// All bots, in the order of the plan.
    pub fn rows(&self) -> Vec<Row> {
        let bots = self.plan.bots.len();
        let all: Vec<Share> = (0..bots).map(|bot| self.of(bot)).collect();
        let tables = Tables::of(&self.plan);
        let deals: Vec<Vec<Vec<u32>>> = self
            .deals
            .iter()
            .map(|deal| tables.won(&self.plan, deal))
            .collect();
        let ratings = tables.ratings(deals.iter(), &vec![ADDED; bots]);
        let spreads = rating_intervals(&tables, &deals, bots);
        let row = |bot: usize| Row {
            bot: self.plan.bots[bot].to_string(),
            all: all[bot],
            by_seat: self
                .seats()
                .filter_map(|at| {
                    self.share(&|lineup, seat| seat == at && lineup[seat.index()] == bot)
                })
                .collect(),
            against: (0..bots).map(|other| self.against(bot, other)).collect(),
            rating: ratings[bot],
            rating_interval: spreads[bot],
            faults: self.faults[bot].0,
        };
        (0..bots).map(row).collect()
    }
}

impl fmt::Display for Standings {
    /// Tables for people: all bots, by seat, and each two where more than two have met.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = self.rows();
        rows.iter_mut()
            .for_each(|row| row.bot = printable(&row.bot, SHOWN));
        let width = rows
            .iter()
            .map(|row| row.bot.chars().count())
            .max()
            .unwrap_or(0)
            .max(3);
        writeln!(
            formatter,
            "{:width$}   seats    wins   wins a seat, 95 % interval   rating, 95 % interval",
            "bot"
        )?;
        for row in &rows {
            let Interval { low, high } = row.rating_interval;
            let rating = format!("{:+5.0}   {low:+5.0} to {high:+5.0}", row.rating);
            writeln!(formatter, "{:width$} {}      {rating}", row.bot, row.all)?;
        }
        for (row, (count, first)) in rows.iter().zip(&self.faults) {
            if let Some((
                number,
                Failed {
                    fault,
                    error_output,
                    ..
                },
            )) = first
            {
                let games = plural(*count, "game");
                writeln!(
                    formatter,
                    "{} has lost {games} by faults, first in game {number}: {fault}",
                    row.bot
                )?;
                for line in error_output {
                    writeln!(formatter, "    its error output: {line}")?;
                }
            }
        }
        let games = "  games    wins   wins, 95 % interval";
        writeln!(formatter, "\n{:width$} seat {games}", "by seat")?;
        for (at, of_all) in self.seats().zip(self.by_seat()) {
            for row in &rows {
                writeln!(
                    formatter,
                    "{:width$} {at:4} {}",
                    row.bot,
                    row.by_seat[at.index()]
                )?;
            }
            writeln!(formatter, "{:width$} {at:4} {of_all}", "all")?;
        }
        let met = |row: &Row| row.against.iter().flatten().count() > 1;
        if rows.iter().any(met) {
            writeln!(
                formatter,
                "\n{:width$} against {:width$} {games}",
                "each two", ""
            )?;
            for (number, row) in rows.iter().enumerate() {
                for (other, share) in rows.iter().zip(&row.against).skip(number) {
                    if let Some(share) = share {
                        writeln!(
                            formatter,
                            "{:width$} against {:width$} {share}",
                            row.bot, other.bot
                        )?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Failed, Share, Standings};
    use crate::arena::{End, Entrant, Plan};
    use crate::interval::wilson;
    use board::Seat;
    use bots::BotSpec;
    use explain::cut::Cuts;

    const BOTS: [Entrant; 2] = [Entrant::Bot(BotSpec::Greedy), Entrant::Bot(BotSpec::Random)];

    fn end(seat: u8) -> End {
        End {
            winner: Some(Seat(seat)),
            draw: false,
            turns: 1,
            cuts: Cuts::default(),
            faults: Vec::new(),
        }
    }

    #[test]
    fn deals_that_decide_the_game_make_exchanged_seats_sure() {
        // The first seat always wins: of two games of a deal each bot has one.
        let mut standings = Standings::new(Plan::new(&BOTS, 2));
        (0..50).for_each(|_| standings.add(&[end(0), end(0)]));
        let Share {
            rate,
            interval: paired,
            ..
        } = standings.of(0);
        assert_eq!(rate, 0.5);
        // Of a seat all games are independent, and sure here.
        let seats = standings.by_seat();
        assert_eq!(
            seats
                .iter()
                .map(|share| (share.of, share.wins))
                .collect::<Vec<_>>(),
            [(100, 100), (100, 0)]
        );
        let row = &standings.rows()[1];
        assert_eq!(
            row.by_seat
                .iter()
                .map(|share| (share.of, share.wins))
                .collect::<Vec<_>>(),
            [(50, 50), (50, 0)]
        );
        assert_eq!(row.against[0], Some(row.all));
        assert_eq!(row.against[1], None, "nobody plays against itself");
        assert!(
            paired.half() < wilson(0.5, 100.0).half() * 0.55,
            "{paired:?}"
        );
        // The one bot wins both games of every second deal: there are fifty trials rather than a hundred.
        let mut standings = Standings::new(Plan::new(&BOTS, 2));
        for deal in 0..50 {
            let (first, second) = if deal % 2 == 0 { (0, 1) } else { (1, 0) };
            standings.add(&[end(first), end(second)]);
        }
        let clustered = standings.of(0).interval;
        assert!(
            (clustered.half() - wilson(0.5, 50.0).half()).abs() < 0.005,
            "{clustered:?}"
        );
    }

    #[test]
    fn one_that_wins_everything_has_a_rating_that_is_not_sure() {
        let mut last = 0.0;
        for deals in [5, 50, 500] {
            let mut standings = Standings::new(Plan::new(&BOTS, 2));
            (0..deals).for_each(|_| standings.add(&[end(0), end(1)]));
            let [winner, loser] = &standings.rows()[..] else {
                panic!("there are two bots")
            };
            let (interval, rating) = (winner.rating_interval, winner.rating);
            assert!(
                interval.low < rating && rating < interval.high,
                "{winner:?}"
            );
            assert!(interval.half() > 100.0, "{winner:?}");
            assert_eq!((loser.rating, loser.rating_interval.half()), (0.0, 0.0));
            // The lower bound of Beta(n + 1/2, 1/2) is about 1 - 2.51 / n, where 2.51 is the 97.5 % quantile of the
            // gamma distribution with the shape 1/2.
            let games = f64::from(deals) * 2.0;
            let expected = 400.0 * (games / 2.512).log10();
            assert!(
                (interval.low - expected).abs() < 40.0,
                "{expected} {winner:?}"
            );
            assert!(interval.low > last, "more games say more");
            last = interval.low;
        }
    }

    #[test]
    fn games_that_nobody_has_won_say_nothing() {
        let nobody = || End {
            winner: None,
            ..end(0)
        };
        let rating = |unfinished: u32| {
            let mut standings = Standings::new(Plan::new(&BOTS, 2));
            (0..8).for_each(|_| standings.add(&[end(0), end(1)]));
            (0..2).for_each(|_| standings.add(&[end(1), end(0)]));
            (0..unfinished).for_each(|_| standings.add(&[nobody(), nobody()]));
            (standings.rows()[0].rating, standings.unfinished())
        };
        assert_eq!(rating(0).1 + 200, rating(100).1);
        assert!((rating(0).0 - rating(100).0).abs() < 1e-6);
        let none = {
            let mut standings = Standings::new(Plan::new(&BOTS, 2));
            standings.add(&[nobody(), nobody()]);
            standings.rows()
        };
        for row in none {
            assert!(
                row.rating.abs() < 1e-6 && row.rating_interval.half().is_finite(),
                "{row:?}"
            );
        }
    }

    #[test]
    fn a_name_of_any_length_fits_into_a_table() {
        let named = |length: usize| Entrant::Program("ä".repeat(length));
        let mut standings = Standings::new(Plan::new(&[named(70_000), BOTS[1].clone()], 2));
        standings.add(&[end(0), end(1)]);
        let table = standings.to_string();
        assert!(
            table.contains(&format!("program:{}... ", "ä".repeat(112))),
            "{table}"
        );
        assert!(
            table.lines().all(|line| line.chars().count() < 250),
            "{table}"
        );
    }

    #[test]
    fn who_has_failed_has_lost_one_game_however_many_seats_it_had() {
        let program = Entrant::Program("program".into());
        let plan = Plan::new(&[program.clone(), program, BOTS[1].clone()], 3);
        let failed = |seat: u8| Failed {
            seat: Seat(seat),
            fault: "it has ended".to_string(),
            error_output: Vec::new(),
        };
        let mut standings = Standings::new(plan.clone());
        let ends: Vec<End> = plan
            .lineups
            .iter()
            .map(|lineup| {
                let seats = (0..3).filter(|seat| lineup[usize::from(*seat)] == 0);
                let won = End {
                    faults: seats.clone().map(failed).collect(),
                    ..end(seats.clone().next_back().expect("it sits there"))
                };
                won.without_wins_by_fault()
            })
            .collect();
        assert!(
            ends.iter()
                .all(|end| end.winner.is_none() && !end.is_unfinished()),
            "{ends:?}"
        );
        standings.add(&ends);
        let row = &standings.rows()[0];
        assert_eq!(
            (row.all.wins, row.faults, standings.unfinished()),
            (0, ends.len() as u64, 0)
        );
    }
}

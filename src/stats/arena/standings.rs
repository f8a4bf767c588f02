//! What results say: win rates with their intervals, of all games, by seat and of two against each other, and ratings.

use std::fmt;

use crate::arena::ratings::{ADDED, Tables, rating_intervals};
use crate::arena::{End, Failed, Plan};
use crate::interval::{Interval, Share};
use board::Seat;
use explain::cut::Cuts;
use text::{plural, printable};

/// Characters of a bot's name that tables show: commands may be of any length.
const SHOWN: usize = 120;

/// How one bot stands.
#[derive(Debug)]
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
pub struct Standings {
    plan: Plan,
    /// By deal, by lineup, who has won.
    deals: Vec<Vec<Option<Seat>>>,
    /// Games that were left unfinished: nobody has won them.
    pub unfinished: u64,
    /// Games that are over, and that nobody has won.
    pub draws: u64,
    turns: u64,
    /// Texts that were cut off (END-1).
    pub cuts: Cuts,
    /// By bot, games lost by faults, and how the first one was: the game, counted from 1, and the fault.
    faults: Vec<(u64, Option<(u64, Failed)>)>,
}

impl Standings {
    /// Nothing has been played.
    pub fn new(plan: Plan) -> Standings {
        Standings {
            faults: vec![(0, None); plan.bots.len()],
            plan,
            deals: Vec::new(),
            unfinished: 0,
            draws: 0,
            turns: 0,
            cuts: Cuts::default(),
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

    /// Turns of a game, on average.
    pub fn turns(&self) -> f64 {
        self.turns as f64 / self.games().max(1) as f64
    }

    /// The games of a deal that count, each with those seats whose wins count in it.
    fn share(&self, counts: &dyn Fn(&[usize], Seat) -> bool) -> Option<Share> {
        let lineups = &self.plan.lineups;
        let seats = |lineup: &Vec<usize>| self.seats().filter(|seat| counts(lineup, *seat)).count();
        let each = lineups.iter().map(seats).sum::<usize>() as f64;
        let won = |deal: &Vec<Option<Seat>>| {
            let mut won = lineups
                .iter()
                .zip(deal)
                .filter_map(|(of, seat)| Some((of, (*seat)?)));
            won.by_ref()
                .filter(|(lineup, seat)| counts(lineup, *seat))
                .count() as u32
        };
        let wins: Vec<u32> = self.deals.iter().map(won).collect();
        (each > 0.0).then(|| Share::by_deals(&wins, each))
    }

    /// How often a bot has won, of all seats that it had.
    pub fn of(&self, bot: usize) -> Share {
        self.share(&|lineup, seat| lineup[seat.index()] == bot)
            .expect("every bot sits somewhere")
    }

    /// How often each seat has won, whoever sat there, or that bot alone.
    pub fn by_seat(&self, bot: Option<usize>) -> Vec<Share> {
        let share = |at| {
            self.share(&|lineup, seat| {
                seat == at && bot.is_none_or(|bot| lineup[seat.index()] == bot)
            })
        };
        self.seats().filter_map(share).collect()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        let lineup = self.plan.lineups.first();
        Seat(0).clockwise(lineup.map_or(0, |lineup| lineup.len() as u8))
    }

    /// How often a bot has won against another, where there are no others at the table.
    fn against(&self, bot: usize, other: usize) -> Option<Share> {
        self.share(&|lineup, seat| {
            lineup.len() == 2
                && bot != other
                && lineup[seat.index()] == bot
                && lineup[1 - seat.index()] == other
        })
    }

    /// All bots, in the order of the plan.
    pub fn rows(&self) -> Vec<Row> {
        let bots = self.plan.bots.len();
        let tables = Tables::of(&self.plan);
        let deals = self.deals.iter().map(|deal| tables.won(&self.plan, deal));
        let deals: Vec<Vec<Vec<u32>>> = deals.collect();
        let ratings = tables.ratings(deals.iter(), &vec![ADDED; bots]);
        let spreads = rating_intervals(&tables, &deals, bots);
        let row = |bot: usize| Row {
            bot: self.plan.bots[bot].to_string(),
            all: self.of(bot),
            by_seat: self.by_seat(Some(bot)),
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
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = self.rows();
        for row in &mut rows {
            row.bot = printable(&row.bot, SHOWN);
        }
        let longest = rows.iter().map(|row| row.bot.chars().count()).max();
        let width = longest.unwrap_or(0).max(3);
        writeln!(
            out,
            "{:width$}   seats    wins   wins a seat, 95% interval      rating, 95% interval",
            "bot"
        )?;
        for Row {
            bot,
            all,
            rating,
            rating_interval: Interval { low, high },
            ..
        } in &rows
        {
            let rating = format!("{rating:+5.0}   {low:+5.0} to {high:+5.0}");
            writeln!(out, "{bot:width$} {all}      {rating}")?;
        }
        for (Row { bot, .. }, (count, first)) in rows.iter().zip(&self.faults) {
            let Some((number, failed)) = first else {
                continue;
            };
            let (games, fault) = (plural(*count, "game"), &failed.fault);
            writeln!(
                out,
                "{bot} lost {games} by faults, first in game {number}: {fault}"
            )?;
            for line in &failed.error_output {
                writeln!(out, "    its error output: {line}")?;
            }
        }
        let games = "  games    wins    wins, 95% interval";
        writeln!(out, "\n{:width$} seat {games}", "by seat")?;
        for (at, of_all) in self.seats().zip(self.by_seat(None)) {
            for Row { bot, by_seat, .. } in &rows {
                writeln!(out, "{bot:width$} {at:4} {}", by_seat[at.index()])?;
            }
            writeln!(out, "{:width$} {at:4} {of_all}", "all")?;
        }
        if rows
            .iter()
            .any(|row| row.against.iter().flatten().count() > 1)
        {
            writeln!(out, "\n{:width$} against {:width$} {games}", "each two", "")?;
            for (number, row) in rows.iter().enumerate() {
                let others = rows.iter().zip(&row.against).skip(number);
                for (other, share) in others.filter_map(|(other, share)| Some((other, (*share)?))) {
                    writeln!(
                        out,
                        "{:width$} against {:width$} {share}",
                        row.bot, other.bot
                    )?;
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

    fn end(winner: Option<u8>) -> End {
        End {
            winner: winner.map(Seat),
            draw: false,
            turns: 1,
            cuts: Cuts::default(),
            faults: Vec::new(),
        }
    }

    /// Two bots after so many deals with these winners of their two games.
    fn after(deals: &[(u32, [Option<u8>; 2])]) -> Standings {
        let mut standings = Standings::new(Plan::new(&BOTS, 2));
        for (count, winners) in deals {
            (0..*count).for_each(|_| standings.add(&winners.map(end)));
        }
        standings
    }

    #[test]
    fn deals_that_decide_the_game_make_exchanged_seats_sure() {
        // The first seat always wins: of two games of a deal each bot has one.
        let standings = after(&[(50, [Some(0); 2])]);
        let Share { rate, interval, .. } = standings.of(0);
        assert_eq!(rate, 0.5);
        // Of a seat all games are independent, and sure here.
        let won = |shares: &[Share]| -> Vec<_> {
            shares.iter().map(|share| (share.of, share.wins)).collect()
        };
        assert_eq!(won(&standings.by_seat(None)), [(100, 100), (100, 0)]);
        let row = &standings.rows()[1];
        assert_eq!(won(&row.by_seat), [(50, 50), (50, 0)]);
        // Nobody plays against itself.
        assert_eq!(row.against, [Some(row.all), None]);
        assert!(
            interval.half() < wilson(0.5, 100.0).half() * 0.55,
            "{interval:?}"
        );
        // The one bot wins both games of every second deal: there are fifty trials rather than a hundred.
        let standings = after(&[(25, [Some(0), Some(1)]), (25, [Some(1), Some(0)])]);
        let clustered = standings.of(0).interval.half();
        assert!(
            (clustered - wilson(0.5, 50.0).half()).abs() < 0.005,
            "{clustered}"
        );
    }

    #[test]
    fn one_that_wins_everything_has_a_rating_that_is_not_sure() {
        let mut last = 0.0;
        for deals in [5, 50, 500] {
            let rows = after(&[(deals, [Some(0), Some(1)])]).rows();
            let (interval, rating) = (rows[0].rating_interval, rows[0].rating);
            assert!(interval.low < rating && rating < interval.high, "{rows:?}");
            assert!(interval.half() > 100.0, "{rows:?}");
            assert_eq!((rows[1].rating, rows[1].rating_interval.half()), (0.0, 0.0));
            // The lower bound of Beta(n + 1/2, 1/2) is about 1 - 2.51 / n, where 2.51 is the 97.5 % quantile of the
            // gamma distribution with the shape 1/2.
            let expected = 400.0 * (f64::from(deals) * 2.0 / 2.512).log10();
            assert!(
                (interval.low - expected).abs() < 40.0,
                "{expected} {rows:?}"
            );
            assert!(interval.low > last, "more games say more");
            last = interval.low;
        }
    }

    #[test]
    fn games_that_nobody_has_won_say_nothing() {
        let rating = |unfinished: u32| {
            let (won, lost) = ([Some(0), Some(1)], [Some(1), Some(0)]);
            let standings = after(&[(8, won), (2, lost), (unfinished, [None; 2])]);
            (standings.rows()[0].rating, standings.unfinished)
        };
        assert_eq!(rating(0).1 + 200, rating(100).1);
        assert!((rating(0).0 - rating(100).0).abs() < 1e-6);
        for row in after(&[(1, [None; 2])]).rows() {
            assert!(
                row.rating.abs() < 1e-6 && row.rating_interval.half().is_finite(),
                "{row:?}"
            );
        }
    }

    #[test]
    fn a_name_of_any_length_fits_into_a_table() {
        let named = Entrant::Program("ä".repeat(70_000));
        let mut standings = Standings::new(Plan::new(&[named, BOTS[1].clone()], 2));
        standings.add(&[end(Some(0)), end(Some(1))]);
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
        let ended = |lineup: &Vec<usize>| {
            let mut seats = (0..3).filter(|seat| lineup[usize::from(*seat)] == 0);
            let failed = |seat: u8| Failed {
                seat: Seat(seat),
                fault: "it has ended".to_string(),
                error_output: Vec::new(),
            };
            let faults = seats.clone().map(failed).collect();
            let won = end(seats.next_back());
            End { faults, ..won }.without_wins_by_fault()
        };
        let ends: Vec<End> = plan.lineups.iter().map(ended).collect();
        assert!(
            ends.iter()
                .all(|end| end.winner.is_none() && !end.is_unfinished()),
            "{ends:?}"
        );
        let mut standings = Standings::new(plan);
        standings.add(&ends);
        let row = &standings.rows()[0];
        let all = (row.all.wins, row.faults, standings.unfinished);
        assert_eq!(all, (0, ends.len() as u64, 0));
    }
}

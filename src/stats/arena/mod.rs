//! Bots against each other: the same deals for everyone, seats exchanged, results in order whatever the threads.

mod ratings;
mod record;
mod standings;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use itertools::Itertools;

use crate::series::in_order;
use board::Seat;
use bots::hosted::{Chair, Hosted, Program};
use bots::protocol::Fault;
use bots::{Bot, BotSpec, Course, Seen, Stop};
use engine::{Game, Outcome, Script};
use explain::cut::{Cuts, Faults};
use explain::options::decision::Decision;
use rules::ir::weights::Weights;
use text::threads::NoThread;

pub use record::{Header, OTHER_RULES, Played, fingerprint, read_record};
pub use standings::{Row, Standings};

/// Who takes part.
#[derive(Debug, Clone, PartialEq)]
pub enum Entrant {
    Bot(BotSpec),
    /// A bot that judges tables by weights of a file.
    Trained {
        bot: BotSpec,
        file: String,
        weights: Weights,
    },
    /// A program of the outside world, by its command.
    Program(String),
}

impl Entrant {
    /// How it chooses may change from one version to the next; programs tell theirs when they say hello.
    pub fn version(&self) -> Option<String> {
        match self {
            Entrant::Bot(bot) => Some(bot.version().to_string()),
            Entrant::Trained { bot, weights, .. } => {
                Some(format!("{} {}", bot.version(), weights.fingerprint()))
            }
            Entrant::Program(_) => None,
        }
    }

    /// The bot, with a seed; nothing for a program.
    pub fn seated(&self, seed: u64) -> Option<Seated> {
        match self {
            Entrant::Bot(bot) => Some(bot.seated(seed)),
            Entrant::Trained { bot, weights, .. } => Some(bot.seated_with(seed, Some(*weights))),
            Entrant::Program(_) => None,
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Bot(bot) => bot.fmt(formatter),
            Entrant::Trained { bot, file, .. } => write!(formatter, "{bot}@{file}"),
            Entrant::Program(command) => write!(formatter, "program:{command}"),
        }
    }
}

/// Who plays whom.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Each once, in the order in which they were named.
    pub bots: Vec<Entrant>,
    /// The games of each deal: by seat, which of the bots sits there.
    pub lineups: Vec<Vec<usize>>,
}

impl Plan {
    /// Of fewer bots than players the last one takes the seats that are left. Of more, each that many play each other.
    /// All play each deal from every seat.
    pub fn new(named: &[Entrant], players: usize) -> Plan {
        let mut bots: Vec<Entrant> = Vec::new();
        let mut seats = Vec::new();
        for bot in named {
            let at = bots
                .iter()
                .position(|known| known == bot)
                .unwrap_or_else(|| {
                    bots.push(bot.clone());
                    bots.len() - 1
                });
            seats.push(at);
        }
        if let Some(last) = seats.last().copied() {
            seats.resize(players.max(seats.len()), last);
        }
        let mut lineups: Vec<Vec<usize>> = Vec::new();
        for table in seats.into_iter().combinations(players) {
            for turned in 0..players {
                let lineup: Vec<usize> = (0..players)
                    .map(|seat| table[(seat + players - turned) % players])
                    .collect();
                if !lineups.contains(&lineup) {
                    lineups.push(lineup);
                }
            }
        }
        Plan { bots, lineups }
    }

    /// Those that are programs, each as often as it sits at one table.
    pub fn programs(&self) -> Vec<usize> {
        let at_one_table = |bot: usize| {
            let tables = self
                .lineups
                .iter()
                .map(|lineup| lineup.iter().filter(|other| **other == bot).count());
            tables.max().unwrap_or(0)
        };
        let programs =
            (0..self.bots.len()).filter(|bot| matches!(self.bots[*bot], Entrant::Program(_)));
        programs
            .flat_map(|bot| std::iter::repeat_n(bot, at_one_table(bot)))
            .collect()
    }
}

/// How a program has lost a game by a fault.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed {
    pub seat: Seat,
    /// As a sentence.
    pub fault: String,
    /// The last lines of its error output.
    pub error_output: Vec<String>,
}

/// How one game ended.
#[derive(Debug, Clone, PartialEq)]
pub struct End {
    /// `None` when the game was left unfinished, or is a draw.
    pub winner: Option<Seat>,
    /// It is over, and nobody has won.
    pub draw: bool,
    pub turns: u32,
    /// Texts that were cut off (END-1).
    pub cuts: Cuts,
    /// Programs that have lost by a fault; none of them is the winner.
    pub faults: Vec<Failed>,
}

impl End {
    /// Who has failed has lost, whatever was won by what played on in that seat: then nobody has won.
    pub(in crate::arena) fn without_wins_by_fault(mut self) -> End {
        self.winner = self
            .winner
            .filter(|winner| self.faults.iter().all(|failed| failed.seat != *winner));
        self
    }

    /// How that one of the plan's bots has lost the game by a fault, if by any: by the first one, where it had several seats.
    pub fn failed(&self, lineup: &[usize], bot: usize) -> Option<&Failed> {
        self.faults
            .iter()
            .find(|failed| lineup[failed.seat.index()] == bot)
    }

    /// It was left before it was over; one that nobody has won since the winner has failed was not.
    pub fn is_unfinished(&self) -> bool {
        self.winner.is_none() && !self.draw && self.faults.is_empty()
    }
}

/// How deals are played.
#[derive(Debug, Clone)]
pub struct Schedule {
    pub plan: Plan,
    /// The first deal's seed; each further deal has the next one.
    pub seed: u64,
    /// Stop a game after this many turns.
    pub limit: u32,
    /// How long a program may take for one answer, and for all answers of a game.
    pub times: (Duration, Option<Duration>),
}

impl Schedule {
    /// The seed of a deal, by its number.
    pub fn seed_of(&self, deal: u64) -> u64 {
        self.seed.wrapping_add(deal)
    }

    /// Plays the deals from number `first` to before `last`, a thread for each of the crews: the programs of
    /// [`Plan::programs`]. `done` is given each deal's games, deal by deal in order, and answers whether to go on. When
    /// `stop` is set, deals under way are dropped, however long the bots would think.
    ///
    /// # Errors
    /// What `script` or `done` says for the first deal for which it fails, or that threads cannot be had.
    pub fn play<E: Send + From<NoThread>, P: Program + Send>(
        &self,
        crews: &mut [Vec<P>],
        deals: (u64, u64),
        script: &(dyn Fn(u64) -> Result<Arc<Script>, E> + Sync),
        stop: &AtomicBool,
        done: &mut dyn FnMut(u64, Vec<End>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let work = |crew: &mut Vec<P>, deal, stop: &Stop<'_>| {
            let script = script(self.seed_of(deal))?;
            Ok(self.play_deal(&script, deal, crew, stop))
        };
        in_order(crews, deals, stop, &work, done)
    }

    /// All games of a deal; nothing when they are no longer wanted.
    fn play_deal<P: Program>(
        &self,
        script: &Arc<Script>,
        deal: u64,
        crew: &mut [P],
        stop: &Stop<'_>,
    ) -> Option<Vec<End>> {
        let (seed, each) = (self.seed_of(deal), self.plan.lineups.len() as u64);
        let bot = |entrant: &usize| self.plan.bots[*entrant].seated(seed);
        let play = |(game, lineup): (u64, &Vec<usize>)| match lineup.iter().map(bot).collect() {
            Some(bots) => play_game(script, bots, seed, self.limit, stop),
            None => {
                let (move_time, game_time) = self.times;
                let hosted = Hosted {
                    script: script.clone(),
                    seed,
                    number: deal.wrapping_mul(each).wrapping_add(game + 1),
                    limit: self.limit,
                    move_time,
                    game_time,
                };
                self.play_hosted(&hosted, lineup, crew, stop)
            }
        };
        (0..).zip(&self.plan.lineups).map(play).collect()
    }

    /// A game with programs among the players.
    fn play_hosted<P: Program>(
        &self,
        hosted: &Hosted,
        lineup: &[usize],
        crew: &mut [P],
        stop: &Stop<'_>,
    ) -> Option<End> {
        let programs = self.plan.programs().into_iter();
        let mut free: Vec<(usize, &mut P)> = programs.zip(crew).collect();
        let chair = |entrant: &usize| match &self.plan.bots[*entrant] {
            Entrant::Bot(bot) => Chair::Bot(*bot),
            Entrant::Trained { bot, weights, .. } => Chair::Trained(*bot, *weights),
            Entrant::Program(_) => {
                let process = free.iter().position(|(of, _)| of == entrant);
                Chair::Program(free.remove(process.expect("there is one for each seat")).1)
            }
        };
        let ended = hosted.play(lineup.iter().map(chair).collect(), stop)?;
        let faults = ended.faults.iter().zip(ended.error_outputs);
        let failed = |(seat, (fault, error_output)): (u8, (&Option<Fault>, Vec<String>))| {
            Some(Failed {
                seat: Seat(seat),
                fault: fault.as_ref()?.to_string(),
                error_output,
            })
        };
        let end = End {
            winner: ended.winner,
            draw: ended.draw,
            turns: ended.turns,
            cuts: Cuts::of_game(&ended.cuts),
            faults: (0..).zip(faults).filter_map(failed).collect(),
        };
        Some(end.without_wins_by_fault())
    }
}

/// A bot at a seat.
pub type Seated = Box<dyn Bot + Send>;

/// Plays one game, a bot for each seat; nothing when `stop` says so before it is over.
pub fn play_game(
    script: &Arc<Script>,
    bots: Vec<Seated>,
    seed: u64,
    limit: u32,
    stop: &Stop<'_>,
) -> Option<End> {
    watch_game(script, bots, seed, limit, stop, &mut |_| {})
}

/// The same; whoever watches sees the game before each decision.
pub fn watch_game(
    script: &Arc<Script>,
    mut bots: Vec<Seated>,
    seed: u64,
    limit: u32,
    stop: &Stop<'_>,
    watch: &mut dyn FnMut(&Game),
) -> Option<End> {
    let mut faults = Faults::default();
    let mut game = Game::deal(script.clone(), bots.len() as u8, seed, &mut faults);
    let mut course = Course::default();
    while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns <= limit) {
        watch(&game);
        let seen = Seen::new(&game, &decision, course).until(stop);
        let number = bots[decision.by.index()].choose(&seen);
        // What was chosen then is not thought out.
        if stop() {
            return None;
        }
        let choice = game.options()[number];
        game.take(choice, &mut faults)
            .expect("bots choose among the options");
        course.advance(&game);
    }
    let winner = match game.outcome() {
        Outcome::Won(seat) => Some(seat),
        Outcome::Running | Outcome::Drawn => None,
    };
    let draw = game.outcome() == Outcome::Drawn;
    Some(End {
        winner,
        draw,
        turns: game.turns_within(limit),
        cuts: Cuts::of_game(&faults.told),
        faults: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Entrant, Plan};
    use bots::BotSpec;

    const BOTS: [Entrant; 3] = [
        Entrant::Bot(BotSpec::Greedy),
        Entrant::Bot(BotSpec::Cautious),
        Entrant::Bot(BotSpec::Random),
    ];

    #[test]
    fn each_seat_that_a_program_may_have_at_one_table_has_a_process() {
        let program = |command: &str| Entrant::Program(command.to_string());
        let named = [program("a"), BOTS[0].clone(), program("b")];
        assert_eq!(Plan::new(&named, 2).programs(), [0, 2]);
        assert_eq!(Plan::new(&named, 5).programs(), [0, 2, 2, 2]);
    }

    #[test]
    fn two_bots_exchange_seats() {
        assert_eq!(Plan::new(&BOTS[..2], 2).lineups, [[0, 1], [1, 0]]);
    }

    #[test]
    fn the_last_bot_fills_the_table_and_all_sit_everywhere() {
        let plan = Plan::new(&BOTS[..2], 4);
        assert_eq!(
            plan.lineups,
            [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]
        );
    }

    #[test]
    fn more_bots_than_seats_meet_each_other() {
        assert_eq!(
            Plan::new(&BOTS, 2).lineups,
            [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
        );
    }

    #[test]
    fn bots_that_are_the_same_are_one() {
        let plan = Plan::new(&[BOTS[0].clone(), BOTS[2].clone(), BOTS[0].clone()], 3);
        assert_eq!(plan.bots.len(), 2);
        assert_eq!(plan.lineups.len(), 3);
    }
}

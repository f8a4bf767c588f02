//! Games on several threads, each with processes of its own; what comes out comes in the order of the games.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Failure;
use crate::bot_host::process::{Outside, called};
use crate::bot_host::results::{Game, Lost};
use bots::hosted::{Chair, Hosted};
use bots::protocol::Fault;
use bots::{BotSpec, Stop};
use engine::Script;
use stats::series::in_order;

/// Which seats the programs have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Seating {
    /// The first program's, counted from 0.
    Fixed(usize),
    Rotated,
}

impl Seating {
    /// The seed of a game, by its number from 1 on and the first deal's seed, and by seat which program has it.
    pub fn of_game(
        self,
        number: u64,
        first: u64,
        players: usize,
        programs: usize,
    ) -> (u64, Vec<Option<usize>>) {
        let (deal, turned) = match self {
            Seating::Fixed(seat) => (number - 1, seat),
            Seating::Rotated => (
                (number - 1) / players as u64,
                (number - 1) as usize % players,
            ),
        };
        let sits = |seat: usize| {
            Some((seat + players - turned) % players).filter(|program| *program < programs)
        };
        (first.wrapping_add(deal), (0..players).map(sits).collect())
    }
}

/// What is played.
pub struct Match<'a> {
    pub players: usize,
    pub seating: Seating,
    pub against: BotSpec,
    /// The first deal's seed.
    pub first: u64,
    pub limit: u32,
    pub move_time: Duration,
    pub game_time: Option<Duration>,
    /// The rules of the deal with that seed.
    pub script: &'a (dyn Fn(u64) -> Result<Arc<Script>, Failure> + Sync),
}

impl Match<'_> {
    /// Plays games, the first `games.0` of which have been played, a thread for each crew. `done` is given them in order, and
    /// answers whether to go on. When `stop` is set, games under way are dropped.
    pub fn play(
        &self,
        crews: &mut [Vec<Outside>],
        games: (u64, u64),
        stop: &'static AtomicBool,
        done: &mut dyn FnMut(Game) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let work = |crew: &mut Vec<Outside>, at: u64, _: &Stop<'_>| self.game(crew, at + 1, stop);
        in_order(crews, games, stop, &work, &mut |_, game| done(game))
    }

    /// One game; nothing when it was dropped.
    fn game(
        &self,
        crew: &mut [Outside],
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Game>, Failure> {
        let (seed, seats) = self
            .seating
            .of_game(number, self.first, self.players, crew.len());
        let script = (self.script)(seed)?;
        let mut free: Vec<Option<&mut Outside>> = crew.iter_mut().map(Some).collect();
        let chairs = seats
            .iter()
            .map(|sits| match sits.and_then(|program| free[program].take()) {
                Some(program) => Chair::Program(program),
                None => Chair::Bot(self.against),
            });
        let hosted = Hosted {
            script,
            seed,
            number,
            limit: self.limit,
            move_time: self.move_time,
            game_time: self.game_time,
        };
        let stop = || stop.load(Ordering::Relaxed);
        let Some(ended) = hosted.play(chairs.collect(), &stop) else {
            return Ok(None);
        };
        let lost = |(fault, error_output): (&Option<Fault>, Vec<String>)| {
            let fault = fault.as_ref()?;
            Some(Lost {
                code: fault.code().to_string(),
                message: fault.to_string(),
                error_output,
            })
        };
        let faults = ended
            .faults
            .iter()
            .zip(ended.error_outputs)
            .map(lost)
            .collect();
        Ok(Some(Game {
            number,
            seed,
            names: crew
                .iter()
                .map(|program| program.name.as_ref().map(called))
                .collect(),
            seats,
            winner: ended.winner.map(|seat| seat.0),
            draw: ended.draw,
            reason: ended.reason,
            turns: ended.turns,
            cuts: ended.cuts,
            faults,
            thoughts: ended.thoughts,
        }))
    }
}

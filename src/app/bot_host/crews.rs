//! Games on several threads, each with processes of its own; what comes out comes in the order of the games.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use crate::Failure;
use crate::bot_host::process::{Outside, called};
use crate::bot_host::results::{Game, Lost};
use bots::BotSpec;
use bots::hosted::{Chair, Hosted};
use bots::protocol::Fault;
use engine::Script;
use text::threads::{NoThread, roomy};

/// Which seats the programs have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// Plays the games from number `begin` to `end`, a thread for each crew. `done` is given them in order, and answers whether to
    /// go on. When `stop` is set, games under way are dropped. Answers with the crews.
    pub fn play(
        &self,
        crews: Vec<Vec<Outside>>,
        (begin, end): (u64, u64),
        stop: &'static AtomicBool,
        done: &mut dyn FnMut(Game) -> Result<bool, Failure>,
    ) -> (Vec<Vec<Outside>>, Result<(), Failure>) {
        let (next, enough) = (AtomicU64::new(begin), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            let workers: Result<Vec<_>, io::Error> = crews
                .into_iter()
                .map(|mut crew| {
                    let (sender, next, enough) = (sender.clone(), &next, &enough);
                    let work = move || {
                        while !enough.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                            let number = next.fetch_add(1, Ordering::Relaxed);
                            if number > end || number < begin {
                                break;
                            }
                            let game = self.game(&mut crew, number, stop);
                            // Nobody listens any more once enough has been played.
                            if sender.send((number, game)).is_err() {
                                break;
                            }
                        }
                        crew
                    };
                    roomy().spawn_scoped(scope, work)
                })
                .collect();
            drop(sender);
            let workers = match workers {
                Ok(workers) => workers,
                Err(error) => {
                    enough.store(true, Ordering::Relaxed);
                    return (Vec::new(), Err(NoThread(error).into()));
                }
            };
            let told = in_order(receiver, begin, done);
            enough.store(true, Ordering::Relaxed);
            let crews = workers
                .into_iter()
                .map(|worker| worker.join().expect("games end without panics"))
                .collect();
            (crews, told)
        })
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
        let chairs = chairs.collect();
        let (limit, move_time, game_time) = (self.limit, self.move_time, self.game_time);
        let hosted = Hosted {
            script,
            seed,
            number,
            limit,
            move_time,
            game_time,
        };
        let Some(ended) = hosted.play(chairs, &|| stop.load(Ordering::Relaxed)) else {
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

/// Hands games on as they come, in their order, until that is enough.
fn in_order(
    receiver: mpsc::Receiver<(u64, Result<Option<Game>, Failure>)>,
    mut wanted: u64,
    done: &mut dyn FnMut(Game) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let mut waiting = BTreeMap::new();
    for (number, game) in receiver {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&wanted) {
            wanted += 1;
            // What was dropped, and what comes after it, is not there.
            let Some(game) = game? else { return Ok(()) };
            if !done(game)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

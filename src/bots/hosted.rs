//! A game with programs of the outside world at some seats, whatever they do.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::forward::States;
use crate::protocol::{
    Bounds, Clock, Decide, Fault, FromBot, Happenings, Player, Start, ToBot, Wants,
};
use crate::{Bot, BotSpec, Course, Seen, Stop};
use board::{Board, Event, Seat, View};
use engine::{Cause, Game, Outcome, Script, Watch};
use explain::cut::Faults;
use explain::ending::why;
use explain::log::Log;
use explain::options::decision::Decision;
use rules::ir::weights::Weights;
use text::plural;

/// Somebody outside who speaks the protocol.
pub trait Program {
    /// Makes sure that it is there and has said hello.
    ///
    /// # Errors
    /// Why it cannot play.
    fn begin(&mut self) -> Result<(), Fault>;

    /// Makes sure that it still runs before it is asked: what it has started does not play on for it.
    ///
    /// # Errors
    /// That it has ended.
    fn runs(&mut self) -> Result<(), Fault>;

    /// What it has said that it wants to be told.
    fn wants(&self) -> Wants;

    /// Sends a message. Whether it arrives shows when an answer is waited for.
    fn say(&mut self, message: &ToBot);

    /// Waits for a message; `None` when it does not come in time.
    ///
    /// # Errors
    /// What is wrong with it, or why none can come any more.
    fn hear(&mut self, limit: Duration) -> Result<Option<FromBot>, Fault>;

    /// It has lost the game by that fault, and is ended. Answers with the last lines of its error output.
    fn dismiss(&mut self, fault: &Fault) -> Vec<String>;
}

/// Who sits at a seat.
pub enum Chair<'a> {
    Program(&'a mut dyn Program),
    Bot(BotSpec),
    /// A bot that judges tables by these weights.
    Trained(BotSpec, Weights),
}

/// One game to be played.
#[derive(Debug, Clone)]
pub struct Hosted {
    pub script: Arc<Script>,
    /// Never told to anybody.
    pub seed: u64,
    /// The game's number among those that are played, counted from 1.
    pub number: u64,
    /// Turns after which the game is left unfinished.
    pub limit: u32,
    /// How long a program may take for one answer.
    pub move_time: Duration,
    /// How long it may take for all of them.
    pub game_time: Option<Duration>,
}

/// What a program took for its answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinkingTime {
    pub answers: u64,
    pub total: Duration,
    pub longest: Duration,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// `None` when it was left unfinished, or is a draw.
    pub winner: Option<Seat>,
    /// It is over, and nobody has won.
    pub draw: bool,
    /// Why it was won or left, as a sentence without its end.
    pub reason: Option<String>,
    pub turns: u32,
    /// What was told of texts that were cut off (END-1).
    pub cuts: Vec<String>,
    /// By seat. Whoever has one has lost, even if the bot that took its place has won.
    pub faults: Vec<Option<Fault>>,
    /// By seat: the last lines of the error output of whoever has one.
    pub error_outputs: Vec<Vec<String>>,
    /// By seat; nothing for bots.
    pub thoughts: Vec<ThinkingTime>,
}

/// Choices in one turn after which a program is stopped: some abilities may be used without end.
const PATIENCE: u32 = 1000;

impl Hosted {
    /// Plays the game; nothing when `stop` says so before it is over. A program that commits a fault has lost: a cautious
    /// bot takes its place for the sake of the others, and when only one living player without a fault is left, that one
    /// has won.
    pub fn play(&self, chairs: Vec<Chair<'_>>, stop: &Stop<'_>) -> Option<Ended> {
        let players = chairs.len() as u8;
        let seats = || Seat(0).clockwise(players);
        let programs = seats()
            .zip(&chairs)
            .filter(|(_, chair)| matches!(chair, Chair::Program(_)));
        let mut logs = Feeds(
            programs.map(|(seat, _)| Feed::new(seat)).collect(),
            Faults::default(),
        );
        let mut places: Vec<Place<'_>> = seats()
            .zip(chairs)
            .map(|(seat, chair)| self.place(seat, chair))
            .collect();
        for place in &mut places {
            place.begin(self);
        }
        let mut game = Game::deal(self.script.clone(), players, self.seed, &mut logs);
        let mut course = Course::default();
        for place in &mut places {
            let start = Start::new(
                &self.script.rules,
                self.number,
                players,
                place.seat,
                place.clock(self),
            );
            let start = start.within(Bounds::hosted(self.limit));
            place.say(&ToBot::Start(start));
        }
        let (winner, reason) = loop {
            // Whoever interrupts the host may end programs, too, which is no fault of theirs.
            if stop() {
                return None;
            }
            if game.outcome() == Outcome::Drawn {
                break (None, Some("the game is a draw".to_string()));
            }
            if let Some((winner, _)) = game.reason() {
                break (Some(winner), why(&self.script, game.board(), winner));
            }
            if let Some(winner) = only_one(&places, game.board()) {
                break (
                    Some(winner),
                    Some("no other bot played without a fault".to_string()),
                );
            }
            if game.state().turns > self.limit {
                break (
                    None,
                    Some(format!(
                        "the game was stopped after {}",
                        plural(self.limit.into(), "turn")
                    )),
                );
            }
            let decision = Decision::of(&game).expect("a game that is not over asks somebody");
            let place = &mut places[decision.by.index()];
            logs.tell(place, self.number);
            if let Some(number) = place.choose(self, &game, &decision, course, stop) {
                let choice = game.options()[number];
                game.take(choice, &mut logs)
                    .expect("the number is below the count of options");
                course.advance(&game);
            }
        };
        let draw = winner.is_none() && game.outcome() == Outcome::Drawn;
        for place in &mut places {
            logs.tell(place, self.number);
            let (game, winner) = (self.number, winner.map(Player));
            let you_won = winner == Some(Player(place.seat));
            place.say(&ToBot::Result {
                game,
                winner,
                reason: reason.clone(),
                you_won,
                draw,
            });
        }
        Some(Ended {
            winner,
            draw,
            reason,
            turns: game.turns_within(self.limit),
            cuts: logs.1.told,
            thoughts: places.iter().map(|place| place.thought).collect(),
            error_outputs: places
                .iter_mut()
                .map(|place| std::mem::take(&mut place.error_output))
                .collect(),
            faults: places.into_iter().map(|place| place.fault).collect(),
        })
    }

    fn place<'a>(&self, seat: Seat, chair: Chair<'a>) -> Place<'a> {
        let who = match chair {
            Chair::Program(program) => Who::Program(program),
            Chair::Bot(spec) => Who::Bot(spec.seated(self.seed)),
            Chair::Trained(spec, weights) => Who::Bot(spec.seated_with(self.seed, Some(weights))),
        };
        let left = self.game_time;
        let (fault, error_output, thought) = (None, Vec::new(), ThinkingTime::default());
        Place {
            seat,
            who,
            fault,
            error_output,
            thought,
            left,
            turn: 0,
            in_turn: 0,
            states: None,
        }
    }
}

/// The one who is left when all other living players have committed faults.
fn only_one(places: &[Place<'_>], board: &Board) -> Option<Seat> {
    places.iter().find(|place| place.fault.is_some())?;
    let mut sound = places
        .iter()
        .filter(|place| place.fault.is_none() && board.living.has(place.seat));
    let one = sound.next()?;
    sound.next().is_none().then_some(one.seat)
}

enum Who<'a> {
    Program(&'a mut dyn Program),
    Bot(Box<dyn Bot + Send>),
}

/// A seat, who sits there, and what is known of it.
struct Place<'a> {
    seat: Seat,
    who: Who<'a>,
    fault: Option<Fault>,
    /// Its last lines, when it has lost by a fault.
    error_output: Vec<String>,
    thought: ThinkingTime,
    /// Of the time for the game.
    left: Option<Duration>,
    /// The turn of its last choice, and how many it has made in that.
    turn: u32,
    in_turn: u32,
    /// The games that it moves on by itself, once it has asked for any.
    states: Option<States>,
}

impl Place<'_> {
    fn begin(&mut self, hosted: &Hosted) {
        if let Who::Program(program) = &mut self.who
            && let Err(fault) = program.begin()
        {
            self.lose(hosted, fault);
        }
    }

    fn say(&mut self, message: &ToBot) {
        if let Who::Program(program) = &mut self.who {
            program.say(message);
        }
    }

    fn clock(&self, hosted: &Hosted) -> Clock {
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Clock {
            move_ms: milliseconds(self.allowed(hosted)),
            game_ms: self.left.map(milliseconds),
        }
    }

    /// For the next answer.
    fn allowed(&self, hosted: &Hosted) -> Duration {
        self.left
            .map_or(hosted.move_time, |left| left.min(hosted.move_time))
    }

    /// The number of an option; nothing when the seat has lost instead, or `stop` has said so while it thought.
    fn choose(
        &mut self,
        hosted: &Hosted,
        game: &Game,
        decision: &Decision,
        course: Course,
        stop: &Stop<'_>,
    ) -> Option<usize> {
        if let Who::Bot(bot) = &mut self.who {
            let number = bot.choose(&Seen::new(game, decision, course).until(stop));
            return (!stop()).then_some(number);
        }
        self.ask(hosted, game, decision, stop)
            .unwrap_or_else(|fault| {
                self.lose(hosted, fault);
                None
            })
    }

    /// The number that a program chooses; nothing when `stop` has said so while it thought.
    fn ask(
        &mut self,
        hosted: &Hosted,
        game: &Game,
        decision: &Decision,
        stop: &Stop<'_>,
    ) -> Result<Option<usize>, Fault> {
        let (clock, allowed) = (self.clock(hosted), self.allowed(hosted));
        let Who::Program(program) = &mut self.who else {
            return Ok(None);
        };
        let (wants, turn) = (program.wants(), game.state().turns);
        let same_turn = turn == std::mem::replace(&mut self.turn, turn);
        self.in_turn = if same_turn { self.in_turn + 1 } else { 1 };
        if self.in_turn > PATIENCE {
            return Err(Fault::Stalled(PATIENCE));
        }
        if decision.offers.len() == 1 && !wants.single {
            return Ok(Some(0));
        }
        program.runs()?;
        let rules = &hosted.script.rules;
        let view = View::of(game.board(), &rules.cards, self.seat);
        let id = self.thought.answers + 1;
        let mut asked = Decide::new(rules, &view, decision, hosted.number, id, clock);
        if wants.observation {
            asked = asked.observed(rules, &view, decision);
        }
        let began = Instant::now();
        program.say(&ToBot::Decide(asked));
        let heard = loop {
            let left = allowed.saturating_sub(began.elapsed());
            match program.hear(left) {
                // What it asks and how long that takes is on its clock, too.
                Ok(Some(FromBot::Ask(_))) if began.elapsed() >= allowed || stop() => {
                    break Ok(None);
                }
                Ok(Some(FromBot::Ask(request))) => {
                    let (script, players) = (hosted.script.clone(), game.board().seats);
                    let bounds = Bounds::hosted(hosted.limit);
                    let new = || States::new(script, players, bounds, wants);
                    let states = self.states.get_or_insert_with(new);
                    let answer = states.answer(&request, Some((game, decision.by)));
                    program.say(&ToBot::Answer(answer));
                }
                heard => break heard,
            }
        };
        let took = began.elapsed();
        self.thought.answers += 1;
        self.thought.total += took;
        self.thought.longest = self.thought.longest.max(took);
        self.left = self.left.map(|left| left.saturating_sub(took));
        let number = answer(heard?, id, decision.offers.len())?;
        if number.is_some() || stop() {
            return Ok(number);
        }
        Err(
            match hosted.game_time.filter(|_| allowed < hosted.move_time) {
                Some(time) => Fault::GameTime(time.as_millis()),
                None => Fault::MoveTime(allowed.as_millis()),
            },
        )
    }

    fn lose(&mut self, hosted: &Hosted, fault: Fault) {
        if let Who::Program(program) = &mut self.who {
            self.error_output = program.dismiss(&fault);
        }
        self.who = Who::Bot(BotSpec::Cautious.seated(hosted.seed));
        self.fault = Some(fault);
    }
}

/// The chosen number; nothing when no answer has come.
fn answer(heard: Option<FromBot>, asked: u64, options: usize) -> Result<Option<usize>, Fault> {
    match heard {
        None => Ok(None),
        Some(FromBot::Hello { .. } | FromBot::Ask(_)) => Err(Fault::Unexpected("choose")),
        Some(FromBot::Choose { id, .. }) if id != asked => Err(Fault::WrongId {
            asked,
            answered: id,
        }),
        Some(FromBot::Choose { option, .. }) => {
            let number = usize::try_from(option)
                .ok()
                .filter(|number| *number < options);
            number.map(Some).ok_or(Fault::NoOption { option, options })
        }
    }
}

/// What a program's seat is told, in sentences and in parts.
struct Feed {
    seat: Seat,
    log: Log,
    events: Happenings,
}

impl Feed {
    fn new(seat: Seat) -> Feed {
        Feed {
            seat,
            log: Log::new(seat),
            events: Happenings::new(seat),
        }
    }
}

/// What is told to each program, and the texts that are cut off.
struct Feeds(Vec<Feed>, Faults);

impl Feeds {
    /// Tells a program what has happened since it was told last.
    fn tell(&mut self, place: &mut Place<'_>, game: u64) {
        let Some(told) = self.0.iter_mut().find(|told| told.seat == place.seat) else {
            return;
        };
        let Who::Program(program) = &mut place.who else {
            return;
        };
        let (lines, events, wants) = (told.log.take_lines(), told.events.take(), program.wants());
        if wants.log && !lines.is_empty() {
            program.say(&ToBot::Log { game, lines });
        }
        if wants.events && !events.is_empty() {
            program.say(&ToBot::Events { game, events });
        }
    }
}

impl Watch for Feeds {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        for told in &mut self.0 {
            told.log.event_by(script, board, event, cause);
            told.events.event_by(script, board, event, cause);
        }
        self.1.event_by(script, board, event, cause);
    }
}

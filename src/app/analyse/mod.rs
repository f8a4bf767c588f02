//! `brink analyse`: searches a position, a kept game, a trace or a ruling, and tells what is found as it goes.

mod input;
mod report;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;

use crate::home::Home;
use crate::number::{self, whole};
use crate::{Failure, interrupt, plain, progress};
use board::Seat;
use bots::{Analysis, Budget, Course, Ismcts, MOST_ITERATIONS, Seen};
use engine::{Game, Outcome};
use explain::names::face_name;
use explain::options::decision::{Decision, Question};
use input::{Input, Subject};
use lang::notation::Player;
pub use report::schema;
use report::{About, Findings};
use session::screen::question;

/// Analyze a position: options, values and best lines.
#[derive(Args)]
pub struct Analyse {
    #[command(flatten)]
    input: Input,
    /// Analyse from this player's view, such as p2 [default: the player who decides]. If another
    /// player decides, the search uses only what this player can know
    #[arg(long, value_name = "PLAYER")]
    seat: Option<String>,
    /// See all cards, including hands and deck
    #[arg(long, conflicts_with = "seat")]
    open: bool,
    /// Number of playouts
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole::<u32>(1..=MOST_ITERATIONS.into()))]
    iterations: u32,
    /// Time to search instead of a number of playouts, such as 250ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = number::time, conflicts_with = "iterations")]
    time: Option<Duration>,
    /// Random seed of the search
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::seed)]
    seed: u64,
    /// Show only the best N options
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    top: Option<usize>,
    /// Print JSON lines during the search; the last one has `"done": true`
    #[arg(long)]
    json: bool,
}

impl Analyse {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        let Analyse {
            input,
            seat,
            open,
            iterations,
            time,
            seed,
            top,
            json,
        } = self;
        let named = seat
            .as_deref()
            .and_then(|player| number::seat(player, Player::MAX));
        let Subject {
            game,
            taken,
            people,
            viewer,
        } = input.open(home, (named, open))?;
        let decision = Decision::of(&game).ok_or_else(|| over(&game))?;
        let by = decision.by;
        let eyes = match &seat {
            Some(player) => self::seat(player, game.board().seats)?,
            None => viewer.unwrap_or(by),
        };
        // Whoever plays a game does not look into others' hands unless they say so.
        if let Some(people) = people.filter(|people| !open && !people.contains(&eyes)) {
            let yours = people.first().map_or_else(String::new, |you| {
                format!("`--seat {you}` shows what you see; ")
            });
            let help = format!(
                "{yours}`--open` shows all cards; `--to N` goes back to one of your own decisions"
            );
            let sentence = if eyes == by {
                format!("this game is not over, and the decision here belongs to {by}, not to you")
            } else {
                format!("this game is not over, and {eyes} is not you")
            };
            return Err(Failure::usage(sentence, help));
        }
        let budget = match time {
            Some(time) => Budget::Milliseconds(u32::try_from(time.as_millis()).unwrap_or(u32::MAX)),
            None => Budget::Iterations(iterations),
        };
        let wanted = time.is_none().then_some(iterations.into());
        let about = About {
            game: game.script().rules.game.clone(),
            open,
            seed,
            asked: asked(&game, &decision, taken > 0),
            top,
            wanted,
        };
        let stopped = interrupt::listen_and_say("the results so far follow");
        let gone = AtomicBool::new(false);
        let stop = || stopped.load(Ordering::Relaxed) || gone.load(Ordering::Relaxed);
        let course = Course::after(taken);
        let (mut lines, mut written) = (0, Ok(()));
        let mut say = |found: &Findings| {
            if json && written.is_ok() {
                lines += 1;
                written = write(&about.line(found, lines, None));
                // Nobody reads it any more, say.
                gone.store(written.is_err(), Ordering::Relaxed);
            }
        };
        let found = if eyes != by && !open {
            let at = (&game, &decision, course);
            Findings::watch(at, eyes, (budget, seed), &stop, &mut say)
        } else {
            let seen = Seen::new(&game, &decision, course).until(&stop);
            let seen = if open { seen.open() } else { seen };
            let bar = progress(
                wanted,
                match time {
                    Some(_) => "{pos} iterations in {elapsed}  {msg}",
                    None => "{bar:40} {pos} of {len} iterations, {eta} to go  {msg}",
                },
            );
            let mut told = |analysis: &Analysis| {
                bar.set_position(analysis.iterations);
                bar.set_message(about.best(analysis));
                say(&analysis.into());
            };
            let analysis = Ismcts::new(seed, budget, 1).analyse(&seen, Some(&mut told));
            bar.finish_and_clear();
            Findings::from(&analysis)
        };
        written?;
        interrupt::tell();
        let interrupted = stopped.load(Ordering::Relaxed);
        if json {
            write(&about.line(&found, lines + 1, Some(interrupted)))?;
        } else {
            let mut out = plain::stdout();
            out.write_all(about.table(&found, interrupted).as_bytes())?;
            out.flush()?;
        }
        if interrupted {
            Err(Failure::Interrupted)
        } else {
            Ok(())
        }
    }
}

/// Whose turn it is, and what is asked: `Turn 7, of p2. NAME: Choose a player.`
fn asked(game: &Game, decision: &Decision, counted: bool) -> String {
    let turn = match decision.question {
        Question::Side | Question::Shield { .. } => "Before the first turn.".to_string(),
        _ if counted => format!("Turn {} ({}).", game.state().turns, game.board().turn),
        // Nobody has said how many went before a position.
        _ => format!("{}'s turn.", game.board().turn),
    };
    let what = match decision.question {
        Question::Menu => "What to do?".to_string(),
        _ => question(decision).trim_end_matches(':').to_string(),
    };
    let face = decision.asks.map_or_else(String::new, |face| {
        format!("{}: ", face_name(&game.script().rules, face))
    });
    let end = if what.ends_with('?') { "" } else { "." };
    format!("{turn} {face}{what}{end}")
}

/// Somebody who plays.
fn seat(player: &str, seats: u8) -> Result<Seat, Failure> {
    number::seat(player, seats).ok_or_else(|| {
        Failure::usage(
            format!("`{player}` is not in this game"),
            format!("write `--seat p1` up to `--seat p{seats}`"),
        )
    })
}

/// Writes a line at once.
fn write(line: &str) -> io::Result<()> {
    let mut out = plain::json();
    out.write_all(line.as_bytes())?;
    out.flush()
}

/// Nobody is asked.
fn over(game: &Game) -> Failure {
    let how = match game.outcome() {
        Outcome::Won(seat) => format!("the game is over here: {seat} has won"),
        Outcome::Drawn => "the game is over here: nobody has won".to_string(),
        Outcome::Running => "no player has a decision to make here".to_string(),
    };
    Failure::run(
        how,
        "choose an earlier point: `--to N` for a saved game or a trace, `--moves` for a position",
    )
}

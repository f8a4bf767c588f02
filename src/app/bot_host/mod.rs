//! `brink bot-host`: games with programs of the outside world, over their standard input and output.

mod process;
mod results;
mod transcript;

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;

use crate::app::number::{self, seed, turns, whole};
use crate::app::output::{self, output};
use crate::app::start::{GameOptions, bot};
use crate::app::{Failure, cut, interrupt, plain, progress, secret};
use crate::base::{plural, printable};
use crate::players::hosted::{Chair, Hosted};
use process::Outside;
use results::{Game, Results};
use transcript::{Shared, Transcript};

/// Let programs in any language play, over their standard input and output; docs/bots/protocol.md says how they speak.
#[derive(Debug, Args)]
pub struct BotHost {
    /// A game by its id, or a file of your own
    #[arg(value_name = "RECIPE")]
    recipe: String,
    /// The command of a program, such as 'python3 bot.py'; given several times, several programs sit at the table
    #[arg(long = "bot", value_name = "COMMAND", required = true)]
    programs: Vec<String>,
    /// The bot at all other seats: random, cautious, greedy, ismcts:2000, ismcts:250ms
    #[arg(long, value_name = "BOT", default_value = "cautious")]
    against: String,
    /// How many play [default: 2, or as many as programs]
    #[arg(long, value_name = "N", value_parser = number::players)]
    players: Option<u8>,
    /// Where the first program sits, such as p2, the others after it; `rotated` plays each deal from every seat
    #[arg(long, value_name = "SEAT", default_value = "rotated")]
    seat: String,
    /// How many games
    #[arg(long, value_name = "G", default_value_t = 10, value_parser = whole::<u64>(1..=u64::MAX))]
    games: u64,
    /// The first deal's seed, each further deal has the next one; when left out it is drawn, and told after the games
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// How long a program may take for one answer, such as 1s, 250ms, 2m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    move_time: Duration,
    /// How long it may take for all answers of a game [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = time)]
    game_time: Option<Duration>,
    /// How long it may take to start and say hello
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    start_time: Duration,
    /// Turns after which a game is left unfinished
    #[arg(long, value_name = "TURNS", default_value_t = 400, value_parser = turns)]
    limit: u32,
    /// Give up when a program has lost so many games in a row by faults
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u64>(1..=u64::MAX))]
    failures: u64,
    /// Write the results into a JSON file; `-` writes them to the standard output in place of the table
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write all that is said into a file, as it is said
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
}

/// A time with its unit: `250ms`, `1s`, `2m`; a day at most.
fn time(text: &str) -> Result<Duration, String> {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let units = [("ms", 1), ("s", 1000), ("m", 60 * 1000)];
    let milliseconds = units.iter().find_map(|(unit, factor)| {
        let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(*factor).filter(|time| (1..=DAY).contains(time))
    });
    let wrong = || "expected a time from 1 ms to a day with its unit, such as `250ms`, `1s`, `2m`".to_string();
    milliseconds.map(Duration::from_millis).ok_or_else(wrong)
}

/// Which seats the programs have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seating {
    /// The first program's, counted from 0.
    Fixed(usize),
    Rotated,
}

impl BotHost {
    pub fn run(self) -> Result<(), Failure> {
        let against = bot(&self.against)?;
        let players = self.players.map_or(self.programs.len().max(2), usize::from);
        let seating = self.seating(players)?;
        let words = self.programs.iter().map(|text| words(text)).collect::<Result<Vec<_>, _>>()?;
        output::check([output("--json", &self.json), output("--log", &self.log)])?;
        // Programs that knew the seed would know the deck.
        let first = self.seed.map_or_else(secret::seed, Ok)?;
        let script = self.options.script(Some(&self.recipe), first)?;
        let transcript = match &self.log {
            Some(path) => Some(Rc::new(RefCell::new(Transcript::new(path)?)) as Shared),
            None => None,
        };
        let stop = interrupt::listen();
        let outside = |(number, words)| Outside::new(words, number, self.start_time, transcript.clone(), stop);
        let mut programs: Vec<Outside> = (1..).zip(words).map(outside).collect();
        for (program, command) in programs.iter_mut().zip(&self.programs) {
            program.start().map_err(|fault| {
                let help = "check the path and the permissions of the program; a command is split as by a shell";
                Failure::run(format!("`{}` cannot play: {fault}", printable(command, 80)), help)
            })?;
        }
        let mut results = Results {
            recipe: script.rules.game.clone(),
            players,
            names: Vec::new(),
            against: against.to_string(),
            games: Vec::new(),
        };
        let mut in_a_row = vec![0; programs.len()];
        let bar = progress(Some(self.games), "{bar:40} {pos} of {len} games, {eta} to go");
        for number in 1..=self.games {
            let (deal, turned) = match seating {
                Seating::Fixed(seat) => (number - 1, seat),
                Seating::Rotated => ((number - 1) / players as u64, (number - 1) as usize % players),
            };
            let seed = first.wrapping_add(deal);
            let script = match script.rules.drafted {
                // Each deal of a draft draws its own kinds.
                true => self.options.script(Some(&self.recipe), seed)?,
                false => script.clone(),
            };
            let seats: Vec<Option<usize>> = (0..players)
                .map(|seat| Some((seat + players - turned) % players).filter(|program| *program < programs.len()))
                .collect();
            let mut free: Vec<Option<&mut Outside>> = programs.iter_mut().map(Some).collect();
            let chairs = seats.iter().map(|sits| match sits.and_then(|program| free[program].take()) {
                Some(program) => Chair::Program(program),
                None => Chair::Bot(against),
            });
            let chairs = chairs.collect();
            let (move_time, game_time, limit) = (self.move_time, self.game_time, self.limit);
            let Some(ended) = (Hosted { script, seed, number, limit, move_time, game_time }).play(chairs, stop) else {
                break;
            };
            let mut last_words = vec![Vec::new(); players];
            for (seat, program) in seats.iter().enumerate().filter_map(|(seat, sits)| Some((seat, (*sits)?))) {
                let faulty = ended.faults[seat].is_some();
                in_a_row[program] = if faulty { in_a_row[program] + 1 } else { 0 };
                last_words[seat] = std::mem::take(&mut programs[program].last_words);
            }
            results.games.push(Game { number, seed, seats, ended, last_words });
            bar.inc(1);
            if in_a_row.iter().any(|faults| *faults >= self.failures) {
                break;
            }
        }
        bar.finish_and_clear();
        interrupt::tell();
        Outside::finish(&mut programs);
        results.names = programs.iter().zip(&self.programs).map(|(program, command)| name(program, command)).collect();

        if let Some(path) = &self.json {
            output::write(path, &results.document())?;
        }
        if let Some(transcript) = &transcript {
            transcript.borrow_mut().done()?;
        }
        if !output::is_standard(&self.json) {
            let mut out = plain::stdout();
            write!(out, "{}", results.table())?;
            if self.seed.is_none() {
                writeln!(out, "The seed was {first}: `--seed {first}` deals the same cards again.")?;
            }
            out.flush()?;
        }
        let told = cut::tell(&results.cuts());
        let played = results.games.len() as u64;
        if stop.load(Ordering::Relaxed) && played < self.games {
            writeln!(io::stderr(), "{}", self.how_far(first, played, players as u64, seating))?;
            return Err(Failure::Interrupted);
        }
        match in_a_row.iter().position(|faults| *faults >= self.failures) {
            None => told,
            Some(program) => {
                let faults = match self.failures {
                    1 => "a game".to_string(),
                    faults => format!("{faults} games in a row"),
                };
                let sentence = format!("`{}` has lost {faults} by faults and is given up", results.names[program]);
                let help = "the table says by which; `--log FILE` writes down all that is said";
                Err(Failure::run(sentence, help))
            }
        }
    }

    /// How many games an interrupted host has played, and how the others are played.
    fn how_far(&self, first: u64, played: u64, players: u64, seating: Seating) -> String {
        let each = if seating == Seating::Rotated { players } else { 1 };
        // Of a deal that was begun all games are played again.
        let deals = played / each;
        let (seed, games) = (first.wrapping_add(deals), self.games - deals * each);
        format!(
            "interrupted: {played} of {} were played; `--seed {seed} --games {games}` plays the others",
            plural(self.games, "game")
        )
    }

    fn seating(&self, players: usize) -> Result<Seating, Failure> {
        if self.programs.len() > players {
            let sentence = format!("{} programs do not fit at a table of {players}", self.programs.len());
            let help = format!("name {players} programs at most, or more `--players`, up to 6");
            return Err(Failure::usage(sentence, help));
        }
        if self.seat == "rotated" {
            return Ok(Seating::Rotated);
        }
        match number::seat(&self.seat, players as u8) {
            Some(seat) => Ok(Seating::Fixed(seat.index())),
            None => {
                let help = format!("name one from p1 to p{players}, or `rotated`");
                Err(Failure::usage(format!("there is no seat `{}`", self.seat), help))
            }
        }
    }
}

/// A command as a shell would split it; but no shell is asked, so that nothing else is done with it.
fn words(command: &str) -> Result<Vec<String>, Failure> {
    match shlex::split(command) {
        Some(words) if !words.is_empty() => Ok(words),
        Some(_) => Err(Failure::usage("a program needs a command", "write such as `--bot 'python3 bot.py'`")),
        None => {
            let help = "close its quotes, as for a shell";
            Err(Failure::usage(format!("`{command}` does not fall into words"), help))
        }
    }
}

/// As the program calls itself, or else its command.
fn name(program: &Outside, command: &str) -> String {
    match &program.name {
        Some((name, version)) => format!("{name} {version}"),
        None => printable(command, 40),
    }
}

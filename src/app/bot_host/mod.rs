//! `brink bot-host`: games with programs of the outside world, over their standard input and output.

mod crews;
mod process;
mod record;
mod results;
mod transcript;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;

use crate::number;
use crate::output::{self, output};
use crate::record::Record;
use crate::start::{GameOptions, bot};
use crate::{Failure, interrupt, progress};
use bots::BotSpec;
use bots::hosted::Program;
use bots::protocol::Fault;
use crews::{Match, Seating};
pub use process::{Outside, called};
use record::Header;
use results::{Game, Results};
use rules::ir::Rules;
use stats::arena::fingerprint;
use stats::series::{RecordError, seed_of};
use text::limits::PLAYERS;
use text::{plural, printable};
use transcript::{Shared, Transcript};

/// Host a bot program that talks over standard input and output (docs/bots/protocol.md).
#[derive(Args)]
pub struct BotHost {
    /// Game id, or a recipe, set or folder
    #[arg(value_name = "RECIPE")]
    recipe: String,
    /// Command of a bot program, such as 'python3 bot.py' (repeatable)
    #[arg(long = "bot", value_name = "COMMAND", required = true)]
    programs: Vec<String>,
    /// Bot on all other seats: random, cautious, greedy, ismcts:2000 or ismcts:250ms
    #[arg(long, value_name = "BOT", default_value = "cautious")]
    against: String,
    /// Number of players [default: 2, or one per program]
    #[arg(long, value_name = "N", value_parser = number::players)]
    players: Option<u8>,
    /// Seat of the first program, such as p2; the others follow. `rotated` plays each deal from
    /// every seat
    #[arg(long, value_name = "SEAT", default_value = "rotated")]
    seat: String,
    /// Number of games
    #[arg(long, value_name = "G", default_value_t = 10, value_parser = number::games)]
    games: u64,
    /// Random seed of the first deal; each further deal adds one [default: random, printed at the
    /// end]
    #[arg(long, value_name = "S", value_parser = number::seed)]
    seed: Option<u64>,
    #[command(flatten)]
    patience: Patience,
    /// Stop a game after this many turns
    #[arg(long, value_name = "TURNS", default_value_t = 400, value_parser = number::count)]
    limit: u32,
    /// Number of games at a time, each with its own processes
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = number::workers)]
    threads: u16,
    /// Save results to this file as they come, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write results as JSON; `-` prints them instead of the table
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Log all messages and the programs' error output to a file; --resume appends
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
}

/// What programs may do wrong, and for how long.
#[derive(Args)]
pub struct Patience {
    /// Time limit of a program per answer, such as 1s, 250ms or 2m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = number::time)]
    pub move_time: Duration,
    /// Time limit of a program per game [default: none]
    #[arg(long, value_name = "TIME", value_parser = number::time)]
    pub game_time: Option<Duration>,
    /// Time limit of a program to start and say hello
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = number::time)]
    pub start_time: Duration,
    /// Give up after a program loses N games in a row by faults
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::games)]
    pub failures: u64,
}

impl Patience {
    /// That program was given up.
    pub fn given_up(&self, name: &str, help: &str) -> Failure {
        let faults = match self.failures {
            1 => "a game".to_string(),
            faults => format!("{faults} games in a row"),
        };
        Failure::run(
            format!("`{name}` lost {faults} by faults, so the run stops"),
            help,
        )
    }
}

impl BotHost {
    pub fn run(self) -> Result<(), Failure> {
        let against = bot(&self.against)?;
        let players = self.players.map_or(self.programs.len().max(2), usize::from);
        let seating = self.seating(players)?;
        let words = self
            .programs
            .iter()
            .map(|text| words(text, "--bot 'python3 bot.py'"))
            .collect::<Result<Vec<_>, _>>()?;
        output::check([
            output("--json", &self.json),
            output("--log", &self.log),
            output("--resume", &self.resume),
        ])?;
        let mut record = Record::open(self.resume.as_deref(), "bot-host")?;
        // Programs that knew the seed would know the deck.
        let first = match self.seed.or_else(|| seed_of::<Header>(record.text())) {
            Some(seed) => seed,
            None => number::secret_seed()?,
        };
        let script = self.options.script(Some(&self.recipe), first)?;
        let header = self.header(&script.rules, players, against, first);
        let (games, length) =
            record::read(record.text(), &header, seating).map_err(|why| record.unfit(&why))?;
        record.go_on(length, &header)?;
        let transcript = match &self.log {
            // What was said in the games before is not lost.
            Some(path) => {
                Some(Arc::new(Mutex::new(Transcript::open(path, !games.is_empty())?)) as Shared)
            }
            None => None,
        };
        let stop = interrupt::listen();
        let mut results = Results {
            recipe: script.rules.game.clone(),
            players,
            names: Vec::new(),
            against: against.to_string(),
            games,
        };
        let mut in_a_row = vec![0; self.programs.len()];
        results
            .games
            .iter()
            .for_each(|game| count_faults(&mut in_a_row, game));
        let given_up = |in_a_row: &[u64]| {
            in_a_row
                .iter()
                .position(|faults| *faults >= self.patience.failures)
        };
        let bar = progress(
            Some(self.games),
            "{bar:40} {pos} of {len} games, {eta} to go",
        );
        let begun = results.games.len() as u64;
        bar.set_position(begun);
        let mut kept = Ok(());
        if begun < self.games && given_up(&in_a_row).is_none() {
            let mut crews = self.crews(&words, transcript.as_ref(), stop)?;
            same(&mut crews[0], &results.games)
                .map_err(|why| record.unfit(&RecordError::Other(why)))?;
            call_alike(&mut crews);
            let wanted = Match {
                players,
                seating,
                against,
                first,
                limit: self.limit,
                move_time: self.patience.move_time,
                game_time: self.patience.game_time,
                script: &self.options.of_deal(&self.recipe, &script),
            };
            kept = wanted.play(&mut crews, (begun, self.games), stop, &mut |game| {
                record.add(&game)?;
                count_faults(&mut in_a_row, &game);
                results.games.push(game);
                bar.inc(1);
                Ok(given_up(&in_a_row).is_none())
            });
            interrupt::tell();
            Outside::finish(&mut crews.into_iter().flatten().collect::<Vec<_>>());
        }
        bar.finish_and_clear();
        let names: Vec<String> = (0..)
            .zip(&self.programs)
            .map(|(program, command)| name(program, command, &results))
            .collect();
        results.names = told_apart(names);

        // What cannot be written takes nothing from the others, nor the table.
        let json = output::write_to(&self.json, || results.document());
        let log = transcript.as_ref().map_or(Ok(()), |log| {
            log.lock().unwrap_or_else(PoisonError::into_inner).done()
        });
        let mut table = results.table();
        if self.seed.is_none() {
            table +=
                &format!("The seed was {first}: `--seed {first}` deals the same cards again.\n");
        }
        let shown = output::show(&table, &self.json);
        let told = output::tell_cuts(&results.cuts());
        output::all([kept, json, log, shown])?;
        let played = results.games.len() as u64;
        if stop.load(Ordering::Relaxed) && played < self.games {
            writeln!(
                io::stderr(),
                "{}",
                self.how_far(first, played, players as u64, seating)
            )?;
            return Err(Failure::Interrupted);
        }
        match given_up(&in_a_row) {
            None => told,
            Some(program) => {
                Err(self.patience.given_up(&results.names[program], "the table shows which; `--log FILE` records all messages; `--failures N` allows more faults"))
            }
        }
    }

    /// The programs, as many times as there are threads; those of the first thread are started.
    fn crews(
        &self,
        words: &[Vec<String>],
        transcript: Option<&Shared>,
        stop: &'static AtomicBool,
    ) -> Result<Vec<Vec<Outside>>, Failure> {
        let outside = |thread: u16, (number, words): (usize, &Vec<String>)| {
            let number = if self.threads == 1 {
                number.to_string()
            } else {
                format!("{number}.{}", thread + 1)
            };
            Outside::new(
                words.clone(),
                number,
                self.patience.start_time,
                transcript.cloned(),
                stop,
            )
        };
        let crew = |thread: u16| {
            (1..)
                .zip(words)
                .map(|program| outside(thread, program))
                .collect()
        };
        let mut crews: Vec<Vec<Outside>> = (0..self.threads).map(crew).collect();
        for (program, command) in crews[0].iter_mut().zip(&self.programs) {
            start(program, command)?;
        }
        Ok(crews)
    }

    fn header(&self, rules: &Rules, players: usize, against: BotSpec, seed: u64) -> Header {
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Header {
            bot_host: 1,
            recipe: rules.game.clone(),
            rules: fingerprint(rules),
            players,
            programs: self.programs.clone(),
            against: [against.to_string(), against.version().to_string()],
            seat: self.seat.clone(),
            seed,
            limit: self.limit,
            move_ms: milliseconds(self.patience.move_time),
            game_ms: self.patience.game_time.map(milliseconds),
        }
    }

    /// How many games an interrupted host has played, and how the others are played.
    fn how_far(&self, first: u64, played: u64, players: u64, seating: Seating) -> String {
        if let Some(path) = &self.resume {
            let kept = format!(
                "they are saved in `{}`; run the same command to continue",
                path.display()
            );
            return format!(
                "interrupted: {played} of {} were played; {kept}",
                plural(self.games, "game")
            );
        }
        let each = if seating == Seating::Rotated {
            players
        } else {
            1
        };
        // Of a deal that was begun all games are played again.
        let deals = played / each;
        let (seed, games) = (first.wrapping_add(deals), self.games - deals * each);
        let again = match played % each {
            0 => String::new(),
            begun => format!(
                ", and {} of a deal that was started again",
                plural(begun, "game")
            ),
        };
        format!(
            "interrupted: {played} of {} were played; `--seed {seed} --games {games}` plays the others{again}",
            plural(self.games, "game")
        )
    }

    fn seating(&self, players: usize) -> Result<Seating, Failure> {
        let most = PLAYERS;
        if self.programs.len() > most {
            return Err(Failure::usage(
                format!("{} programs are too many for one game", self.programs.len()),
                format!("give at most {most}, one `--bot` for each"),
            ));
        }
        if self.programs.len() > players {
            let sentence = format!(
                "{} programs are too many for {players} players",
                self.programs.len()
            );
            return Err(Failure::usage(
                sentence,
                format!("give at most {players} programs, or more `--players` (up to 6)"),
            ));
        }
        if self.seat == "rotated" {
            return Ok(Seating::Rotated);
        }
        match number::seat(&self.seat, players as u8) {
            Some(seat) => Ok(Seating::Fixed(seat.index())),
            None => Err(Failure::usage(
                format!("there is no seat `{}`", self.seat),
                format!("give a seat from p1 to p{players}, or `rotated`"),
            )),
        }
    }
}

/// Starts a program before the first game.
pub fn start(program: &mut Outside, command: &str) -> Result<(), Failure> {
    program
        .start()
        .map_err(|fault| cannot_play(command, &fault, &[]))
}

/// What a program has to do with it that plays no game, with the last lines of its error output.
pub fn cannot_play(command: &str, fault: &Fault, error_output: &[String]) -> Failure {
    let help = match fault {
        Fault::NotStarted(_) => {
            "check the program's path and permissions; the command is split into words as in a shell"
        }
        _ => {
            "`brink bot-host --log FILE` records all messages; docs/bots/protocol.md describes the answers"
        }
    };
    let mut sentence = format!("`{}` cannot play: {fault}", printable(command, 80));
    error_output
        .iter()
        .for_each(|line| sentence += &format!("\nits error output: {line}"));
    Failure::run(sentence, help)
}

/// A command as a shell would split it; but no shell is asked, so that nothing else is done with it.
pub fn words(command: &str, such_as: &str) -> Result<Vec<String>, Failure> {
    match shlex::split(command) {
        Some(words) if !words.is_empty() => Ok(words),
        Some(_) => Err(Failure::usage(
            "a program needs a command",
            format!("write, for example, `{such_as}`"),
        )),
        None => Err(Failure::usage(
            format!("`{command}` cannot be split into words"),
            "close its quotes, as in a shell",
        )),
    }
}

/// Whether the programs are those that have played the games.
fn same(crew: &mut [Outside], games: &[Game]) -> Result<(), String> {
    for (program, process) in crew.iter_mut().enumerate() {
        let Some(then) = games
            .iter()
            .rev()
            .find_map(|game| game.names[program].as_ref())
        else {
            continue;
        };
        // One that says no hello loses its games by that.
        if let (Ok(()), Some(now)) = (process.begin(), process.name.as_ref().map(called))
            && now != *then
        {
            return Err(format!("its program was `{then}`, and now it is `{now}`"));
        }
    }
    Ok(())
}

/// Programs of several threads call themselves as those of the first one do, which are asked first.
fn call_alike(crews: &mut [Vec<Outside>]) {
    let [first, others @ ..] = crews else { return };
    if others.is_empty() {
        return;
    }
    for (program, process) in first.iter_mut().enumerate() {
        // One that says no hello loses its games by that.
        let _ = process.begin();
        others
            .iter_mut()
            .for_each(|crew| crew[program].expected.clone_from(&process.expected));
    }
}

/// Counts how often in a row each program has lost by faults.
fn count_faults(in_a_row: &mut [u64], game: &Game) {
    for (seat, program) in game.programs() {
        in_a_row[program] = if game.faults[seat].is_some() {
            in_a_row[program] + 1
        } else {
            0
        };
    }
}

/// Programs that call themselves alike are told by their numbers, in the order in which they were named.
fn told_apart(names: Vec<String>) -> Vec<String> {
    let alike = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let named = |(name, number): (&String, usize)| {
        if alike(name) {
            format!("{name} #{number}")
        } else {
            name.clone()
        }
    };
    names.iter().zip(1..).map(named).collect()
}

/// As the program called itself last, or else its command.
fn name(program: usize, command: &str, results: &Results) -> String {
    let called = results
        .games
        .iter()
        .rev()
        .find_map(|game| game.names[program].clone());
    called.unwrap_or_else(|| printable(command, 40))
}

#[cfg(test)]
mod tests {
    use super::told_apart;

    #[test]
    fn programs_that_call_themselves_alike_are_told_apart() {
        let names = |names: [&str; 3]| told_apart(names.map(str::to_string).to_vec());
        assert_eq!(
            names(["mine 1", "other 1", "mine 1"]),
            ["mine 1 #1", "other 1", "mine 1 #3"]
        );
        assert_eq!(
            names(["mine 1", "other 1", "mine 2"]),
            ["mine 1", "other 1", "mine 2"]
        );
    }
}

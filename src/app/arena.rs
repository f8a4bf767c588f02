//! `brink arena`: bots against each other, with a table of how they stand.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use itertools::Itertools;
use serde_json::{Value, json};

use crate::bot_host::{self, Outside, Patience, called};
use crate::number;
use crate::output::{self, output};
use crate::record::Record;
use crate::start::{FromFile, GameOptions, bot_with_weights};
use crate::{Failure, interrupt, pager, progress};
use board::Seat;
use bots::hosted::Program;
use stats::arena::{End, Entrant, Header, Plan, Played, Row, Schedule, Standings, read_record};
use stats::interval::Share;
use stats::series::seed_of;
use text::{plural, read_line};

/// Rank bots against each other on the same deals from every seat.
#[derive(Args)]
pub struct Arena {
    /// Game id, or a recipe, set or folder
    #[arg(value_name = "RECIPE")]
    recipe: String,
    /// Two or more bots, by seat: random, cautious, greedy, ismcts:2000, ismcts:250ms, or a program
    /// such as 'program:python3 bot.py'. greedy@FILE uses the weights of a file. The last bot fills
    /// the remaining seats; with more bots than seats, every possible group of them plays
    #[arg(value_name = "BOT", required = true, num_args = 2..=12)]
    bots: Vec<String>,
    /// Number of players [default: one per bot, at most 6]
    #[arg(long, value_name = "N", value_parser = number::players)]
    players: Option<u8>,
    /// Minimum number of games, rounded up so that each bot plays each deal from every seat [default: 100, or as many as --until
    /// needs]
    #[arg(long, value_name = "G", value_parser = number::games)]
    games: Option<u64>,
    /// Play until half the width of the 95% interval of the first bot's win rate is below W, such as 0.02
    #[arg(long, value_name = "W", value_parser = share)]
    until: Option<f64>,
    /// Random seed of the first deal; each further deal adds one [default: 1; random with programs]
    #[arg(long, value_name = "S", value_parser = number::seed)]
    seed: Option<u64>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = number::workers)]
    threads: Option<u16>,
    /// Stop a game after this many turns
    #[arg(long, value_name = "TURNS", default_value_t = 400, value_parser = number::count)]
    limit: u32,
    /// Write the standings as JSON; `-` prints them instead of the table
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write all games to a CSV file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Save results to this file as they come, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    patience: Patience,
    #[command(flatten)]
    options: GameOptions,
}

/// Deals that are played before it is asked whether that is enough.
const FEWEST: u64 = 20;

/// The seed of a record, where there is one.
fn seed_in(record: &Path) -> Option<u64> {
    // What is no file, such as a pipe, is refused later.
    let file = fs::metadata(record)
        .is_ok_and(|meta| meta.is_file())
        .then(|| File::open(record).ok())??;
    let mut header = Vec::new();
    read_line(&mut BufReader::new(file), &mut header).ok()?;
    seed_of::<Header>(str::from_utf8(&header).ok()?)
}

fn share(text: &str) -> Result<f64, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| (0.001..=0.5).contains(share));
    share.ok_or_else(|| "expected a number from 0.001 to 0.5".to_string())
}

impl Arena {
    pub fn run(self) -> Result<(), Failure> {
        let bots: Vec<(Entrant, Option<FromFile>)> = self
            .bots
            .iter()
            .map(|text| entrant(text))
            .collect::<Result<_, _>>()?;
        let (bots, files): (Vec<Entrant>, Vec<Option<FromFile>>) = bots.into_iter().unzip();
        let players = self.players.map_or(bots.len().min(6), usize::from);
        let threads = number::threads(self.threads);
        let plan = Plan::new(&bots, players);
        let outputs = [
            ("--json", &self.json),
            ("--csv", &self.csv),
            ("--resume", &self.resume),
        ];
        output::check(outputs.map(|(option, path)| output(option, path)))?;
        let seed = match self.seed {
            Some(seed) => seed,
            None if plan.programs().is_empty() => 1,
            // Programs that knew the seed would know the deck. A record has its own.
            None => self
                .resume
                .as_deref()
                .and_then(seed_in)
                .map_or_else(number::secret_seed, Ok)?,
        };
        let times = (self.patience.move_time, self.patience.game_time);
        let schedule = Schedule {
            plan,
            seed,
            limit: self.limit,
            times,
        };
        let script = self.options.script(Some(&self.recipe), seed)?;
        for file in files.iter().flatten() {
            file.of_game(&script.rules.game)?;
        }
        let stop = interrupt::listen();
        let mut crews = self.crews(&schedule.plan, threads, stop)?;
        let header = Header::of(&schedule, &script.rules, &names(&schedule.plan, &crews));
        let mut record = Record::open(self.resume.as_deref(), "arena")?;
        let read = read_record(record.text(), &header, &schedule);
        let (mut games, length) = read.map_err(|why| record.unfit(&why))?;
        record.go_on(length, &header)?;
        let mut standings = Standings::new(schedule.plan.clone());
        let mut in_a_row = vec![0; schedule.plan.bots.len()];
        for ends in &games {
            standings.add(ends);
            count_faults(&mut in_a_row, &schedule.plan, ends);
        }
        let given_up = |in_a_row: &[u64]| {
            in_a_row
                .iter()
                .position(|faults| *faults >= self.patience.failures)
        };

        let each = schedule.plan.lineups.len() as u64;
        let most = match (self.games, self.until) {
            (Some(games), _) => games.div_ceil(each),
            (None, None) => 100u64.div_ceil(each),
            (None, Some(_)) => u64::MAX,
        };
        let enough = |standings: &Standings| {
            let narrow = |until: f64| {
                standings.deals() >= FEWEST && standings.of(0).interval.half() <= until
            };
            self.until.is_some_and(narrow)
        };
        let wanted = most.checked_mul(each);
        let bar = progress(
            wanted,
            match wanted {
                Some(_) => "{bar:40} {pos} of {len} games, {eta} to go  {msg}",
                None => "{pos} games in {elapsed}  {msg}",
            },
        );
        bar.set_position(standings.games());
        let mut kept = Ok(());
        if !enough(&standings) && standings.deals() < most && given_up(&in_a_row).is_none() {
            let of_deal = self.options.of_deal(&self.recipe, &script);
            kept = schedule.play(
                &mut crews,
                (standings.deals(), most),
                &of_deal,
                stop,
                &mut |deal, ends| {
                    record.add(&Played::of(&schedule, deal, &ends))?;
                    standings.add(&ends);
                    count_faults(&mut in_a_row, &schedule.plan, &ends);
                    games.push(ends);
                    bar.inc(each);
                    let Share { rate, interval, .. } = standings.of(0);
                    bar.set_message(format!(
                        "{} {:.1}% ±{:.1}",
                        schedule.plan.bots[0],
                        100.0 * rate,
                        100.0 * interval.half()
                    ));
                    Ok(!enough(&standings) && given_up(&in_a_row).is_none())
                },
            );
        }
        Outside::finish(&mut crews.into_iter().flatten().collect::<Vec<_>>());
        bar.finish_and_clear();
        interrupt::tell();

        // What cannot be written takes nothing from the others, nor the table.
        let csv = output::write_to(&self.csv, || csv(&schedule, &games));
        let json = output::write_to(&self.json, || document(&header, &standings));
        let draws = if standings.draws > 0 {
            plural(standings.draws, "draw") + ", "
        } else {
            String::new()
        };
        let table = format!(
            "{}: {} of {players} players, {} from seed {}; {:.1} turns a game, {draws}{} unfinished\n",
            script.rules.game,
            plural(standings.games(), "game"),
            plural(standings.deals(), "deal"),
            schedule.seed,
            standings.turns(),
            standings.unfinished
        );
        let table = pager::fitted(&table) + &pager::narrowed(&standings.to_string());
        let shown = output::show(&table, &self.json);
        let told = output::tell_cuts(&standings.cuts);
        output::all([kept, csv, json, shown])?;
        let given_up = given_up(&in_a_row);
        let wanted_more = standings.deals() < most && !enough(&standings) && given_up.is_none();
        let interrupted = stop.load(Ordering::Relaxed) && wanted_more;
        if interrupted {
            writeln!(
                io::stderr(),
                "{}",
                self.how_far(&standings, most.checked_mul(each))
            )?;
            return Err(Failure::Interrupted);
        }
        match given_up {
            None => told,
            Some(program) => {
                Err(self
                    .patience
                    .given_up(&schedule.plan.bots[program].to_string(), "the table shows how; `brink bot-host --log FILE` records all messages; `--failures N` allows more faults"))
            }
        }
    }

    /// The processes of the programs, as many crews as threads. Those of the first thread are started and have said hello; the
    /// others have to call themselves so, too.
    fn crews(
        &self,
        plan: &Plan,
        threads: usize,
        stop: &'static AtomicBool,
    ) -> Result<Vec<Vec<Outside>>, Failure> {
        let mut crews: Vec<Vec<Outside>> = (0..threads).map(|_| Vec::new()).collect();
        for entrant in plan.programs() {
            let Entrant::Program(command) = &plan.bots[entrant] else {
                continue;
            };
            let words = bot_host::words(command, SUCH_AS)?;
            let mut expected = None;
            for crew in &mut crews {
                let mut process = Outside::new(
                    words.clone(),
                    command.clone(),
                    self.patience.start_time,
                    None,
                    stop,
                );
                process.expected.clone_from(&expected);
                if expected.is_none() {
                    if let Err(fault) = process.begin() {
                        let error_output = process.dismiss(&fault);
                        interrupt::tell();
                        // Who was interrupted has not failed.
                        if stop.load(Ordering::Relaxed) {
                            writeln!(io::stderr(), "interrupted before any game")?;
                            return Err(Failure::Interrupted);
                        }
                        return Err(bot_host::cannot_play(command, &fault, &error_output));
                    }
                    process.expected.clone_from(&process.name);
                    expected.clone_from(&process.name);
                }
                crew.push(process);
            }
        }
        Ok(crews)
    }

    /// What an interrupted arena has played, and how to go on.
    fn how_far(&self, standings: &Standings, games: Option<u64>) -> String {
        let played = match games {
            Some(games) => format!("{} of {}", standings.games(), plural(games, "game")),
            None => plural(standings.games(), "game"),
        };
        let go_on = match &self.resume {
            Some(path) => format!(
                "they are saved in `{}`; run the same command to continue",
                path.display()
            ),
            None => "`--resume FILE` saves games, so that you can continue later".to_string(),
        };
        format!("interrupted after {played}; {go_on}")
    }
}

/// A program among the bots.
const SUCH_AS: &str = "'program:python3 bot.py'";

/// By bot how it has called itself, where it is a program.
fn names(plan: &Plan, crews: &[Vec<Outside>]) -> Vec<Option<String>> {
    let mut names = vec![None; plan.bots.len()];
    let processes = crews.first().into_iter().flatten();
    for (bot, process) in plan.programs().into_iter().zip(processes) {
        names[bot] = process.name.as_ref().map(called);
    }
    names
}

/// A bot of ours by its word, or a program by its command.
fn entrant(text: &str) -> Result<(Entrant, Option<FromFile>), Failure> {
    if let Some(command) = text.strip_prefix("program:") {
        return bot_host::words(command, SUCH_AS)
            .map(|_| (Entrant::Program(command.to_string()), None));
    }
    let (bot, from) = bot_with_weights(text)?;
    let entrant = match &from {
        Some(FromFile { file, of }) => Entrant::Trained {
            bot,
            file: file.clone(),
            weights: of.weights,
        },
        None => Entrant::Bot(bot),
    };
    Ok((entrant, from))
}

/// Counts how many games in a row each program has lost by faults.
fn count_faults(in_a_row: &mut [u64], plan: &Plan, ends: &[End]) {
    for (lineup, end) in plan.lineups.iter().zip(ends) {
        for (entrant, in_a_row) in in_a_row
            .iter_mut()
            .enumerate()
            .filter(|(entrant, _)| lineup.contains(entrant))
        {
            *in_a_row = if end.failed(lineup, entrant).is_some() {
                *in_a_row + 1
            } else {
                0
            };
        }
    }
}

/// A line each game: deal, seed, the bots by seat, the winning seat and its bot, turns, how often texts were cut off, which programs have lost by
/// which faults.
fn csv(schedule: &Schedule, games: &[Vec<End>]) -> String {
    let plan = &schedule.plan;
    let mut rows = csv::Writer::from_writer(Vec::new());
    let mut row = |before: [String; 2], bots: Vec<String>, after: [String; 5]| {
        rows.write_record(before.iter().chain(&bots).chain(&after))
            .expect("rows of one length go into memory")
    };
    let players = plan.lineups.first().map_or(0, Vec::len);
    row(
        ["deal", "seed"].map(str::to_string),
        (1..=players).map(|seat| format!("p{seat}")).collect(),
        ["winner", "winning_bot", "turns", "cuts", "faults"].map(str::to_string),
    );
    for (deal, ends) in (0..).zip(games) {
        for (lineup, end) in plan.lineups.iter().zip(ends) {
            let bots = lineup.iter().map(|bot| plan.bots[*bot].to_string());
            let bots: Vec<String> = bots.collect();
            let (winner, bot) = match end.winner {
                Some(seat) => (seat.to_string(), bots[seat.index()].clone()),
                None if end.draw => ("draw".to_string(), String::new()),
                None => Default::default(),
            };
            let faults = end.faults.iter();
            let mut faults = faults.map(|of| format!("{}: {}", of.seat, of.fault));
            let ended = [
                winner,
                bot,
                end.turns.to_string(),
                end.cuts.times().to_string(),
                faults.join("; "),
            ];
            let seed = schedule.seed_of(deal).to_string();
            row([deal.to_string(), seed], bots, ended);
        }
    }
    String::from_utf8(rows.into_inner().expect("memory takes all")).expect("it is made of texts")
}

fn document(header: &Header, standings: &Standings) -> String {
    let rows = standings.rows();
    let against = |row: &Row| {
        let others = rows.iter().zip(&row.against);
        let met = others.filter_map(|(other, met)| Some((other, met.as_ref()?)));
        met.map(|(other, met)| with("bot", &other.bot, "games", met))
            .collect::<Vec<_>>()
    };
    let bots = rows.iter().map(|row| {
        let mut of_bot = with("bot", &row.bot, "seats", &row.all);
        of_bot["rating"] = json!(row.rating);
        of_bot["rating_95"] = json!([row.rating_interval.low, row.rating_interval.high]);
        of_bot["faults"] = json!(row.faults);
        of_bot["by_seat"] = by_seat(&row.by_seat);
        of_bot["against"] = against(row).into();
        of_bot
    });
    let document = json!({
        "header": header,
        "deals": standings.deals(),
        "games": standings.games(),
        "unfinished": standings.unfinished,
        "draws": standings.draws,
        "turns": standings.turns(),
        "cuts": standings.cuts,
        "by_seat": by_seat(&standings.by_seat(None)),
        "bots": bots.collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}

fn by_seat(shares: &[Share]) -> Value {
    (0..)
        .map(Seat)
        .zip(shares)
        .map(|(seat, share)| with("seat", &seat.to_string(), "games", share))
        .collect()
}

/// How often it was won, of so many games or seats.
fn with(what: &str, name: &str, of: &str, share: &Share) -> Value {
    let interval = [share.interval.low, share.interval.high];
    json!({ what: name, of: share.of, "wins": share.wins, "rate": share.rate, "rate_95": interval })
}

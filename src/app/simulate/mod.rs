//! `brink simulate`: many games, counted for those who design cards.

mod figures;
mod html;
mod plot;
mod table;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::{Args, Subcommand};

use crate::number;
use crate::output::{self, Output, output, own_files};
use crate::start::GameOptions;
use crate::{Failure, interrupt, plain, progress};
use stats::simulate::{
    self as simulation, Bots, Depth, Header, Job, Labels, Progress, Shard, Simulation, Tables,
    simulate,
};
use text::plural;

/// Simulate many games and report statistics.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Simulate {
    #[command(subcommand)]
    command: Option<Command>,
    /// Game id or recipe file
    #[arg(value_name = "RECIPE", required = true)]
    recipe: Option<String>,
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::players)]
    players: u8,
    /// Number of games
    #[arg(long, value_name = "G", default_value_t = 10_000, value_parser = number::games)]
    games: u64,
    /// Random seed of the first game; each further game adds one
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::seed)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = number::workers)]
    threads: Option<u16>,
    /// Stop a game after this many turns
    #[arg(long, value_name = "TURNS", default_value_t = 400, value_parser = number::count)]
    limit: u32,
    /// One bot for all seats, or one per seat, such as `cautious,random`
    #[arg(long, value_name = "BOTS", default_value = "random")]
    bots: String,
    /// Compare with another recipe, dealt from the same seeds
    #[arg(long, value_name = "OTHER")]
    compare: Option<String>,
    /// Play part K of N; join the parts with `brink simulate merge`
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Write CSV files into a folder: one row per game, and one per card, game and seat
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Count only wins, to measure speed
    #[arg(long, conflicts_with_all = ["compare", "shard", "csv", "json", "report"])]
    bare: bool,
    #[command(flatten)]
    outputs: Outputs,
    #[command(flatten)]
    options: GameOptions,
}

#[derive(Subcommand)]
enum Command {
    /// Merge the JSON files of shards
    Merge(Merge),
}

#[derive(Args)]
struct Merge {
    /// JSON files written by `--json`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Merge even if games are missing
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    outputs: Outputs,
}

/// Where results go, besides the terminal.
#[derive(Args)]
struct Outputs {
    /// Write results as JSON; `-` prints them instead of the table
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write an HTML report with tables and plots
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

impl Simulate {
    pub fn run(self) -> Result<(), Failure> {
        if let Some(Command::Merge(merge)) = self.command {
            return merge.run();
        }
        self.outputs.check()?;
        if let Some(folder) = &self.csv {
            if folder.is_file() {
                let help = "give a folder: `--csv DIR`; each table is a file in it";
                return Err(Failure::usage(
                    format!(
                        "`{}` is a file, but `--csv` needs a folder",
                        folder.display()
                    ),
                    help,
                ));
            }
            let files = Tables::names(self.shard).map(|name| folder.join(name));
            let tables = files
                .iter()
                .chain([folder])
                .map(|file| ("--csv", file.as_path()));
            output::apart(self.outputs.all().into_iter().flatten().chain(tables))?;
        }
        let script = self.options.script(self.recipe.as_deref(), self.seed)?;
        let other = self
            .compare
            .as_deref()
            .map(|other| self.options.script(Some(other), self.seed))
            .transpose()?;
        for script in std::iter::once(&script).chain(&other) {
            output::spares(self.outputs.all(), own_files(script))?;
        }
        let bots = Bots::parse(&self.bots, self.players)
            .map_err(|error| Failure::usage(error.to_string(), error.help()))?;
        let [from, to] = self
            .shard
            .map_or([0, self.games], |shard| shard.range(self.games));
        let threads = number::threads(self.threads);
        let depth = if self.bare { Depth::Bare } else { Depth::Full };
        let job = Job {
            script,
            other,
            players: self.players,
            bots,
            seed: self.seed,
            limit: self.limit,
            games: from..to,
            threads,
            depth,
        };
        let header = Header::new(&job, self.games, self.shard);
        let (simulation, interrupted) = self.play(&job, header)?;
        if self.bare {
            plain::stdout().write_all(table::bare(&simulation).as_bytes())?
        } else {
            self.outputs.write(&simulation)?
        }
        let told = output::tell_cuts(&simulation.cuts());
        if interrupted {
            Err(Failure::Interrupted)
        } else {
            told
        }
    }

    /// Plays, and says whether it was interrupted.
    fn play(&self, job: &Job, header: Header) -> Result<(Simulation, bool), Failure> {
        let stop = interrupt::listen();
        let folder_failed =
            |folder: &Path, error: &io::Error| Failure::file(folder, "written to", error);
        let mut tables = match &self.csv {
            Some(folder) => {
                let begun = Tables::begin(folder, &header, &Labels::of_game(&job.script));
                Some(begun.map_err(|error| folder_failed(folder, &error))?)
            }
            None => None,
        };
        let wanted = job.games.end - job.games.start;
        let bar = progress(
            Some(wanted),
            "{bar:12} {pos} of {len} games in {elapsed}, {eta} to go  {msg}",
        );
        let (decided, cut_short) = (AtomicU64::new(0), AtomicU64::new(0));
        let done = simulate(job, stop, tables.as_mut(), &|step| match step {
            Progress::Played(games) => bar.inc(games),
            Progress::Ended(_) => {}
            Progress::Decided { cut_short: cut } => {
                let all = decided.fetch_add(1, Ordering::Relaxed) + 1;
                cut_short.fetch_add(cut.into(), Ordering::Relaxed);
                if cut || bar.position() == 0 {
                    bar.set_message(decisions(all, cut_short.load(Ordering::Relaxed)));
                }
            }
        });
        bar.finish_and_clear();
        let (decided, cut_short) = (decided.into_inner(), cut_short.into_inner());
        if cut_short > 0 {
            writeln!(
                io::stderr(),
                "{}: card texts look at more than one decision allows (docs/bounds.md)",
                decisions(decided, cut_short)
            )?;
        }
        interrupt::tell();
        let done = done.map_err(|error| match &self.csv {
            Some(folder) => folder_failed(folder, &error),
            None => Failure::from(error),
        })?;
        if let (Some(tables), Some(folder)) = (tables, &self.csv) {
            tables
                .keep()
                .map_err(|error| folder_failed(folder, &error))?;
        }
        let interrupted = done.games < wanted;
        if interrupted {
            writeln!(
                io::stderr(),
                "interrupted: {} of {} were played and are counted",
                done.games,
                plural(wanted, "game")
            )?;
        }
        Ok((Simulation::new(header, job, done), interrupted))
    }
}

/// How many decisions bots have made.
fn decisions(all: u64, cut_short: u64) -> String {
    match cut_short {
        0 => plural(all, "decision"),
        _ => format!("{}, {cut_short} of them cut short", plural(all, "decision")),
    }
}

impl Merge {
    fn run(self) -> Result<(), Failure> {
        self.outputs.check()?;
        let read = |path: &PathBuf| {
            let text = output::read(path)?;
            let name = path.display().to_string();
            let simulation = Simulation::read(&text).map_err(|error| {
                Failure::run(format!("`{name}` cannot be merged: {error}"), "give files that `brink simulate --shard K/N --json FILE` wrote with this version")
            })?;
            Ok((name, simulation))
        };
        let files = self
            .files
            .iter()
            .map(read)
            .collect::<Result<Vec<_>, Failure>>()?;
        let whole = simulation::merge(files, self.partial).map_err(|misfit| {
            let help = match misfit {
                simulation::Misfit::Missing(_) => {
                    "play them too, or merge what there is: `--partial`"
                }
                simulation::Misfit::Twice { .. } => "remove one of the files",
                simulation::Misfit::Differs { .. } => {
                    "shards belong together if all options except `--shard` and `--threads` are the same"
                }
                simulation::Misfit::Nothing => "give the files of the shards",
            };
            Failure::run(misfit.to_string(), help)
        })?;
        self.outputs.write(&whole)?;
        output::tell_cuts(&whole.cuts())
    }
}

impl Outputs {
    fn all(&self) -> [Option<Output<'_>>; 2] {
        [
            output("--json", &self.json),
            output("--report", &self.report),
        ]
    }

    fn check(&self) -> Result<(), Failure> {
        output::check(self.all())
    }

    fn write(&self, simulation: &Simulation) -> Result<(), Failure> {
        // What cannot be written takes nothing from the others, nor the table.
        let json = output::write_to(&self.json, || simulation.write());
        let report = output::write_to(&self.report, || html::page(simulation));
        output::all([
            json,
            report,
            output::show(&table::tables(simulation), &self.json),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::decisions;

    #[test]
    fn decisions_that_costly_texts_cut_short_are_counted() {
        assert_eq!(decisions(1, 0), "1 decision");
        assert_eq!(decisions(30, 2), "30 decisions, 2 of them cut short");
    }
}

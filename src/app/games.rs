//! `brink games`: the games that were kept as they went.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use clap::{Args, Subcommand, ValueEnum};
use itertools::Itertools;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use crate::home::Home;
use crate::number;
use crate::output::{self, as_ruling};
use crate::play::look;
use crate::shelf::{Entry, Shelf};
use crate::start::saved_scripts;
use crate::tui::NAME;
use crate::tui::look::Look;
use crate::{Failure, pager, plain, saves};
use board::Seat;
use explain::options::decision::Misfit;
use record::traces::write::trace_of;
use session::save::{Saved, Scripts};
use session::sitting::Sitting;
use session::undo::timeline;
use text::{columns, padded};

/// Manage saved games
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Games {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Delete saved games
    Rm(Remove),
    /// Export a saved game or a trace as a trace, ruling, position or save file
    Export(Export),
}

#[derive(Args)]
struct Remove {
    /// Numbers of saved games, as `brink games` lists them
    #[arg(value_name = "ID", required_unless_present = "over")]
    ids: Vec<String>,
    /// Delete all finished games
    #[arg(long, conflicts_with = "ids")]
    over: bool,
}

#[derive(Args)]
struct Export {
    /// Number of a saved game, or a file written by `save FILE` or `brink trace`
    #[arg(value_name = "ID|FILE")]
    game: String,
    /// Output format
    #[arg(long = "as", value_name = "FORMAT", value_enum)]
    format: Format,
    /// Only the first N decisions of all players
    #[arg(long, value_name = "N", value_parser = number::count)]
    to: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// Move by move with positions and options, for `brink replay`
    Trace,
    /// The current turn and its moves, for `brink ruling`
    Ruling,
    /// The table with all cards open, for `brink position` and `brink why`
    Position,
    /// A save file, for `brink play --load`
    Game,
}

impl Games {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        match self.command {
            None => list(home),
            Some(Command::Rm(remove)) => remove.run(home),
            Some(Command::Export(export)) => export.run(home),
        }
    }
}

fn entries(home: &Home) -> Result<(Shelf, Vec<Entry>), Failure> {
    let shelf = Shelf::of(home)?;
    let data = home.data()?;
    let entries = shelf
        .list()
        .map_err(|error| Failure::file(&data.join("games"), "read", &error))?;
    Ok((shelf, entries))
}

fn list(home: &Home) -> Result<(), Failure> {
    let (shelf, entries) = entries(home)?;
    let misnamed = shelf.misnamed().unwrap_or_default();
    let misnamed = misnamed.iter().map(|name| {
        format!(
            "`{name}` is not listed: the file of a saved game is named by its number alone, for example `7.game`.\n"
        )
    });
    let misnamed: String = misnamed.collect();
    if entries.is_empty() {
        write!(plain::stdout(), "{misnamed}")?;
        return Ok(writeln!(
            plain::stdout(),
            "No saved games. Start one with `brink play{}`.",
            shelf.option()
        )?);
    }
    let look = look(false, home);
    let rows = entries.iter().rev().map(|entry| row(entry, look));
    let heading = ["id", "last played", "game", "players", "you", "turn", ""].map(str::to_string);
    let rows: Vec<[String; 7]> = std::iter::once(heading).chain(rows).collect();
    let width = |column: usize| {
        rows.iter()
            .map(|row| columns(&row[column]))
            .max()
            .unwrap_or(0)
    };
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = match column {
                0 => write!(line, "{cell:>0$}", width(0)),
                _ => write!(line, "  {}", padded(cell, width(column))),
            };
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push_str(&misnamed);
    out.push_str(&what_can_be_done(shelf.option()));
    pager::show(&out, home.settings.pager.as_deref())
}

/// The last lines of the list. `data` is what a command needs to find the games, behind a blank.
fn what_can_be_done(data: &str) -> String {
    // A line for each where the commands are long.
    let behind = if data.is_empty() { " " } else { "\n" };
    format!(
        "`brink play --resume ID{data}` continues a game,{behind}`brink replay ID{data}` replays it,\n\
         `brink games rm ID{data}` deletes it.\n"
    )
}

fn row(entry: &Entry, look: Look) -> [String; 7] {
    let (id, when) = (entry.id.to_string(), date(entry.kept));
    match &entry.saved {
        Ok(saved) => {
            let state = match (saved.over, saved.winner) {
                (false, _) => "in progress".to_string(),
                (true, None) if saved.drawn => "a draw".to_string(),
                (true, None) => "over".to_string(),
                (true, Some(winner)) if winner == saved.seat && saved.guests.is_empty() => {
                    "won".to_string()
                }
                (true, Some(winner)) => match saved
                    .names
                    .get(winner.index())
                    .filter(|name| !name.is_empty())
                {
                    Some(name) => format!("won by {}", look.fit(&text::plain(name), NAME)),
                    None => format!("won by {winner}"),
                },
            };
            let from = if saved.position.is_some() {
                ", from a position"
            } else {
                ""
            };
            let state = format!("{state}{from}");
            let turn = if saved.turn == 0 {
                "set-up".to_string()
            } else {
                saved.turn.to_string()
            };
            let mut people = [&[saved.seat], &saved.guests[..]].concat();
            people.sort();
            [
                id,
                when,
                saved.game.clone(),
                saved.players.to_string(),
                people.iter().map(Seat::to_string).join(", "),
                turn,
                state,
            ]
        }
        Err(why) => {
            let dash = || "-".to_string();
            [
                id,
                when,
                dash(),
                dash(),
                dash(),
                dash(),
                format!("cannot be read: {why}"),
            ]
        }
    }
}

/// A time as the clock on the wall has it.
fn date(time: SystemTime) -> String {
    let zoned = Timestamp::try_from(time).map(|time| Zoned::new(time, TimeZone::system()));
    zoned.map_or_else(
        |_| "unknown".to_string(),
        |time| time.strftime("%Y-%m-%d %H:%M").to_string(),
    )
}

impl Remove {
    fn run(self, home: &Home) -> Result<(), Failure> {
        let (shelf, entries) = entries(home)?;
        let ids = match self.over {
            true => {
                let over = entries
                    .iter()
                    .filter(|entry| entry.saved.as_ref().is_ok_and(|saved| saved.over));
                over.map(|entry| entry.id).collect()
            }
            false => self
                .ids
                .iter()
                .map(|id| number::game(id))
                .collect::<Result<Vec<u32>, _>>()?,
        };
        if let Some(missing) = ids
            .iter()
            .find(|id| !entries.iter().any(|entry| entry.id == **id))
        {
            return Err(number::no_game(*missing));
        }
        let mut out = plain::stdout();
        for id in &ids {
            let removed = shelf
                .remove(*id)
                .map_err(Failure::at(&shelf.file(*id), "removed"))?;
            if !removed {
                return Err(Failure::run(
                    format!("game {id} is being played"),
                    "leave it first",
                ));
            }
            writeln!(out, "Game {id} is deleted.")?;
        }
        if ids.is_empty() {
            writeln!(out, "There are no finished games.")?;
        }
        Ok(())
    }
}

impl Export {
    fn run(self, home: &Home) -> Result<(), Failure> {
        let (path, text) = match self.game.parse::<u32>() {
            Ok(id) => {
                let shelf = Shelf::of(home)?;
                let text = shelf.text(id).map_err(|error| match error.kind() {
                    io::ErrorKind::NotFound => number::no_game(id),
                    _ => Failure::file(&shelf.file(id), "read", &error),
                });
                (shelf.file(id), text?)
            }
            Err(_) => {
                let path = PathBuf::from(&self.game);
                let text = output::read(&path)?;
                (path, text)
            }
        };
        let saved = saves::saved(&path.display().to_string(), &text, self.to)?;
        Ok(plain::stdout().write_all(self.written(&saved)?.as_bytes())?)
    }

    fn written(&self, saved: &Saved) -> Result<String, Failure> {
        let scripts = saved_scripts(saved)?;
        if self.format == Format::Trace {
            let settled = saved
                .settled
                .iter()
                .find(|settled| settled.after <= saved.taken.len());
            if let Some(settled) = settled {
                let before = match settled.after.checked_sub(1) {
                    Some(before) => format!("`--to {before}` the part before it"),
                    None => "`--as position` the table".to_string(),
                };
                return Err(Failure::run(
                    "a dispute was settled in this game, which a trace cannot record",
                    format!(
                        "`--as game` writes all of it, `--as ruling` the current turn, {before}"
                    ),
                ));
            }
            let given = scripts.given.as_deref().map(|given| &given.setup);
            let trace = trace_of(
                &scripts.deal,
                saved.players,
                saved.seed,
                given,
                &saved.taken,
            );
            return trace.map_err(|(number, misfit)| not_again(number, &misfit));
        }
        let sitting = saved
            .sit(&scripts)
            .map_err(|(repeated, misfit)| not_again(saves::place(saved, repeated).1, &misfit))?;
        match self.format {
            Format::Game | Format::Trace => Ok(Saved::of(&sitting, saved.memory).to_string()),
            Format::Ruling => as_ruling(&sitting, None).map_err(|why| {
                Failure::run(
                    format!("this game cannot be a ruling yet: {why}"),
                    "export it after the set-up",
                )
            }),
            Format::Position => position(&sitting, saved, &scripts),
        }
    }
}

/// The table with all cards open, where a position says all of it.
fn position(sitting: &Sitting, saved: &Saved, scripts: &Scripts) -> Result<String, Failure> {
    let moments = timeline(
        &saved.seating(scripts),
        &saved.taken,
        &saved.settlements(scripts).0,
    )
    .expect("the same choices have just been taken");
    let now = moments.last();
    if moments.is_position(now) {
        return Ok(sitting.position());
    }
    let who = moments
        .game(now)
        .chooser()
        .expect("nobody is asked where a game is over");
    let what = if moments.turn(now) == 0 {
        "part of the set-up"
    } else {
        "in the middle of an effect"
    };
    let sentence = format!(
        "decision {} of this game, by {who}, is {what}, which a position cannot record",
        now + 1
    );
    let ruling = if sitting.as_ruling().is_ok() {
        "`--as ruling` writes all of it"
    } else {
        "`--as game` writes all of it"
    };
    let help = match moments.position_before(now) {
        Some(before) => format!("`--to {before}` writes the table before it; {ruling}"),
        None => format!("export it later in the game; {ruling}"),
    };
    Err(Failure::run(sentence, help))
}

fn not_again(number: usize, misfit: &Misfit) -> Failure {
    Failure::run(
        format!(
            "decision {} of this game cannot be replayed: {misfit}",
            number + 1
        ),
        format!("`--to {number}` stops before that decision"),
    )
}

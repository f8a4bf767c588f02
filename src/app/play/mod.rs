//! `brink play`: a person against bots, on a terminal or through a pipe.

mod answer;
mod menu;
mod screen;

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use crate::app::start::GameOptions;
use crate::app::{Failure, near, reason};
use crate::board::Seat;
use crate::engine::{Script, Setup};
use crate::syntax::notation::{MoveLine, NotationError};
use crate::table::bots::BotName;
use crate::table::saved::Saved;
use crate::table::sitting::{Seating, Sitting, moved};
use answer::Answer;
use screen::Lines;

const HELP: &str = "\
Choose an option by its number, or by its label or any beginning of it that fits only one:
`pass`, `action ...`, `build ... at p1.2`, `stack ... on p1.2`, `use p1.2`, `p2`, `p2.3`.
p2.3 is the third building of p2 from the left; to build at p2.3 is to make it the third.
On the table: `?` is face down, `(NAME)` face down but known to you, `^NAME` face up, `*` spent.
Besides:
  table      draw the table again        undo       go back to your previous decision
  log        all that has happened       save FILE  keep the game in a file
  ?          this help                   quit       leave the game
  save FILE --as ruling                  the table and its moves, for `brink ruling FILE`
";

/// Play against bots.
#[derive(Debug, Args)]
pub struct Play {
    /// A game by its id, or a file of your own; the first game there is when left out
    #[arg(value_name = "RECIPE")]
    recipe: Option<String>,
    /// How many play, you included [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6), conflicts_with = "load")]
    players: Option<u8>,
    /// What chance hangs on; drawn and shown when left out
    #[arg(long, value_name = "S", conflicts_with = "load")]
    seed: Option<u64>,
    /// Your seat, 1 or p1 for the first player [default: 1]
    #[arg(long, value_name = "SEAT", conflicts_with = "load")]
    seat: Option<String>,
    /// Who plays against you: cautious or random [default: cautious]
    #[arg(long, value_name = "NAME", conflicts_with = "load")]
    bots: Option<String>,
    /// Go on with a game that was kept by `save FILE`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["disputes", "kinds"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
}

impl Play {
    pub fn run(self) -> Result<(), Failure> {
        let (sitting, note) = match &self.load {
            Some(path) => self.resumed(path)?,
            None => self.dealt()?,
        };
        sit_down(sitting, &note)
    }

    fn dealt(&self) -> Result<(Sitting, String), Failure> {
        let players = self.players.unwrap_or(2);
        let seat = seat(self.seat.as_deref().unwrap_or("1"), players)?;
        let bots = match self.bots.as_deref() {
            None => BotName::default(),
            Some(name) => name.parse().map_err(|_| {
                let names = BotName::ALL.map(|bots| bots.to_string());
                Failure::usage(format!("no bot is called `{name}`"), near(name, names.iter().map(String::as_str)))
            })?,
        };
        let seed = self.seed.unwrap_or_else(any_seed);
        let script = self.options.script(self.recipe.as_deref(), seed)?;
        let note = format!("Game {}, {players} players, seed {seed}; you are {seat}.", script.rules.game);
        Ok((Sitting::new(Seating { script, players, seed, seat, bots, setup: None }), note))
    }

    fn resumed(&self, path: &Path) -> Result<(Sitting, String), Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))?;
        let name = path.display().to_string();
        let saved = Saved::parse(&text).map_err(|error| Failure::notation(&name, &text, error))?;
        let script = self.options.script_of(self.recipe.as_deref(), &saved)?;
        let Saved { players, seed, seat, bots, .. } = saved;
        let note = format!("Game {}, {players} players, seed {seed}; you are {seat}.", script.rules.game);
        let sitting = Sitting::resumed(Seating { script, players, seed, seat, bots, setup: None }, &saved.taken);
        let sitting = sitting.map_err(|(index, misfit)| {
            let help = "the file was changed, or kept with other cards; leave out this line and what follows it";
            let error =
                NotationError { span: saved.places[index], reason: misfit.to_string(), help: Some(help.to_string()) };
            Failure::notation(&name, &text, error)
        })?;
        Ok((sitting, note))
    }
}

fn sit_down(sitting: Sitting, note: &str) -> Result<(), Failure> {
    let fine = io::stdout().is_terminal();
    let mut table = Table { sitting, told: 0, lines: Lines::new(fine), out: io::stdout().lock() };
    writeln!(table.out, "{note} Type `?` for help.")?;
    table.play(&mut io::stdin().lock(), fine && io::stdin().is_terminal())
}

/// Why a position was not played on.
pub enum NotOpened {
    /// Its moves cannot be made.
    Moves(Vec<NotationError>),
    Failure(Failure),
}

/// Plays on from a position, after some moves. The person has the seat that is asked then, bots the others.
pub fn from_position(script: Arc<Script>, setup: Setup, moves: &[MoveLine], title: &str) -> Result<(), NotOpened> {
    let failed = |sentence: &str, help: &str| NotOpened::Failure(Failure::run(sentence, help));
    let (game, taken) = moved(script.clone(), &setup, moves).map_err(NotOpened::Moves)?;
    let Some((seat, _)) = game.decision() else {
        return Err(failed("the game of this ruling is over", "open it before its moves, or open another one"));
    };
    let players = setup.nations.len() as u8;
    let note = format!("{title}\nGame {}, {players} players; you are {seat}.", script.rules.game);
    let setup = Some(Arc::new(setup));
    let seating = Seating { script, players, seed: 0, seat, bots: BotName::default(), setup };
    let sitting = Sitting::resumed(seating, &taken);
    let sitting = sitting.map_err(|(_, misfit)| failed(&misfit.to_string(), "this is a fault of brink"))?;
    sit_down(sitting, &note).map_err(NotOpened::Failure)
}

/// The seat of that number, such as `2` or `p2`.
fn seat(text: &str, players: u8) -> Result<Seat, Failure> {
    let number = text.trim_start_matches(['p', 'P']).parse::<u8>().ok();
    match number.filter(|number| (1..=players).contains(number)) {
        Some(number) => Ok(Seat(number - 1)),
        None => Err(Failure::usage(
            format!("there is no seat `{text}` at a table of {players}"),
            format!("the seats are p1 to p{players}"),
        )),
    }
}

/// Some seed, short enough to be typed again.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() as u64 ^ u64::from(std::process::id()).rotate_left(20)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
}

/// The person's side of a sitting.
struct Table<O> {
    sitting: Sitting,
    /// How many sentences of the log have been told.
    told: usize,
    lines: Lines,
    out: O,
}

impl<O: Write> Table<O> {
    fn play(&mut self, input: &mut impl BufRead, prompting: bool) -> Result<(), Failure> {
        self.show()?;
        while let Some(decision) = self.sitting.decision() {
            if prompting {
                write!(self.out, "> ")?;
            }
            self.out.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                writeln!(self.out, "The input has ended; the game is left as it is.")?;
                return Ok(());
            }
            let line = String::from_utf8_lossy(&line);
            match answer::read(&line, &decision.offers) {
                Answer::Take(number) => {
                    self.sitting.take(number);
                    self.show()?;
                }
                Answer::Undo if self.sitting.undo() => {
                    self.told = self.sitting.log().len();
                    writeln!(self.out, "Back at your previous decision.")?;
                    self.show()?;
                }
                Answer::Undo => writeln!(self.out, "You have decided nothing yet.")?,
                Answer::Help => write!(self.out, "{HELP}")?,
                Answer::Log => {
                    for sentence in self.sitting.log() {
                        writeln!(self.out, "{sentence}")?;
                    }
                }
                Answer::Table => self.show()?,
                Answer::Save(_) if self.sitting.seating().setup.is_some() => {
                    writeln!(self.out, "This game began with a ruling: keep it with `save FILE --as ruling`.")?;
                }
                Answer::Save(path) => {
                    let saved = Saved::of(&self.sitting).to_string();
                    self.save(&path, &saved, "The game is kept in")?;
                }
                Answer::SaveRuling(path) => match self.sitting.as_ruling() {
                    Ok(ruling) => self.save(&path, &ruling, "The ruling waits for its expectation in")?,
                    Err(why) => writeln!(self.out, "Not kept: {why}.")?,
                },
                Answer::Quit => {
                    writeln!(self.out, "You leave the game.")?;
                    return Ok(());
                }
                Answer::Nothing => {}
                Answer::Unclear(sentence) => writeln!(self.out, "{sentence}")?,
            }
        }
        self.end()
    }

    fn save(&mut self, path: &Path, text: &str, done: &str) -> io::Result<()> {
        match save(path, text) {
            Ok(()) => writeln!(self.out, "{done} `{}`.", path.display()),
            Err(error) => writeln!(self.out, "`{}` cannot be written: {}.", path.display(), reason(&error)),
        }
    }

    /// What has happened since, the table, and what is asked.
    fn show(&mut self) -> Result<(), Failure> {
        writeln!(self.out)?;
        for sentence in &self.sitting.log()[self.told..] {
            writeln!(self.out, "{sentence}")?;
        }
        self.told = self.sitting.log().len();
        let (view, rules) = (self.sitting.view(), &self.sitting.seating().script.rules);
        write!(self.out, "\n{}", screen::draw(rules, &view, self.sitting.seating().seat, self.lines))?;
        if let Some(decision) = self.sitting.decision() {
            write!(self.out, "\n{}", menu::write_menu(rules, &view, &decision))?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        let me = self.sitting.seating().seat;
        match self.sitting.result() {
            None => writeln!(self.out, "\nThe others play on without end; nobody has won.")?,
            Some((winner, why)) => {
                let who = if winner == me { "You win".to_string() } else { format!("{winner} wins") };
                writeln!(self.out, "\n{who}{}.", why.map_or_else(String::new, |why| format!(": {why}")))?;
            }
        }
        self.out.flush()?;
        Ok(())
    }
}

/// Writes aside and renames, so that a file is never half written.
fn save(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

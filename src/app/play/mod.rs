//! `brink play`: a person against bots, on a terminal or through a pipe.

mod answer;
mod dispute;
mod opening;

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::app::number::{self, whole};
use crate::app::output::save;
use crate::app::plain::Plain;
use crate::app::start::{GameOptions, bot};
use crate::app::{Failure, near, plain, reason, secret};
use crate::board::Seat;
use crate::engine::{Script, Setup};
use crate::syntax::notation::{MoveLine, NotationError};
use crate::table::bots::BotSpec;
use crate::table::contest::contest_words;
use crate::table::memory::Memory;
use crate::table::replay::draft_names;
use crate::table::saved::{Saved, Settled};
use crate::table::screen::{Lines, draw};
use crate::table::sitting::{Opening, Repeated, Seating, Settlement, Sitting, moved};
use crate::table::why::event_asked;
use answer::{Answer, Keep};
use opening::Console;

const HELP: &str = "\
Choose an option by its number, or by its label or any beginning of it that fits only one:
`pass`, `action ...`, `build ... at p1.2`, `stack ... on p1.2`, `use p1.2`, `p2`, `p2.3`.
p2.3 is the third building of p2 from the left; to build at p2.3 is to make it the third.
On the table: `?` is face down, `(NAME)` face down but known to you, `^NAME` face up, `*` spent.
Besides:
  table      draw the table again        undo       go back to your previous decision
  log        all that has happened       save FILE  keep the game in a file
  why p2.3   why a building is as it is  why LABEL  why that is offered or not
  why 12     why event 12 of the log     why last   why the last thing happened
  ?          this help                   quit       leave the game
  save FILE --as ruling                  the table and its moves, for `brink ruling FILE`
  save FILE --over                       the same in place of a file that is there
  dispute NAME                           play for how a disputed rule is read
";

const OVER: &str = "`why last`, `log`, `undo` and `save FILE --as ruling` still work; an empty line leaves.";

/// Play against bots.
#[derive(Debug, Args)]
pub struct Play {
    /// A game by its id, or a file of your own; the first game there is when left out
    #[arg(value_name = "RECIPE")]
    recipe: Option<String>,
    /// How many play, you included [default: 2]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(2..=6), conflicts_with = "load")]
    players: Option<u8>,
    /// What chance hangs on; when left out it is drawn, and told when the game is over
    #[arg(long, value_name = "S", value_parser = number::seed, conflicts_with = "load")]
    seed: Option<u64>,
    /// Sit as that player, 1 or p1 for the first, without playing for who begins
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["load", "first"])]
    seat: Option<String>,
    /// Who begins: hfb (you play for it), random, or me [default: hfb]
    #[arg(long, value_name = "HOW", conflicts_with = "load")]
    first: Option<String>,
    /// Who plays against you: random, cautious, greedy, or ismcts with a budget, such as ismcts:2000 or ismcts:250ms
    /// [default: ismcts:1s]
    #[arg(long, value_name = "BOT", conflicts_with = "load")]
    bots: Option<String>,
    /// What the table remembers for you: assisted (cards that you know are shown), or strict (as at a real table: what
    /// lies face down is shown face down, and the log goes back to your last decision only)
    /// [default: assisted, or as the kept game has it]
    #[arg(long, value_name = "MEMORY", value_parser = memory())]
    memory: Option<Memory>,
    /// Go on with a game that was kept by `save FILE`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["disputes", "kinds"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
}

fn memory() -> impl TypedValueParser<Value = Memory> {
    PossibleValuesParser::new(Memory::NAMES).map(|name| name.parse().expect("it is one of the names"))
}

/// How the first player is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum First {
    Contest,
    Random,
    Me,
}

const FIRSTS: [(&str, First); 3] = [("hfb", First::Contest), ("random", First::Random), ("me", First::Me)];

impl Play {
    pub fn run(self) -> Result<(), Failure> {
        let mut console = console();
        let (sitting, told, memory) = match &self.load {
            Some(path) => {
                let (sitting, kept) = self.resumed(path, &mut console)?;
                let memory = self.memory.unwrap_or(kept);
                let told = if memory == Memory::Strict { sitting.log().len() - sitting.news().len() } else { 0 };
                (sitting, told, memory)
            }
            None => {
                // Who leaves before the deal has been told so.
                let Some(sitting) = self.dealt(&mut console)? else { return Ok(()) };
                // What went before the deal was told when it happened.
                let told = sitting.seating().opening.told.len();
                (sitting, told, self.memory.unwrap_or_default())
            }
        };
        sit_down(Some(self), sitting, told, memory, console)
    }

    fn dealt(&self, console: &mut Console<impl BufRead, impl Write>) -> Result<Option<Sitting>, Failure> {
        let players = self.players.unwrap_or(2);
        let given = self.seat.as_deref().map(|text| seat(text, players)).transpose()?;
        let first = match self.first.as_deref() {
            None => First::Contest,
            Some(name) => {
                FIRSTS.iter().find(|(known, _)| *known == name).map(|(_, first)| *first).ok_or_else(|| {
                    let help = near(name, FIRSTS.map(|(known, _)| known));
                    Failure::usage(format!("nobody is found to begin by `{name}`"), help)
                })?
            }
        };
        let bots = match self.bots.as_deref() {
            None => BotSpec::default(),
            Some(spec) => bot(spec)?,
        };
        let seed = self.seed.map_or_else(secret::seed, Ok)?;
        let script = self.options.script(self.recipe.as_deref(), seed)?;
        let symbols = &script.rules.symbols;
        let mut words = contest_words(seed);
        let mut opening = Opening::default();
        let seat = match (given, first) {
            (Some(seat), _) => seat,
            (None, First::Random) => opening::seat_behind(players, words.below(u32::from(players)) as u8),
            (None, First::Contest) if !symbols.is_empty() => {
                let game = &script.rules.game;
                let seed = told_seed(self.seed);
                writeln!(console.out, "Game {game}, {players} players{seed}; who begins is open.")?;
                match console.seat(symbols, players, &mut words, &mut opening.told)? {
                    Some(seat) => seat,
                    None => return Ok(None),
                }
            }
            (None, First::Contest | First::Me) => Seat(0),
        };
        let sitting = Sitting::new(Seating { script, players, seed, seat, bots, opening, setup: None });
        introduce(&mut console.out, &sitting, self.seed)?;
        Ok(Some(sitting))
    }

    /// The kept game, and the memory that it is played with.
    fn resumed(
        &self,
        path: &Path,
        console: &mut Console<impl BufRead, impl Write>,
    ) -> Result<(Sitting, Memory), Failure> {
        let text = crate::base::read_text(path).map_err(|error| Failure::file(path, "read", &error))?;
        let name = path.display().to_string();
        let saved = Saved::parse(&text).map_err(|error| Failure::notation(&name, &text, error))?;
        let script_after =
            |settled: usize| self.options.script_of(self.recipe.as_deref(), &saved, saved.disputes_after(settled));
        let script = script_after(0)?;
        let mut settlements = Vec::new();
        for (number, Settled { after, name, value, told, .. }) in saved.settled.iter().enumerate() {
            let script = script_after(number + 1)?;
            let (name, value, told) = (name.clone(), value.clone(), told.clone());
            settlements.push(Settlement { after: *after, name, value, told, script });
        }
        let Saved { players, seed, seat, bots, memory, opening, .. } = saved;
        let seating = Seating { script, players, seed, seat, bots, opening, setup: None };
        let sitting = Sitting::resumed(seating, &saved.taken, settlements);
        let sitting = sitting.map_err(|(repeated, misfit)| {
            let help = "the file was changed, or kept with other cards; leave out this line and what follows it";
            let span = match repeated {
                Repeated::Choice(number) => saved.places[number],
                Repeated::Settlement(number) => saved.settled[number].place,
            };
            let error = NotationError { span, reason: misfit.to_string(), help: Some(help.to_string()) };
            Failure::notation(&name, &text, error)
        })?;
        introduce(&mut console.out, &sitting, None)?;
        Ok((sitting, memory))
    }
}

/// Where the person is asked: the standard input and output.
fn console() -> Console<io::StdinLock<'static>, Plain<io::StdoutLock<'static>>> {
    let prompting = io::stdout().is_terminal() && io::stdin().is_terminal();
    Console { input: io::stdin().lock(), out: plain::stdout(), prompting }
}

fn sit_down(
    play: Option<Play>,
    sitting: Sitting,
    told: usize,
    memory: Memory,
    console: Console<impl BufRead, impl Write>,
) -> Result<(), Failure> {
    let lines = Lines::new(io::stdout().is_terminal());
    let own = play.as_ref().and_then(|play| fs::canonicalize(play.load.as_ref()?).ok()).into_iter().collect();
    Table { play, sitting, told, told_before: told, memory, own, lines, console }.play()
}

/// Why a position was not played on.
pub enum NotOpened {
    /// Its moves cannot be made.
    Moves(Vec<NotationError>),
    Failure(Failure),
}

/// Plays on from a position, after some moves. The person has the seat that is asked then, bots the others.
pub fn from_position(
    script: Arc<Script>,
    setup: Setup,
    moves: &[MoveLine],
    title: &str,
    bots: BotSpec,
) -> Result<(), NotOpened> {
    let failed = |sentence: &str, help: &str| NotOpened::Failure(Failure::run(sentence, help));
    let (game, taken) = moved(script.clone(), &setup, moves).map_err(NotOpened::Moves)?;
    let Some((seat, _)) = game.decision() else {
        return Err(failed("the game of this ruling is over", "open it before its moves, or open another one"));
    };
    let players = setup.nations.len() as u8;
    let note = format!("{title}\nGame {}, {players} players; you are {seat}. Type `?` for help.", script.rules.game);
    let (opening, setup) = (Opening::default(), Some(Arc::new(setup)));
    let seating = Seating { script, players, seed: 0, seat, bots, opening, setup };
    let sitting = Sitting::resumed(seating, &taken, Vec::new());
    let sitting = sitting.map_err(|(_, misfit)| failed(&misfit.to_string(), "this is a fault of brink"))?;
    let mut console = console();
    writeln!(console.out, "{note}").map_err(|error| NotOpened::Failure(error.into()))?;
    sit_down(None, sitting, 0, Memory::default(), console).map_err(NotOpened::Failure)
}

/// Says what is played. A seed that was not asked for is kept for the end: it tells the deck.
fn introduce(out: &mut impl Write, sitting: &Sitting, asked: Option<u64>) -> Result<(), Failure> {
    let Seating { script, players, seat, .. } = sitting.seating();
    let seed = told_seed(asked);
    writeln!(out, "Game {}, {players} players{seed}; you are {seat}. Type `?` for help.", script.rules.game)?;
    if script.rules.drafted {
        writeln!(out, "The draft: {}.", draft_names(script).join(", "))?;
    }
    Ok(())
}

/// The seat of that number, such as `2` or `p2`.
fn seat(text: &str, players: u8) -> Result<Seat, Failure> {
    number::seat(text, players).ok_or_else(|| {
        let sentence = format!("there is no seat `{text}` at a table of {players}");
        Failure::usage(sentence, format!("the seats are p1 to p{players}"))
    })
}

fn told_seed(asked: Option<u64>) -> String {
    asked.map_or_else(String::new, |seed| format!(", seed {seed}"))
}

/// The person's side of a sitting.
struct Table<I, O> {
    /// What was asked for on the command line; nothing when the game began with a ruling.
    play: Option<Play>,
    sitting: Sitting,
    /// How many sentences of the log have been told.
    told: usize,
    /// How many had been told before the last time.
    told_before: usize,
    memory: Memory,
    /// Files that hold this game: the one it was loaded from, and those that it was kept in.
    own: Vec<PathBuf>,
    lines: Lines,
    console: Console<I, O>,
}

impl<I: BufRead, O: Write> Table<I, O> {
    fn play(&mut self) -> Result<(), Failure> {
        self.show()?;
        let mut ended = false;
        loop {
            let decision = self.sitting.decision();
            let over = decision.is_none();
            if over && !ended {
                self.end()?;
            }
            ended = over;
            let Some(line) = self.console.line()? else {
                if !over {
                    writeln!(self.console.out, "The input has ended; the game is left as it is.")?;
                }
                return Ok(());
            };
            let offers = decision.map_or_else(Vec::new, |decision| decision.offers);
            match answer::read(&line, &offers) {
                Answer::Nothing | Answer::Quit if over => return Ok(()),
                // A script may answer longer than the game lasts.
                Answer::Take(_) | Answer::Unclear(_) if over && !self.console.prompting => return Ok(()),
                Answer::Take(number) => {
                    self.sitting.take(number);
                    self.show()?;
                }
                Answer::Undo if self.sitting.undo() => {
                    self.told = self.sitting.log().len();
                    self.told_before = self.told_before.min(self.told);
                    writeln!(self.console.out, "Back at your previous decision.")?;
                    self.show()?;
                }
                Answer::Undo => writeln!(self.console.out, "You have decided nothing yet.")?,
                Answer::Help => write!(self.console.out, "{HELP}")?,
                Answer::Log => write!(self.console.out, "{}", self.sitting.numbered_log(self.remembered()))?,
                Answer::Table => self.show()?,
                Answer::Why(asked) if self.forgotten(&asked) => {
                    writeln!(self.console.out, "A strict table does not remember that.")?;
                }
                Answer::Why(asked) => match self.sitting.why(&asked) {
                    Ok(told) => write!(self.console.out, "{told}")?,
                    Err(unclear) => writeln!(self.console.out, "{unclear}")?,
                },
                Answer::Dispute(name) => {
                    if !self.settle(&name)? {
                        return Ok(());
                    }
                }
                Answer::Save(keep) => self.keep(&keep)?,
                Answer::Quit => {
                    writeln!(self.console.out, "You leave the game.")?;
                    return Ok(());
                }
                Answer::Nothing => {}
                Answer::Unclear(sentence) => writeln!(self.console.out, "{sentence}")?,
            }
        }
    }

    fn strict(&self) -> bool {
        self.memory == Memory::Strict
    }

    /// It is about an event before the last decision, at a strict table.
    fn forgotten(&self, asked: &str) -> bool {
        event_asked(asked, self.sitting.log().len()).is_some_and(|number| number <= self.remembered())
    }

    /// From which sentence on the log may be read again.
    fn remembered(&self) -> usize {
        if self.strict() { self.told_before } else { 0 }
    }

    /// Keeps the game in a file, or as a ruling. Another file that is there already is replaced only when asked for.
    fn keep(&mut self, Keep { path, ruling, over }: &Keep) -> io::Result<()> {
        let (name, as_ruling) = (path.display(), if *ruling { " --as ruling" } else { "" });
        if !ruling && self.sitting.seating().setup.is_some() {
            return writeln!(self.console.out, "This game began with a ruling: keep it with `save FILE --as ruling`.");
        }
        if !over && path.is_file() && !fs::canonicalize(path).is_ok_and(|path| self.own.contains(&path)) {
            let how = format!("`save {name}{as_ruling} --over` replaces it");
            return writeln!(self.console.out, "Not kept: `{name}` is there already; {how}.");
        }
        let (text, done) = match ruling {
            false => (Saved::of(&self.sitting, self.memory).to_string(), "The game is kept in"),
            true => match self.sitting.as_ruling() {
                Ok(ruling) => (ruling, "The ruling waits for its expectation in"),
                Err(why) => return writeln!(self.console.out, "Not kept: {why}."),
            },
        };
        match save(path, &text) {
            Ok(()) => {
                self.own.extend(fs::canonicalize(path));
                writeln!(self.console.out, "{done} `{name}`.")
            }
            Err(error) => writeln!(self.console.out, "`{name}` cannot be written: {}.", reason(&error)),
        }
    }

    /// What has happened since, the table, and what is asked.
    fn show(&mut self) -> Result<(), Failure> {
        writeln!(self.console.out)?;
        for sentence in &self.sitting.log()[self.told..] {
            writeln!(self.console.out, "{sentence}")?;
        }
        if self.told < self.sitting.log().len() {
            (self.told_before, self.told) = (self.told, self.sitting.log().len());
        }
        let (view, decision, seat) = (self.sitting.view(), self.sitting.decision(), self.sitting.seating().seat);
        let screen = draw(self.sitting.rules(), view, decision.as_ref(), seat, self.memory, self.lines);
        write!(self.console.out, "\n{screen}")?;
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        let me = self.sitting.seating().seat;
        match self.sitting.result() {
            None => writeln!(self.console.out, "\nThe others play on without end; nobody has won.")?,
            Some((winner, why)) => {
                let who = if winner == me { "You win".to_string() } else { format!("{winner} wins") };
                writeln!(self.console.out, "\n{who}{}.", why.map_or_else(String::new, |why| format!(": {why}")))?;
            }
        }
        if self.play.as_ref().is_some_and(|play| play.seed.is_none()) {
            let seed = self.sitting.seating().seed;
            writeln!(self.console.out, "The seed was {seed}: `--seed {seed}` deals the same cards again.")?;
        }
        if self.console.prompting {
            writeln!(self.console.out, "{OVER}")?;
        }
        self.console.out.flush()?;
        Ok(())
    }
}

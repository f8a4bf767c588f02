//! `brink play`: people against bots, on the full screen of a terminal, or line by line.

pub mod answer;
mod console;
mod full;
mod games;
mod on_screen;
mod opening;
mod people;
mod resume;
mod settling;
mod table;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::app::home::Home;
use crate::app::menu::Menu;
use crate::app::number::{self, whole};
use crate::app::shelf::{Keeper, Shelf};
use crate::app::start::{GameOptions, bot};
use crate::app::{Failure, near, secret};
use crate::base::plural;
use crate::board::Seat;
use crate::engine::{Script, Words};
use crate::players::bots::BotSpec;
use crate::rules::ir::Symbol;
use crate::sittings::contest::contest_words;
use crate::sittings::seating::{Given, Opening, Seating};
use crate::sittings::sitting::Sitting;
use crate::speech::names::notation::draft_names;
use crate::speech::positions::moves::moved;
use crate::speech::screen::memory::Memory;
use crate::syntax::notation::{MoveLine, NotationError};
pub use console::Console;
pub use full::{is_screen, look, speed};
pub use games::{Games, Left};
use resume::Resumed;
use table::Table;

/// Play against bots.
#[derive(Debug, Args)]
pub struct Play {
    /// A game by its id, or a file of your own; the first game there is when left out
    #[arg(value_name = "RECIPE")]
    recipe: Option<String>,
    /// How many play, you included [default: 2]
    #[arg(long, value_name = "N", value_parser = number::players, conflicts_with = "load")]
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
    /// Go on with a game that was kept by `save FILE`, or with a trace
    #[arg(long, value_name = "FILE", conflicts_with_all = ["disputes", "kinds"])]
    load: Option<PathBuf>,
    /// Go on with a game that `brink games` lists; the one left last when no ID is given
    #[arg(long, value_name = "ID", num_args = 0..=1, require_equals = false, default_missing_value = "", conflicts_with_all = ["load", "players", "seed", "seat", "first", "bots", "disputes", "kinds"])]
    resume: Option<String>,
    /// With --resume or --load: only the first N decisions of all players are taken again
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=u32::MAX.into()))]
    to: Option<u32>,
    /// How options are shown [default: steps on a terminal, else whole]
    #[arg(long, value_name = "MENU", value_enum)]
    menu: Option<Menu>,
    #[command(flatten)]
    screen: full::ScreenOptions,
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
    pub fn run(mut self, home: &Home) -> Result<(), Failure> {
        if self.to.is_some() && self.load.is_none() && self.resume.is_none() {
            let help = "say which game goes on: `--resume`, or `--load FILE`";
            return Err(Failure::usage("`--to` belongs to a kept game", help));
        }
        let mut console = Console::standard();
        let menu = self.menu.or(home.settings.play.menu);
        let menu = menu.unwrap_or(if console.prompting { Menu::Steps } else { Menu::Whole });
        let resumed = match (&self.load, &self.resume) {
            (Some(path), _) => Some(self.loaded(path, home)?),
            (None, Some(id)) => Some(self.resumed(id, home)?),
            (None, None) => None,
        };
        if self.screen.full(home) {
            if resumed.is_none() {
                self.by_settings(home);
            }
            return self.on_screen(home, resumed, console);
        }
        let table = match resumed {
            Some(Resumed { sitting, .. }) if !sitting.seating().guests.is_empty() => {
                let help = "go on with it on the full screen of a terminal, without `--plain`";
                return Err(Failure::usage("several people play this game at one screen", help));
            }
            Some(Resumed { sitting, memory, keeper, told }) => {
                let memory = self.memory.unwrap_or(memory);
                told.iter().try_for_each(|line| console.say_wrapped(line))?;
                introduce(&mut console.out, &sitting, None)?;
                // What went before is told on request.
                let told = sitting.log().len() - sitting.news().len();
                if told > 0 && memory == Memory::Assisted {
                    writeln!(console.out, "{} before; `log` tells all.", plural(told as u64, "event"))?;
                }
                Table::new(sitting, told, memory, menu, console).kept_by(keeper)
            }
            None => {
                self.by_settings(home);
                let (keeper, nowhere) = keeper(home);
                let first = console.prompting && Shelf::of(home).is_ok_and(|shelf| shelf.is_empty());
                let teaches = "Your first game? `brink learn` teaches it in ten minutes; `quit` leaves.";
                let notes = nowhere.as_deref().into_iter().chain(first.then_some(teaches));
                notes.into_iter().try_for_each(|note| writeln!(console.out, "{note}"))?;
                // Who leaves before the deal has been told so.
                let asked = |about: &Deal<'_>, words: &mut Words, told: &mut Vec<String>| {
                    let seed = told_seed(self.seed);
                    writeln!(console.out, "Game {}, {} players{seed}; who begins is open.", about.game, about.players)?;
                    opening::seat(&mut console, about.symbols, about.players, words, told)
                };
                let Some(seating) = self.dealt(home, asked)? else { return Ok(()) };
                let sitting = Sitting::begin(seating);
                introduce(&mut console.out, &sitting, self.seed)?;
                // What went before the deal was told when it happened.
                let told = sitting.seating().opening.told.len();
                let memory = self.memory.unwrap_or_default();
                Table::new(sitting, told, memory, menu, console).kept_by(keeper)
            }
        };
        table.of(self).play()
    }

    /// What the command line leaves open, the settings say.
    fn by_settings(&mut self, home: &Home) {
        let play = &home.settings.play;
        self.recipe = self.recipe.take().or_else(|| play.recipe.clone());
        self.players = self.players.or(play.players);
        self.bots = self.bots.take().or_else(|| play.bots.map(|bots| bots.to_string()));
        self.memory = self.memory.or(play.memory);
        if self.seat.is_none() {
            self.first = self.first.take().or_else(|| play.first.clone());
        }
    }

    /// All that a game is made from; nothing when the person leaves. `contest` plays for who begins.
    fn dealt(
        &self,
        home: &Home,
        contest: impl FnOnce(&Deal<'_>, &mut Words, &mut Vec<String>) -> Result<Option<Seat>, Failure>,
    ) -> Result<Option<Seating>, Failure> {
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
        // Several people need no contest with bots.
        let people = self.screen.people(players, home)?;
        let several = people.len() > 1;
        let seat = match (given, first) {
            (Some(seat), _) => seat,
            (None, First::Contest) if several => opening::seat_behind(players, words.below(u32::from(players)) as u8),
            (None, First::Random) => opening::seat_behind(players, words.below(u32::from(players)) as u8),
            (None, First::Contest) if !symbols.is_empty() => {
                match contest(&Deal { game: &script.rules.game, symbols, players }, &mut words, &mut opening.told)? {
                    Some(seat) => seat,
                    None => return Ok(None),
                }
            }
            (None, First::Contest | First::Me) => Seat(0),
        };
        let (guests, names) = full::company(seat, players, people);
        Ok(Some(Seating { script, players, seed, seat, guests, names, bots, opening, given: None }))
    }
}

/// What is known before it is known who begins.
struct Deal<'d> {
    game: &'d str,
    symbols: &'d [Symbol],
    players: u8,
}

/// Why no game is kept where the platform knows no place for it.
pub const NOWHERE: &str = "there is no home folder to keep it in";

/// What helps then.
const ELSEWHERE: &str = "`--data DIR` names a folder for it";

/// Keeps a game as it goes; where there is no place for it, a sentence says so.
pub fn keeper(home: &Home) -> (Option<Keeper>, Option<String>) {
    match Shelf::of(home) {
        Ok(shelf) => (Some(Keeper::new(shelf)), None),
        Err(_) => (None, Some(format!("This game is not kept: {NOWHERE}; {ELSEWHERE}."))),
    }
}

/// Why a position was not played on.
pub enum NotOpened {
    /// Its moves cannot be made.
    Moves(Vec<NotationError>),
    Failure(Failure),
}

/// Plays on from a position, after some moves. The person has the seat that is asked then, bots the others. It is kept as it
/// goes, like any other game.
pub fn from_position(
    home: &Home,
    script: Arc<Script>,
    given: Given,
    moves: &[MoveLine],
    title: &str,
    bots: BotSpec,
) -> Result<(), NotOpened> {
    let failed = |sentence: &str, help: &str| NotOpened::Failure(Failure::run(sentence, help));
    let (game, taken) = moved(script.clone(), &given.setup, moves).map_err(NotOpened::Moves)?;
    let Some((seat, _)) = game.decision() else {
        return Err(failed("the game of this ruling is over", "open it before its moves, or open another one"));
    };
    let players = given.setup.nations.len() as u8;
    let note = format!("{title}\nGame {}, {players} players; you are {seat}. Type `?` for help.", script.rules.game);
    let (opening, given) = (Opening::default(), Some(Arc::new(given)));
    let (guests, names) = (Vec::new(), Vec::new());
    let seating = Seating { script, players, seed: 0, seat, guests, names, bots, opening, given };
    let sitting = Sitting::repeated(seating, &taken, Vec::new());
    let sitting = sitting.map_err(|(_, misfit)| failed(&misfit.to_string(), "this is a fault of brink"))?;
    let mut console = Console::standard();
    writeln!(console.out, "{note}").map_err(|error| NotOpened::Failure(error.into()))?;
    let (keeper, nowhere) = keeper(home);
    nowhere
        .iter()
        .try_for_each(|note| writeln!(console.out, "{note}"))
        .map_err(|error| NotOpened::Failure(error.into()))?;
    let menu = if console.prompting { Menu::Steps } else { Menu::Whole };
    Table::new(sitting, 0, Memory::default(), menu, console).kept_by(keeper).play().map_err(NotOpened::Failure)
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

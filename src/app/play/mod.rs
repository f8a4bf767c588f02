//! `brink play`: people against bots, on the full screen of a terminal, or line by line.

pub mod answer;
mod console;
mod dispute;
mod games;
mod opening;
mod options;
mod resume;
mod screen;
mod table;

use std::io::Write;
use std::sync::Arc;

use crate::home::Home;
use crate::home::Menu;
use crate::shelf::{Shelf, keeper};
use crate::{Failure, plain};
use bots::BotSpec;
pub use console::Console;
use engine::{Script, Words};
use explain::names::draft_names;
pub use games::{Departure, Games};
use lang::Fault;
use lang::notation::MoveLine;
use options::Deal;
pub use options::Play;
use record::positions::moves::moved;
use resume::Resumption;
pub use screen::{heed_signs, heeded, is_screen, look, speed};
use session::opening::{Given, Opening, Seating};
use session::screen::Memory;
use session::sitting::Sitting;
use table::Table;
use text::plural;

impl Play {
    pub fn run(mut self, home: &Home) -> Result<(), Failure> {
        if self.to.is_some() && self.load.is_none() && self.resume.is_none() {
            return Err(Failure::usage(
                "`--to` only works with a saved game",
                "add `--resume` or `--load FILE`",
            ));
        }
        if self.screen.ascii() {
            plain::use_ascii();
        }
        let mut console = Console::standard();
        let menu = self.menu.or(home.settings.play.menu);
        let menu = menu.unwrap_or_else(|| usual_menu(&console));
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
            Some(Resumption { sitting, .. }) if !sitting.seating().guests.is_empty() => {
                return Err(Failure::usage(
                    "several people play this game at one screen",
                    "continue it on the full screen of a terminal, without `--plain`",
                ));
            }
            Some(Resumption {
                sitting,
                memory,
                keeper,
                told,
            }) => {
                let memory = self.memory.unwrap_or(memory);
                told.iter().try_for_each(|line| console.say_wrapped(line))?;
                introduce(&mut console.out, &sitting, None)?;
                // What went before is told on request.
                let told = sitting.log().len() - sitting.news().len();
                if told > 0 && memory == Memory::Assisted {
                    writeln!(
                        console.out,
                        "{} so far; `log` shows them.",
                        plural(told as u64, "event")
                    )?;
                }
                Table::new(sitting, told, memory, menu, console).kept_by(keeper)
            }
            None => {
                self.by_settings(home);
                let (keeper, nowhere) = keeper(home);
                let first =
                    console.prompting && Shelf::of(home).is_ok_and(|shelf| shelf.is_empty());
                let teaches =
                    "Your first game? `brink learn` teaches it in ten minutes; `quit` leaves.";
                let notes = nowhere
                    .as_deref()
                    .into_iter()
                    .chain(first.then_some(teaches));
                notes
                    .into_iter()
                    .try_for_each(|note| writeln!(console.out, "{note}"))?;
                // Who leaves before the deal has been told so.
                let asked = |about: &Deal<'_>, words: &mut Words, told: &mut Vec<String>| {
                    let seed = told_seed(self.seed);
                    writeln!(
                        console.out,
                        "Game {}, {} players{seed}; who goes first is still open.",
                        about.game, about.players
                    )?;
                    opening::seat(&mut console, about.symbols, about.players, words, told)
                };
                let Some(seating) = self.dealt(home, asked)? else {
                    return Ok(());
                };
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
}

/// Plays on from a position, after some moves. The person has the seat that is asked then, bots the others. It is kept as it
/// goes, like any other game.
pub fn from_position(
    home: &Home,
    script: Arc<Script>,
    given: Given,
    (moves, faulty): (&[MoveLine], &dyn Fn(Vec<Fault>) -> Failure),
    title: &str,
    bots: BotSpec,
) -> Result<(), Failure> {
    let (game, taken) = moved(script.clone(), &given.setup, moves).map_err(faulty)?;
    let Some(seat) = game.chooser().map(|who| who.by) else {
        return Err(Failure::run(
            "the game of this ruling is over",
            "open it before its moves, or open another one",
        ));
    };
    let players = given.setup.nations.len() as u8;
    let mut console = Console::standard();
    let seating = Seating {
        script,
        players,
        seed: 0,
        seat,
        guests: Vec::new(),
        names: Vec::new(),
        bots,
        opening: Opening::default(),
        given: Some(Arc::new(given)),
    };
    let game = seating.script.rules.game.clone();
    let sitting = Sitting::repeated(seating, &taken, Vec::new());
    let sitting = sitting
        .map_err(|(_, misfit)| Failure::run(misfit.to_string(), "this is a bug in brink"))?;
    writeln!(
        console.out,
        "{title}\nGame {game}, {players} players; you are {seat}. Type `?` for help."
    )?;
    let (keeper, nowhere) = keeper(home);
    if let Some(note) = nowhere {
        writeln!(console.out, "{note}")?;
    }
    let menu = usual_menu(&console);
    let table = Table::new(sitting, 0, Memory::default(), menu, console);
    table.kept_by(keeper).play()
}

/// How options are shown where nobody has said so.
fn usual_menu(console: &Console) -> Menu {
    if console.prompting {
        Menu::Steps
    } else {
        Menu::Whole
    }
}

/// Says what is played. A seed that was not asked for is kept for the end: it tells the deck.
fn introduce(out: &mut impl Write, sitting: &Sitting, asked: Option<u64>) -> Result<(), Failure> {
    let Seating {
        script,
        players,
        seat,
        ..
    } = sitting.seating();
    let seed = told_seed(asked);
    writeln!(
        out,
        "Game {}, {players} players{seed}; you are {seat}. Type `?` for help.",
        script.rules.game
    )?;
    if script.rules.drafted {
        writeln!(out, "The draft: {}.", draft_names(script).join(", "))?;
    }
    Ok(())
}

fn told_seed(asked: Option<u64>) -> String {
    asked.map_or_else(String::new, |seed| format!(", seed {seed}"))
}

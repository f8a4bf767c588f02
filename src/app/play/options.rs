//! What `brink play` is asked for, and all that a game is made from before the deal.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::home::First;
use crate::home::Home;
use crate::home::Menu;
use crate::number;
use crate::play::opening;
use crate::play::screen::{ScreenOptions, company};
use crate::start::{GameOptions, bot};
use crate::{Failure, near};
use board::Seat;
use bots::BotSpec;
use engine::Words;
use rules::ir::Symbol;
use session::opening::contest_words;
use session::opening::{Opening, Seating};
use session::screen::Memory;

/// Play against bots. `brink learn` teaches the games.
#[derive(Args)]
pub struct Play {
    /// Game id, or a recipe, set or folder [default: the first game listed]
    #[arg(value_name = "RECIPE")]
    pub recipe: Option<String>,
    /// Number of players, including you [default: 2]
    #[arg(long, value_name = "N", value_parser = number::players, conflicts_with = "load")]
    pub players: Option<u8>,
    /// Random seed [default: random, printed at the end]
    #[arg(long, value_name = "S", value_parser = number::seed, conflicts_with = "load")]
    pub seed: Option<u64>,
    /// Your seat, such as 1 or p1; skips the contest for the first turn
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["load", "first"])]
    pub seat: Option<String>,
    /// Who goes first: hfb (you play for it; random if several people share the screen), random or
    /// me [default: hfb]
    #[arg(long, value_name = "HOW", conflicts_with = "load")]
    pub first: Option<String>,
    /// Bots to play against: random, cautious, greedy, or ismcts with a budget, such as ismcts:2000
    /// or ismcts:250ms [default: ismcts:1s]
    #[arg(long, value_name = "BOT", conflicts_with = "load")]
    pub bots: Option<String>,
    /// Memory aid: assisted shows the face-down cards you know; strict hides them and keeps the log
    /// only since your last decision [default: assisted, or as in the saved game]
    #[arg(long, value_name = "MEMORY", value_parser = memory())]
    pub memory: Option<Memory>,
    /// Load a game written by `save FILE`, or a trace
    #[arg(long, value_name = "FILE", conflicts_with_all = ["disputes", "kinds"])]
    pub load: Option<PathBuf>,
    /// Resume a saved game by its number in `brink games` [default: the latest]
    #[arg(long, value_name = "ID", num_args = 0..=1, require_equals = false, default_missing_value = "", conflicts_with_all = ["load", "players", "seed", "seat", "first", "bots", "disputes", "kinds", "with"])]
    pub resume: Option<String>,
    /// With --resume or --load: replay only the first N decisions of all players
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub to: Option<u32>,
    /// Menu style [default: steps on a terminal, else whole]
    #[arg(long, value_name = "MENU", value_enum)]
    pub menu: Option<Menu>,
    #[command(flatten)]
    pub screen: ScreenOptions,
    #[command(flatten)]
    pub options: GameOptions,
}

fn memory() -> impl TypedValueParser<Value = Memory> {
    PossibleValuesParser::new(Memory::NAMES)
        .map(|name| name.parse().expect("it is one of the names"))
}

/// Who begins where several people sit at one screen: no symbol is shown in secret there.
const BY_LOT: &str = "With several people at one screen, the first player was drawn at random.";

impl Play {
    /// What the command line leaves open, the settings say.
    pub fn by_settings(&mut self, home: &Home) {
        let play = &home.settings.play;
        self.recipe = self.recipe.take().or_else(|| play.recipe.clone());
        self.players = self.players.or(play.players);
        self.bots = self
            .bots
            .take()
            .or_else(|| play.bots.map(|bots| bots.to_string()));
        self.memory = self.memory.or(play.memory);
        if self.seat.is_none() {
            self.first = self.first.take().or_else(|| play.first.clone());
        }
    }

    /// All that a game is made from; nothing when the person leaves. `contest` plays for who begins.
    pub fn dealt(
        &self,
        home: &Home,
        contest: impl FnOnce(&Deal<'_>, &mut Words, &mut Vec<String>) -> Result<Option<Seat>, Failure>,
    ) -> Result<Option<Seating>, Failure> {
        let players = self.players.unwrap_or(2);
        let given = self
            .seat
            .as_deref()
            .map(|text| seat(text, players))
            .transpose()?;
        let first = match self.first.as_deref() {
            None => First::Contest,
            Some(name) => First::named(name).ok_or_else(|| {
                Failure::usage(
                    format!("`{name}` is not a way to choose who goes first"),
                    near(name, First::names()),
                )
            })?,
        };
        let bots = match self.bots.as_deref() {
            None => BotSpec::default(),
            Some(spec) => bot(spec)?,
        };
        let seed = self.seed.map_or_else(number::secret_seed, Ok)?;
        let script = self.options.script(self.recipe.as_deref(), seed)?;
        let symbols = &script.rules.symbols;
        let mut words = contest_words(seed);
        let mut opening = Opening::default();
        // Several people need no contest with bots.
        let people = self.screen.people(players, home)?;
        let several = people.len() > 1;
        let seat = match (given, first) {
            (Some(seat), _) => seat,
            (None, First::Contest) if several => {
                opening.told.push(BY_LOT.to_string());
                opening::seat_behind(players, words.below(u32::from(players)) as u8)
            }
            (None, First::Random) => {
                opening::seat_behind(players, words.below(u32::from(players)) as u8)
            }
            (None, First::Contest) if !symbols.is_empty() => {
                match contest(
                    &Deal {
                        game: &script.rules.game,
                        symbols,
                        players,
                    },
                    &mut words,
                    &mut opening.told,
                )? {
                    Some(seat) => seat,
                    None => return Ok(None),
                }
            }
            (None, First::Contest | First::Me) => Seat(0),
        };
        let (guests, names) = company(seat, players, people);
        Ok(Some(Seating {
            script,
            players,
            seed,
            seat,
            guests,
            names,
            bots,
            opening,
            given: None,
        }))
    }
}

/// What is known before it is known who begins.
pub struct Deal<'d> {
    pub game: &'d str,
    pub symbols: &'d [Symbol],
    pub players: u8,
}

/// The seat of that number, such as `2` or `p2`.
fn seat(text: &str, players: u8) -> Result<Seat, Failure> {
    number::seat(text, players).ok_or_else(|| {
        Failure::usage(
            format!("there is no seat `{text}` in a game with {players} players"),
            format!("use a seat from p1 to p{players}"),
        )
    })
}

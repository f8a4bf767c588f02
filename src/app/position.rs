//! `brink position` and `brink why`: a position as it is printed, and why something in it is so.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::pager::fitted;
use crate::start::PositionOptions;
use crate::{Failure, number, plain};
use board::{Seat, View};
use engine::Game;
use explain::log::Log;
use explain::reasons::answer::{event_asked, why_open};
use lang::notation::parse_moves;
use record::positions::moves::play_from;
use record::positions::print::print_view;

/// Read a position and print it.
#[derive(Args)]
pub struct Position {
    /// Position file, or `-` for standard input [default: -]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Print the view of this player, such as p2
    #[arg(long, value_name = "PLAYER")]
    view: Option<String>,
    /// With --view: hide face-down cards even if the player knows them
    #[arg(long, requires = "view")]
    strict: bool,
    /// Print who knows each face-down card
    #[arg(long, conflicts_with = "view")]
    known: bool,
    #[command(flatten)]
    position: PositionOptions,
}

impl Position {
    pub fn run(self) -> Result<(), Failure> {
        let (script, setup) = self.position.read(self.file.as_deref())?;
        let game = Game::from_setup(script, &setup, 0, &mut ());
        let rules = &game.script().rules;
        let view = match &self.view {
            None => View::open(game.board(), &rules.cards),
            Some(player) => {
                let view = View::of(
                    game.board(),
                    &rules.cards,
                    self.seat(player, game.board().seats)?,
                );
                if self.strict {
                    view.without_memory()
                } else {
                    view
                }
            }
        };
        plain::stdout().write_all(print_view(rules, &view, self.known).as_bytes())?;
        Ok(())
    }

    fn seat(&self, player: &str, seats: u8) -> Result<Seat, Failure> {
        number::seat(player, seats).ok_or_else(|| {
            Failure::usage(
                format!("`{player}` is not in this position"),
                format!("write `--view p1` up to `--view p{seats}`"),
            )
        })
    }
}

/// Read a position on standard input and say why an option is missing, a building is as it is, or something happens.
#[derive(Args)]
pub struct Why {
    /// A place such as p2.3, an option such as `use p1.2`, `event 3` or `event last`; `events`
    /// lists the events
    #[arg(value_name = "LABEL|PLACE|EVENT", required = true)]
    asked: Vec<String>,
    /// Moves to make first, as in a ruling, such as "p1: use p1.2 > p2" (repeatable)
    #[arg(long, value_name = "LINE")]
    moves: Vec<String>,
    #[command(flatten)]
    position: PositionOptions,
}

impl Why {
    pub fn run(self) -> Result<(), Failure> {
        let (script, setup) = self.position.read(None)?;
        let moves = self.moves.join("\n");
        let faulty = |faults| Failure::texts("--moves", &moves, faults);
        let lines = parse_moves(&moves, 0).map_err(faulty)?;
        let mut log = Log::open();
        let game = play_from(script, &setup, &lines, &mut log).map_err(faulty)?;
        let told = self.answer(&game, &log)?;
        plain::stdout().write_all(fitted(&told).as_bytes())?;
        Ok(())
    }

    fn answer(&self, game: &Game, log: &Log) -> Result<String, Failure> {
        let asked = self.asked.join(" ");
        if asked.eq_ignore_ascii_case("events") {
            return Ok(log.numbered(0));
        }
        let (told, help) = match event_asked(&asked, log.lines().len()) {
            Some(number) => (
                log.why(&game.script().rules, number),
                "add moves with `--moves`, and ask for `events` to see them numbered",
            ),
            None => (
                why_open(game, &asked),
                "ask about a place such as `p2.3`, an option such as `use p1.2`, or an event such as `event 1`",
            ),
        };
        told.map_err(|unclear| Failure::usage(unclear.trim_end_matches('.').to_string(), help))
    }
}

//! `brink why`: reads a position on standard input and says why something is so, in the words of the cards.

use std::io::Write;

use clap::Args;

use crate::pager::fitted;
use crate::start::PositionOptions;
use crate::{Failure, plain};
use engine::Game;
use explain::log::Log;
use explain::reasons::answer::{event_asked, why_open};
use lang::notation::parse_moves;
use record::positions::moves::play_from;

/// Read a position on standard input and say why an option is missing, a building is as it is, or something happens.
#[derive(Debug, Args)]
pub struct Why {
    /// A place such as p2.3, a label such as `use p1.2`, `event 3` or `event last`; `events` lists what happens
    #[arg(value_name = "LABEL|PLACE|EVENT", required = true)]
    asked: Vec<String>,
    /// Moves to make first, as in a ruling, such as "p1: use p1.2 > p2"; may be given several times
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
                "say what happens with `--moves`, and ask for `events` to see them numbered",
            ),
            None => (
                why_open(game, &asked),
                "ask for a place such as `p2.3`, for a label such as `use p1.2`, or for an event such as `event 1`",
            ),
        };
        told.map_err(|unclear| Failure::usage(unclear.trim_end_matches('.').to_string(), help))
    }
}

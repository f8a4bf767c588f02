//! `brink why`: reads a position on standard input and says why something is so, in the words of the cards.

use std::io::{self, Write};

use clap::Args;

use crate::app::Failure;
use crate::app::start::PositionOptions;
use crate::engine::Game;
use crate::table::why::why;

/// Read a position on standard input and say why an option is missing or a building is as it is.
#[derive(Debug, Args)]
pub struct Why {
    /// A place such as p2.3, or a label such as `use p1.2`
    #[arg(value_name = "LABEL-OR-PLACE", required = true)]
    asked: Vec<String>,
    #[command(flatten)]
    position: PositionOptions,
}

impl Why {
    pub fn run(self) -> Result<(), Failure> {
        let (script, setup) = self.position.read()?;
        let game = Game::from_setup(script, &setup, 0, &mut ());
        let told = why(&game, &self.asked.join(" ")).map_err(|unclear| {
            let help = "ask for a place such as `p2.3`, or for a label such as `use p1.2`";
            Failure::usage(unclear.trim_end_matches('.').to_string(), help)
        })?;
        io::stdout().lock().write_all(told.as_bytes())?;
        Ok(())
    }
}

//! `brink position`: reads a position and prints it.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::start::PositionOptions;
use crate::{Failure, number, plain};
use board::{Seat, View};
use engine::Game;
use record::positions::print::print_view;

/// Read a position and print it.
#[derive(Debug, Args)]
pub struct Position {
    /// A file with the position; the standard input when left out, or for `-`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// What that player may see, such as p2
    #[arg(long, value_name = "PLAYER")]
    view: Option<String>,
    /// With --view: what lies face down is unknown, also where the player knows it
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
            let help = format!("write `--view p1` up to `--view p{seats}`");
            Failure::usage(format!("`{player}` does not play in this position"), help)
        })
    }
}

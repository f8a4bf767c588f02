//! What a trace begins with: a deal, or a position.

use std::sync::Arc;

use crate::positions::read::read_position;
use engine::{Game, Script, Setup, Watch};
use rules::ir::Rules;

/// See the top of the file.
pub(super) enum Begun {
    Dealt,
    Given(Box<Setup>),
}

impl Begun {
    /// Of the position that stands at that line, if one does.
    ///
    /// # Errors
    /// The line of its first fault, and what is wrong there.
    pub fn read(
        given: Option<&(usize, String)>,
        players: u8,
        rules: &Rules,
    ) -> Result<Begun, (usize, String)> {
        let Some((line, text)) = given else {
            return Ok(Begun::Dealt);
        };
        let setup = read_position(text, 0, rules).map_err(|faults| match faults.first() {
            Some(fault) => {
                let before = text.get(..fault.span.start).unwrap_or_default();
                (
                    line + 1 + before.matches('\n').count(),
                    fault.reason.clone(),
                )
            }
            None => (*line, "this position cannot be laid out".to_string()),
        })?;
        match setup.nations.len() == usize::from(players) {
            true => Ok(Begun::Given(Box::new(setup))),
            false => Err((*line, format!("these are not {players} players"))),
        }
    }

    pub fn game(&self, script: Arc<Script>, players: u8, seed: u64, watch: &mut dyn Watch) -> Game {
        match self {
            Begun::Dealt => Game::deal(script, players, seed, watch),
            Begun::Given(setup) => Game::from_setup(script, setup, seed, watch),
        }
    }
}

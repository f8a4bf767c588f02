//! Who sits where, and the game that is made of it.

use std::sync::Arc;

use board::Seat;
use bots::BotSpec;
use engine::{Choice, Game, Script, Setup, Watch};
use lang::notation::NotationError;
use record::positions::moves::AsItLies;
use record::positions::read::read_position;
use rules::ir::Rules;

/// Who sits where, and the seed: all that a sitting is made from.
#[derive(Debug, Clone)]
pub struct Seating {
    pub script: Arc<Script>,
    /// Two to six.
    pub players: u8,
    pub seed: u64,
    /// The person's seat; of several people's, the first one's.
    pub seat: Seat,
    /// The seats of further people at the same screen.
    pub guests: Vec<Seat>,
    /// What players are called besides their seats, by seat; nothing where nobody has said.
    pub names: Vec<String>,
    pub bots: BotSpec,
    /// The position that it begins with; dealt when there is none.
    pub given: Option<Arc<Given>>,
    pub opening: Opening,
}

/// A position that a game begins with, and its lines: a kept game carries these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub text: String,
    pub setup: Setup,
}

impl Given {
    /// Reads a position of a game. Its comments are not kept.
    ///
    /// # Errors
    /// As [`read_position`].
    pub fn read(text: &str, rules: &Rules) -> Result<Given, Vec<NotationError>> {
        let setup = read_position(text, 0, rules)?;
        let lines = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ok(Given {
            text: lines.map(|line| format!("{line}\n")).collect(),
            setup,
        })
    }
}

/// What went before the deal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Opening {
    /// The disputes that a contest has settled, by name (HFB-3).
    pub settled: Vec<String>,
    /// What was told, one sentence each.
    pub told: Vec<String>,
}

/// Deals, or lays the position out.
pub(super) fn begun(seating: &Seating, watch: &mut dyn Watch) -> Game {
    match &seating.given {
        Some(given) => Game::from_setup(
            seating.script.clone(),
            &given.setup,
            seating.seed,
            &mut AsItLies(watch),
        ),
        None => Game::deal(seating.script.clone(), seating.players, seating.seed, watch),
    }
}

/// A game that began with a ruling goes on as in one: without chance.
pub(super) fn take(seating: &Seating, game: &mut Game, choice: Choice, watch: &mut dyn Watch) {
    let taken = match seating.given {
        Some(_) => game.take(choice, &mut AsItLies(watch)),
        None => game.take(choice, watch),
    };
    taken.expect("the options are the game's own");
}

//! Why a game that is over was won.

use crate::eval::context::Context;
use crate::program::clauses::Clauses;
use crate::{Game, Outcome, Script};
use board::{Board, CardId, Seat};

/// What decided a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// WIN-7: nobody else is left.
    LastLiving,
    /// WIN-5: the condition on a building holds.
    Building(CardId),
    /// WIN-3, WIN-4: a tally of the game, by its number in the rules.
    Tally(u8),
}

impl Game {
    /// Who has won, and why as far as the table still shows it; `None` while the game goes on.
    pub fn reason(&self) -> Option<(Seat, Option<Reason>)> {
        match self.state.outcome {
            Outcome::Running | Outcome::Drawn => None,
            Outcome::Won(seat) => Some((seat, Reason::of(&self.script, &self.state.board, seat))),
        }
    }
}

impl Reason {
    /// Why that player wins on that table, as far as it shows.
    pub fn of(script: &Script, board: &Board, winner: Seat) -> Option<Reason> {
        if !board.living.several() {
            return Some(Reason::LastLiving);
        }
        let by_card = |building: &CardId| {
            let context = Context::of(script, board, *building, winner);
            let faces = context.faces_of(*building, Clauses::ALL);
            let mut wins = faces
                .iter()
                .flat_map(|face| &script.rules.faces[face.index()].wins);
            context.active(*building) && wins.any(|condition| context.holds(*condition))
        };
        if let Some(building) = board.row(winner).iter().find(|building| by_card(building)) {
            return Some(Reason::Building(*building));
        }
        let context = Context::of(script, board, CardId::NONE, winner);
        let mut tallies = script.rules.tallies.iter().enumerate();
        let (index, _) =
            tallies.find(|(index, tally)| context.tally(*index, tally) >= tally.wins_at)?;
        Some(Reason::Tally(index as u8))
    }
}

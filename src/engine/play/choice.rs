//! One option of a decision.

use std::fmt;

use crate::Value;
use crate::state::value::place_value;
use board::{CardId, Kind, Seat};

/// One option of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Play a card from hand as an action.
    Action(Kind),
    /// Build it so that it stands at that place, counted from 0.
    Build {
        /// What is built.
        kind: Kind,
        /// In whose nation.
        seat: Seat,
        /// Where in its row, counted from 0.
        place: u16,
    },
    /// Put it face down on a building.
    Stack {
        /// What is put down.
        kind: Kind,
        /// The building.
        on: CardId,
    },
    /// Use an ability, by its number on the building.
    Use {
        /// Whose ability it is.
        building: CardId,
        /// Which of its abilities, counted from 0.
        ability: u8,
    },
    /// End the turn.
    Pass,
    /// A player, a building, a card or a place, as [`Game::element`](crate::Game::element) says.
    Pick(Value),
    /// A branch of the rules.
    Branch(u16),
    /// Choose nothing, where one may.
    Decline,
    /// A side of the victory card.
    Side {
        /// The second one.
        second: bool,
    },
    /// A first shield.
    Shield(Kind),
}

/// The choice is not among the options; nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotOffered(pub Choice);

impl fmt::Display for NotOffered {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "this choice is not among the options offered")
    }
}

impl std::error::Error for NotOffered {}

/// The values of places are what `place_value` makes of them.
impl Choice {
    /// A place of a row, for choices out of places.
    pub fn place(seat: Seat, index: usize) -> Choice {
        Choice::Pick(place_value(seat, index))
    }
}

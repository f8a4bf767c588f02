//! A player does without what a text lets them choose: who, by which text, and whether all know that there was something to choose.

use crate::{Cause, Script, State};
use board::{Board, Seat};

/// A choice that is declined, looked at before the text goes on.
#[derive(Clone, Copy)]
pub struct Declined<'a> {
    pub(super) script: &'a Script,
    pub(super) state: &'a State,
    /// Worked out only where somebody asks.
    pub(super) known: fn(&Script, &State) -> bool,
}

impl<'a> Declined<'a> {
    /// Who does without.
    pub fn seat(&self) -> Seat {
        self.state.seat
    }

    /// The game's rules.
    pub fn script(&self) -> &'a Script {
        self.script
    }

    /// The table as it lies then.
    pub fn board(&self) -> &'a Board {
        &self.state.board
    }

    /// The text that asks.
    pub fn cause(&self) -> Option<Cause> {
        self.state.frames.last().map(Cause::of)
    }

    /// Everybody can tell that there was something to choose: no card that is hidden from somebody decides about that. Where
    /// there was nothing, nobody is asked, so that to tell of it would tell what such a card is.
    pub fn is_known_to_all(&self) -> bool {
        (self.known)(self.script, self.state)
    }
}

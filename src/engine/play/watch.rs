//! Who looks on while a game is moved on, and may have a say in what chance decides.

use crate::play::declined::Declined;
use crate::play::lots::Lots;
use crate::{Cause, Chance, Script};
use board::{Board, CardId, Event};
use rules::ir::Pc;

/// Somebody who sees the events of a game, and may have a say in how shuffles fall.
pub trait Watch {
    /// An event is about to change the board.
    fn event(&mut self, _script: &Script, _board: &Board, _event: &Event<'_>) {}

    /// The same with the text that makes it; none when the game goes on by rule or by a choice of the turn menu.
    #[doc(hidden)]
    #[inline(always)]
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        _cause: Option<Cause>,
    ) {
        self.event(script, board, event);
    }

    /// An op of a text is run, or left by its exit.
    #[doc(hidden)]
    fn ran(&mut self, _at: Pc, _how: Ran) {}

    /// A player does without what a text lets them choose.
    #[doc(hidden)]
    fn declined(&mut self, _declined: &Declined<'_>) {}

    /// Whoever would be asked if cards that are hidden from others were other ones is asked, with the one option that is left or with none
    /// but to do without: who looks on cannot tell.
    #[doc(hidden)]
    fn has_all_asked(&self) -> bool {
        false
    }

    /// Puts the cards of a new deck in order, the first one to be drawn first.
    fn shuffle(&mut self, chance: &mut Chance, cards: &mut [CardId]) {
        chance.shuffle(cards);
    }

    /// Decides a coin (1 for heads), a die (one less than it shows) or one of a set (its number there), below how many
    /// ways there are.
    #[doc(hidden)]
    fn falls(
        &mut self,
        chance: &mut Chance,
        _script: &Script,
        _board: &Board,
        lots: Lots<'_>,
    ) -> u32 {
        chance.below(lots.ways())
    }

    /// Puts the victory cards in order, the first one for the first seat (SET-2).
    fn deal_victories(&mut self, chance: &mut Chance, cards: &mut [CardId]) {
        chance.shuffle(cards);
    }
}

impl Watch for () {}

/// Nobody who sees anything; all are asked who would be.
pub struct AllAsked;

impl Watch for AllAsked {
    fn has_all_asked(&self) -> bool {
        true
    }
}

/// How an op is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ran {
    /// It begins.
    Begun,
    /// It does not hold, or has nothing to choose from: the text goes on elsewhere.
    Left,
    /// The player declines.
    Declined,
}

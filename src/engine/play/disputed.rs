//! A game that goes on under rules in which a dispute is settled otherwise (HFB-3).

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::play::fuel::Fuel;
use crate::play::run::{Runner, Watch};
use crate::state::nation_traits::NationTraits;
use crate::{Asked, Game, Reads, Script};
use board::{MAX_SEATS, Seat};
use rules::ir::{Face, Rules};

/// Why a game cannot go on under other rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// Somebody is in the middle of something.
    #[error("something is under way: a dispute is settled at a turn menu")]
    UnderWay,
    /// The rules have other cards than the game.
    #[error("these are the rules of another game")]
    OtherCards,
}

impl Game {
    /// The same game, to go on under rules that differ in how disputes are settled alone. What lies on the table stays as it
    /// is; what texts make of it is worked out anew, so that somebody may win.
    ///
    /// # Errors
    /// No turn menu is asked, or the rules have other cards.
    pub fn under(&self, script: Arc<Script>, watch: &mut dyn Watch) -> Result<Game, NotNow> {
        if self.state.asked != Asked::Menu || !self.state.frames.is_empty() {
            return Err(NotNow::UnderWay);
        }
        if !same_cards(&self.script.rules, &script.rules) {
            return Err(NotNow::OtherCards);
        }
        let mut game = Game::of(script, self.state.clone());
        let state = &mut game.state;
        // Statuses may have other numbers now, and some that were given are not given any more.
        for seat in Seat(0).clockwise(state.board.seats) {
            state.board.clear_statuses(seat, &mut ArrayVec::new());
        }
        (state.offered, state.nations, state.changed) =
            (None, [NationTraits::NOTHING; MAX_SEATS], Reads::NOTHING);
        let mut runner = Runner {
            script: &game.script,
            state,
            watch,
            trial: None,
            fuel: Fuel::full(),
        };
        runner.settle_all();
        runner.run();
        Ok(game)
    }
}

/// The same cards with the same faces, whose abilities are as many: their marks are told apart by number.
fn same_cards(one: &Rules, other: &Rules) -> bool {
    let alike = |(one, other): (&Face, &Face)| {
        let limits = |face: &Face| {
            face.abilities
                .iter()
                .map(|ability| (ability.start, ability.once))
                .collect::<Vec<_>>()
        };
        one.label == other.label && limits(one) == limits(other)
    };
    one.game == other.game
        && one.cards == other.cards
        && one.kinds == other.kinds
        && one.faces.len() == other.faces.len()
        && one.faces.iter().zip(&other.faces).all(alike)
}

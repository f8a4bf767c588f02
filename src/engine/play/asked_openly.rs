//! Whether everybody can tell that a player has something to choose.

use crate::base::limits::{LOOKS, STEPS};
use crate::board::CardSet;
use crate::engine::eval::looks::Looks;
use crate::engine::play::options::{asking, open_branches};
use crate::engine::{Asked, Script, State};

/// No card that is hidden from somebody decides about that.
#[cold]
pub(super) fn is_asked_openly(script: &Script, state: &State) -> bool {
    let hidden = CardSet::of_all(script.rules.cards.len(), |card| {
        state.board.living.iter().any(|seat| !state.board.is_known_to(card, seat))
    });
    let looks = Looks::of_trial(LOOKS, STEPS, hidden);
    let context = asking(script, state).counting(Some(&looks));
    match state.asked {
        Asked::Choose { set, .. } => {
            context.each_option(set, state.seat, &mut |_| false);
        }
        Asked::Either { first, count, .. } => open_branches(context, first, count).for_each(drop),
        Asked::Nobody | Asked::Side | Asked::Shield { .. } | Asked::Menu => {}
    }
    !looks.guessed() && !looks.is_spent()
}

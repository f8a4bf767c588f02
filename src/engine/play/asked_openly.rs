//! Whether everybody can tell that a player has something to choose.

use crate::base::limits::{LOOKS, STEPS};
use crate::board::CardSet;
use crate::engine::eval::looks::Looks;
use crate::engine::play::options::{asking, open_branches};
use crate::engine::{Asked, Script, State};
use crate::rules::ir::{Element, Op, Pc};

/// No card that is hidden from somebody decides about that, and none has decided whether the text comes to it.
#[cold]
pub(super) fn is_asked_openly(script: &Script, state: &State) -> bool {
    if !is_come_to_openly(script, state) {
        return false;
    }
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

/// What the same text may have asked before offers the same to all: no cards, and nothing on a condition. Else that somebody is asked now could tell what they
/// have chosen or were offered then.
fn is_come_to_openly(script: &Script, state: &State) -> bool {
    let rules = &script.rules;
    let Some(asks) = state.frames.last().map(|frame| frame.pc as usize - 1) else { return false };
    let Some(text) = rules.origin(asks as Pc) else { return false };
    rules.code[text.entry as usize..asks].iter().all(|op| match *op {
        Op::Choose { set, .. } => {
            let set = &rules.sets[set.index()];
            let public = matches!(set.element, Element::Player | Element::Building | Element::Place | Element::Number);
            set.filter.is_none() && public
        }
        Op::Either { first, count, .. } => {
            let branches = &rules.branches[usize::from(first)..];
            branches[..usize::from(count)].iter().all(|branch| branch.condition.is_none())
        }
        Op::Secret(..) | Op::Take { .. } => false,
        _ => true,
    })
}

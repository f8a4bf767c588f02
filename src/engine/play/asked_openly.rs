//! Whether everybody can tell that a player has something to choose.

use crate::eval::looks::Looks;
use crate::play::options::{asking, open_branches};
use crate::{Asked, GONE, Script, State};
use board::{CardId, CardSet, Seat};
use rules::ir::{Element, Op, Pc};
use text::limits::{LOOKS, STEPS};

/// No card that is hidden from somebody decides about that, and none has decided whether the text comes to it.
#[cold]
pub(super) fn is_asked_openly(script: &Script, state: &State) -> bool {
    if !is_come_to_openly(script, state) {
        return false;
    }
    let looks = looked(script, state, |card| {
        state
            .board
            .living
            .iter()
            .any(|seat| !state.board.is_known_to(card, seat))
    });
    !looks.guessed() && !looks.is_spent()
}

/// Somebody who looks on could not tell how many options there are. That they could not hangs on nothing that is hidden itself: up
/// to the first hidden card, all goes the same whatever hidden cards are.
#[cold]
pub(super) fn hangs_on_hidden(script: &Script, state: &State) -> bool {
    let is_hidden = |card| !state.board.is_known_to(card, Seat::ONLOOKER);
    if looked(script, state, is_hidden).guessed() {
        return true;
    }
    let Asked::Choose { set, .. } = state.asked else {
        return false;
    };
    // How many there are is known, but not whether they are alike, and so one option.
    let cards = matches!(
        script.rules.sets[set.index()].element,
        Element::StackedCard | Element::Card | Element::BuildingCard
    );
    let (mut count, mut hidden) = (0, false);
    asking(script, state).each(set, &mut |value| {
        count += 1;
        hidden |= cards && value != GONE && is_hidden(CardId(value));
        false
    });
    count > 1 && hidden
}

/// Looks at all options of what is asked, as if nobody knew those cards.
fn looked(script: &Script, state: &State, is_hidden: impl Fn(CardId) -> bool) -> Looks {
    let looks = Looks::of_trial(
        LOOKS,
        STEPS,
        CardSet::of_all(script.rules.cards.len(), is_hidden),
    );
    let context = asking(script, state).counting(Some(&looks));
    match state.asked {
        Asked::Choose { set, .. } => {
            context.each_option(set, state.seat, &mut |_| false);
        }
        Asked::Either { first, count, .. } => open_branches(context, first, count).for_each(drop),
        Asked::Nobody | Asked::Side | Asked::Shield { .. } | Asked::Menu => {}
    }
    looks
}

/// What the same text may have asked before offers the same to all: no cards, and nothing on a condition. Else that somebody is asked now could tell what they
/// have chosen or were offered then.
fn is_come_to_openly(script: &Script, state: &State) -> bool {
    let rules = &script.rules;
    let Some(asks) = state.frames.last().map(|frame| frame.pc as usize - 1) else {
        return false;
    };
    let Some(text) = rules.origin(asks as Pc) else {
        return false;
    };
    rules.code[text.entry as usize..asks]
        .iter()
        .all(|op| match *op {
            Op::Choose { set, .. } => {
                let set = &rules.sets[set.index()];
                let public = matches!(
                    set.element,
                    Element::Player | Element::Building | Element::Place | Element::Number
                );
                set.filter.is_none() && public
            }
            Op::Either { first, count, .. } => {
                let branches = &rules.branches[usize::from(first)..];
                branches[..usize::from(count)]
                    .iter()
                    .all(|branch| branch.condition.is_none())
            }
            Op::Secret(..) | Op::Take { .. } => false,
            _ => true,
        })
}

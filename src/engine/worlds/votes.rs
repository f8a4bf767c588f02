//! What is chosen in secret and not yet shown, and what it might be.

use crate::eval::context::Context;
use crate::{Asked, Script, State, Words};
use board::Seat;
use rules::ir::{Reg, Source};

/// Somebody's secret choice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vote {
    /// In which text.
    depth: usize,
    /// The first of the registers where all such choices are kept.
    reg: Reg,
    voter: Seat,
    /// Between which numbers it is, if it is one.
    range: Option<(u16, u16)>,
}

impl Vote {
    /// It is that player, or number.
    pub(super) fn set(&self, state: &mut State, chosen: u16) {
        let frame = &mut state.frames[self.depth];
        match self.range {
            Some((from, _)) => frame.keep_bid(self.reg, self.voter, from + chosen),
            None => frame.keep(self.reg, self.voter, Seat(chosen as u8)),
        }
    }
}

/// What the others have chosen in secret and not yet shown. Who makes a choice for another player knows it.
pub(super) fn unseen_votes(script: &Script, state: &State, seat: Seat) -> Vec<Vote> {
    let mut votes = Vec::new();
    for (depth, frame) in state.frames.iter().enumerate() {
        let Some((reg, numbers)) = frame.secret else {
            continue;
        };
        for voter in Seat(0).clockwise(state.board.seats) {
            let chosen = if numbers {
                frame.bid_of(reg, voter).is_some()
            } else {
                frame.chosen_by(reg, voter).is_some()
            };
            if chosen && voter != seat && state.board.chooser(voter).by != seat {
                let range = numbers.then(|| range(script, state, depth, voter));
                votes.push(Vote {
                    depth,
                    reg,
                    voter,
                    range,
                });
            }
        }
    }
    votes
}

/// Between which numbers somebody could choose. They hang on what all know.
fn range(script: &Script, state: &State, depth: usize, voter: Seat) -> (u16, u16) {
    let mut frame = state.frames[depth];
    let Asked::Choose { set, reg, .. } = state.asked else {
        return (0, 0);
    };
    let Source::Numbers(from, to) = script.rules.sets[set.index()].source else {
        return (0, 0);
    };
    // Before what is chosen stands who chooses.
    frame.bind(reg.saturating_sub(1), voter.0.into(), false);
    let context = Context::running(script, &state.board, &frame);
    (context.number(from), context.number(to))
}

/// They may have chosen anybody, and any number that they could choose.
pub(super) fn deal_votes(state: &mut State, votes: &[Vote], words: &mut Words) {
    for vote in votes {
        let living = state.board.living;
        let chosen = match vote.range {
            Some((from, to)) => words.below(u32::from(to.saturating_sub(from)) + 1) as u16,
            None => living
                .iter()
                .nth(words.below(living.count()) as usize)
                .unwrap_or(Seat(0))
                .0
                .into(),
        };
        vote.set(state, chosen);
    }
}

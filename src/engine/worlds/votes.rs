//! What is chosen in secret and not yet shown, and what it might be.

use crate::eval::context::Context;
use crate::play::turn::could_be;
use crate::{Asked, GONE, Script, State, Words};
use board::Seat;
use rules::ir::{Kept, Reg, Source};

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
        let Some((reg, kept @ (Kept::Players | Kept::Numbers))) = frame.secret else {
            continue;
        };
        let numbers = kept == Kept::Numbers;
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

/// What others have chosen in secret for later is taken out of the state: nothing is left in a text under way, where nobody else
/// is asked before it is pending.
pub(super) fn hide_secrets(state: &mut State, seat: Seat) {
    let board = &state.board;
    for frame in &mut state.frames {
        if frame.you != seat && board.chooser(frame.you).by != seat {
            frame.forget_secrets();
        }
    }
    for (at, name) in unknown_secrets(state, seat) {
        state.board.suppose(at, name, GONE);
    }
}

/// They may have chosen any of what they could choose from, as it is now.
pub(super) fn deal_secrets(script: &Script, state: &mut State, seat: Seat, words: &mut Words) {
    for (at, name) in unknown_secrets(state, seat) {
        let all = could_be(script, &state.board, &state.board.pending().all()[at], name);
        if !all.is_empty() {
            let value = all[words.below(all.len() as u32) as usize];
            state.board.suppose(at, name, value);
        }
    }
}

/// Of what is pending, by its place: the names that are secret to that seat.
fn unknown_secrets(state: &State, seat: Seat) -> Vec<(usize, u8)> {
    let all = state.board.pending().all().iter().enumerate();
    let unknown = all.filter(|(_, pended)| pended.secret != 0 && !pended.told.has(seat));
    unknown
        .flat_map(|(at, pended)| {
            let secret = |name: &u8| pended.secret >> name & 1 == 1;
            (0..u8::BITS as u8)
                .filter(secret)
                .map(move |name| (at, name))
        })
        .collect()
}

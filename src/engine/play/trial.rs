//! Tries texts on a copy of the game (PLY-5).

use std::cell::RefCell;

use crate::board::{CardId, Seat};
use crate::engine::eval::looks::Looks;
use crate::engine::play::fuel::Fuel;
use crate::engine::play::run::{Runner, Trial};
use crate::engine::state::frame::FrameKind;
use crate::engine::{GONE, Script, State};
use crate::rules::ir::Program;

thread_local! {
    /// Where texts are tried: to copy a game there moves only what is in use.
    static TRIED: RefCell<State> = const { RefCell::new(State::EMPTY) };
}

/// Tries a text on a copy of the game, its cost paid, up to its first required choice (PLY-5). What it takes is taken from
/// what may be looked at.
pub(in crate::engine) fn try_out(
    script: &Script,
    state: &State,
    looks: &Looks,
    program: Program,
    this: CardId,
    you: Seat,
    card: bool,
) -> bool {
    let on = |copy: &mut State| {
        let depth = copy.frames.len() + 1;
        let trial = Some(Trial { depth, legal: None });
        let fuel = Fuel::of_trial(script, copy, you, looks.left());
        let mut runner = Runner { script, state: copy, watch: &mut (), trial, fuel };
        if card {
            runner.lay(this, Some(program), depth - 1);
        }
        runner.push(program, FrameKind::Effect, this, you, GONE, true);
        runner.run();
        looks.spend(runner.fuel.taken(looks.left()));
        // END-3: what the player cannot know may be so that it can. A text that ends the game before it asks anything can
        // be chosen, too.
        runner.fuel.looks.guessed() || runner.trial.and_then(|trial| trial.legal).unwrap_or(true)
    };
    TRIED.with(|tried| match tried.try_borrow_mut() {
        Ok(mut copy) => {
            copy.copy_from(state);
            on(&mut copy)
        }
        // Something is being tried already.
        Err(_) => on(&mut state.clone()),
    })
}

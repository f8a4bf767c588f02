//! Tries texts on a copy of the game (PLY-5).

use std::cell::RefCell;

use arrayvec::ArrayVec;

use crate::base::limits::CARDS;
use crate::board::{CardId, Seat};
use crate::engine::eval::context::Context;
use crate::engine::eval::looks::Looks;
use crate::engine::play::fuel::Fuel;
use crate::engine::play::run::{Runner, Trial, Watch};
use crate::engine::state::frame::{Frame, FrameKind};
use crate::engine::state::value::card_value;
use crate::engine::{Asked, Choice, GONE, Script, State};
use crate::rules::ir::{Happening, Program};

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

/// Pays what is asked for that, on copies of the game, in each way in which it can be: one of them must do.
pub(in crate::engine) fn paid_somehow(
    (script, looks): (&Script, &Looks),
    state: &State,
    (happening, this, you): (Happening, CardId, Seat),
    does: &mut dyn FnMut(&State) -> bool,
) -> bool {
    let mut copy = state.clone();
    let depth = copy.frames.len() + 1;
    let trial = Some(Trial { depth, legal: None });
    let fuel = Fuel::of_trial(script, &copy, you, looks.left());
    let mut runner = Runner { script, state: &mut copy, watch: &mut (), trial, fuel };
    // A text that is over, but for what is paid.
    let lists = runner.state.lists.len() as u16;
    if runner.state.frames.try_push(Frame { this, you, lists, ..Frame::IDLE }).is_err() {
        return false;
    }
    runner.charge(happening, [card_value(this), GONE]);
    runner.run();
    pays_on(runner, looks, does)
}

fn pays_on(runner: Runner<'_, ()>, looks: &Looks, does: &mut dyn FnMut(&State) -> bool) -> bool {
    looks.spend(runner.fuel.taken(looks.left()));
    let Runner { script, state, trial, .. } = runner;
    let (Asked::Choose { set, .. }, Some(frame)) = (state.asked, state.frames.last()) else {
        state.frames.pop();
        return does(state);
    };
    let mut ways = ArrayVec::<Choice, CARDS>::new();
    Context::running(script, &state.board, frame).each_option(set, state.seat, &mut |value| {
        // Whatever pays is a card.
        ways.try_push(Choice::Pick(value)).is_err()
    });
    ways.into_iter().any(|choice| {
        let mut next = state.clone();
        let fuel = Fuel::of_trial(script, &next, state.seat, looks.left());
        let mut runner = Runner { script, state: &mut next, watch: &mut (), trial, fuel };
        runner.accept(choice);
        pays_on(runner, looks, does)
    })
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// In a trial of the text on top: notes whether it could be chosen. Answers whether the trial is over.
    pub fn trial_ends(&mut self, legal: bool) -> bool {
        let depth = self.state.frames.len();
        match &mut self.trial {
            Some(trial) if trial.depth == depth => {
                trial.legal = Some(legal);
                true
            }
            _ => false,
        }
    }
}

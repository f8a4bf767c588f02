//! Tries texts on a copy of the game (PLY-5).

use std::cell::RefCell;
use std::cmp::Reverse;

use crate::board::{CardId, Seat, Zone};
use crate::engine::eval::context::Context;
use crate::engine::eval::looks::Looks;
use crate::engine::play::fuel::Fuel;
use crate::engine::play::run::{Runner, Trial, Watch};
use crate::engine::state::frame::{Frame, FrameKind};
use crate::engine::state::value::{card_of, card_value};
use crate::engine::{Asked, Choice, GONE, Script, State};
use crate::rules::ir::{Happening, Program};

/// A copy of the game costs as much as to look at so many things.
const COPIED: u32 = 2_000;

thread_local! {
    /// Where texts are tried: to copy a game there moves only what is in use.
    static TRIED: RefCell<State> = const { RefCell::new(State::EMPTY) };
}

/// Tries a text on a copy of the game, its cost paid in one way or another, up to its first required choice (PLY-5). What it
/// takes is taken from what may be looked at.
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
        let paid = script.rules.origin(program.entry).and_then(|text| text.paid).unwrap_or(0);
        let trial = Some(Trial { depth, paid, legal: None });
        let fuel = Fuel::of_trial(script, copy, you, looks.left());
        let mut runner = Runner { script, state: copy, watch: &mut (), trial, fuel };
        if card {
            runner.lay(this, Some(program), depth - 1);
        }
        runner.push(program, FrameKind::Effect, this, you, GONE, true);
        runner.run();
        // END-3: what the player cannot know may be so that it can. A text that ends the game before it asks anything can
        // be chosen, too.
        runner.fuel.looks.guessed()
            || pays_on(runner, looks, &mut |runner| {
                runner.fuel.looks.guessed() || runner.trial.and_then(|trial| trial.legal).unwrap_or(true)
            })
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
    let trial = Some(Trial { depth, paid: 0, legal: None });
    let fuel = Fuel::of_trial(script, &copy, you, looks.left());
    let mut runner = Runner { script, state: &mut copy, watch: &mut (), trial, fuel };
    // A text that is over, but for what is paid.
    let lists = runner.state.lists.len() as u16;
    if runner.state.frames.try_push(Frame { this, you, lists, ..Frame::IDLE }).is_err() {
        return false;
    }
    runner.charge(happening, [card_value(this), GONE]);
    runner.run();
    pays_on(runner, looks, &mut |runner| {
        runner.state.frames.pop();
        does(runner.state)
    })
}

/// A copy of the game in which the next card that pays is to be picked: what can be tried still, each with the least kind of
/// the cards of a hand that may pay after it. In which order they pay a price is all the same: their kinds go up.
struct Fork {
    state: Box<State>,
    ways: Vec<(Choice, u8)>,
}

/// The same from where the first card is picked.
fn pays_on(mut runner: Runner<'_, ()>, looks: &Looks, does: &mut dyn FnMut(&mut Runner<'_, ()>) -> bool) -> bool {
    let (script, trial) = (runner.script, runner.trial);
    // There may be as many copies as cards that pay.
    let mut forks = match runner.ways_to_pay(looks, 0) {
        None => return does(&mut runner),
        Some(ways) => vec![Fork { state: Box::new(runner.state.clone()), ways }],
    };
    while let Some(fork) = forks.last_mut() {
        let Some((choice, least)) = fork.ways.pop() else {
            forks.pop();
            continue;
        };
        looks.spend(COPIED);
        if looks.is_spent() {
            return false;
        }
        let mut state = fork.state.clone();
        let fuel = Fuel::of_trial(script, &state, state.seat, looks.left());
        let mut runner = Runner { script, state: &mut state, watch: &mut (), trial, fuel };
        runner.accept(choice);
        match runner.ways_to_pay(looks, least) {
            None if does(&mut runner) => return true,
            None => {}
            Some(ways) => forks.push(Fork { state, ways }),
        }
    }
    false
}

impl Runner<'_, ()> {
    /// What can pay next, the last of it to be tried first; nothing once all is paid.
    fn ways_to_pay(&mut self, looks: &Looks, least: u8) -> Option<Vec<(Choice, u8)>> {
        looks.spend(self.fuel.taken(looks.left()));
        let (script, pays, state) = (self.script, self.tries_to_pay(), &*self.state);
        let (Asked::Choose { set, may, .. }, Some(frame), true) = (state.asked, state.frames.last(), pays) else {
            return None;
        };
        let price = self.trial.is_some_and(|trial| trial.paid == 0);
        let mut ways = Vec::new();
        Context::running(script, &state.board, frame).each_option(set, state.seat, &mut |value| {
            // Whatever pays a price is a card.
            let in_hand = card_of(value).filter(|card| price && state.board.card(*card).zone == Zone::Hand);
            let kind = in_hand.map(|card| script.kind[card.index()]);
            if kind.is_none_or(|kind| kind >= least) {
                ways.push((Choice::Pick(value), kind.unwrap_or(least)));
            }
            false
        });
        if may {
            ways.push((Choice::Decline, least));
        }
        ways.sort_by_key(|(_, kind)| Reverse(*kind));
        Some(ways)
    }
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// In a trial: what it tries has not paid its cost yet.
    pub fn tries_to_pay(&self) -> bool {
        let pays = |trial: Trial| self.state.frames.get(trial.depth - 1).is_some_and(|frame| frame.pc <= trial.paid);
        self.trial.is_some_and(pays)
    }

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

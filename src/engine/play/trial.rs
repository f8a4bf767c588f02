//! Tries texts on a copy of the game (PLY-5).

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;

use crate::effects::runner::{Runner, Trial};
use crate::eval::context::Context;
use crate::eval::looks::Looks;
use crate::play::budget::Fuel;
use crate::play::options::open_branches;
use crate::state::frame::Frame;
use crate::state::value::{card_of, card_value};
use crate::{Asked, Choice, GONE, Script, State, Watch};
use board::{CardId, Seat, Zone};
use rules::ir::{Happening, Program};

/// A copy of the game costs as much as to look at so many things.
const COPIED: u32 = 2_000;

thread_local! {
    /// Where texts are tried: to copy a game there moves only what is in use.
    static TRIED: RefCell<State> = const { RefCell::new(State::EMPTY) };
    /// Room for more copies, each below the other.
    static SPARE: Cell<Option<Box<Fork>>> = const { Cell::new(None) };
}

/// A copy of the game in which the next card that pays is to be picked: what can be tried still, each with the least kind of
/// the cards of a hand that may pay after it. In which order they pay a price is all the same: their kinds go up.
struct Fork {
    state: State,
    ways: Vec<(Choice, u8)>,
    below: Option<Box<Fork>>,
}

impl Fork {
    const EMPTY: Fork = Fork {
        state: State::EMPTY,
        ways: Vec::new(),
        below: None,
    };

    fn spare() -> Box<Fork> {
        let mut fork = SPARE.take().unwrap_or_else(|| Box::new(Fork::EMPTY));
        SPARE.set(fork.below.take());
        fork
    }

    /// Keeps its room for the next one. Answers what lies below it.
    fn done(mut self: Box<Fork>) -> Option<Box<Fork>> {
        let below = self.below.take();
        self.below = SPARE.take();
        SPARE.set(Some(self));
        below
    }
}

impl<'a> Runner<'a, ()> {
    /// Tries a text for a player who knows what they know now, where so much may still be looked at.
    fn tried(
        script: &'a Script,
        state: &'a mut State,
        trial: impl Into<Option<Trial>>,
        (you, looks): (Seat, &Looks),
        watch: &'a mut (),
    ) -> Runner<'a, ()> {
        let fuel = Fuel::of_trial(script, state, you, looks.left());
        Runner {
            trial: trial.into(),
            fuel,
            ..Runner::new(script, state, watch)
        }
    }

    /// Something is to be picked that pays.
    fn is_to_pay(&self, looks: &Looks) -> bool {
        looks.spend(self.fuel.taken(looks.left()));
        matches!(
            self.state.asked,
            Asked::Choose { .. } | Asked::Either { .. }
        ) && self.tries_to_pay()
    }

    /// What can pay next, the last of it to be tried first.
    fn ways_to_pay(&self, least: u8, ways: &mut Vec<(Choice, u8)>) {
        let (script, state) = (self.script, &*self.state);
        ways.clear();
        let Some(frame) = state.frames.last() else {
            return;
        };
        let (set, may) = match state.asked {
            Asked::Choose { set, may, .. } => (set, may),
            // Of which sort a counter is that pays.
            Asked::Either { first, count, .. } => {
                let context = Context::running(script, &state.board, frame);
                let open = open_branches(context, first, count);
                return ways.extend(open.map(|branch| (Choice::Branch(branch), least)));
            }
            _ => return,
        };
        let price = self.trial.is_some_and(|trial| trial.paid == 0);
        Context::running(script, &state.board, frame).each_option(set, state.seat, &mut |value| {
            // Whatever pays a price is a card.
            let in_hand =
                card_of(value).filter(|card| price && state.board.card(*card).zone == Zone::Hand);
            let kind = in_hand.map(|card| script.kind[card.index()]);
            if kind.is_none_or(|kind| kind >= least) {
                ways.push((Choice::Pick(value), kind.unwrap_or(least)));
            }
            false
        });
        if may {
            ways.push((Choice::Decline, least));
        }
        ways.sort_unstable_by_key(|(_, kind)| Reverse(*kind));
    }
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// In a trial: what it tries has not paid its cost yet.
    pub fn tries_to_pay(&self) -> bool {
        let pays = |trial: Trial| {
            self.state
                .frames
                .get(trial.depth - 1)
                .is_some_and(|frame| frame.pc <= trial.paid)
        };
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

/// Tries a text on a copy of the game, its cost paid in one way or another, up to its first required choice (PLY-5). What it
/// takes is taken from what may be looked at.
pub fn try_out(
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
        let paid = script
            .rules
            .origin(program.entry)
            .and_then(|text| text.paid)
            .unwrap_or(0);
        let watch = &mut ();
        let mut runner = Runner::tried(script, copy, Trial::new(depth, paid), (you, looks), watch);
        if card {
            runner.lay(this, Some(program), depth - 1);
        }
        runner.push_starred(program, this, you);
        runner.run();
        // END-3: what the player cannot know may be so that it can. A text that ends the game before it asks anything can
        // be chosen, too.
        runner.fuel.looks.guessed()
            || pays_on(runner, looks, &mut |runner| {
                runner.fuel.looks.guessed()
                    || runner.trial.and_then(|trial| trial.legal).unwrap_or(true)
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
pub fn paid_somehow(
    (script, looks): (&Script, &Looks),
    state: &State,
    (happening, this, you): (Happening, CardId, Seat),
    does: &mut dyn FnMut(&State) -> bool,
) -> bool {
    let mut copy = state.clone();
    let depth = copy.frames.len() + 1;
    let watch = &mut ();
    let mut runner = Runner::tried(script, &mut copy, Trial::new(depth, 0), (you, looks), watch);
    // A text that is over, but for what is paid.
    let lists = runner.state.lists.len() as u16;
    if runner
        .state
        .frames
        .try_push(Frame {
            this,
            you,
            lists,
            ..Frame::IDLE
        })
        .is_err()
    {
        return false;
    }
    runner.charge(happening, [card_value(this), GONE]);
    runner.run();
    pays_on(runner, looks, &mut |runner| {
        runner.state.frames.pop();
        does(runner.state)
    })
}

/// The same from where the first card is picked.
fn pays_on(
    mut runner: Runner<'_, ()>,
    looks: &Looks,
    does: &mut dyn FnMut(&mut Runner<'_, ()>) -> bool,
) -> bool {
    let (script, trial) = (runner.script, runner.trial);
    if !runner.is_to_pay(looks) {
        return does(&mut runner);
    }
    let mut first = Fork::spare();
    first.state.copy_from(runner.state);
    runner.ways_to_pay(0, &mut first.ways);
    let (mut forks, mut pays) = (Some(first), false);
    while let Some(mut fork) = forks {
        let Some((choice, least)) = fork.ways.pop().filter(|_| !pays) else {
            forks = fork.done();
            continue;
        };
        looks.spend(COPIED);
        if looks.is_spent() {
            fork.ways.clear();
            forks = Some(fork);
            continue;
        }
        let mut next = Fork::spare();
        next.state.copy_from(&fork.state);
        let asked = next.state.seat;
        let watch = &mut ();
        let mut runner = Runner::tried(script, &mut next.state, trial, (asked, looks), watch);
        runner.accept(choice);
        if runner.is_to_pay(looks) {
            runner.ways_to_pay(least, &mut next.ways);
            next.below = Some(fork);
            forks = Some(next);
        } else {
            pays = does(&mut runner);
            next.done();
            forks = Some(fork);
        }
    }
    pays
}

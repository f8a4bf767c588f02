//! How far card text may go in one decision, and what becomes of it when it would go on (END-1).

use arrayvec::ArrayVec;

use crate::effects::runner::Runner;
use crate::eval::looks::Looks;
use crate::{Cause, Reads, Script, State, Watch};
use board::{CardId, CardSet, Cut, Event, Seat};
use text::limits::{CHAIN, CIRCLE, LOOKS, STEPS};

/// What a text may take of both where it is only tried (PLY-5). One that goes on longer can be chosen.
pub const TRIED: u32 = 10;

/// A step takes as long as so many looks.
const A_STEP: u32 = 4;

/// So many of the cards of a long chain are told; of those, the last one says that there are more.
const NAMED: usize = CIRCLE + 1;

/// What is left to texts in one decision.
pub struct Fuel {
    pub looks: Looks,
    /// Something has come to its bound: texts are cut off before anything else happens.
    pub cut: Option<Cut>,
    /// Texts have been cut off in this decision, so that all has been looked at once more.
    pub again: bool,
    /// What had been taken up to then (see [`Effort`](crate::Effort)).
    burnt: u64,
    /// A position in a long chain, and the cards whose texts have begun since, in that order.
    pub seen: Option<Box<(State, Vec<CardId>)>>,
    /// The text that is one too many in a chain.
    pub follows: Option<Cause>,
}

impl Fuel {
    pub fn full() -> Fuel {
        Fuel {
            looks: Looks::full(),
            cut: None,
            again: false,
            burnt: 0,
            seen: None,
            follows: None,
        }
    }

    /// For a text that is only tried, by a player who knows what they know now, where so much may still be looked at.
    pub fn of_trial(script: &Script, state: &State, you: Seat, left: u32) -> Fuel {
        let cards = CardSet::of_all(script.rules.cards.len(), |card| {
            let card = state.board.card(card);
            !card.face_up() && !card.known.has(you)
        });
        let looks = Looks::of_trial(left.min(LOOKS / TRIED), STEPS / TRIED, cards);
        Fuel {
            looks,
            ..Fuel::full()
        }
    }

    /// What a trial has taken, as looks.
    pub fn taken(&self, left: u32) -> u32 {
        STEPS / TRIED - self.looks.steps().min(STEPS / TRIED) + left.min(LOOKS / TRIED)
            - self.looks.left()
    }

    /// What a decision has taken (see [`Effort`](crate::Effort)).
    #[inline(always)]
    pub fn effort(&self, script: &Script) -> u64 {
        let steps = A_STEP * (STEPS - self.looks.steps().min(STEPS));
        self.burnt
            + u64::from(
                steps
                    + if script.worst.dear {
                        self.looks.taken()
                    } else {
                        0
                    },
            )
    }

    /// As much as one decision has, once more: what lasts is looked at again.
    pub fn refill(&mut self, script: &Script) {
        self.burnt = self.effort(script);
        self.looks.set_steps(STEPS);
        self.looks.set_left(LOOKS);
    }

    /// Nothing that is asked now has an answer.
    #[inline(always)]
    pub fn is_blind(&self) -> bool {
        self.looks.is_spent() || self.cut.is_some()
    }

    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.looks.steps() == 0
    }

    /// One step more.
    #[inline(always)]
    pub fn step(&self) {
        self.looks.set_steps(self.looks.steps() - 1);
    }

    /// What texts look at is counted once a decision has come so far that it might matter (END-1). A trial also notes what
    /// is asked.
    #[inline(always)]
    pub fn counts(&self, script: &Script, trial: bool) -> bool {
        self.looks.steps() < script.worst.counted_below || trial
    }

    /// Texts are cut off at the next step.
    #[cold]
    pub fn stop(&mut self, why: Cut) {
        self.cut.get_or_insert(why);
        self.looks.set_steps(0);
    }
}

/// From there on it is looked whether the position has been there before.
const LONG: u16 = 64;

impl State {
    /// What happens next would be the same.
    fn is_same(&self, other: &State) -> bool {
        let waiting = |state: &State| {
            state
                .queue
                .iter()
                .skip(usize::from(state.head))
                .copied()
                .collect::<ArrayVec<_, 255>>()
        };
        self.board == other.board
            && self.chance == other.chance
            && self.frames == other.frames
            && self.lists == other.lists
            && self.held == other.held
            && (self.changed, self.changed_nations) == (other.changed, other.changed_nations)
            && waiting(self) == waiting(other)
    }
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// A card's text begins in answer to something, or played by a text. Answers `false` when it is one too many.
    pub fn follows(&mut self, text: Cause) -> bool {
        let why = if self.state.chain >= LONG && self.goes_round(text.this) {
            Cut::Repeats
        } else if self.state.chain >= CHAIN {
            Cut::Chain
        } else {
            self.state.chain += 1;
            return true;
        };
        self.fuel.follows = Some(text);
        self.fuel.stop(why);
        false
    }

    /// In a long chain: the position is the one that was there before. Chance, which is part of it, has then not been
    /// asked, and nobody has chosen: it will come again for ever.
    #[cold]
    fn goes_round(&mut self, card: CardId) -> bool {
        match &mut self.fuel.seen {
            Some(seen) if seen.0.is_same(self.state) => return true,
            Some(seen) if !self.state.chain.is_power_of_two() => seen.1.push(card),
            seen => *seen = Some(Box::new((self.state.clone(), vec![card]))),
        }
        false
    }

    /// END-1: the turn menu that is asked may lack something.
    #[cold]
    pub fn tell_unseen(&mut self) {
        self.emit_by(
            Event::Cut {
                why: Cut::Menu,
                cards: &[],
            },
            None,
        );
    }

    /// END-1: all that is under way ends, and what waits is dropped.
    #[cold]
    pub fn cut_off(&mut self) {
        let spent = if self.fuel.looks.is_spent() {
            Cut::Looks
        } else {
            Cut::Steps
        };
        let mut why = self.fuel.cut.take().unwrap_or(spent);
        let seen = self.fuel.seen.take().map(|seen| seen.1);
        let cards: Vec<CardId> = match seen {
            Some(seen) if why == Cut::Repeats => smallest(seen),
            Some(mut seen) if why == Cut::Chain => match period(&seen) {
                Some(length) => {
                    why = Cut::Circle;
                    seen.truncate(length);
                    seen
                }
                None => each_once(seen),
            },
            // Those that were there before go round with those that wait.
            seen if why == Cut::Triggers => {
                let waiting = self.state.queue.iter().map(|one| one.card);
                let all = seen.into_iter().flatten().chain(waiting);
                let (standing, gone): (Vec<CardId>, Vec<CardId>) =
                    all.partition(|card| self.state.board.place(*card).is_some());
                each_once(if standing.is_empty() { gone } else { standing })
            }
            _ => self
                .state
                .frames
                .last()
                .map(|frame| frame.this)
                .filter(|card| card.is_some())
                .into_iter()
                .collect(),
        };
        // What is one too many is to blame, not the text that waits for it.
        let cause = self
            .fuel
            .follows
            .take()
            .or_else(|| self.state.frames.last().map(Cause::of));
        self.emit_by(Event::Cut { why, cards: &cards }, cause);
        if let Some(trial) = &mut self.trial {
            trial.legal = Some(true);
            return;
        }
        self.state.queue.clear();
        self.state.held.clear();
        self.state.fallen.clear();
        self.state.replacing.clear();
        (
            self.state.head,
            self.state.ordered,
            self.state.fresh,
            self.state.chain,
        ) = (0, 0, 0, 0);
        while let Some(depth) = self.state.frames.len().checked_sub(1) {
            self.end_actions(depth);
            self.state.frames.truncate(depth);
        }
        self.state.lists.clear();
        // Nobody can lead out of it: the game stops where it is.
        if why == Cut::Repeats {
            (self.state.changed, self.state.changed_nations) = (Reads::NOTHING, 0);
            return self.end_drawn();
        }
        self.fuel.refill(self.script);
        // What a moment could not look at to its end is looked at once more; after that it stays as far as that has come.
        match std::mem::replace(&mut self.fuel.again, true) {
            false => self.settle_all(),
            true => (self.state.changed, self.state.changed_nations) = (Reads::NOTHING, 0),
        }
    }
}

/// The shortest sequence of which these are made by repeating it.
pub fn smallest(mut cards: Vec<CardId>) -> Vec<CardId> {
    let count = cards.len();
    let repeats = |length: &usize| {
        count.is_multiple_of(*length) && cards[*length..] == cards[..count - *length]
    };
    let length = (1..count).find(repeats).unwrap_or(count);
    cards.truncate(length);
    cards
}

/// How long the shortest sequence of several is that they repeat up to their end, which may be in the middle of it. One that
/// is longer than is told is none.
fn period(cards: &[CardId]) -> Option<usize> {
    let count = cards.len();
    let repeats = |length: &usize| cards[*length..] == cards[..count - *length];
    (1..NAMED.min(count / 2))
        .find(repeats)
        .filter(|length| *length > 1)
}

/// The first of them, each once: one more than are told.
fn each_once(cards: impl IntoIterator<Item = CardId>) -> Vec<CardId> {
    let mut once = Vec::new();
    for card in cards.into_iter().filter(|card| card.is_some()) {
        if once.len() < NAMED && !once.contains(&card) {
            once.push(card);
        }
    }
    once
}

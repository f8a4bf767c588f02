//! Card text always ends: what becomes of it when it would go on (END-1).

use arrayvec::ArrayVec;

use crate::play::fuel::NAMED;
use crate::play::run::{Runner, Watch};
use crate::{Cause, Reads, State};
use board::{CardId, Cut, Event};
use text::limits::CHAIN;

/// From there on it is looked whether the position has been there before.
const LONG: u16 = 64;

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
        let why = self.fuel.cut.take().unwrap_or(spent);
        let cards: Vec<CardId> = match self.fuel.seen.take() {
            Some(seen) if why == Cut::Repeats => smallest(seen.1),
            Some(seen) if why == Cut::Chain => each_once(&seen.1),
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
fn smallest(mut cards: Vec<CardId>) -> Vec<CardId> {
    let count = cards.len();
    let repeats = |length: &usize| {
        count.is_multiple_of(*length) && cards[*length..] == cards[..count - *length]
    };
    let length = (1..count).find(repeats).unwrap_or(count);
    cards.truncate(length);
    cards
}

/// The first of them, each once: one more than are told.
fn each_once(cards: &[CardId]) -> Vec<CardId> {
    let mut once = Vec::new();
    for card in cards {
        if once.len() < NAMED && !once.contains(card) {
            once.push(*card);
        }
    }
    once
}

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

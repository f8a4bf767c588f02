//! How much may still be looked at in one decision (END-1), and what the player of a text that is only tried cannot know.

use std::cell::Cell;

use board::{CardId, CardSet};
use text::limits::{LOOKS, STEPS};

/// How far texts may still go, and how conditions look at things.
pub struct Looks {
    /// So much might be looked at to begin with.
    first: u32,
    /// So much may still be looked at.
    left: Cell<u32>,
    /// So many steps may still be taken; none once nothing more may be looked at, so that one question tells of both.
    steps: Cell<u32>,
    /// Of a text that is only tried.
    unknown: Option<Unknown>,
}

/// What the player of a text that is only tried cannot know (END-3).
struct Unknown {
    cards: CardSet,
    /// Such a card was asked what it is.
    guessed: Cell<bool>,
    /// Such a card was revealed, so that it may have something to answer.
    revealed: Cell<bool>,
}

impl Looks {
    pub fn new(left: u32, steps: u32) -> Looks {
        let steps = if left == 0 { 0 } else { steps };
        let (first, left, steps) = (left, Cell::new(left), Cell::new(steps));
        Looks {
            first,
            left,
            steps,
            unknown: None,
        }
    }

    /// As much as one decision has.
    pub fn full() -> Looks {
        Looks::new(LOOKS, STEPS)
    }

    /// The same for a text that is only tried, whose player does not know those cards.
    pub fn of_trial(left: u32, steps: u32, cards: CardSet) -> Looks {
        let unknown = Some(Unknown {
            cards,
            guessed: Cell::new(false),
            revealed: Cell::new(false),
        });
        Looks {
            unknown,
            ..Looks::new(left, steps)
        }
    }

    /// For whoever counts and is not bound.
    pub fn without_end() -> Looks {
        Looks::new(u32::MAX, STEPS)
    }

    #[inline(always)]
    pub fn left(&self) -> u32 {
        self.left.get()
    }

    /// How much of it has been looked at.
    pub fn taken(&self) -> u32 {
        self.first - self.left.get().min(self.first)
    }

    /// Nothing more may be looked at: whatever is answered from now on is worth nothing, and nothing may follow from it.
    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    #[inline(always)]
    pub fn spend(&self, more: u32) {
        match self.left.get().checked_sub(more) {
            None | Some(0) => self.run_out(),
            Some(left) => self.left.set(left),
        }
    }

    #[cold]
    fn run_out(&self) {
        self.left.set(0);
        self.steps.set(0);
    }

    /// How many steps may still be taken.
    #[inline(always)]
    pub fn steps(&self) -> u32 {
        self.steps.get()
    }

    pub fn set_left(&self, left: u32) {
        self.left.set(left);
    }

    #[inline(always)]
    pub fn set_steps(&self, steps: u32) {
        self.steps.set(steps);
    }

    /// A card is asked what it is.
    #[inline(always)]
    pub fn reads(&self, card: CardId) {
        if let Some(unknown) = &self.unknown
            && unknown.cards.has(card)
        {
            unknown.guessed.set(true);
        }
    }

    /// A card is revealed; whether it answers matters only once the answers are waited for.
    #[inline(always)]
    pub fn reveals(&self, card: CardId) {
        if let Some(unknown) = &self.unknown
            && unknown.cards.has(card)
        {
            unknown.revealed.set(true);
        }
    }

    /// What answers comes now, if anything does.
    #[inline(always)]
    pub fn waits_for_answers(&self) {
        if let Some(unknown) = &self.unknown
            && unknown.revealed.get()
        {
            unknown.guessed.set(true);
        }
    }

    /// From here on nobody can say which of these is which.
    pub fn mix(&mut self, cards: &CardSet) {
        if let Some(unknown) = &mut self.unknown {
            unknown.cards.insert_all(cards);
        }
    }

    /// What was found out hangs on a card that the player cannot know.
    pub fn guessed(&self) -> bool {
        self.unknown
            .as_ref()
            .is_some_and(|unknown| unknown.guessed.get())
    }
}

//! Card text always ends: how far it may go in one decision, and what becomes of it when it would go on (END-1).

use std::cell::Cell;

use arrayvec::ArrayVec;

use crate::base::limits::{CHAIN, LOOKS, STEPS};
use crate::board::{CardId, Cut, Event, Seat};
use crate::engine::play::run::{Runner, Watch};
use crate::engine::{CardSet, Reads, Script, State};

/// What a text may take of both where it is only tried (PLY-5). One that goes on longer can be chosen.
const TRIED: u32 = 10;
/// From there on it is looked whether the position has been there before.
const LONG: u16 = 64;
/// So many of the cards that make a loop are named.
const NAMED: usize = 8;

/// How far texts may still go, and how conditions look at things.
pub(in crate::engine) struct Looks {
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
    fn new(left: u32, steps: u32) -> Looks {
        let steps = if left == 0 { 0 } else { steps };
        let (left, steps) = (Cell::new(left), Cell::new(steps));
        Looks { left, steps, unknown: None }
    }

    /// As much as one decision has.
    pub fn full() -> Looks {
        Looks::new(LOOKS, STEPS)
    }

    #[inline(always)]
    pub fn left(&self) -> u32 {
        self.left.get()
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
        self.unknown.as_ref().is_some_and(|unknown| unknown.guessed.get())
    }
}

/// What is left to texts in one decision.
pub(in crate::engine) struct Fuel {
    pub looks: Looks,
    /// Something has come to its bound: texts are cut off before anything else happens.
    pub cut: Option<Cut>,
    /// Texts have been cut off in this decision, so that all has been looked at once more.
    again: bool,
    /// A position in a long chain, and the cards whose texts have begun since.
    seen: Option<Box<(State, ArrayVec<CardId, NAMED>)>>,
}

impl Fuel {
    pub fn full() -> Fuel {
        Fuel { looks: Looks::full(), cut: None, again: false, seen: None }
    }

    /// For a text that is only tried, by a player who knows what they know now, where so much may still be looked at.
    pub fn of_trial(script: &Script, state: &State, you: Seat, left: u32) -> Fuel {
        let mut cards = CardSet::NONE;
        let all = (0..script.rules.cards.len()).map(|card| CardId(card as u16));
        cards.extend(all.filter(|card| {
            let card = state.board.card(*card);
            !card.face_up() && !card.known.has(you)
        }));
        let unknown = Some(Unknown { cards, guessed: Cell::new(false), revealed: Cell::new(false) });
        let looks = Looks { unknown, ..Looks::new(left.min(LOOKS / TRIED), STEPS / TRIED) };
        Fuel { looks, ..Fuel::full() }
    }

    /// What a trial has taken, as looks.
    pub fn taken(&self, left: u32) -> u32 {
        STEPS / TRIED - self.looks.steps.get().min(STEPS / TRIED) + left.min(LOOKS / TRIED) - self.looks.left()
    }

    /// Nothing that is asked now has an answer.
    #[inline(always)]
    pub fn is_blind(&self) -> bool {
        self.looks.is_spent() || self.cut.is_some()
    }

    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.looks.steps.get() == 0
    }

    /// One step more.
    #[inline(always)]
    pub fn step(&self) {
        self.looks.steps.set(self.looks.steps.get() - 1);
    }

    /// What texts look at is counted once a decision has come so far that it might matter (END-1). A trial also notes what
    /// is asked.
    #[inline(always)]
    pub fn counts(&self, script: &Script, trial: bool) -> bool {
        self.looks.steps.get() < script.worst.counted_below || trial
    }

    /// Texts are cut off at the next step.
    #[cold]
    pub fn stop(&mut self, why: Cut) {
        self.cut.get_or_insert(why);
        self.looks.steps.set(0);
    }
}

impl<W: Watch> Runner<'_, W> {
    /// A card's text begins in answer to something, or played by a text. Answers `false` when it is one too many.
    pub fn follows(&mut self, card: CardId) -> bool {
        if self.state.chain >= LONG && self.goes_round(card) {
            self.fuel.stop(Cut::Repeats);
            return false;
        }
        self.state.chain += 1;
        if self.state.chain > CHAIN {
            self.fuel.stop(Cut::Chain);
        }
        self.state.chain <= CHAIN
    }

    /// In a long chain: the position is the one that was there before. Chance, which is part of it, has then not been
    /// asked, and nobody has chosen: it will come again for ever.
    #[cold]
    fn goes_round(&mut self, card: CardId) -> bool {
        match &mut self.fuel.seen {
            Some(seen) if seen.0.is_same(self.state) => return true,
            Some(seen) if !self.state.chain.is_power_of_two() => {
                if !seen.1.contains(&card) {
                    let _ = seen.1.try_push(card);
                }
            }
            seen => *seen = Some(Box::new((self.state.clone(), ArrayVec::from_iter([card])))),
        }
        false
    }

    /// END-1: the turn menu that is asked may lack something.
    #[cold]
    pub fn tell_unseen(&mut self) {
        self.emit_by(Event::Cut { why: Cut::Menu, cards: &[] }, None);
    }

    /// END-1: all that is under way ends, and what waits is dropped.
    #[cold]
    pub fn cut_off(&mut self) {
        let spent = if self.fuel.looks.is_spent() { Cut::Looks } else { Cut::Steps };
        let why = self.fuel.cut.take().unwrap_or(spent);
        let mut cards = ArrayVec::<CardId, NAMED>::new();
        match self.fuel.seen.take() {
            Some(seen) if matches!(why, Cut::Chain | Cut::Repeats) => cards.extend(seen.1),
            _ => cards.extend(self.state.frames.last().map(|frame| frame.this).filter(|card| card.is_some())),
        }
        self.emit(Event::Cut { why, cards: &cards });
        if let Some(trial) = &mut self.trial {
            trial.legal = Some(true);
            return;
        }
        self.state.queue.clear();
        (self.state.head, self.state.ordered, self.state.chain) = (0, 0, 0);
        while let Some(depth) = self.state.frames.len().checked_sub(1) {
            self.end_actions(depth);
            self.state.frames.truncate(depth);
        }
        self.state.lists.clear();
        self.fuel.looks.steps.set(STEPS);
        self.fuel.looks.left.set(LOOKS);
        // What a moment could not look at to its end is looked at once more; after that it stays as far as that has come.
        match std::mem::replace(&mut self.fuel.again, true) {
            false => self.settle_all(),
            true => (self.state.changed, self.state.changed_nations) = (Reads::NOTHING, 0),
        }
    }
}

impl State {
    /// What happens next would be the same.
    fn is_same(&self, other: &State) -> bool {
        let waiting =
            |state: &State| state.queue.iter().skip(usize::from(state.head)).copied().collect::<ArrayVec<_, 255>>();
        self.board == other.board
            && self.chance == other.chance
            && self.frames == other.frames
            && self.lists == other.lists
            && (self.changed, self.changed_nations) == (other.changed, other.changed_nations)
            && waiting(self) == waiting(other)
    }
}

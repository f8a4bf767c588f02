//! The state of a game: the board, and what is under way as plain data.

pub(super) mod cause;
pub(super) mod chance;
pub(super) mod frame;
pub(super) mod nation_traits;
pub(super) mod value;

use arrayvec::ArrayVec;

use crate::state::frame::{Frame, Held, LISTED_CARD, Waiting};
use crate::state::nation_traits::NationTraits;
use crate::{Chance, GONE, Reads, Value};
use board::{Board, BuildingSet, CardId, CardSet, MAX_SEATS, Seat, Seats};
use rules::ir::{Pc, Reg, SetId};
use text::limits::{CARDS, DEPTH, LIST, QUEUE, REPLACING};

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    Running,
    /// That seat has won.
    Won(Seat),
    /// It is over, and nobody has won.
    Drawn,
}

/// What a player is being asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Nobody is asked: the game is over.
    Nobody,
    /// Which side of the victory card to use (SET-2).
    Side,
    /// Which card to put on the victory card (SET-5); so many are still to go.
    Shield {
        /// How many, this one too.
        left: u8,
    },
    /// The turn menu.
    Menu,
    /// A choice of the text under way.
    Choose {
        /// What is chosen from.
        set: SetId,
        /// Where the choice goes.
        reg: Reg,
        /// Nothing may be chosen, too.
        may: bool,
        /// Where the text goes on then.
        exit: Pc,
    },
    /// A choice between branches of the text under way.
    Either {
        /// The first of the branches.
        first: u16,
        /// How many there are.
        count: u8,
        /// None may be taken, too.
        may: bool,
        /// Where the text goes on then.
        exit: Pc,
    },
}

/// All of a game but its rules: to copy it is to copy the game.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// What lies on the table.
    pub board: Board,
    /// Whether somebody has won.
    pub outcome: Outcome,
    /// What is asked now.
    #[doc(hidden)]
    pub asked: Asked,
    /// Who is asked.
    pub seat: Seat,
    /// The options of the choice that is being asked, where they are buildings or tops and known already.
    pub(super) offered: Option<BuildingSet>,
    /// Turns begun.
    pub turns: u32,
    /// What was taken from the menu in this turn, where a text may forbid passing.
    pub(super) taken: u16,
    /// Where the game has come to in its numbers.
    pub chance: Chance,
    pub(super) frames: ArrayVec<Frame, DEPTH>,
    pub(super) queue: ArrayVec<Waiting, QUEUE>,
    /// The queue's first element that still waits.
    pub(super) head: u16,
    /// How much of the queue is in order (TRG-1).
    pub(super) ordered: u16,
    /// The queue's first element that the moment under way has queued.
    pub(super) fresh: u16,
    /// What waits for keywords that are under way to be over.
    pub(super) held: ArrayVec<Held, QUEUE>,
    /// Buildings that have fallen since the last moment and were active, with their owners, where something waits for what
    /// comes of that.
    pub(super) fallen: ArrayVec<(CardId, Seat), CARDS>,
    /// Texts that have been asked for in the place of what has not happened yet.
    pub(super) replacing: ArrayVec<frame::Asked, REPLACING>,
    /// Elements of lists that texts walk through: each element, a list's last one first.
    pub(super) lists: ArrayVec<Value, LIST>,
    /// Nations in which something has changed since the last moment.
    pub(super) changed_nations: u8,
    /// What has changed since then.
    pub(super) changed: Reads,
    /// What the nations' buildings have to say.
    pub(super) nations: [NationTraits; MAX_SEATS],
    /// The nations of which that must be looked at again.
    pub(super) stale: Seats,
    /// The nations in which a building or a face-up card has come or gone, so that lasting effects may reach another
    /// building. Both are cleared at the next moment that matters to anybody.
    pub(super) rebuilt: Seats,
    /// Some lasting effect could look beyond its own nation when they were worked out last.
    pub(super) far: bool,
    /// Triggers and actions begun by effects since the last turn menu.
    pub(super) chain: u16,
    /// Who wins when the moment is over because a text says so, a bit a seat; [`DRAWN`] when it says that nobody does.
    pub(super) claims: u8,
    /// Who is eliminated now whatever would come in the place of that: it has been asked, and built nothing.
    pub(super) doomed: Seats,
    /// Who wins now whatever would come in the place of that.
    pub(super) granted: Seats,
}

/// See [`State::claims`].
pub(super) const DRAWN: u8 = 1 << 7;

impl State {
    /// No game at all: room for the copy of one.
    pub(super) const EMPTY: State = State {
        board: Board::EMPTY,
        outcome: Outcome::Running,
        asked: Asked::Nobody,
        seat: Seat(0),
        offered: None,
        turns: 0,
        taken: 0,
        chance: Chance::NONE,
        frames: ArrayVec::new_const(),
        queue: ArrayVec::new_const(),
        head: 0,
        ordered: 0,
        fresh: 0,
        held: ArrayVec::new_const(),
        fallen: ArrayVec::new_const(),
        replacing: ArrayVec::new_const(),
        lists: ArrayVec::new_const(),
        changed_nations: 0,
        changed: Reads::NOTHING,
        nations: [NationTraits::NOTHING; MAX_SEATS],
        stale: Seats::NONE,
        rebuilt: Seats::NONE,
        far: false,
        chain: 0,
        claims: 0,
        doomed: Seats::NONE,
        granted: Seats::NONE,
    };

    /// Becomes a copy of `other`. Unlike `clone`, it moves only what is in use.
    pub fn copy_from(&mut self, other: &State) {
        self.board.copy_from(&other.board);
        (self.outcome, self.asked, self.seat) = (other.outcome, other.asked, other.seat);
        (self.turns, self.chance, self.chain, self.offered) =
            (other.turns, other.chance, other.chain, other.offered);
        self.taken = other.taken;
        (self.head, self.ordered, self.fresh) = (other.head, other.ordered, other.fresh);
        (self.changed_nations, self.changed, self.nations) =
            (other.changed_nations, other.changed, other.nations);
        (self.stale, self.rebuilt, self.claims) = (other.stale, other.rebuilt, other.claims);
        self.far = other.far;
        (self.doomed, self.granted) = (other.doomed, other.granted);
        refill(&mut self.frames, &other.frames);
        refill(&mut self.queue, &other.queue);
        refill(&mut self.held, &other.held);
        refill(&mut self.fallen, &other.fallen);
        refill(&mut self.replacing, &other.replacing);
        refill(&mut self.lists, &other.lists);
    }
}

fn refill<T: Copy, const N: usize>(into: &mut ArrayVec<T, N>, from: &[T]) {
    into.clear();
    into.try_extend_from_slice(from).expect("both hold as much");
}

impl State {
    /// Nobody can say any more which of these cards is which: no text that is under way or waits has a name for one.
    pub fn forget(&mut self, cards: &CardSet) {
        self.frames.iter_mut().for_each(|frame| {
            frame
                .marks
                .iter_mut()
                .for_each(|marks| marks.remove_all(cards))
        });
        self.lose(
            (self.frames.len(), self.lists.len(), self.queue.len()),
            |card| cards.has(card),
        );
    }

    /// IDN-1: it is a new card from now on. No text has a name for it but the one on top, whose doing that is, and what waits
    /// because of this very moment.
    #[inline(always)]
    pub fn renew(&mut self, card: CardId) {
        if self.frames.len() > 1 || !self.queue.is_empty() || !self.held.is_empty() {
            self.renew_for_others(card);
        }
    }

    #[inline(never)]
    fn renew_for_others(&mut self, card: CardId) {
        let lists = self.frames.last().map_or(0, |frame| frame.lists.into());
        self.lose(
            (
                self.frames.len().saturating_sub(1),
                lists,
                self.fresh.into(),
            ),
            |other| other == card,
        );
    }

    /// So many texts under way, elements of lists and triggers, the first of each, have no name for such cards any more.
    #[inline(always)]
    fn lose(
        &mut self,
        (frames, lists, triggers): (usize, usize, usize),
        such: impl Fn(CardId) -> bool,
    ) {
        let named = |value: Value| value != GONE && such(CardId(value & !LISTED_CARD));
        for frame in self.frames.iter_mut().take(frames) {
            // PLY-4: a text goes on without its card.
            if frame.this.is_some() && such(frame.this) {
                frame.this = CardId::NONE;
            }
            for (reg, value) in frame.registers.iter_mut().enumerate() {
                if frame.cards >> reg & 1 == 1 && named(*value) {
                    *value = GONE;
                }
            }
        }
        for value in self.lists.iter_mut().take(lists) {
            if *value & LISTED_CARD != 0 && named(*value) {
                *value = GONE;
            }
        }
        let held = self.held.iter_mut().map(|held| &mut held.waiting);
        for waiting in self.queue.iter_mut().take(triggers).chain(held) {
            waiting.gone |= such(waiting.card);
            for (at, role) in waiting.roles.iter_mut().enumerate() {
                if waiting.cards >> at & 1 == 1 && named(*role) {
                    *role = GONE;
                }
            }
        }
    }
}

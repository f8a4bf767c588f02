//! The state of a game: the board, and what is under way as plain data.

pub(super) mod cause;
pub(super) mod chance;
pub(super) mod nation_traits;

use arrayvec::ArrayVec;

use crate::base::limits::{DEPTH, LIST, QUEUE};
use crate::board::{Board, BuildingSet, CARD_ROOM, CardId, MAX_SEATS, Seat, Seats};
use crate::engine::state::nation_traits::NationGlance;
use crate::engine::{Chance, GONE, Reads, Value};
use crate::rules::ir::{Causes, MARK_SETS, Moment, NameId, Pc, REGISTERS, Reg, SetId};

/// A set of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardSet([u64; CARD_ROOM / 64]);

impl CardSet {
    pub const NONE: CardSet = CardSet([0; CARD_ROOM / 64]);

    #[inline(always)]
    pub fn has(&self, card: CardId) -> bool {
        self.0[card.index() / 64] >> (card.0 % 64) & 1 == 1
    }

    #[inline(always)]
    pub fn insert(&mut self, card: CardId) {
        self.0[card.index() / 64] |= 1 << (card.0 % 64);
    }

    /// In the order of their numbers.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = CardId> {
        (0..).zip(self.0).flat_map(|(word, mut left): (u16, u64)| {
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as u16;
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(CardId(word * 64 + bit))
            })
        })
    }

    #[inline(always)]
    pub fn remove(&mut self, card: CardId) {
        self.0[card.index() / 64] &= !(1 << (card.0 % 64));
    }

    /// Puts all of those in.
    #[inline(always)]
    pub fn insert_all(&mut self, cards: &CardSet) {
        self.0.iter_mut().zip(cards.0).for_each(|(word, cards)| *word |= cards);
    }

    /// Takes all of those out.
    #[inline(always)]
    pub fn remove_all(&mut self, cards: &CardSet) {
        self.0.iter_mut().zip(cards.0).for_each(|(word, cards)| *word &= !cards);
    }
}

impl Extend<CardId> for CardSet {
    fn extend<I: IntoIterator<Item = CardId>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| self.insert(card));
    }
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> CardSet {
        let mut set = CardSet::default();
        set.extend(cards);
        set
    }
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Running,
    Won(Seat),
}

/// What a player is being asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Nobody is asked: the game is over.
    Nobody,
    /// Which side of the victory card to use (SET-2).
    Side,
    /// Which card to put on the victory card (SET-5); so many are still to go.
    Shield { left: u8 },
    /// The turn menu.
    Menu,
    /// A choice of the text under way.
    Choose { set: SetId, reg: Reg, may: bool, exit: Pc },
    /// A choice between branches of the text under way.
    Either { first: u16, count: u8 },
}

/// What a frame is running for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    /// The turn's draw, a card's action or an ability: dropped when its player is eliminated (TRN-6).
    Effect,
    /// What a card answers when it is revealed or destroyed: it runs to its end whoever lives (RSP-5).
    Trigger,
    /// What a building does when it is built: dropped with its player (TRG-2).
    Arrival,
    /// It runs to its end whoever lives, and what it triggers comes before it is over (DRW-4).
    Crisis,
}

impl FrameKind {
    /// What is left of it is dropped when its player is eliminated (TRN-6, TRG-2).
    #[inline(always)]
    pub(in crate::engine) fn falls_with_its_player(self) -> bool {
        matches!(self, FrameKind::Effect | FrameKind::Arrival)
    }

    /// What it triggers comes before it is over. What a trigger itself launches or does joins the queue's end (TRG-1).
    #[inline(always)]
    pub(in crate::engine) fn waits_for_answers(self) -> bool {
        matches!(self, FrameKind::Effect | FrameKind::Crisis)
    }
}

/// One text under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) struct Frame {
    pub pc: Pc,
    pub kind: FrameKind,
    /// The text is done; what it triggered is being worked off.
    pub draining: bool,
    pub you: Seat,
    pub provoker: Value,
    pub this: CardId,
    pub raise: u16,
    pub causes: Causes,
    /// Depth of the blocks that are one moment.
    pub at_once: u8,
    /// Depth of the blocks that are one effect.
    pub one_effect: u8,
    /// Depth of the blocks in which nothing is triggered.
    pub unanswered: u8,
    /// The first card of that name that would answer does not.
    pub spares: Option<NameId>,
    /// The draw under way has had its crisis.
    pub crisis_had: bool,
    /// Where this frame's lists begin.
    pub lists: u16,
    pub registers: [Value; REGISTERS],
    /// The registers that stand for cards, a bit each.
    pub cards: u16,
    /// The depth, and one more, of the effect whose action this card was already when this text of it began; else 0.
    pub outer: u8,
    pub marks: [CardSet; MARK_SETS],
}

impl State {
    /// No game at all: room for the copy of one.
    pub(in crate::engine) const EMPTY: State = State {
        board: Board::EMPTY,
        outcome: Outcome::Running,
        asked: Asked::Nobody,
        seat: Seat(0),
        offered: None,
        turns: 0,
        chance: Chance::NONE,
        frames: ArrayVec::new_const(),
        queue: ArrayVec::new_const(),
        head: 0,
        ordered: 0,
        lists: ArrayVec::new_const(),
        changed_nations: 0,
        changed: Reads::NOTHING,
        nations: [NationGlance::NOTHING; MAX_SEATS],
        stale: Seats::NONE,
        rebuilt: Seats::NONE,
        chain: 0,
    };

    /// Becomes a copy of `other`. Unlike `clone`, it moves only what is in use.
    pub fn copy_from(&mut self, other: &State) {
        self.board.copy_from(&other.board);
        (self.outcome, self.asked, self.seat) = (other.outcome, other.asked, other.seat);
        (self.turns, self.chance, self.chain, self.offered) = (other.turns, other.chance, other.chain, other.offered);
        (self.head, self.ordered) = (other.head, other.ordered);
        (self.changed_nations, self.changed, self.nations) = (other.changed_nations, other.changed, other.nations);
        (self.stale, self.rebuilt) = (other.stale, other.rebuilt);
        refill(&mut self.frames, &other.frames);
        refill(&mut self.queue, &other.queue);
        refill(&mut self.lists, &other.lists);
    }
}

fn refill<T: Copy, const N: usize>(into: &mut ArrayVec<T, N>, from: &[T]) {
    into.clear();
    into.try_extend_from_slice(from).expect("both hold as much");
}

/// Marks elements of lists that are cards; no other value is so large, but for [`GONE`], which has all bits.
pub(in crate::engine) const LISTED_CARD: Value = 1 << 15;

const _: () = assert!(CARD_ROOM < LISTED_CARD as usize && REGISTERS <= 16);

impl State {
    /// Nobody can say any more which of these cards is which: no text that is under way or waits has a name for one.
    pub fn forget(&mut self, cards: &CardSet) {
        let named = |value: Value| value != GONE && cards.has(CardId(value & !LISTED_CARD));
        for frame in &mut self.frames {
            frame.marks.iter_mut().for_each(|marks| marks.remove_all(cards));
            // PLY-4: a text goes on without its card.
            if frame.this.is_some() && cards.has(frame.this) {
                frame.this = CardId::NONE;
            }
            for (reg, value) in frame.registers.iter_mut().enumerate() {
                if frame.cards >> reg & 1 == 1 && named(*value) {
                    *value = GONE;
                }
            }
        }
        for value in &mut self.lists {
            if *value & LISTED_CARD != 0 && named(*value) {
                *value = GONE;
            }
        }
        self.queue.iter_mut().for_each(|waiting| waiting.gone |= cards.has(waiting.card));
    }
}

impl Frame {
    /// A register stands for something: for a card, or for something else.
    #[inline(always)]
    pub fn bind(&mut self, reg: Reg, value: Value, card: bool) {
        self.registers[reg as usize] = value;
        self.cards = self.cards & !(1 << reg) | u16::from(card) << reg;
    }

    /// A register stands for an element of a list.
    #[inline(always)]
    pub fn bind_listed(&mut self, reg: Reg, value: Value) {
        let card = value & LISTED_CARD != 0;
        self.bind(reg, if value == GONE { GONE } else { value & !LISTED_CARD }, card);
    }

    /// No text at all.
    pub const IDLE: Frame = Frame {
        pc: 0,
        kind: FrameKind::Effect,
        draining: true,
        you: Seat(0),
        provoker: GONE,
        this: CardId::NONE,
        raise: 0,
        causes: 0,
        at_once: 0,
        one_effect: 0,
        unanswered: 0,
        spares: None,
        crisis_had: false,
        lists: 0,
        registers: [GONE; REGISTERS],
        cards: 0,
        outer: 0,
        marks: [CardSet::NONE; MARK_SETS],
    };
}

/// A trigger that waits for its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) struct Waiting {
    pub entry: Pc,
    pub card: CardId,
    pub owner: Seat,
    pub provoker: Seat,
    pub moment: Moment,
    /// The card has been shuffled away since.
    pub gone: bool,
}

/// All of a game but its rules: to copy it is to copy the game.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub board: Board,
    pub outcome: Outcome,
    pub asked: Asked,
    /// Who is asked.
    pub seat: Seat,
    /// The options of the choice that is being asked, where they are buildings or tops and known already.
    pub(in crate::engine) offered: Option<BuildingSet>,
    /// Turns begun.
    pub turns: u32,
    pub chance: Chance,
    pub(in crate::engine) frames: ArrayVec<Frame, DEPTH>,
    pub(in crate::engine) queue: ArrayVec<Waiting, QUEUE>,
    /// The queue's first element that still waits.
    pub(in crate::engine) head: u16,
    /// How much of the queue is in order (TRG-1).
    pub(in crate::engine) ordered: u16,
    /// Elements of lists that texts walk through: each element, a list's last one first.
    pub(in crate::engine) lists: ArrayVec<Value, LIST>,
    /// Nations in which something has changed since the last moment.
    pub(in crate::engine) changed_nations: u8,
    /// What has changed since then.
    pub(in crate::engine) changed: Reads,
    /// What the nations' buildings have to say.
    pub(in crate::engine) nations: [NationGlance; MAX_SEATS],
    /// The nations of which that must be looked at again.
    pub(in crate::engine) stale: Seats,
    /// The nations in which a building or a face-up card has come or gone, so that lasting effects may reach another
    /// building. Both are cleared at the next moment that matters to anybody.
    pub(in crate::engine) rebuilt: Seats,
    /// Triggers and actions begun by effects since the last turn menu.
    pub(in crate::engine) chain: u16,
}

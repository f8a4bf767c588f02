//! Texts under way, and triggers that wait for their turn.

use crate::{GONE, Value};
use board::{CARD_ROOM, CardId, CardSet, MAX_SEATS, Pended, Seat, Seats};
use rules::ir::{Causes, Kept, MARK_SETS, NameId, Pc, Pending, REGISTERS, ROLES, Reg};
use text::limits::{CARRIED, KEPT};

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
    /// What a card asks to be paid for what somebody does: what that triggers waits until the rest is done.
    Fee,
}

impl FrameKind {
    /// What is left of it is dropped when its player is eliminated (TRN-6, TRG-2).
    #[inline(always)]
    pub fn falls_with_its_player(self) -> bool {
        matches!(self, FrameKind::Effect | FrameKind::Arrival)
    }

    /// What it triggers comes before it is over. What a trigger itself launches or does joins the queue's end (TRG-1).
    #[inline(always)]
    pub fn waits_for_answers(self) -> bool {
        matches!(self, FrameKind::Effect | FrameKind::Crisis)
    }
}

/// What becomes of starred numbers, read once as a text begins: they are raised, then doubled, then lowered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stars {
    /// First so much is added.
    pub raise: u16,
    /// Last so much is taken off.
    pub lower: u16,
    /// What is lowered does not fall below this.
    pub floor: u16,
    /// How often they are doubled.
    pub doubled: u8,
}

impl Stars {
    /// They are as printed.
    pub const PLAIN: Stars = Stars {
        raise: 0,
        lower: 0,
        floor: 0,
        doubled: 0,
    };
    /// They are doubled so often at most: more would be beyond every number.
    pub const DOUBLED: u8 = 16;

    /// Both together; of several floors the highest holds.
    pub fn and(self, other: Stars) -> Stars {
        Stars {
            raise: self.raise.saturating_add(other.raise),
            lower: self.lower.saturating_add(other.lower),
            floor: self.floor.max(other.floor),
            doubled: self
                .doubled
                .saturating_add(other.doubled)
                .min(Stars::DOUBLED),
        }
    }

    /// What a number comes to.
    #[inline]
    pub fn of(self, number: u16) -> u16 {
        let raised = u32::from(number.saturating_add(self.raise)) << self.doubled;
        let raised = u16::try_from(raised).unwrap_or(u16::MAX);
        raised
            .saturating_sub(self.lower)
            .max(self.floor.min(raised))
    }
}

/// A seat that nobody has: decides where whoever should decide is gone.
pub const NOBODY: Seat = Seat(7);

const _: () = assert!(MAX_SEATS <= NOBODY.0 as usize);

/// One text under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    pub pc: Pc,
    pub kind: FrameKind,
    /// The text is done; what it triggered is being worked off.
    pub draining: bool,
    pub you: Seat,
    /// Whose text it is, where another player does this part of it and is `you` here.
    pub acts_for: Option<Seat>,
    pub provoker: Value,
    pub this: CardId,
    /// What becomes of its starred numbers.
    pub stars: Stars,
    pub causes: Causes,
    /// Depth of the blocks that are one moment.
    pub at_once: u8,
    /// Depth of the blocks that are one effect.
    pub one_effect: u8,
    /// Depth of the blocks in which nothing is triggered.
    pub unanswered: u8,
    /// Who makes the next decision, where that is not `you`; see [`NOBODY`].
    pub decider: Option<Seat>,
    /// Registers in which players choose in secret, from that one on.
    pub secret: Option<(Reg, Kept)>,
    /// The first card of that name that would answer does not.
    pub spares: Option<NameId>,
    /// Where the text began, if it comes in the place of something, and [`Asked::nth`].
    pub instead: Option<(Pc, u8)>,
    /// The building whose text comes first of those that could come in the place of what is to happen next.
    pub first: CardId,
    /// Another text comes in its place, or asks whether it does.
    pub replaced: bool,
    /// What is asked for what it does next is paid.
    pub paid: bool,
    /// Who is eliminated when the text is over and has built them nothing.
    pub saves: Option<Seat>,
    /// Who wins when the text is over, if they still would.
    pub halts: Option<Seat>,
    /// Depth of the blocks in which nobody wins by a condition.
    pub winless: u8,
    /// The draw under way has had its crisis.
    pub crisis_had: bool,
    /// Where this frame's lists begin.
    pub lists: u16,
    pub registers: [Value; REGISTERS],
    /// The registers that stand for cards, a bit each.
    pub cards: u16,
    /// By register, who can tell which card it stands for: they have chosen it, or the text has shown it to them.
    pub told: [Seats; REGISTERS],
    /// The depth, and one more, of the effect whose action this card was already when this text of it began; else 0.
    pub outer: u8,
    pub marks: [CardSet; MARK_SETS],
}

/// Marks elements of lists that are cards; no other value is so large, but for [`GONE`], which has all bits.
pub const LISTED_CARD: Value = 1 << 15;

const _: () = assert!(CARD_ROOM < LISTED_CARD as usize && REGISTERS <= 16);

impl Frame {
    /// What is left of it is dropped when one of these is eliminated: who does it, and whose text it is (TRN-6, TRG-2).
    #[inline(always)]
    pub fn falls(&self, living: Seats) -> bool {
        self.kind.falls_with_its_player()
            && !(living.has(self.you) && self.acts_for.is_none_or(|seat| living.has(seat)))
    }

    /// What it triggers comes before it is over: of what another player does for a text, before that is.
    #[inline(always)]
    pub fn waits_for_answers(&self) -> bool {
        self.kind.waits_for_answers() && self.acts_for.is_none()
    }

    /// The same text as another player does it.
    pub fn done_by(self, seat: Seat, lists: usize) -> Frame {
        Frame {
            you: seat,
            acts_for: Some(self.acts_for.unwrap_or(self.you)),
            lists: lists as u16,
            saves: None,
            halts: None,
            instead: None,
            first: CardId::NONE,
            outer: 0,
            ..self
        }
    }

    /// What that seat has chosen, kept from that register on.
    #[inline]
    pub fn chosen_by(&self, reg: Reg, seat: Seat) -> Option<Seat> {
        let chosen = self
            .registers
            .get(usize::from(reg + seat.0 / 4))
            .map_or(0xF, |all| all >> (seat.0 % 4 * 4) & 0xF);
        (chosen != 0xF).then_some(Seat(chosen as u8))
    }

    /// Keeps it there.
    pub fn keep(&mut self, reg: Reg, seat: Seat, chosen: Seat) {
        if let Some(all) = self.registers.get_mut(usize::from(reg + seat.0 / 4)) {
            let place = seat.0 % 4 * 4;
            *all = *all & !(0xF << place) | u16::from(chosen.0 & 0xF) << place;
        }
    }

    /// The number of that seat, kept from that register on.
    #[inline]
    pub fn number_of(&self, reg: Reg, seat: Seat) -> u16 {
        self.registers
            .get(usize::from(reg + seat.0 / 2))
            .map_or(0, |both| both >> (seat.0 % 2 * 8) & 0xFF)
    }

    /// The number that a seat has chosen, kept from that register on.
    pub fn bid_of(&self, reg: Reg, seat: Seat) -> Option<u16> {
        Some(self.number_of(reg, seat)).filter(|number| *number <= KEPT as u16)
    }

    /// Keeps it there; nothing stands for a seat that has not chosen.
    pub fn keep_bid(&mut self, reg: Reg, seat: Seat, number: u16) {
        self.keep_number(reg, seat, number.min(KEPT as u16));
    }

    fn keep_number(&mut self, reg: Reg, seat: Seat, number: u16) {
        if let Some(both) = self.registers.get_mut(usize::from(reg + seat.0 / 2)) {
            let place = seat.0 % 2 * 8;
            *both = *both & !(0xFF << place) | number << place;
        }
    }

    /// Adds to it; it goes up to 255.
    pub fn add_to(&mut self, reg: Reg, seat: Seat, more: u16) {
        let sum = self.number_of(reg, seat).saturating_add(more).min(0xFF);
        self.keep_number(reg, seat, sum);
    }

    /// What `you` have chosen in secret is there no more.
    #[cold]
    pub fn forget_secrets(&mut self) {
        if let Some((first, Kept::Own)) = self.secret {
            (first..REGISTERS as Reg).for_each(|reg| self.bind(reg, GONE, false));
            self.secret = None;
        }
    }

    /// A register stands for something: for a card, or for something else.
    #[inline(always)]
    pub fn bind(&mut self, reg: Reg, value: Value, card: bool) {
        self.registers[reg as usize] = value;
        self.told[reg as usize] = Seats::NONE;
        self.cards = self.cards & !(1 << reg) | u16::from(card) << reg;
    }

    /// The first registers stand for what has a part in something that happens; which of it is cards is a bit each.
    #[inline]
    pub fn bind_roles(&mut self, roles: &[Value], cards: u8) {
        for (reg, role) in (0..).zip(roles) {
            self.bind(reg, *role, cards >> reg & 1 == 1);
        }
    }

    /// A register stands for an element of a list.
    #[inline(always)]
    pub fn bind_listed(&mut self, reg: Reg, value: Value) {
        let card = value & LISTED_CARD != 0;
        let plain = if value == GONE {
            GONE
        } else {
            value & !LISTED_CARD
        };
        self.bind(reg, plain, card);
    }

    /// What a text carries along lies behind its roles, and behind that what has been counted of each player.
    pub fn carries(&mut self, said: &Pending, pended: &Pended, roles: usize) {
        let first = roles as Reg;
        for (at, value) in pended.carried.iter().take(said.carried.len()).enumerate() {
            self.bind(first + at as Reg, *value, pended.cards >> at & 1 == 1);
        }
        if said.counts.is_some() {
            let counted = first + said.carried.len() as Reg;
            (counted..).take(3).for_each(|reg| self.bind(reg, 0, false));
            for (seat, number) in (0..).map(Seat).zip(pended.since) {
                self.add_to(counted, seat, number.into());
            }
        }
    }

    /// No text at all.
    pub const IDLE: Frame = Frame {
        pc: 0,
        kind: FrameKind::Effect,
        draining: true,
        you: Seat(0),
        acts_for: None,
        provoker: GONE,
        this: CardId::NONE,
        stars: Stars::PLAIN,
        causes: 0,
        at_once: 0,
        one_effect: 0,
        unanswered: 0,
        decider: None,
        secret: None,
        spares: None,
        instead: None,
        first: CardId::NONE,
        replaced: false,
        paid: false,
        saves: None,
        halts: None,
        winless: 0,
        crisis_had: false,
        lists: 0,
        registers: [GONE; REGISTERS],
        cards: 0,
        told: [Seats::NONE; REGISTERS],
        outer: 0,
        marks: [CardSet::NONE; MARK_SETS],
    };
}

/// A trigger that waits for its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    pub entry: Pc,
    pub card: CardId,
    pub owner: Seat,
    pub provoker: Seat,
    pub kind: FrameKind,
    /// It waits for the card to come to stand: one that is disabled from then on has nothing to say (TRG-2).
    pub arrives: bool,
    /// The card is a new one since (IDN-1), or has been shuffled away.
    pub gone: bool,
    /// What its first registers stand for, and which of them for cards, a bit each.
    pub roles: [Value; ROLES + CARRIED],
    pub cards: u8,
}

/// A text that has been asked for already, in the place of what is about to happen there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The depth of the text whose op it is, or from 128 on something that happens at the end of a moment.
    pub at: u8,
    pub card: CardId,
    /// Who is asked, where that is no card's text yet: see [`NOBODY`].
    pub you: Seat,
    pub entry: Pc,
    /// Which one it is of those that the same player has said for a while with that text, counted from 1; 0 for all others.
    pub nth: u8,
}

impl Asked {
    /// What is said for a while may lose its card by what it does.
    pub fn of(at: u8, (card, you): (CardId, Seat), (entry, nth): (Pc, u8)) -> Asked {
        let card = if nth > 0 { CardId::NONE } else { card };
        let you = if card.is_some() { NOBODY } else { you };
        Asked {
            at,
            card,
            you,
            entry,
            nth,
        }
    }
}

/// What waits for a keyword to be over, in the frame at that depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    pub waiting: Waiting,
    pub keyword: u8,
    pub depth: u8,
}

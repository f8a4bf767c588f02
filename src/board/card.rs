//! Cards and their kinds, by number, and where they can lie.

use crate::{Seat, Seats};
use text::Origin;
use text::limits::{CARDS, KINDS};

/// One card of the game, by its number in the order in which the rules list them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardId(pub u16);

/// The room of tables by card: a power of two, so that finding a card needs no look at where they end. The last place
/// stands for no card.
pub const CARD_ROOM: usize = 512;

const _: () = assert!(CARDS < CARD_ROOM && CARD_ROOM.is_power_of_two());

impl CardId {
    /// No card.
    pub const NONE: CardId = CardId(u16::MAX);

    /// The number as an index; below [`CARD_ROOM`].
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0) % CARD_ROOM
    }

    /// It is a card.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self != CardId::NONE
    }
}

/// Some cards, in an order.
pub type Cards = arrayvec::ArrayVec<CardId, CARD_ROOM>;

/// A card kind, by its number in the game; at most 64 of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(pub u8);

impl Kind {
    /// The number as an index; below [`KINDS`].
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

const _: () = assert!(KINDS <= u64::BITS as usize);

/// What the table knows of one card.
///
/// Sixteen bytes, so that finding a card is a shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(16))]
pub struct CardState {
    /// Where the card is.
    pub zone: Zone,
    pub(super) second_side: bool,
    /// A seat or a building, as [`Zone`] says.
    pub(super) host: u16,
    /// A building: the top card of its stack. Stacked: the card below it. A law: the one that came next.
    pub(super) next: CardId,
    /// A building: how many cards are stacked on it.
    pub height: u16,
    /// A building: its position among all buildings, by seat, left to right.
    pub position: u16,
    pub(super) face_up: bool,
    /// Why a building is or is not disabled, a bit each; see the questions below.
    pub(super) flags: u8,
    /// A building: how many cards lie face up on it; [`MANY_UP`] when there are so many or more. Aside, or with its action
    /// under way: one more than the number of its [`CardState::origin`], 0 for none.
    pub ups: u8,
    /// Who knows what it is.
    pub known: Seats,
    /// A building: its spent abilities, a bit each.
    pub spent: u8,
    /// A building: the statuses it has, a bit each. Derived, not stored: the engine sets it.
    pub status: u8,
}

const _: () = assert!(size_of::<CardState>() == 16);

/// So many cards face up on one building are not counted any further.
pub const MANY_UP: u8 = u8::MAX;

const BY_AGE: u8 = 1;
const SILENCED: u8 = 2;

impl CardState {
    /// A card of the deck that nobody knows.
    pub const UNKNOWN: CardState = CardState {
        zone: Zone::Deck,
        second_side: false,
        host: 0,
        next: CardId::NONE,
        height: 0,
        position: 0,
        face_up: false,
        flags: 0,
        ups: 0,
        known: Seats::NONE,
        spent: 0,
        status: 0,
    };

    /// All that is known of it in one number.
    #[inline(always)]
    pub(super) fn in_short(&self) -> u128 {
        // All of it by name, so that nothing is forgotten.
        let CardState {
            zone,
            second_side,
            host,
            next,
            height,
            position,
            face_up,
            flags,
            ups,
            known,
            spent,
            status,
        } = *self;
        let words = [host, next.0, height, position].into_iter().rev();
        let bytes = [
            zone as u8,
            second_side.into(),
            face_up.into(),
            flags,
            ups,
            known.0,
            spent,
            status,
        ]
        .into_iter()
        .rev();
        let words = words.fold(0, |all, word| all << 16 | u64::from(word));
        let bytes = bytes.fold(0, |all, byte| all << 8 | u64::from(byte));
        u128::from(words) << 64 | u128::from(bytes)
    }

    /// That seat knows which card it is.
    #[inline(always)]
    pub fn is_known_to(&self, seat: Seat) -> bool {
        self.face_up || self.known.has(seat)
    }

    /// A building, or a card of a hand: whose.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        Seat(self.host as u8)
    }

    /// Stacked: what it is stacked on.
    #[inline(always)]
    pub fn building(&self) -> CardId {
        CardId(self.host)
    }

    /// Aside: the depth of the effect that it is aside for.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.host.into()
    }

    /// In the discard pile: the depth, and one more, of the effect whose action it is; 0 when it is none.
    #[inline(always)]
    pub fn action_of(&self) -> u8 {
        self.host as u8
    }

    /// Where a card lies that may be played, built or put; on its way, where it lay before.
    pub fn origin(&self) -> Option<Origin> {
        match self.zone {
            Zone::Hand => Some(Origin::Hand),
            Zone::Stack => Some(Origin::Stack),
            Zone::Deck => Some(Origin::Deck),
            Zone::Discard if self.host == 0 => Some(Origin::Discard),
            Zone::Discard | Zone::Aside => {
                let number = usize::from(self.ups).checked_sub(1)?;
                Origin::ALL.get(number).copied()
            }
            Zone::Row | Zone::Law | Zone::Removed => None,
        }
    }

    /// A building: the top card of its stack.
    #[inline(always)]
    pub fn top(&self) -> CardId {
        self.next
    }

    /// Stacked: the card below it.
    #[inline(always)]
    pub fn below(&self) -> CardId {
        self.next
    }

    /// A double-sided card shows its second side.
    #[inline(always)]
    pub fn second_side(&self) -> bool {
        self.second_side
    }

    /// Stacked face up.
    #[inline(always)]
    pub fn face_up(&self) -> bool {
        self.face_up
    }

    /// A building: its age made it active, in a ring that disables each other (DIS-5). Derived, too.
    #[inline(always)]
    pub fn by_age(&self) -> bool {
        self.flags & BY_AGE != 0
    }

    /// A building: it has a status, or is silenced.
    #[inline(always)]
    pub(super) fn has_any_status(&self) -> bool {
        self.status != 0 || self.silenced()
    }

    /// A building: another card's text disables it. Derived, too.
    #[inline(always)]
    pub fn silenced(&self) -> bool {
        self.flags & SILENCED != 0
    }

    #[inline(always)]
    pub(super) fn set_by_age(&mut self, by_age: bool) {
        self.flags = self.flags & !BY_AGE | (u8::from(by_age) * BY_AGE);
    }

    #[inline(always)]
    pub(super) fn set_silenced(&mut self, silenced: bool) {
        self.flags = self.flags & !SILENCED | (u8::from(silenced) * SILENCED);
    }

    /// What the engine derives is to be worked out anew; its statuses are taken off by whoever asks.
    #[inline(always)]
    pub(super) fn forget_derived(&mut self) {
        self.flags = 0;
    }
}

/// The zone that a card is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Zone {
    /// In the deck.
    #[default]
    Deck,
    /// `host` is one more than the depth of the effect for which the card's action is under way; 0 when none is.
    Discard,
    /// While it is being put somewhere. `host` is the depth of the effect that does so.
    Aside,
    /// Out of the game.
    Removed,
    /// `host` is the seat.
    Hand,
    /// A building; `host` is the seat.
    Row,
    /// A stacked card; `host` is the building.
    Stack,
    /// In front of nobody, where it holds for all.
    Law,
}

//! What is known of other cards while it is asked whether one can be played whose text asks about them (END-2).

use std::cell::Cell;

use board::CardId;
use rules::ir::How;
use text::limits::KINDS;

/// A kind, played or replayed, in the discard pile or elsewhere: cards that are alike in this are asked about once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Alike(usize);

impl Alike {
    pub fn of(kind: u8, how: How, pile: bool) -> Alike {
        Alike(4 * usize::from(kind) + 2 * usize::from(how == How::Replay) + usize::from(pile))
    }

    pub fn all() -> impl Iterator<Item = Alike> {
        (0..4 * KINDS).map(Alike)
    }

    /// How cards that are alike so would be played.
    pub fn how(self) -> How {
        if self.0 / 2 % 2 == 1 {
            How::Replay
        } else {
            How::Play
        }
    }
}

/// A bit for each [`Alike`].
pub(super) type Those = [u64; 4 * KINDS / 64];

/// A question about a card whose text asks about others, and what is known of those.
pub(super) struct Ahead {
    /// It is as good as played, so that it cannot be picked, and cannot be what makes itself playable.
    pub first: CardId,
    asked: Cell<Those>,
    playable: Cell<Those>,
    /// The first card of each sort that was asked about.
    cards: [Cell<CardId>; 4 * KINDS],
}

impl Ahead {
    pub fn new(first: CardId) -> Ahead {
        let nothing = Cell::new([0; 4 * KINDS / 64]);
        Ahead {
            first,
            asked: nothing.clone(),
            playable: nothing,
            cards: [const { Cell::new(CardId::NONE) }; 4 * KINDS],
        }
    }

    fn has(those: &Cell<Those>, sort: Alike) -> bool {
        those.get()[sort.0 / 64] >> (sort.0 % 64) & 1 == 1
    }

    fn add(those: &Cell<Those>, sort: Alike) {
        let mut all = those.get();
        all[sort.0 / 64] |= 1 << (sort.0 % 64);
        those.set(all);
    }

    /// What is known of a card so far: nothing speaks for it until it has been found that it can be played.
    pub fn known(&self, card: CardId, sort: Alike) -> bool {
        if card == self.first {
            return false;
        }
        if !Ahead::has(&self.asked, sort) {
            Ahead::add(&self.asked, sort);
            self.cards[sort.0].set(card);
        }
        Ahead::has(&self.playable, sort)
    }

    /// All that is known so far.
    pub fn found(&self) -> (Those, Those) {
        (self.asked.get(), self.playable.get())
    }

    /// It was asked about, and nothing speaks for it yet.
    pub fn is_open(&self, sort: Alike) -> bool {
        Ahead::has(&self.asked, sort) && !Ahead::has(&self.playable, sort)
    }

    /// The first card of that sort that was asked about.
    pub fn card(&self, sort: Alike) -> CardId {
        self.cards[sort.0].get()
    }

    /// It can be played.
    pub fn allow(&self, sort: Alike) {
        Ahead::add(&self.playable, sort);
    }
}

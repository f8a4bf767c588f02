//! Looks ahead: whether an action could be chosen whose text itself asks whether cards can be played (END-2).

use std::cell::Cell;

use crate::base::limits::KINDS;
use crate::board::{CardId, Zone};
use crate::engine::eval::context::Context;
use crate::engine::play::fuel::Looks;
use crate::rules::ir::{Guard, How, PredId};

/// A kind, played or replayed, in the discard pile or elsewhere: cards that are alike in this are asked about once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Alike(usize);

/// A bit for each [`Alike`].
type Those = [u64; 4 * KINDS / 64];

/// A question about a card whose text asks about others, and what is known of those.
pub(in crate::engine) struct Ahead {
    /// It is as good as played, so that it cannot be picked, and cannot be what makes itself playable.
    first: CardId,
    asked: Cell<Those>,
    playable: Cell<Those>,
    /// The first card of each sort that was asked about.
    cards: [Cell<CardId>; 4 * KINDS],
}

impl Ahead {
    fn new(first: CardId) -> Ahead {
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
    fn known(&self, card: CardId, sort: Alike) -> bool {
        if card == self.first {
            return false;
        }
        if !Ahead::has(&self.asked, sort) {
            Ahead::add(&self.asked, sort);
            self.cards[sort.0].set(card);
        }
        Ahead::has(&self.playable, sort)
    }
}

impl<'a> Context<'a> {
    /// PLY-5: the card's action could be chosen now, by `you`. The card itself cannot be picked then (PLY-4).
    pub fn playable(&self, card: CardId, how: How) -> bool {
        let Some(guard) = self.needed(card, how) else { return false };
        match (guard, self.ahead) {
            (None, _) => true,
            (Some(needed), None) if self.script.asks_ahead(needed) => self.foreseen(card, needed),
            (Some(needed), Some(ahead)) if self.script.asks_ahead(needed) => ahead.known(card, self.sort(card, how)),
            (Some(needed), ahead) => self.supposing(ahead, card).holds(needed),
        }
    }

    /// What must hold for a card's action to be chosen, if anything must; none when it cannot be.
    fn needed(&self, card: CardId, how: How) -> Option<Option<PredId>> {
        match self.action(card, how)?.guard {
            Guard::Always => Some(None),
            Guard::Never => None,
            // Trying a text inside a condition would have no end; what it needs at once must do.
            Guard::Needs(pred) | Guard::Try(pred) | Guard::Pays { cost: pred, .. } => Some(Some(pred)),
        }
    }

    /// What a card needs is asked as if it were being played.
    fn supposing<'b>(&self, ahead: Option<&'b Ahead>, card: CardId) -> Context<'b>
    where
        'a: 'b,
    {
        let first = ahead.map_or(card, |ahead| ahead.first);
        let context = Context::of(self.script, self.board, card, self.you);
        Context { ahead, without: [first, card], ..context.counting(self.looks_ahead) }
    }

    fn sort(&self, card: CardId, how: How) -> Alike {
        let (pile, replay) = (self.board.card(card).zone == Zone::Discard, how == How::Replay);
        Alike(4 * usize::from(self.script.kind[card.index()]) + 2 * usize::from(replay) + usize::from(pile))
    }

    /// END-2: round by round, from what can be played whatever is said of the others; what needs itself, through whichever
    /// others, cannot.
    #[cold]
    fn foreseen(&self, card: CardId, needed: PredId) -> bool {
        let ahead = Ahead::new(card);
        loop {
            let before = (ahead.asked.get(), ahead.playable.get());
            if self.supposing(Some(&ahead), card).holds(needed) {
                return true;
            }
            self.spend_ahead();
            for sort in (0..ahead.cards.len()).map(Alike) {
                if Ahead::has(&ahead.asked, sort) && !Ahead::has(&ahead.playable, sort) {
                    self.spend_ahead();
                    let other = ahead.cards[sort.0].get();
                    let how = if sort.0 / 2 % 2 == 1 { How::Replay } else { How::Play };
                    let needed = self.needed(other, how).flatten();
                    if needed.is_some_and(|needed| self.supposing(Some(&ahead), other).holds(needed)) {
                        Ahead::add(&ahead.playable, sort);
                    }
                }
            }
            if (ahead.asked.get(), ahead.playable.get()) == before || self.looks_ahead.is_some_and(Looks::is_spent) {
                return false;
            }
        }
    }

    fn spend_ahead(&self) {
        if let Some(looks) = self.looks_ahead {
            looks.spend(1);
        }
    }
}

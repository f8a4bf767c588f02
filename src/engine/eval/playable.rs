//! Whether a card's action could be chosen, asked by a text or before it is tried (PLY-5).

use crate::GONE;
use crate::eval::ahead::{Ahead, Alike};
use crate::eval::context::Context;
use crate::eval::looks::Looks;
use crate::state::value::card_value;
use board::{CardId, Zone};
use rules::ir::{Guard, Happening, How, PredId};

impl<'a> Context<'a> {
    /// PLY-5: the card's action could be chosen now, by `you`. The card itself cannot be picked then (PLY-4).
    pub fn playable(&self, card: CardId, how: How) -> bool {
        self.allows(Happening::Played, [card_value(card), GONE]) && self.could_play(card, how)
    }

    /// The same, but for what texts forbid and ask for it.
    pub fn could_play(&self, card: CardId, how: How) -> bool {
        let Some(guard) = self.needed(card, how) else {
            return false;
        };
        match (guard, self.ahead) {
            (None, _) => true,
            (Some(needed), None) if self.script.asks_ahead(needed) => self.foreseen(card, needed),
            (Some(needed), Some(ahead)) if self.script.asks_ahead(needed) => {
                ahead.known(card, self.sort(card, how))
            }
            (Some(needed), ahead) => self.supposing(ahead, card).holds(needed),
        }
    }

    /// What must hold for a card's action to be chosen, if anything must; none when it cannot be.
    fn needed(&self, card: CardId, how: How) -> Option<Option<PredId>> {
        match self.action(card, how)?.guard {
            Guard::Always => Some(None),
            Guard::Never => None,
            // Trying a text inside a condition would have no end; what it needs at once must do.
            Guard::Needs(pred) | Guard::Try(pred) | Guard::Pays { cost: pred, .. } => {
                Some(Some(pred))
            }
        }
    }

    /// What a card needs is asked as if it were being played.
    fn supposing<'b>(&self, ahead: Option<&'b Ahead>, card: CardId) -> Context<'b>
    where
        'a: 'b,
    {
        let first = ahead.map_or(card, |ahead| ahead.first);
        let context = Context::of(self.script, self.board, card, self.you);
        Context {
            ahead,
            without: [first, card],
            ..context.counting(self.looks_ahead)
        }
    }

    fn sort(&self, card: CardId, how: How) -> Alike {
        Alike::of(
            self.script.kind[card.index()],
            how,
            self.board.card(card).zone == Zone::Discard,
        )
    }

    /// END-2: round by round, from what can be played whatever is said of the others; what needs itself, through whichever
    /// others, cannot.
    #[cold]
    fn foreseen(&self, card: CardId, needed: PredId) -> bool {
        let ahead = Ahead::new(card);
        loop {
            let before = ahead.found();
            if self.supposing(Some(&ahead), card).holds(needed) {
                return true;
            }
            self.spend_ahead();
            for sort in Alike::all().filter(|sort| ahead.is_open(*sort)) {
                self.spend_ahead();
                let other = ahead.card(sort);
                let needed = self.needed(other, sort.how()).flatten();
                if needed.is_some_and(|needed| self.supposing(Some(&ahead), other).holds(needed)) {
                    ahead.allow(sort);
                }
            }
            if ahead.found() == before || self.looks_ahead.is_some_and(Looks::is_spent) {
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

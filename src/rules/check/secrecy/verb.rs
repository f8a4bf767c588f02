//! What verbs lay open, and where cards lie afterwards.

use super::level::Lies;
use super::{Begun, Walk};
use crate::error::Problem;
use crate::ir::Element;
use crate::tree::Item;
use crate::verbs::{Knower, meaning};
use text::{Span, Verb};

impl Walk<'_> {
    /// What is done to stacked cards alone needs one that may lie in a stack.
    pub(super) fn finds(&mut self, verb: Verb, card: &Item, span: Span) {
        let (place, help) = match verb {
            Verb::Move => (
                "what is moved",
                "`move` takes a card from one building to another; say `put ... face down on ...` or `put ... face up on ...`",
            ),
            Verb::Flip => (
                "what is flipped",
                "`flip` turns up a card that lies on a building and lays it aside; say `show ...`, or `discard ...`",
            ),
            Verb::Destroy => (
                "what is destroyed",
                "`destroy` is for buildings and for cards that lie on them; say `discard ...`, or `remove ...`",
            ),
            _ => return,
        };
        if matches!(self.item_lies(card), Lies::InHand | Lies::Off) {
            self.fault(
                span,
                Problem::Misplaced {
                    what: "a card that lies on no building",
                    place,
                    help,
                },
            );
        }
    }

    /// What a verb lays open.
    pub(super) fn done(&mut self, verb: Verb, item: &Item, with: Option<&Item>) {
        let meaning = meaning(verb);
        let card = meaning.card(item, with);
        let building = self.element(card) == Some(Element::Building);
        self.happens(|moments| moments.note(|moment| meaning.sets_off(moment, building)));
        if matches!(verb, Verb::SwapHands | Verb::PassHands) {
            self.inside.first = false;
            self.state.moved();
            self.state.scatter();
        }
        // Whoever is shown it alone knows more than when the text began.
        self.inside.first &= meaning.seen_by != Knower::You;
        let seen_by = match with {
            Some(player) if meaning.for_player() && *player != Item::You => Knower::Nobody,
            _ => meaning.seen_by,
        };
        match meaning.moves {
            true => self.lay(card, seen_by),
            false => self.state.learn(card, seen_by),
        }
        match verb {
            Verb::PutFaceUp | Verb::PutFaceDown | Verb::Move => self.state.lay(card, Lies::Stacked),
            Verb::Discard
            | Verb::Flip
            | Verb::Remove
            | Verb::PutOnDeck
            | Verb::PutUnderDeck
            | Verb::SetAside => {
                self.state.lay(card, Lies::Off);
            }
            _ if meaning.moves && meaning.for_player() => self.state.lay(card, Lies::InHand),
            _ => {}
        }
    }

    /// A card leaves where it was, seen by some.
    fn lay(&mut self, item: &Item, seen_by: Knower) {
        self.inside.first &= self.begun == Begun::Use;
        self.state.moved();
        self.inside.moved_this |= *item == Item::This;
        if let Item::Local(_) | Item::Any { .. } = item {
            self.state.learn(item, seen_by);
            self.state.lay(item, Lies::Elsewhere);
        }
    }

    pub(super) fn happens(&mut self, note: impl FnOnce(&mut super::Moments)) {
        if self.inside.unanswered == 0 {
            note(&mut self.moments);
        }
    }
}

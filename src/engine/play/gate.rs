//! The gate before what is done: whether it may be, whether something comes in its place, what is paid for it.

use crate::play::hearing::Heard;
use crate::play::replacing::InPlace;
use crate::play::run::{Runner, Watch};
use crate::state::frame::FrameKind;
use crate::state::value::{card_value, place_value};
use crate::{GONE, Value};
use board::{CardId, CardState, Event, Seat, Zone};
use rules::ir::{Ask, Element, Happening, PAID, ROLES, SetId, Verb};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Whoever acts by the text on top does that: what is asked for it is paid next. Answers whether anything is.
    #[inline(always)]
    pub fn charge(&mut self, ask: impl Into<Ask>, roles: [Value; ROLES]) -> bool {
        let ask = ask.into();
        self.script.charges & ask.happening.bit() != 0 && self.charges(ask, roles)
    }

    #[cold]
    fn charges(&mut self, ask: Ask, roles: [Value; ROLES]) -> bool {
        let dues = self.context().dues(ask, roles);
        let (you, at_once, unanswered) =
            (self.top().you, self.top().at_once, self.top().unanswered);
        // The first of them is on top in the end.
        for due in dues.iter().rev() {
            if !self.push(due.program, FrameKind::Fee, due.this, you, GONE, false) {
                break;
            }
            let frame = self.top();
            // What is one moment stays one.
            (frame.at_once, frame.unanswered) = (at_once, unanswered);
            (0..)
                .zip(roles)
                .for_each(|(reg, role)| frame.bind(reg, role, due.cards >> reg & 1 == 1));
            frame.bind(PAID, due.number, false);
        }
        !dues.is_empty()
    }

    /// A statement is about to do that to a card: whether it may (PLY-5), whether something comes in its place, whether it is
    /// paid for. Where it is not done, or not yet, answers whether another text is next.
    #[cold]
    pub fn asked_before(
        &mut self,
        verb: Verb,
        card: CardId,
        roles: [Value; ROLES],
    ) -> Option<bool> {
        // What pays for something is forbidden to nobody, and costs nothing itself.
        let pays = self.top().kind == FrameKind::Fee;
        let happening = match (verb, self.state.board.card(card).zone) {
            (Verb::Destroy, Zone::Stack) => Some(Happening::Revealed),
            (Verb::PutOnDeck | Verb::PutUnderDeck, Zone::Deck) => None,
            _ => Happening::by(verb),
        };
        let happening = happening.filter(|_| !pays);
        let (comes, causes) = (self.top().replaced, self.top().causes);
        let asked = |happening| Ask {
            happening,
            causes,
            marks: None,
        };
        if std::mem::take(&mut self.top().paid) {
            // What was paid with may leave another thing in its place.
            return happening
                .filter(|happening| self.context().forbids(asked(*happening), roles))
                .map(|_| false);
        }
        if !comes
            && happening.is_some_and(|happening| !self.context().allows(asked(happening), roles))
        {
            // Why nothing happens all may see.
            let known = |state: &CardState| {
                (0..self.state.board.seats).all(|seat| state.is_known_to(Seat(seat)))
            };
            if happening
                .is_some_and(|happening| self.context().bars_face(asked(happening), roles, known))
            {
                self.emit(Event::Shown { card });
            }
            // What was turned up to be played is discarded at once.
            if happening == Some(Happening::Played)
                && self.state.board.card(card).zone == Zone::Aside
            {
                self.emit(Event::Fizzled { card });
                self.discard(card);
                self.settle();
            }
            return Some(false);
        }
        if self.script.replaces != 0 && self.is_replaced(verb, roles[0], roles[1]) {
            return Some(true);
        }
        // An action is paid for once it has begun.
        let happening = happening.filter(|happening| *happening != Happening::Played)?;
        let depth = self.state.frames.len() - 1;
        let pays = self.charge(asked(happening), roles);
        if pays && let Some(frame) = self.state.frames.get_mut(depth) {
            frame.paid = true;
            frame.pc -= 1;
        }
        pays.then_some(true)
    }

    /// Counters are about to come to lie on something, or to be taken off it: the same.
    #[cold]
    pub fn counters_asked(
        &mut self,
        put: bool,
        marks: u16,
        on: Value,
        whose: Option<Seat>,
    ) -> Option<bool> {
        let happening = if put {
            Happening::Marked
        } else {
            Happening::Unmarked
        };
        let (by, comes, causes) = (self.top().you, self.top().replaced, self.top().causes);
        let (ask, roles) = (
            Ask {
                happening,
                causes,
                marks: Some(marks),
            },
            [on, marks],
        );
        let frame = self.top();
        if std::mem::take(&mut frame.paid) {
            return self.context().forbids(ask, roles).then_some(false);
        }
        if frame.kind == FrameKind::Fee {
            return None;
        }
        if !comes && !self.context().allows(ask, roles) {
            return Some(false);
        }
        match self.in_place_of(Heard::of(happening, by, roles), whose.unwrap_or(by)) {
            InPlace::Begins => return Some(true),
            InPlace::Done => return Some(false),
            InPlace::Nothing => {}
        }
        let depth = self.state.frames.len() - 1;
        let pays = self.charge(ask, roles);
        if pays && let Some(frame) = self.state.frames.get_mut(depth) {
            frame.paid = true;
            frame.pc -= 1;
        }
        pays.then_some(true)
    }

    /// Something has been chosen out of a set: where it could be guarded, its stack is picked.
    #[cold]
    pub fn picked(&mut self, set: SetId, value: Value) {
        let of = self.script.rules.sets[set.index()];
        let stack = match of.element {
            Element::Building => value,
            _ => card_value(
                self.state
                    .board
                    .under(CardId(value))
                    .unwrap_or(CardId::NONE),
            ),
        };
        if self.script.aims[set.index()] && value != GONE {
            if self.script.hears & Happening::Picked.bit() != 0 {
                self.hear_pick(stack);
            }
            self.charge(Happening::Picked, [stack, GONE]);
        }
    }

    /// A card of the hand is about to be built from the turn menu, or put on a building. Where texts have something to say to
    /// that before it happens, it is a text of its own.
    pub fn do_from_menu(&mut self, card: CardId, seat: Seat, deed: MenuDeed) -> bool {
        let (happening, with) = match deed {
            MenuDeed::Build(nation, place) => (Happening::Built, place_value(nation, place.into())),
            MenuDeed::Stack(on) => (Happening::Put, card_value(on)),
        };
        let asked = (self.script.charges | self.script.replaces) & happening.bit() != 0;
        if asked
            && self.push(
                self.script.deed_program(happening),
                FrameKind::Effect,
                card,
                seat,
                GONE,
                false,
            )
        {
            let card = matches!(deed, MenuDeed::Stack(_));
            self.top().bind(0, with, card);
        }
        asked
    }
}

/// What is done with a card of a hand.
#[derive(Debug, Clone, Copy)]
pub(super) enum MenuDeed {
    Build(Seat, u16),
    Stack(CardId),
}

//! The gate before what is done: whether it may be, whether something comes in its place, what is paid for it.

use crate::effects::happenings::Heard;
use crate::effects::replacement::InPlace;
use crate::effects::runner::Runner;
use crate::state::frame::FrameKind;
use crate::state::value::{bearer_of, card_value, place_value, seat_of};
use crate::{Reads, Value, Watch};
use board::{Bearer, CardId, CardState, Cut, Event, Seat, Zone};
use rules::ir::{Ask, Happening, ItemId, Num, NumId, PAID, ROLES, Verb, marks_of};

/// What is done with a card of a hand.
#[derive(Debug, Clone, Copy)]
pub enum MenuDeed {
    Build(Seat, u16),
    Stack(CardId),
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Whoever acts by the text on top does that: what is asked for it is paid next. Answers whether anything is.
    #[inline(always)]
    pub fn charge(&mut self, ask: impl Into<Ask>, roles: [Value; ROLES]) -> bool {
        let ask = ask.into();
        self.script.charges & ask.happening.bit() != 0 && self.charges(ask, roles)
    }

    /// The same before it is done: once that is paid, the op is run again.
    pub fn charge_first(&mut self, ask: Ask, roles: [Value; ROLES]) -> bool {
        let depth = self.state.frames.len() - 1;
        let pays = self.charge(ask, roles);
        if pays && let Some(frame) = self.state.frames.get_mut(depth) {
            frame.paid = true;
            frame.pc -= 1;
        }
        pays
    }

    #[cold]
    fn charges(&mut self, ask: Ask, roles: [Value; ROLES]) -> bool {
        let dues = self.context().dues(ask, roles);
        let (you, at_once, unanswered) =
            (self.top().you, self.top().at_once, self.top().unanswered);
        // The first of them is on top in the end.
        for due in dues.iter().rev() {
            if !self.push(due.program, FrameKind::Fee, due.this, you) {
                break;
            }
            let frame = self.top();
            // What is one moment stays one.
            (frame.at_once, frame.unanswered) = (at_once, unanswered);
            frame.bind_roles(&roles, due.cards);
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
        self.charge_first(asked(happening), roles).then_some(true)
    }

    /// Counters are about to come to lie on something, or to be taken off it: the same.
    #[cold]
    fn counters_asked(
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
        self.charge_first(ask, roles).then_some(true)
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
            )
        {
            let card = matches!(deed, MenuDeed::Stack(_));
            self.top().bind(0, with, card);
        }
        asked
    }

    /// Counters come to lie somewhere, or are taken off it: as many as there are, or as there are of whoever is named. Only what
    /// is in a nation, a law, and who is living carries any. Answers whether another text is next.
    pub fn counters(
        &mut self,
        put: bool,
        sort: u8,
        number: NumId,
        (item, player): (ItemId, bool),
    ) -> bool {
        let (number, of, item) = (self.number(number), self.put_by(number), self.item(item));
        if self.fuel.is_blind() {
            return true;
        }
        let board = &self.state.board;
        let whose = of.map(|of| seat_of(board, of));
        let bearer = bearer_of(self.script, board, item, player).filter(|_| whose != Some(None));
        let Some(on) = bearer else {
            self.is_over();
            return false;
        };
        let whose = whose.flatten();
        let (item, seat) = match on {
            Bearer::Card(card) => (card_value(card), board.owner(card)),
            Bearer::Player(seat) => (item, Some(seat)),
        };
        let there = board.carried().number_by(on, sort, whose);
        let counters = Happening::Marked.bit() | Happening::Unmarked.bit();
        let happens = if put {
            number > 0
        } else {
            number.min(there) > 0
        };
        if !happens {
            self.is_over();
            return false;
        }
        if (self.script.forbids | self.script.replaces) & counters != 0
            && let Some(another) = self.counters_asked(put, marks_of(sort, player), item, seat)
        {
            return another;
        }
        if put {
            let by = self
                .script
                .rules
                .is_owned(sort)
                .then(|| whose.unwrap_or(self.top().you));
            if !self.state.board.carried().takes(on, sort, by, number) {
                self.fuel.stop(Cut::Counters);
                return false;
            }
            if number > 0 {
                self.emit(Event::CountersPut {
                    on,
                    sort,
                    by,
                    number,
                });
            }
        } else if number.min(there) > 0 {
            self.emit(Event::CountersTaken {
                off: on,
                sort,
                by: whose,
                number: number.min(there),
            });
        }
        match seat {
            Some(seat) => self.touch(seat, Reads::COUNTERS),
            None => self.touch_all(Reads::COUNTERS),
        }
        self.settle();
        false
    }

    /// Whose counters so many are, where that is said.
    fn put_by(&self, number: NumId) -> Option<Value> {
        match self.script.rules.nums[number.index()] {
            Num::Whose(_, of) => Some(self.item(of)),
            _ => None,
        }
    }
}

//! Texts that come in the place of what would happen, at most once for one happening.

use crate::effects::happenings::Heard;
use crate::effects::offers::{At, Offer, Offers, text_of};
use crate::effects::runner::Runner;
use crate::play::turn::FIRST_CARRIED;
use crate::state::frame::{Asked, Frame, FrameKind};
use crate::state::value::{card_of, origin_of};
use crate::{Cause, GONE, Reads, Value, Watch};
use board::{CardId, CardSet, Event, Seat, Zone};
use rules::ir::{Happening, ROLES, Verb};

/// What becomes of something that is about to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InPlace {
    /// It happens.
    Nothing,
    /// A text begins that comes in its place, or asks whether it does; then the op is run again.
    Begins,
    /// A text has come in its place.
    Done,
}

/// What comes next in the place of something.
enum Next {
    Nothing,
    Text(Offer),
    /// Of several, on these buildings, the player to whom it happens picks the first.
    Choice(CardSet),
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// A statement is about to do that to a card. Answers whether a text comes in its place.
    #[cold]
    pub fn is_replaced(&mut self, verb: Verb, item: Value, with: Value) -> bool {
        if self.is_over() {
            return true;
        }
        let Some(card) = card_of(item) else {
            return false;
        };
        let zone = self.state.board.card(card).zone;
        let happening = match (verb, zone) {
            (Verb::Destroy | Verb::Flip, Zone::Stack) => Some(Happening::Revealed),
            (Verb::Destroy, Zone::Row) => Some(Happening::Destroyed),
            (Verb::Destroy | Verb::Flip, _)
            | (Verb::PutOnDeck | Verb::PutUnderDeck, Zone::Deck) => None,
            _ => Happening::by(verb),
        };
        let Some(happening) = happening else {
            return self.is_gone();
        };
        let roles = match verb {
            Verb::Swap => [with, GONE],
            Verb::PutFaceUp | Verb::PutFaceDown | Verb::Move | Verb::Build => [item, with],
            Verb::Give | Verb::Return | Verb::Shift | Verb::Exchange => [item, with],
            _ => [item, GONE],
        };
        let by = self.top().you;
        let to = self.state.board.owner(card).unwrap_or(by);
        let mut heard = Heard::of(happening, by, roles);
        heard.bits |= self.cost();
        heard.detail = origin_of(&self.state.board, card);
        self.in_place_of(heard, to) != InPlace::Nothing
    }

    /// A text has come in the place of what the statement on top does, wherever the thing has gone by it; nothing is left of what
    /// was paid for it.
    #[cold]
    pub fn is_over(&mut self) -> bool {
        let at = At::Op(self.state.frames.len() - 1);
        self.top().paid = false;
        let over = std::mem::take(&mut self.top().replaced);
        if over {
            self.top().first = CardId::NONE;
            self.forget_asked(at);
        }
        over
    }

    /// The same where there is nothing left to do it to: what came first may have taken it away.
    #[cold]
    pub fn is_gone(&mut self) -> bool {
        let over = self.is_over();
        self.forget_asked(At::Op(self.state.frames.len() - 1));
        over
    }

    /// Something is about to happen to that player, or to what is theirs: looks for what comes in its place. What has been
    /// declined is not asked again.
    pub fn in_place_of(&mut self, heard: Heard, to: Seat) -> InPlace {
        if self.script.replaces & heard.bits == 0 {
            return InPlace::Nothing;
        }
        let at = At::Op(self.state.frames.len() - 1);
        let frame = self.top();
        let first = std::mem::replace(&mut frame.first, CardId::NONE);
        if std::mem::take(&mut frame.replaced) {
            self.forget_asked(at);
            return InPlace::Done;
        }
        match self.next(heard, to, at, first) {
            Next::Nothing => {
                self.forget_asked(at);
                return InPlace::Nothing;
            }
            Next::Choice(buildings) => {
                self.announce(heard);
                self.top().pc -= 1;
                self.ask_for_first(to, buildings);
            }
            Next::Text(offer) => {
                self.announce(heard);
                let at_once = self.top().at_once;
                let frame = self.top();
                frame.replaced = true;
                frame.pc -= 1;
                if self.begin_instead(offer, heard, at) {
                    // What is one moment stays one.
                    self.top().at_once = at_once;
                }
            }
        }
        InPlace::Begins
    }

    /// Whoever is asked before a card is played or built is told which one, and so is everybody.
    fn announce(&mut self, heard: Heard) {
        let open = matches!(
            heard.happening,
            Happening::Played | Happening::Built | Happening::SwappedIn
        );
        let Some(card) = card_of(heard.roles[0]).filter(|_| open) else {
            return;
        };
        let board = &self.state.board;
        let known = |seat| board.card(card).is_known_to(Seat(seat));
        if board.card(card).zone == Zone::Hand && !(0..board.seats).all(known) {
            self.emit(Event::Shown { card });
        }
    }

    /// Asked in a moment: a player is about to be eliminated. Answers whether a text comes before it.
    #[cold]
    pub fn is_saved(&mut self, seat: Seat) -> bool {
        let saves = |frame: &Frame| frame.saves == Some(seat);
        if self.state.frames.iter().any(saves) {
            return true;
        }
        let doomed = self.state.doomed.has(seat);
        self.state.doomed = self.state.doomed.without(seat);
        !doomed && self.begins_to_save(seat, CardId::NONE)
    }

    fn begins_to_save(&mut self, seat: Seat, first: CardId) -> bool {
        let by = self
            .state
            .frames
            .last()
            .map_or(self.state.board.turn, |frame| frame.you);
        let heard = Heard::of(Happening::Eliminated, by, [Value::from(seat.0), GONE]);
        let begun = self.begins_between(heard, seat, At::Elimination(seat), first);
        if begun {
            self.top().saves = Some(seat);
        }
        begun
    }

    /// A text at that depth is over: so is what it came in the place of, and what it kept from happening.
    #[cold]
    pub fn leaves_off(&mut self, frame: Frame, depth: usize) {
        if !self.state.replacing.is_empty() {
            self.state
                .replacing
                .retain(|asked| usize::from(asked.at) != depth);
        }
        if let Some(seat) = frame.saves {
            self.saved(seat);
        }
        match frame.halts {
            Some(seat) => self.halted(seat),
            None if frame.winless > 0 => self.look_at_victories(),
            None => {}
        }
    }

    /// A text that came in the place of an elimination is over: without a building the next one is asked, and after the last
    /// of them the player is eliminated all the same.
    #[cold]
    fn saved(&mut self, seat: Seat) {
        let lost = self.state.board.living.has(seat) && self.state.board.row(seat).is_empty();
        if !lost {
            self.forget_asked(At::Elimination(seat));
        } else if !self.begins_to_save(seat, CardId::NONE) {
            self.state.doomed = self.state.doomed.with(seat);
            self.touch(seat, Reads::ROWS);
        }
    }

    /// Asked in a moment: a player is about to win by a condition. Answers whether a text comes before that.
    #[cold]
    pub fn is_halted(&mut self, seat: Seat) -> bool {
        let halts = |frame: &Frame| frame.halts == Some(seat);
        if self.state.frames.iter().any(halts) {
            return true;
        }
        let granted = self.state.granted.has(seat);
        self.state.granted = self.state.granted.without(seat);
        !granted && self.begins_to_halt(seat, CardId::NONE)
    }

    fn begins_to_halt(&mut self, seat: Seat, first: CardId) -> bool {
        let heard = Heard::of(Happening::Won, seat, [GONE; ROLES]);
        let begun = self.begins_between(heard, seat, At::Victory(seat), first);
        if begun {
            let frame = self.top();
            // What it launches is over before it goes on (MIS-6). While it is asked for, nobody else wins, either.
            (frame.halts, frame.winless, frame.kind) = (Some(seat), 1, FrameKind::Effect);
        }
        begun
    }

    /// A text that came in the place of a victory is over: who would win still is asked about once more, and after the last
    /// text wins all the same.
    #[cold]
    pub fn halted(&mut self, seat: Seat) {
        let wins =
            self.state.board.living.has(seat) && self.asking(CardId::NONE, seat).meets_goal(seat);
        if !wins {
            self.forget_asked(At::Victory(seat));
        } else if !self.begins_to_halt(seat, CardId::NONE) {
            self.state.granted = self.state.granted.with(seat);
        }
        self.look_at_victories();
    }

    /// At the end of a moment a text comes before what would happen to that player, or it is asked which one.
    fn begins_between(&mut self, heard: Heard, seat: Seat, at: At, first: CardId) -> bool {
        match self.next(heard, seat, at, first) {
            Next::Nothing => {
                self.forget_asked(at);
                false
            }
            Next::Choice(buildings) => self.ask_for_first(seat, buildings),
            Next::Text(offer) => self.begin_instead(offer, heard, at),
        }
    }

    fn begin_instead(&mut self, offer: Offer, heard: Heard, at: At) -> bool {
        let Offer {
            clause,
            this,
            you,
            said,
            ..
        } = offer;
        let text = text_of(&clause, said);
        let asked = Asked::of(at.number(), (this, you), text);
        if self.state.replacing.try_push(asked).is_err() {
            self.too_many_wait();
        }
        let (script, causes) = (self.script, self.causes());
        let begun = self.push(clause.program, FrameKind::Trigger, this, you);
        if begun {
            let frame = self.top();
            (frame.instead, frame.causes) = (Some(text), causes);
            frame.provoker = heard.by.0.into();
            frame.bind_roles(&heard.roles, clause.cards);
            if let Some((pended, _)) = said
                && let Some(said) = script.rules.pending.get(usize::from(pended.clause))
            {
                frame.carries(said, &pended, FIRST_CARRIED);
            }
        }
        begun
    }

    fn forget_asked(&mut self, at: At) {
        self.state.replacing.retain(|asked| asked.at != at.number());
    }

    /// A player picks which of several texts comes first in the place of what would happen to them.
    fn ask_for_first(&mut self, seat: Seat, buildings: CardSet) -> bool {
        let program = self.script.first_program();
        let begun = self.push(program, FrameKind::Trigger, CardId::NONE, seat);
        if begun {
            self.top().marks[0] = buildings;
        }
        begun
    }

    /// It is picked.
    pub fn picked_first(&mut self) {
        let Frame {
            registers: [first, ..],
            saves,
            halts,
            ..
        } = *self.top();
        let first = card_of(first).unwrap_or(CardId::NONE);
        self.state.frames.pop();
        match (saves, halts) {
            (Some(seat), _) => {
                self.begins_to_save(seat, first);
            }
            (None, Some(seat)) => {
                self.begins_to_halt(seat, first);
            }
            (None, None) => self.top().first = first,
        }
    }

    /// The text on top comes in the place of what would happen; or that happens.
    pub fn instead(&mut self, takes_place: bool) {
        let frame = *self.top();
        if frame.halts.is_some() {
            self.top().winless = 0;
            self.look_at_victories();
        }
        match takes_place {
            // What comes from a hand shows its card itself.
            true if frame.this.is_some() || frame.instead.is_some_and(|(_, nth)| nth > 0) => {
                let (owner, card) = (frame.you, frame.this);
                self.emit_by(Event::Triggered { owner, card }, Some(Cause::of(&frame)));
            }
            false if frame.saves.is_none() && frame.halts.is_none() => {
                let below = self.state.frames.len().checked_sub(2);
                if let Some(below) = below.and_then(|below| self.state.frames.get_mut(below)) {
                    below.replaced = false;
                }
            }
            _ => {}
        }
    }

    /// What comes next in the place of something: the text of the building that was picked to be the first, else the only
    /// one, or the one of a building that falls in that moment.
    fn next(&self, heard: Heard, to: Seat, at: At, first: CardId) -> Next {
        let mut offers = Offers::new();
        if self.script.replaces_for_a_while & heard.bits != 0 {
            self.offers_for_a_while(heard, to, at, &mut offers);
        }
        self.offers(heard, to, at, &mut offers);
        if self.script.replaces_in_hands & heard.bits != 0 {
            self.offers_in_hands(heard, to, at, &mut offers);
        }
        let chosen = offers
            .iter()
            .find(|offer| first.is_some() && offer.stands == Some(first));
        let Some(next) = chosen.or(offers.first()) else {
            return Next::Nothing;
        };
        let asked = chosen.is_none() && next.stands.is_some() && self.state.board.living.has(to);
        let buildings: CardSet = offers.iter().filter_map(|offer| offer.stands).collect();
        match asked && buildings.iter().nth(1).is_some() {
            true => Next::Choice(buildings),
            false => Next::Text(*next),
        }
    }
}

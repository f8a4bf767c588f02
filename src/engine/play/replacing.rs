//! Texts that come in the place of what would happen, at most once for one happening.

use crate::board::{CardId, Event, Seat, Zone};
use crate::engine::play::hearing::Heard;
use crate::engine::play::run::{Runner, Watch};
use crate::engine::state::frame::{Frame, FrameKind};
use crate::engine::state::value::{card_of, card_value};
use crate::engine::{Cause, GONE, Reads, Value};
use crate::rules::ir::{Causes, FaceId, Happening, Trigger, Verb};

/// What becomes of something that is about to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InPlace {
    /// It happens.
    Nothing,
    /// A text begins that comes in its place, or asks whether it does; then the op is run again.
    Begins,
    /// A text has come in its place.
    Done,
}

/// A text that could come in the place of something.
#[derive(Debug, Clone, Copy)]
struct Offer {
    clause: Trigger,
    this: CardId,
    you: Seat,
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// A statement is about to do that to a card. Answers whether a text comes in its place.
    #[cold]
    pub fn is_replaced(&mut self, verb: Verb, item: Value, with: Value) -> bool {
        let Some(card) = card_of(item) else { return false };
        let zone = self.state.board.card(card).zone;
        let (happening, roles) = match (verb, zone) {
            (Verb::Destroy | Verb::Flip, Zone::Stack) => (Happening::Revealed, [item, GONE]),
            (Verb::Destroy, Zone::Row) => (Happening::Destroyed, [item, GONE]),
            (Verb::Destroy | Verb::Flip, _) => return false,
            (Verb::Swap, _) => (Happening::SwappedIn, [with, GONE]),
            (Verb::PutFaceUp | Verb::PutFaceDown | Verb::Move, _) => match Happening::by(verb) {
                Some(happening) => (happening, [item, with]),
                None => return false,
            },
            _ => match Happening::by(verb) {
                Some(happening) => (happening, [item, GONE]),
                None => return false,
            },
        };
        let by = self.top().you;
        let to = self.state.board.owner(card).unwrap_or(by);
        self.in_place_of(Heard { happening, by, roles }, to) != InPlace::Nothing
    }

    /// Something is about to happen to that player, or to what is theirs: looks for what comes in its place. What has been
    /// declined is not asked again.
    pub(super) fn in_place_of(&mut self, heard: Heard, to: Seat) -> InPlace {
        if self.script.replaces & heard.happening.bit() == 0 {
            return InPlace::Nothing;
        }
        let frame = self.top();
        if std::mem::take(&mut frame.replaced) {
            frame.declined = 0;
            return InPlace::Done;
        }
        let declined = frame.declined;
        let Some(offer) = self.offer(heard, to, declined) else {
            self.top().declined = 0;
            return InPlace::Nothing;
        };
        self.announce(heard);
        let at_once = self.top().at_once;
        let frame = self.top();
        frame.replaced = true;
        frame.pc -= 1;
        if self.begin_instead(offer, heard) {
            // What is one moment stays one.
            self.top().at_once = at_once;
        }
        InPlace::Begins
    }

    /// Whoever is asked before a card is played or built is told which one, and so is everybody.
    fn announce(&mut self, heard: Heard) {
        let open = matches!(heard.happening, Happening::Played | Happening::Built | Happening::SwappedIn);
        let Some(card) = card_of(heard.roles[0]).filter(|_| open) else { return };
        let board = &self.state.board;
        let known = |seat| board.card(card).is_known_to(Seat(seat));
        if board.card(card).zone == Zone::Hand && !(0..board.seats).all(known) {
            self.emit(Event::Shown { card });
        }
    }

    /// Asked in a moment: a player is about to be eliminated. Answers whether a text comes before it.
    #[cold]
    pub fn is_saved(&mut self, seat: Seat) -> bool {
        if self.state.frames.iter().any(|frame| frame.saves == Some(seat)) {
            return true;
        }
        if self.state.doomed.has(seat) {
            self.state.doomed = self.state.doomed.without(seat);
            return false;
        }
        self.begins_to_save(seat, 0)
    }

    fn begins_to_save(&mut self, seat: Seat, declined: u8) -> bool {
        let by = self.state.frames.last().map_or(self.state.board.turn, |frame| frame.you);
        let heard = Heard { happening: Happening::Eliminated, by, roles: [Value::from(seat.0), GONE] };
        let begun = self.offer(heard, seat, declined).is_some_and(|offer| self.begin_instead(offer, heard));
        if begun {
            let frame = self.top();
            (frame.saves, frame.declined) = (Some(seat), declined);
        }
        begun
    }

    /// A text that came in the place of an elimination is over: without a building the next one is asked, and after the last
    /// of them the player is eliminated all the same.
    #[cold]
    pub fn saved(&mut self, seat: Seat, declined: u8) {
        let lost = self.state.board.living.has(seat) && self.state.board.row(seat).is_empty();
        if lost && !self.begins_to_save(seat, declined.saturating_add(1)) {
            self.state.doomed = self.state.doomed.with(seat);
            self.touch(seat, Reads::ROWS);
        }
    }

    fn begin_instead(&mut self, offer: Offer, heard: Heard) -> bool {
        let Offer { clause, this, you } = offer;
        let causes = self.state.frames.last().map_or(0, |frame| frame.causes);
        let begun = self.push(clause.program, FrameKind::Trigger, this, you, Value::from(heard.by.0), false);
        if begun {
            let frame = self.top();
            (frame.instead, frame.causes) = (Some(clause.program.entry), causes);
            (0..).zip(heard.roles).for_each(|(reg, role)| frame.bind(reg, role, clause.cards >> reg & 1 == 1));
        }
        begun
    }

    /// The text on top comes in the place of what would happen; or that happens.
    pub fn instead(&mut self, takes_place: bool) {
        let frame = *self.top();
        match takes_place {
            true => {
                let cause = Some(Cause::of(&frame));
                self.emit_by(Event::Triggered { owner: frame.you, card: frame.this }, cause);
            }
            false if frame.saves.is_none() => {
                let below = self.state.frames.len().checked_sub(2);
                if let Some(below) = below.and_then(|below| self.state.frames.get_mut(below)) {
                    (below.replaced, below.declined) = (false, below.declined.saturating_add(1));
                }
            }
            false => {}
        }
    }

    /// Of the texts that could come in its place, the one behind so many: from the player to whom it happens clockwise, left
    /// to right, bottom to top.
    fn offer(&self, heard: Heard, to: Seat, mut behind: u8) -> Option<Offer> {
        let (script, board) = (self.script, &self.state.board);
        for seat in to.clockwise(board.seats) {
            let fallen = self.state.fallen.iter();
            let fallen = fallen.filter(|(card, owner)| *owner == seat && board.card(*card).zone != Zone::Row);
            let fallen = fallen.map(|(card, _)| *card);
            let standing = board.row(seat).iter().copied();
            for building in fallen.chain(standing) {
                let state = board.card(building);
                let stands = state.zone == Zone::Row;
                if !stands || self.context_of(building, seat).active(building) {
                    let face = script.building_face(building, state.second_side());
                    if let Some(offer) = self.of_face(face, (building, seat), heard, &mut behind) {
                        return Some(offer);
                    }
                }
                if !(stands && script.speaks.actions.replaces & heard.happening.bit() != 0) {
                    continue;
                }
                for card in board.stack(building) {
                    let face = script.facts(card).action.filter(|_| board.card(card).face_up());
                    if let Some(offer) = face.and_then(|face| self.of_face(face, (card, seat), heard, &mut behind)) {
                        return Some(offer);
                    }
                }
            }
        }
        None
    }

    fn of_face(&self, face: FaceId, of: (CardId, Seat), heard: Heard, behind: &mut u8) -> Option<Offer> {
        if self.script.speaks.face(face).replaces & heard.happening.bit() == 0 {
            return None;
        }
        let causes = self.state.frames.last().map_or(0, |frame| frame.causes);
        let under_way = |clause: &Trigger| {
            let same = |frame: &Frame| frame.this == of.0 && frame.instead == Some(clause.program.entry);
            self.state.frames.iter().any(same)
        };
        let fits = |clause: &&Trigger| {
            clause.happenings & heard.happening.bit() != 0
                && (clause.causes == Causes::MAX || clause.causes & causes != 0)
                && !under_way(clause)
                && self.holds_for(clause, of, heard)
        };
        for clause in self.script.rules.faces[face.index()].instead.iter().filter(fits) {
            match behind.checked_sub(1) {
                Some(left) => *behind = left,
                None => return Some(Offer { clause: *clause, this: of.0, you: of.1 }),
            }
        }
        None
    }

    /// A card is about to be played from hand.
    #[cold]
    pub fn begin_from_hand(&mut self, card: CardId, seat: Seat) {
        let begin = self.script.begin_program();
        self.push(begin, FrameKind::Effect, card, seat, GONE, false);
    }

    /// It is, unless something comes in the place of that.
    pub fn begin(&mut self) {
        let frame = self.top();
        let (card, seat) = (frame.this, frame.you);
        let heard = Heard { happening: Happening::Played, by: seat, roles: [card_value(card), GONE] };
        if self.in_place_of(heard, seat) == InPlace::Nothing {
            self.state.frames.pop();
            self.begin_action(card, seat);
        }
    }
}

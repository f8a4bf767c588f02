//! Plays cards as actions (PLY-4, PLY-5), and begins and ends keywords.

use crate::effects::happenings::Heard;
use crate::effects::listeners::Until;
use crate::effects::replacement::InPlace;
use crate::effects::runner::Runner;
use crate::state::frame::{Frame, FrameKind, Held, Stars};
use crate::state::value::{card_of, card_value, origin_of, seat_of};
use crate::{Cause, GONE, Reads, Value, Watch};
use board::{CardId, Cut, Event, Seat, Seats, Zone};
use rules::ir::{Ask, Causes, Happening, How, ItemId, Op, Program, Reg, SOURCES};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Puts a card where it lies while that text of it is under way, at that depth. Without a text it is laid aside.
    pub fn lay(&mut self, card: CardId, text: Option<Program>, depth: usize) {
        let depth = depth as u8;
        let in_pile =
            text.is_some_and(|text| !text.puts_itself) && !self.script.rules.played_action_aside;
        match in_pile {
            true => self.emit(Event::PutUnderWay { card, depth }),
            false => self.emit(Event::LaidAside { card, depth }),
        }
    }

    /// A card is played from hand; its action can be chosen.
    pub fn play_from_hand(&mut self, card: CardId, seat: Seat) {
        self.emit(Event::CardPlayed { seat, card });
        match self.script.replaces & Happening::Played.bit() {
            0 => self.begin_action(card, seat),
            _ => self.begin_from_hand(card, seat),
        }
    }

    /// Its action begins.
    fn begin_action(&mut self, card: CardId, seat: Seat) {
        self.lose_track(card, Seats::ALL);
        let program = self
            .script
            .facts(card)
            .play
            .expect("an action that is offered has a text");
        self.lay(card, Some(program), 0);
        self.touch(seat, Reads::CARDS);
        self.emit(Event::ActionPlayed { seat, card });
        self.settle();
        if self.push_starred(program, card, seat) {
            self.text_begins();
            self.charge(Happening::Played, [card_value(card), GONE]);
        }
    }

    /// PLY-10: a card is played by the effect under way. Answers whether another text is next.
    pub fn play(&mut self, card: CardId, how: How) -> bool {
        if matches!(
            self.state.board.card(card).zone,
            Zone::Row | Zone::Removed | Zone::Law
        ) {
            return false;
        }
        let depth = self.state.frames.len();
        let outer = self.under_way_for(card);
        let program = self.context().action(card, how);
        self.leave(card);
        self.lay(card, program, depth);
        self.settle();
        let you = self.top().you;
        if let Some(program) = program.filter(|_| self.context().playable(card, how)) {
            self.emit(Event::ActionPlayed { seat: you, card });
            // What is one too many is cut off before anything else happens.
            let kind = FrameKind::Effect;
            let cause = Cause {
                acts_for: None,
                at: program.entry,
                kind,
                this: card,
                you,
                provoker: None,
                stars: Stars::PLAIN,
            };
            let begun = self.follows(cause)
                && match how {
                    How::FromHand => self.push_starred(program, card, you),
                    _ => self.push(program, kind, card, you),
                };
            match begun {
                true => {
                    self.top().outer = outer;
                    self.text_begins();
                    self.charge(Happening::Played, [card_value(card), GONE]);
                }
                false if self.state.board.is_under_way_for(card, depth) => {
                    self.end_action(card, outer)
                }
                false => {}
            }
            return true;
        }
        if self.fuel.is_blind() {
            return true;
        }
        // PLY-5: it fizzles, and is discarded at once.
        self.emit(Event::Fizzled { card });
        match self.state.board.is_under_way_for(card, depth) || outer > 0 {
            true => self.end_action(card, outer),
            false => self.discard(card),
        }
        self.settle();
        // What turning it up triggered comes before the effect goes on.
        let lists = self.state.lists.len() as u16;
        match self.state.frames.is_full() {
            true => self.fuel.stop(Cut::Plays),
            false => self.state.frames.push(Frame {
                you,
                lists,
                ..Frame::IDLE
            }),
        }
        true
    }

    /// The text at that depth, the last one, is over, and so is all that it triggered: what is still aside for it is
    /// discarded, the innermost first (TRN-6), and its card in the pile is one like any other.
    pub fn end_actions(&mut self, depth: usize) {
        while let Some(card) = self.state.board.aside().top() {
            if self.state.board.card(card).depth() < depth {
                break;
            }
            let (this, outer) = (self.top().this, self.top().outer);
            match card == this && outer > 0 {
                true => self.end_action(card, outer),
                false => self.discard(card),
            }
        }
        let (card, outer) = (self.top().this, self.top().outer);
        if card.is_some() && self.state.board.is_under_way_for(card, depth) {
            self.end_action(card, outer);
        }
    }

    /// The depth, and one more, of the effect whose action a card is; 0 when it is none that is under way.
    fn under_way_for(&self, card: CardId) -> u8 {
        let state = self.state.board.card(card);
        let aside_for = || {
            self.state
                .frames
                .get(state.depth())
                .is_some_and(|frame| frame.this == card)
        };
        match state.zone {
            Zone::Discard => state.action_of(),
            Zone::Aside if aside_for() => state.depth() as u8 + 1,
            _ => 0,
        }
    }

    /// An action of a card is over; where the card has played itself, another one of it goes on.
    fn end_action(&mut self, card: CardId, outer: u8) {
        self.emit(Event::ActionOver { card, outer });
        self.state.changed = self.state.changed.and(Reads::CARDS);
    }

    /// A keyword begins, for all to see.
    #[inline(always)]
    pub fn begin_keyword(&mut self, keyword: u8, first: Reg, causes: u16, target: Reg) {
        self.top().causes = self.script.rules.causes[causes as usize];
        if self.script.hears_over >> keyword & 1 == 1 {
            let registers = self.top().registers;
            self.keyword_begins(
                keyword,
                registers.get(usize::from(target)).copied().unwrap_or(GONE),
            );
        }
        let frame = self.top();
        let (seat, registers, unanswered) = (frame.you, frame.registers, frame.unanswered > 0);
        let arguments = registers.get(first as usize..).unwrap_or_default();
        self.emit(Event::Called {
            seat,
            keyword,
            arguments,
            unanswered,
        });
    }

    /// The text on top is about to begin a keyword, aimed at what that register holds. Answers whether another text is next, or
    /// the keyword never begins.
    #[cold]
    pub fn aims(&mut self, keyword: u8, target: Reg, chosen: bool) -> bool {
        let frame = self.top();
        let (by, at) = (frame.you, frame.registers[usize::from(target)]);
        let (card, paid) = (
            frame.cards >> target & 1 == 1,
            std::mem::take(&mut frame.paid),
        );
        if at == GONE {
            // A text that has come in its place may have taken away what it was aimed at.
            let over = self.is_gone();
            if over {
                self.skip_keyword();
            }
            return over;
        }
        let mut heard = Heard {
            keyword: Some(keyword),
            ..Heard::of(Happening::Aimed, by, [at, GONE])
        };
        if !chosen {
            heard.bits |= Happening::AimedUnchosen.bit();
        }
        let happening = match chosen {
            true => Happening::Chosen,
            false => Happening::AimedUnchosen,
        };
        let ask = Ask {
            happening,
            causes: 1 << keyword,
            marks: None,
        };
        if !paid {
            // What is forbidden is not done (PLY-5).
            if !chosen && !self.top().replaced && !self.context().allows(ask, [at, GONE]) {
                self.is_gone();
                self.skip_keyword();
                return true;
            }
            match self.in_place_of(heard, self.whose(at, card).unwrap_or(by)) {
                InPlace::Begins => return true,
                InPlace::Done => {
                    self.skip_keyword();
                    return true;
                }
                InPlace::Nothing => {}
            }
            if self.charge_first(ask, [at, GONE]) {
                return true;
            }
        }
        if self.script.hears & heard.bits != 0 {
            self.remember_and_hear(heard);
        }
        false
    }

    /// The player at whom something is aimed, or whose that is.
    pub fn whose(&self, at: Value, card: bool) -> Option<Seat> {
        match card {
            true => self.state.board.owner(card_of(at).unwrap_or(CardId::NONE)),
            false => seat_of(&self.state.board, at),
        }
    }

    /// The keyword at which the text on top has come never begins: it goes on behind that.
    fn skip_keyword(&mut self) {
        let at = self.top().pc - 1;
        let mut calls = self
            .script
            .rules
            .origins
            .iter()
            .flat_map(|origin| &origin.calls);
        let over = calls.find(|call| call.begins == at).map(|call| call.over);
        if let Some(over) = over {
            self.top().pc = over;
        }
    }

    /// What the text on top comes in the place of goes to that thing, and begins all the same, unless another text comes.
    #[cold]
    pub fn aim_at(&mut self, item: ItemId) {
        let value = self.item(item);
        let code = &self.script.rules.code;
        let below = self.state.frames.len().checked_sub(2);
        let Some(frame) = below.and_then(|below| self.state.frames.get_mut(below)) else {
            return;
        };
        if let Some(Op::Announce { target, .. }) = code.get(usize::from(frame.pc))
            && value != GONE
        {
            frame.registers[usize::from(*target)] = value;
            frame.replaced = false;
        }
    }

    /// A card is about to be played from hand.
    #[cold]
    fn begin_from_hand(&mut self, card: CardId, seat: Seat) {
        let begin = self.script.begin_program();
        self.push(begin, FrameKind::Effect, card, seat);
    }

    /// It is, unless something comes in the place of that.
    pub fn begin(&mut self) {
        let frame = self.top();
        let (card, seat) = (frame.this, frame.you);
        let heard = Heard {
            detail: origin_of(&self.state.board, card),
            ..Heard::of(Happening::Played, seat, [card_value(card), GONE])
        };
        if self.in_place_of(heard, seat) == InPlace::Nothing {
            self.state.frames.pop();
            // IDN-1: what came before it may have taken the card elsewhere.
            if card.is_some() {
                self.begin_action(card, seat);
            }
        }
    }

    /// A keyword begins, aimed at that: what waits for its end is noted, as things are now.
    #[cold]
    fn keyword_begins(&mut self, keyword: u8, at: Value) {
        let by = self.top().you;
        let heard = Heard::of(Happening::Resolved, by, [at, GONE]);
        self.hear(heard, Until::Over(keyword));
    }

    /// An action or an ability begins, the text on top: the same.
    #[inline(always)]
    pub fn text_begins(&mut self) {
        let sorts = self.script.hears_over >> SOURCES << SOURCES;
        if sorts != 0 {
            let sort = self.top().causes & sorts;
            if sort != 0 {
                self.keyword_begins(sort.trailing_zeros() as u8, GONE);
            }
        }
    }

    /// Keywords are over in the frame at that depth: all of them, or those that are no causes any more. What waited for that
    /// comes to the queue. Answers whether anything did.
    #[cold]
    pub fn keywords_over(&mut self, depth: usize, causes: Causes) -> bool {
        let mut any = false;
        let over =
            |held: &Held| usize::from(held.depth) >= depth && causes >> held.keyword & 1 == 0;
        while let Some(at) = self.state.held.iter().position(over) {
            let held = self.state.held.remove(at);
            self.wait(held.waiting);
            any = true;
        }
        any
    }

    /// The same in the text on top. Answers whether what waits comes before the text goes on.
    #[cold]
    pub fn answers_after(&mut self, causes: Causes) -> bool {
        self.keywords_over(self.state.frames.len(), causes);
        let frame = self.top();
        let inside = frame.one_effect > 0 || frame.at_once > 0;
        !inside && frame.kind.waits_for_answers() && self.answers_wait()
    }
}

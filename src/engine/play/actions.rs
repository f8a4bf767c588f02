//! Plays cards as actions: where they lie meanwhile (PLY-4), and what becomes of those that cannot be played (PLY-5).

use crate::play::run::{Runner, Watch};
use crate::state::frame::{Frame, FrameKind, Stars};
use crate::state::value::card_value;
use crate::{Cause, GONE, Reads, Value};
use board::{CardId, Cut, Event, Seat, Seats, Zone};
use rules::ir::{Happening, How, Item, ItemId, Program, Reg, SetId};

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
    pub fn begin_action(&mut self, card: CardId, seat: Seat) {
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
        if self.push(program, FrameKind::Effect, card, seat, GONE, true) {
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
                at: program.entry,
                kind,
                this: card,
                you,
                provoker: None,
                stars: Stars::PLAIN,
            };
            match self.follows(cause)
                && self.push(program, kind, card, you, GONE, how == How::FromHand)
            {
                true => {
                    self.top().outer = outer;
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

    /// A register stands for what was chosen out of a set.
    #[inline(always)]
    pub fn pick(&mut self, set: SetId, reg: Reg, value: Value) {
        let card = self.script.rules.sets[set.index()].element.is_card();
        self.top().bind(reg, value, card);
        if (self.script.charges | self.script.hears) & Happening::Picked.bit() != 0 {
            self.picked(set, value);
        }
    }

    /// The same, and that player has chosen it.
    #[inline(always)]
    pub fn pick_by(&mut self, chooser: Option<Seat>, (set, reg): (SetId, Reg), value: Value) {
        self.pick(set, reg, value);
        if let Some(chooser) = chooser {
            let told = self.state.board.with_deciders(Seats::NONE.with(chooser));
            self.top().told[usize::from(reg)] = told;
        }
    }

    /// What an item stands for is a card.
    #[inline(always)]
    pub fn names_card(&self, item: ItemId) -> bool {
        match self.script.rules.items[item.index()] {
            Item::Reg(reg) => self
                .state
                .frames
                .last()
                .is_some_and(|frame| frame.cards >> reg & 1 == 1),
            Item::This | Item::TopOf(_) | Item::Under(_) | Item::Beside(..) | Item::Held(..) => {
                true
            }
            Item::First(set) | Item::Pick(_, set) => {
                self.script.rules.sets[set.index()].element.is_card()
            }
            Item::It
            | Item::You
            | Item::Provoker
            | Item::OwnerOf(_)
            | Item::Entry(..)
            | Item::Nothing => false,
            Item::NameOf(_) | Item::WrittenOn(_) => false,
        }
    }
}

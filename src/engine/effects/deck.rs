//! The deck: draws, crises and shuffles (DRW-1, DRW-2).

use crate::effects::happenings::Heard;
use crate::effects::replacement::InPlace;
use crate::effects::runner::Runner;
use crate::state::frame::FrameKind;
use crate::state::value::card_value;
use crate::{Chance, GONE, Watch};
use board::{CardId, CardSet, Cards, Event, Seat};
use rules::ir::{Happening, Pc, ROLES, Reg};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// DRW-1.
    #[inline]
    fn shuffle_when_needed(&mut self) {
        if self.state.board.deck().is_empty() && !self.state.board.discard().is_empty() {
            self.shuffle();
        }
    }

    /// DRW-1, DRW-2. Answers `false` when a crisis comes first; then it is asked again.
    #[inline]
    pub fn ready_deck(&mut self) -> bool {
        let (you, had) = (self.drawer(), std::mem::take(&mut self.top().crisis_had));
        if !had {
            self.shuffle_when_needed();
        }
        let Some(crisis) = self
            .script
            .rules
            .crisis
            .filter(|_| !had && self.state.board.deck().is_empty())
        else {
            return true;
        };
        self.emit(Event::Crisis { seat: you });
        let frame = self.top();
        frame.crisis_had = true;
        frame.pc -= 1;
        self.push(crisis, FrameKind::Crisis, CardId::NONE, you);
        false
    }

    /// The deck's top card, unseen, aside; without one the text goes on elsewhere.
    pub fn take(&mut self, reg: Reg, exit: Pc) {
        self.shuffle_when_needed();
        let Some(card) = self.state.board.deck().top() else {
            self.top().pc = exit;
            return;
        };
        let depth = self.state.frames.len() as u8 - 1;
        self.emit(Event::Taken { card, depth });
        self.top().bind(reg, card_value(card), true);
        self.shuffle_when_emptied();
        self.settle();
    }

    /// Draws one of the cards that the register counts. Answers `false` when a crisis comes first.
    pub fn draw(&mut self, reg: Reg) -> bool {
        let (seat, left) = (self.drawer(), self.top().registers[reg as usize]);
        if left == 0 || !self.takes_part(seat) {
            self.top().decider = None;
            self.is_gone();
            return true;
        }
        if self.script.forbids & Happening::DRAWN != 0 && !self.may_draw(seat) {
            (self.top().registers[reg as usize], self.top().decider) = (0, None);
            self.is_gone();
            return true;
        }
        if self.script.replaces & Happening::DRAWN != 0 {
            let bits = Happening::Drawn.bit() | self.turn_draw();
            match self.in_place_of(
                Heard {
                    bits,
                    ..Heard::of(Happening::Drawn, seat, [GONE; ROLES])
                },
                seat,
            ) {
                InPlace::Nothing => {}
                InPlace::Begins => return false,
                InPlace::Done => {
                    let frame = self.top();
                    frame.registers[reg as usize] -= 1;
                    frame.pc -= 1;
                    return true;
                }
            }
        }
        if !self.ready_deck() {
            return false;
        }
        self.shuffle_when_needed();
        let Some(card) = self.state.board.deck().top() else {
            (self.top().registers[reg as usize], self.top().decider) = (0, None);
            return true;
        };
        self.emit(Event::Drawn { seat, card });
        let frame = self.top();
        frame.registers[reg as usize] -= 1;
        frame.pc -= 1;
        self.touch_cards();
        self.shuffle_when_emptied();
        self.settle();
        true
    }

    /// No text forbids that player the draw that comes now.
    #[cold]
    fn may_draw(&self, seat: Seat) -> bool {
        let context = self.context_of(CardId::NONE, seat);
        let now = [
            Happening::Drawn,
            Happening::TurnDrawn,
            Happening::EffectDrawn,
        ]
        .into_iter();
        let bits = Happening::Drawn.bit() | self.turn_draw();
        now.filter(|happening| bits & happening.bit() != 0)
            .all(|happening| context.allows(happening, [GONE; ROLES]))
    }

    /// DRW-1, on-empty.
    pub fn shuffle_when_emptied(&mut self) {
        let board = &self.state.board;
        if self.script.rules.reshuffle_when_emptied
            && board.deck().is_empty()
            && !board.discard().is_empty()
        {
            self.shuffle();
        }
    }

    /// DRW-2, DRW-5: a crisis ends with the shuffle, whoever is left to draw.
    pub fn shuffle_after_crisis(&mut self) {
        if !self.state.board.discard().is_empty() {
            self.shuffle();
        }
    }

    /// Puts cards in another order. Copies are anonymous again.
    pub fn mix(&mut self, order: &mut Cards) {
        let chance: &mut Chance = &mut self.state.chance;
        self.watch.shuffle(chance, order);
        let anonymous: CardSet = order.iter().copied().collect();
        self.state.forget(&anonymous);
        self.fuel.looks.mix(&anonymous);
    }

    /// The deck is shuffled by itself.
    pub fn shuffle_deck(&mut self) {
        let mut order: Cards = self
            .state
            .board
            .deck()
            .cards()
            .iter()
            .rev()
            .copied()
            .collect();
        self.mix(&mut order);
        self.emit(Event::DeckShuffled { order: &order });
        self.touch_cards();
    }

    /// The discard pile becomes the deck, below what is left of it.
    pub fn shuffle(&mut self) {
        let mut order: Cards = self.state.board.discard().cards().iter().copied().collect();
        self.mix(&mut order);
        self.emit(Event::Shuffled { order: &order });
        self.touch_cards();
    }
}

//! Keywords that come to what they are aimed at: what texts have to say to that before it happens.

use crate::play::hearing::Heard;
use crate::play::replacing::InPlace;
use crate::play::run::{Runner, Watch};
use crate::state::value::{card_of, seat_of};
use crate::{GONE, Value};
use board::{CardId, Event, Seat};
use rules::ir::{Ask, Happening, ItemId, Op, Reg};

impl<W: Watch + ?Sized> Runner<'_, W> {
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
            let over = self.is_over();
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
        if !paid {
            match self.in_place_of(heard, self.whose(at, card).unwrap_or(by)) {
                InPlace::Begins => return true,
                InPlace::Done => {
                    self.skip_keyword();
                    return true;
                }
                InPlace::Nothing => {}
            }
            let depth = self.state.frames.len() - 1;
            let ask = Ask {
                happening: Happening::Chosen,
                causes: 1 << keyword,
                marks: None,
            };
            if chosen && self.charge(ask, [at, GONE]) {
                if let Some(frame) = self.state.frames.get_mut(depth) {
                    frame.paid = true;
                    frame.pc -= 1;
                }
                return true;
            }
        }
        if self.script.hears & heard.bits != 0 {
            self.hear_aimed(heard);
        }
        false
    }

    /// The player at whom something is aimed, or whose that is.
    fn whose(&self, at: Value, card: bool) -> Option<Seat> {
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
}

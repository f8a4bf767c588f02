//! Lowers what is done to pay for something.

use super::{Lowering, plain};
use crate::ir::{self, Element, Fee, Item, Num, Op, PAID, Pred, Program, Source};
use crate::tree::Text;
use text::{Happening, Verb};

impl Lowering<'_> {
    /// Whoever pays is `you` in it. What is being done has the first registers, how much is left to pay the one behind.
    pub(super) fn payment(&mut self, text: &Text, fee: Fee) -> Program {
        self.written_out(text, |lowering| {
            let left = lowering.register();
            debug_assert_eq!(left, PAID);
            let you = lowering.arena.item(Item::You);
            match fee {
                Fee::Counters(sort) => {
                    let number = lowering.arena.num(Num::Reg(left));
                    lowering.emit(Op::Counters {
                        put: false,
                        sort,
                        player: true,
                        number,
                        on: you,
                    });
                }
                Fee::Cards => {
                    // What is being played pays for nothing.
                    let (it, paid_for) = (
                        lowering.arena.item(Item::It),
                        lowering.arena.item(Item::Reg(0)),
                    );
                    let same = lowering.arena.pred(Pred::Same(it, paid_for));
                    let filter = Some(lowering.arena.not(same));
                    lowering.discards(
                        left,
                        ir::Set {
                            filter,
                            ..plain(Source::Hand(you), Element::Card)
                        },
                    );
                }
                Fee::Stacked => {
                    let own = lowering
                        .arena
                        .set(plain(Source::BuildingsOf(you), Element::Building));
                    lowering.discards(left, plain(Source::TopsOf(own), Element::StackedCard));
                }
            }
        })
    }

    /// A statement does that to a thing. What pays for something says so before, where some text asks for that.
    pub(super) fn does(&mut self, verb: Verb, item: ir::ItemId, with: Option<ir::ItemId>) {
        if self.paying && self.context.bars & Happening::Paid.bit() != 0 {
            self.emit(Op::Cost);
        }
        self.emit(Op::Do(verb, item, with));
    }

    /// As many of a set as a register says, one by one.
    fn discards(&mut self, left: ir::Reg, set: ir::Set) {
        let (reg, set) = (self.register(), self.arena.set(set));
        let (top, end) = (self.label(), self.label());
        self.place(top);
        self.emit(Op::CountDown {
            reg: left,
            exit: end,
        });
        self.emit(Op::Choose {
            set,
            reg,
            may: false,
            exit: end,
        });
        let item = self.arena.item(Item::Reg(reg));
        self.paying = true;
        self.does(Verb::Discard, item, None);
        self.paying = false;
        self.emit(Op::Jump(top));
        self.place(end);
    }
}

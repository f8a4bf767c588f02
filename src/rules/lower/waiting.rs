//! Lowers clauses that wait for something to happen, or forbid it.

use super::{Lowering, plain};
use crate::ir::{self, Element, Fee, Item, Num, Op, PAID, Pred, Program, Reg, Source};
use crate::tree;
use crate::tree::{Text, Value};
use lang::ast::Voice;
use text::limits::CARRIED;
use text::{Happening, Verb};

impl Lowering<'_> {
    /// The text of a clause that waits for a keyword to be over. It is noted as the keyword begins, since it sees that even where
    /// it falls by it (TRG-2); how things are is read once all is over.
    fn program_of_end(&mut self, trigger: &tree::Trigger) -> Program {
        self.written_out(&trigger.text, |lowering| {
            let exit = lowering.exit();
            for cond in trigger.head.during.iter().chain(&trigger.head.given) {
                let pred = lowering.pred(cond);
                lowering.emit(ir::Op::Require { pred, exit });
            }
            for (reg, remembered) in (ir::ROLES as Reg..).zip(&trigger.remembers) {
                lowering.store(reg, remembered);
            }
            lowering.body(&trigger.text.body);
        })
    }

    /// What causes it, where that is said.
    pub(super) fn causes_of(&mut self, trigger: &tree::Trigger) -> ir::Causes {
        if trigger.causes.is_empty() {
            return ir::Causes::MAX;
        }
        let causes = trigger.causes.iter();
        causes.fold(0, |mask, (cause, _)| mask | self.caused_by(*cause))
    }

    /// `this` has not fallen in that very moment.
    fn stands(&mut self) -> ir::PredId {
        let (this, you) = (self.item(&tree::Item::This), self.item(&tree::Item::You));
        let sources = [
            plain(Source::BuildingsOf(you), Element::Building),
            plain(Source::CardsIn(you), Element::StackedCard),
        ];
        let [building, stacked] = sources.map(|set| {
            let set = self.arena.set(set);
            self.arena.pred(Pred::In(this, set))
        });
        self.arena.or(building, stacked)
    }

    /// A text that waits, and what must hold for it to begin.
    pub fn waiting(&mut self, trigger: &tree::Trigger) -> ir::Trigger {
        let causes = self.causes_of(trigger);
        let named = |happening: Happening| trigger.waits_for(happening);
        let (ends, given) = (named(Happening::Resolved), trigger.head.given.clone());
        let tests = tree::Head {
            given: given.filter(|_| !ends),
            ..trigger.head.clone()
        }
        .tests();
        let condition = tests.into_iter().reduce(tree::Cond::and);
        self.begin_text(&trigger.text);
        let condition = condition.map(|condition| self.pred(&condition));
        let condition = match trigger.instead && acts_on_this(trigger) {
            true => {
                let stands = self.stands();
                Some(condition.map_or(stands, |condition| self.arena.and(condition, stands)))
            }
            false => condition,
        };
        let mut remembers = [None; CARRIED];
        for (place, remembered) in remembers
            .iter_mut()
            .zip(&trigger.remembers)
            .filter(|_| !ends)
        {
            *place = match remembered {
                Value::Item(item) => Some(ir::Remember::Item(self.item(item))),
                Value::Number(number) => Some(ir::Remember::Number(self.num(number))),
                _ => None,
            };
        }
        self.weigh();
        let own = trigger.head.voice == Voice::Short;
        // A building that is swapped in comes to stand as well.
        let swapped = own && named(Happening::Built);
        let swapped = if swapped {
            Happening::SwappedIn.bit()
        } else {
            0
        };
        let happenings = trigger.mask() | swapped;
        let falls = named(Happening::Revealed) || named(Happening::Destroyed);
        let survives = falls && trigger.head.is_about_this()
            || named(Happening::Eliminated)
            || trigger.head.is_of_law();
        let roles = if trigger.text.roles > 0 {
            trigger.cards()
        } else {
            0
        };
        let remembered = trigger
            .text
            .carried
            .iter()
            .take(trigger.remembers.len())
            .enumerate();
        let is_card = |element| {
            !matches!(
                element,
                None | Some(ir::Element::Player | ir::Element::Number)
            )
        };
        let cards = remembered
            .filter(|(_, carried)| is_card(carried.element))
            .fold(roles, |cards, (at, _)| cards | 1 << (ir::ROLES + at));
        let program = match (trigger.instead, &trigger.price) {
            (true, _) => self.in_its_place(&trigger.text, trigger.may, trigger.first),
            (false, Some((_, fee))) => self.payment(&trigger.text, *fee),
            (false, None) if ends => self.program_of_end(trigger),
            (false, None) => self.program(&trigger.text),
        };
        ir::Trigger {
            happenings,
            own,
            causes,
            condition,
            cards,
            remembers,
            survives,
            program,
        }
    }

    /// What a clause forbids, and what must hold for that.
    pub fn bar(&mut self, bar: &tree::Trigger) -> ir::Bar {
        let ir::Trigger {
            happenings,
            condition,
            cards,
            causes,
            program,
            ..
        } = self.waiting(bar);
        let price = bar.price.as_ref().map(|(number, fee)| {
            self.begin_text(&bar.text);
            let number = self.num(number);
            self.weigh();
            let fee = match *fee {
                Fee::Counters(sort) => Fee::Counters(self.sort(sort)),
                fee => fee,
            };
            ir::Price {
                number,
                fee,
                program,
            }
        });
        ir::Bar {
            happenings,
            condition,
            cards,
            causes,
            price,
        }
    }
}

impl Lowering<'_> {
    /// Whoever pays is `you` in it. What is being done has the first registers, how much is left to pay the one behind.
    pub(super) fn payment(&mut self, text: &Text, fee: Fee) -> Program {
        self.written_out(text, |lowering| {
            let left = lowering.register();
            debug_assert_eq!(left, PAID);
            let you = lowering.arena.item(Item::You);
            match fee {
                Fee::Counters(ir::ANY_SORT) => {
                    lowering.take_one_by_one(left, (you, true), None, None)
                }
                Fee::Counters(sort) => {
                    let sort = lowering.sort(sort);
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

/// What `you` may do in the place of something is done to a card in a nation.
fn acts_on_this(trigger: &tree::Trigger) -> bool {
    let first = trigger.text.body.steps.first().map(|step| &step.node);
    let of_this = matches!(first, Some(tree::Act::Verb(_, tree::Item::This, _)));
    of_this && trigger.may && !trigger.head.is_of_law()
}

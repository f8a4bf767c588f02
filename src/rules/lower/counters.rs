//! Lowers what is done with counters of any sort: whoever takes some off decides of which sort each is.

use super::Lowering;
use crate::ir::{self, ANY_SORT, Compare, ItemId, NumId, Op, PredId, Reg};
use crate::tree::{Act, Item, Num};
use text::Happening;
use text::limits::HEAP;

/// Counters of any sort that are taken off: how many, and off what, which may be a player.
pub(super) type Taken<'t> = (&'t Num, &'t Item, bool);

/// What a step takes off, where that is of any sort.
pub(super) fn any_counters(step: &Act) -> Option<Taken<'_>> {
    match step {
        Act::Pay(cost) => any_counters(&cost.node),
        Act::Counters {
            put: false,
            sort: ANY_SORT,
            number,
            player,
            on,
        } => Some((number, on, *player)),
        _ => None,
    }
}

/// All that are there are meant.
fn all_there_are(number: &Num) -> bool {
    match number {
        Num::Const(number) => *number == HEAP,
        Num::OfTwo(true, all, _) => matches!(**all, Num::Counters { sort: ANY_SORT, .. }),
        _ => false,
    }
}

impl Lowering<'_> {
    /// Counters of any sort are taken off: all of them, or one by one.
    pub(super) fn take_any(&mut self, (number, on, player): Taken, decider: Option<ItemId>) {
        let (number, of) = match number {
            Num::Whose(number, of) => (&**number, Some(self.item(of))),
            number => (number, None),
        };
        let on = (self.item(on), player);
        // Where all are taken nobody decides anything.
        self.decider = None;
        if all_there_are(number) {
            let all = self.arena.num(ir::Num::Const(HEAP));
            let sorts = self.sorts();
            return sorts.for_each(|sort| self.take_of(sort, on, all, of));
        }
        let left = self.number(number);
        self.take_one_by_one(left, on, of, decider);
    }

    /// As many as a register says, each of a sort that whoever takes it decides.
    pub(super) fn take_one_by_one(
        &mut self,
        left: Reg,
        on: (ItemId, bool),
        of: Option<ItemId>,
        decider: Option<ItemId>,
    ) {
        let (top, end) = (self.label(), self.label());
        self.place(top);
        self.emit(Op::CountDown {
            reg: left,
            exit: end,
        });
        let open: Vec<(u8, PredId)> = self
            .sorts()
            .map(|sort| (sort, self.may_take(sort, on, of)))
            .collect();
        let none = self.arena.truth(false);
        let any = { open.iter() }.fold(none, |any, (_, so)| self.arena.or(any, *so));
        self.emit(Op::Unless(any, end));
        let entries: Vec<_> = open.iter().map(|_| self.label()).collect();
        let names: Vec<String> = { open.iter() }
            .map(|(sort, _)| self.context.sorts[usize::from(*sort)].name.clone())
            .collect();
        self.decider = decider;
        let branches = names.iter().zip(&open).zip(&entries);
        self.ask_for(
            branches.map(|((name, (_, so)), entry)| (name.as_str(), Some(*so), *entry)),
            end,
            None,
        );
        let one = self.arena.num(ir::Num::Const(1));
        for ((sort, _), entry) in open.into_iter().zip(entries) {
            self.place(entry);
            self.take_of(sort, on, one, of);
            self.emit(Op::Jump(top));
        }
        self.place(end);
    }

    /// The sorts of the game.
    fn sorts(&self) -> std::ops::Range<u8> {
        0..self.context.sorts.len() as u8
    }

    fn take_of(
        &mut self,
        sort: u8,
        (on, player): (ItemId, bool),
        number: NumId,
        of: Option<ItemId>,
    ) {
        let number = match of {
            Some(of) => self.arena.num(ir::Num::Whose(number, of)),
            None => number,
        };
        self.emit(Op::Counters {
            put: false,
            sort,
            player,
            number,
            on,
        });
    }

    /// One of that sort is there, and no text forbids to take it off.
    fn may_take(&mut self, sort: u8, (on, player): (ItemId, bool), of: Option<ItemId>) -> PredId {
        let there = self.of_sort(sort, (on, player), of);
        let one = self.arena.num(ir::Num::Const(1));
        let there = self.arena.compare(there, Compare::AtLeast, one);
        match self.context.bars & Happening::Unmarked.bit() {
            0 => there,
            _ => {
                let allowed = self.may_be_taken(sort, (on, player));
                self.arena.and(there, allowed)
            }
        }
    }

    /// No text forbids to take one of that sort off.
    fn may_be_taken(&mut self, sort: u8, (on, player): (ItemId, bool)) -> PredId {
        let marks = Some(ir::marks_of(sort, player));
        let nothing = self.nothing();
        self.asked((Happening::Unmarked, self.cause, marks), on, nothing)
    }

    fn of_sort(&mut self, sort: u8, (on, player): (ItemId, bool), of: Option<ItemId>) -> NumId {
        let there = self.arena.num(ir::Num::Counters { sort, player, on });
        match of {
            Some(of) => self.arena.num(ir::Num::Whose(there, of)),
            None => there,
        }
    }

    /// So many of any sort are there that no text forbids to take off.
    pub(super) fn carried_of_any(&mut self, number: &Num, on: (ItemId, bool)) -> PredId {
        let (number, of) = match number {
            Num::Whose(number, of) => (&**number, Some(self.item(of))),
            number => (number, None),
        };
        let there = match self.context.bars & Happening::Unmarked.bit() {
            0 => self.of_sort(ANY_SORT, on, of),
            _ => {
                let none = self.arena.num(ir::Num::Const(0));
                self.sorts().fold(none, |all, sort| {
                    let (allowed, there) =
                        (self.may_be_taken(sort, on), self.of_sort(sort, on, of));
                    let free = self.arena.num(ir::Num::If(allowed, there, none));
                    self.arena.num(ir::Num::Plus(all, free))
                })
            }
        };
        let number = self.num(number);
        self.arena.compare(there, Compare::AtLeast, number)
    }
}

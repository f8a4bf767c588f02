//! Finds out whether a text takes its own card somewhere (PLY-4).

use super::Lowering;
use crate::ir::{Item, ItemId, Lot, Op, Pc, Reg, SetId, Source};
use crate::verbs::meaning;

/// What may stand for the card whose text it is: registers, a bit each, and behind them the sets of `them`.
type May = u32;

fn register(reg: Reg) -> May {
    1 << reg
}

fn them(set: u8) -> May {
    1 << 16 << set
}

impl Lowering<'_> {
    /// On some way through the text that begins there and ends with the code, `this` is put on a stack, built, given to
    /// a player, removed or discarded, by that name or by another one.
    pub(super) fn puts_itself(&self, entry: Pc) -> bool {
        let start = usize::from(entry);
        // By op: what may stand for the card when the text comes there; none where it never comes.
        let mut known: Vec<Option<May>> = vec![None; self.code.len() - start];
        let mut open = vec![(start, 0)];
        while let Some((at, may)) = open.pop() {
            // Of a text that is too long, places may be missing.
            let Some(met) = at.checked_sub(start).and_then(|at| known.get_mut(at)) else {
                continue;
            };
            let all = met.unwrap_or(0) | may;
            if *met == Some(all) {
                continue;
            }
            *met = Some(all);
            let op = self.code[at];
            if self.moves_own(op, all) {
                return true;
            }
            let after = self.after(op, all);
            let at = Pc::try_from(at).unwrap_or(Pc::MAX);
            op.each_next(at, &self.branches, &mut |to, done| {
                open.push((to.into(), if done { after } else { all }))
            });
        }
        false
    }

    fn moves_own(&self, op: Op, may: May) -> bool {
        match op {
            Op::Do(verb, item, with) if meaning(verb).takes_own => {
                self.is_own(meaning(verb).card(item, with), may)
            }
            _ => false,
        }
    }

    /// What may stand for the card once that op has run.
    fn after(&self, op: Op, may: May) -> May {
        let set = |bit: May, own: bool| if own { may | bit } else { may & !bit };
        match op {
            Op::SetItem(reg, item) => set(register(reg), self.is_own(item, may)),
            Op::SetNumber(reg, _) | Op::SetTruth(reg, _) | Op::Take { reg, .. } => {
                set(register(reg), false)
            }
            Op::Snapshot { list, set: of } => set(register(list), self.holds_own(of, may)),
            Op::Next { list, item, .. } => set(register(item), may & register(list) != 0),
            Op::Choose { set: of, reg, .. }
            | Op::Chance {
                lot: Lot::OneOf(of),
                reg,
                ..
            } => set(register(reg), self.holds_own(of, may)),
            Op::Chance { reg, .. } => set(register(reg), false),
            Op::Mark {
                set,
                item,
                on: true,
            } if self.is_own(item, may) => may | them(set),
            Op::ClearMarks(of) => set(them(of), false),
            _ => may,
        }
    }

    fn is_own(&self, item: ItemId, may: May) -> bool {
        match self.arena.at_item(item) {
            Item::This => true,
            Item::Reg(reg) => may & register(reg) != 0,
            Item::First(set) | Item::Pick(_, set) => self.holds_own(set, may),
            Item::It
            | Item::You
            | Item::Provoker
            | Item::TopOf(_)
            | Item::OwnerOf(_)
            | Item::Under(_)
            | Item::Entry(..)
            | Item::Held(..)
            | Item::Nothing
            | Item::NameOf(_)
            | Item::WrittenOn(_)
            | Item::Beside(..) => false,
        }
    }

    /// The card, which lies nowhere else as long as it is aside or in the pile under way, may be in that set.
    fn holds_own(&self, set: SetId, may: May) -> bool {
        match self.arena.at_set(set).source {
            Source::One(item) => self.is_own(item, may),
            Source::Plus(left, right) => self.holds_own(left, may) || self.holds_own(right, may),
            Source::Marked(marks) => may & them(marks) != 0,
            _ => false,
        }
    }
}

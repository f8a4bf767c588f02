//! Lowers choices: those of one step are offered only where the later ones can then be made, too (PLY-5).

use super::code::Label;
use super::decisions::noted;
use super::{Binding, Lowering, plain};
use crate::ir::{self, Lot, MARK_SETS, Op, Pred, Reg};
use crate::tree::{Act, Item, Local, Node, Num, Part, Set};
use text::{Pick, Verb};

/// A choice of a step: out of which set, what it is then called, and whether it is chance that chooses.
pub(super) type Choice<'t> = (&'t Set, Local, bool);

impl Lowering<'_> {
    /// The set of the first choice, its elements limited to those that leave the later choices something.
    pub(super) fn choice_set(&mut self, choices: &[Choice]) -> ir::SetId {
        let ((set, local, random), later) =
            choices.split_first().expect("there is a choice to be made");
        self.set_where(set, |lowering| {
            if later.is_empty() && !lowering.asks_of(set) {
                return None;
            }
            lowering.bind_candidate(*local);
            let allowed = lowering.allowed(*local, set, *random);
            if later.is_empty() {
                return allowed;
            }
            let outer = lowering.picks_first(*local, set);
            let next = lowering.choice_set(later);
            lowering.picked_first = outer;
            let exists = lowering.arena.exists(next);
            lowering.joined(allowed, exists)
        })
    }

    /// The decision that is emitted next is somebody else's, if it is.
    pub(super) fn asks(&mut self) {
        if let Some(who) = self.decider.take() {
            self.emit(Op::Asks(who));
        }
    }

    /// Emits the choices of a step, as many as there are registers; those after them only limit these.
    pub(super) fn choices(
        &mut self,
        choices: &[Choice],
        registers: &[Reg],
        may: bool,
        exit: ir::Pc,
    ) {
        for (at, &reg) in registers.iter().enumerate() {
            let set = self.choice_set(&choices[at..]);
            let own = at + 1 == registers.len();
            let may = may && own;
            if !choices[at].2 {
                self.note_chosen(choices[at].1);
            }
            if choices[at].2 {
                self.emit(Op::Chance {
                    lot: Lot::OneOf(set),
                    reg,
                    exit,
                });
            } else {
                if own {
                    self.asks();
                }
                self.emit(Op::Choose {
                    set,
                    reg,
                    may,
                    exit,
                });
            }
            self.bind(choices[at].1, Binding::Reg(reg));
        }
    }
}

/// The choices that belong to a step, first to last; after a `choose` also those of the statement that follows, when it
/// is about what was chosen.
pub(super) fn with_following<'t>(step: &'t Act, following: Option<&'t Act>) -> Vec<Choice<'t>> {
    let mut choices = of_step(step);
    if let (Act::Choose { local, .. }, Some(next)) = (step, following)
        && !matches!(
            next,
            Act::Choose { .. } | Act::Secret(_) | Act::MayChoose { .. } | Act::ForEach { .. }
        )
        && !matches!(next, Act::By(_, decided) if matches!(decided.node, Act::MayChoose { .. }))
    {
        let later = of_step(next);
        if later.iter().any(|(set, ..)| Part::Set(set).uses(*local)) {
            choices.extend(later);
        }
    }
    choices
}

/// The choices of one step: every `any` in it, then its own. Conditions and numbers hold none: check/ sees to that.
pub(super) fn of_step(step: &Act) -> Vec<Choice<'_>> {
    let mut found = Vec::new();
    step.parts()
        .into_iter()
        .for_each(|part| in_part(part, &mut found));
    match step {
        Act::Choose { set, local, random } => found.push((set, *local, *random)),
        Act::MayChoose { set, local, .. } => found.push((set, *local, false)),
        _ => {}
    }
    found
}

fn in_part<'t>(part: Part<'t>, found: &mut Vec<Choice<'t>>) {
    match part {
        Part::Item(Item::Any { set, local, random }) => {
            in_part(Part::Set(set), found);
            found.push((set, *local, *random));
        }
        Part::Act(cost) => found.extend(of_step(cost)),
        Part::Item(_) | Part::Set(_) => {
            let inner = part.parts().into_iter();
            inner.for_each(|inner| in_part(inner, found));
        }
        Part::Local(_) | Part::Cond(_) | Part::Num(_) | Part::Body(_) => {}
    }
}

impl Lowering<'_> {
    /// Something is done to a thing, with another one.
    pub(super) fn verb(&mut self, verb: Verb, item: &Item, with: Option<&Item>) {
        let one_of_them = one_of_them(verb, item);
        let (item, with) = (self.item(item), with.map(|with| self.item(with)));
        // It is none of the rest.
        if let Some(local) = one_of_them {
            let (set, item) = (self.own_marks(), self.item(&Item::Local(local)));
            self.emit(Op::Mark {
                set,
                item,
                on: false,
            });
        }
        self.does(verb, item, with);
    }
}

/// What is chosen out of those that were picked before, and goes elsewhere.
fn one_of_them(verb: Verb, item: &Item) -> Option<Local> {
    let stays = matches!(
        verb,
        Verb::LookAt | Verb::Show | Verb::Refresh | Verb::Give | Verb::Return
    );
    match item {
        Item::Any { set, local, .. } if !stays && set.is_them() => Some(*local),
        _ => None,
    }
}

impl Lowering<'_> {
    pub(super) fn several(
        &mut self,
        verb: Verb,
        number: &Num,
        (different, random): (bool, bool),
        set: &Set,
        local: Local,
    ) {
        let marks = (different || self.instance().them).then(|| self.own_marks());
        if let Some(marks) = marks {
            self.emit(Op::ClearMarks(marks));
        }
        let element = set.element;
        let of = set;
        let set = self.set_where(set, |lowering| {
            let allowed = match lowering.asks_of(of) {
                false => None,
                true => {
                    lowering.bind_candidate(local);
                    lowering.allowed(local, of, random)
                }
            };
            let Some(marks) = marks.filter(|_| different) else {
                return allowed;
            };
            let set = lowering.arena.set(marked(marks, element));
            let it = lowering.arena.item(ir::Item::It);
            let known = lowering.arena.pred(Pred::In(it, set));
            let other = lowering.arena.not(known);
            Some(allowed.map_or(other, |allowed| lowering.arena.and(allowed, other)))
        });
        self.counted(number, (set, random), local, |lowering, item| {
            if let Some(set) = marks {
                lowering.emit(Op::Mark {
                    set,
                    item,
                    on: true,
                });
            }
            lowering.does(verb, item, None);
        });
    }

    /// All of a set, which is read once.
    pub(super) fn all(&mut self, verb: Verb, set: &Set, local: Local) {
        // `discard the rest`: those that were picked before stay `them`.
        let marks = (self.instance().them && !set.is_them()).then(|| self.own_marks());
        if let Some(marks) = marks {
            self.emit(Op::ClearMarks(marks));
        }
        self.one_by_one((set, None), local, |lowering, _| {
            let item = lowering.item(&Item::Local(local));
            if let Some(set) = marks {
                let on = true;
                lowering.emit(Op::Mark { set, item, on });
            }
            lowering.emit(Op::Do(verb, item, None));
        });
    }

    /// A list of what is in the set goes by; what is done with each knows the list, its next one and its end.
    pub(super) fn one_by_one(
        &mut self,
        (set, first): (&Set, Option<Pick>),
        local: Local,
        does: impl FnOnce(&mut Self, (Reg, Label, Label)),
    ) {
        let (list, item) = (self.register(), self.register());
        let set = self.set(set);
        self.goes_through((list, set, first), item, |lowering, ends| {
            lowering.bind(local, Binding::Reg(item));
            does(lowering, ends);
        });
    }

    /// The same, each time with one of those that are left which `you` choose.
    pub(super) fn in_chosen_order(
        &mut self,
        set: &Set,
        local: Local,
        does: impl FnOnce(&mut Self, (Reg, Label, Label)),
    ) {
        let (list, reg) = (self.register(), self.register());
        let (item, all) = (self.arena.item(ir::Item::Reg(reg)), self.set(set));
        let left = self.nothing_yet(set.element);
        self.goes_through((list, all, None), reg, |lowering, _| {
            lowering.note(left, item, true)
        });
        let (top, exit) = (self.label(), self.label());
        self.place(top);
        self.emit(Op::Choose {
            set: left,
            reg,
            may: false,
            exit,
        });
        self.note(left, item, false);
        self.bind(local, Binding::Reg(reg));
        does(self, (list, top, exit));
        self.emit(Op::Jump(top));
        self.place(exit);
    }

    /// A set of things that are added one by one, with none yet.
    pub(super) fn nothing_yet(&mut self, element: ir::Element) -> ir::SetId {
        if element == ir::Element::Player {
            let (reg, none) = (self.register(), self.arena.num(ir::Num::Const(0)));
            self.emit(Op::SetNumber(reg, none));
            return self.arena.set(noted(reg));
        }
        let marks = self.new_marks();
        self.emit(Op::ClearMarks(marks));
        self.arena.set(marked(marks, element))
    }

    /// One thing more in such a set, or one fewer.
    pub(super) fn note(&mut self, into: ir::SetId, item: ir::ItemId, on: bool) {
        match self.arena.at_set(into).source {
            ir::Source::Noted(reg) => self.emit(Op::Add(reg, item, on)),
            ir::Source::Marked(set) => self.emit(Op::Mark { set, item, on }),
            _ => {}
        }
    }

    /// The same with registers that are there, and of a set that is lowered.
    pub(super) fn goes_through(
        &mut self,
        (list, set, first): (Reg, ir::SetId, Option<Pick>),
        item: Reg,
        does: impl FnOnce(&mut Self, (Reg, Label, Label)),
    ) {
        self.emit(Op::Snapshot { list, set, first });
        let (top, exit) = (self.label(), self.label());
        self.place(top);
        self.emit(Op::Next { list, item, exit });
        does(self, (list, top, exit));
        self.emit(Op::Jump(top));
        self.place(exit);
    }

    /// So many out of a set, one by one, as long as there are any. PLY-6: the number is read once.
    pub(super) fn counted(
        &mut self,
        number: &Num,
        (set, random): (ir::SetId, bool),
        local: Local,
        each: impl FnOnce(&mut Self, ir::ItemId),
    ) {
        let count = self.number(number);
        let (top, end) = (self.label(), self.label());
        self.place(top);
        self.emit(Op::CountDown {
            reg: count,
            exit: end,
        });
        let reg = self.register();
        self.emit(match random {
            true => Op::Chance {
                lot: Lot::OneOf(set),
                reg,
                exit: end,
            },
            false => Op::Choose {
                set,
                reg,
                may: false,
                exit: end,
            },
        });
        self.bind(local, Binding::Reg(reg));
        let item = self.arena.item(ir::Item::Reg(reg));
        each(self, item);
        self.emit(Op::Jump(top));
        self.place(end);
    }

    /// The "them" of the text that is being lowered.
    pub(super) fn own_marks(&mut self) -> u8 {
        if let Some(marks) = self.instance().marks {
            return marks;
        }
        let marks = self.new_marks();
        self.instance().marks = Some(marks);
        marks
    }

    fn new_marks(&mut self) -> u8 {
        let marks = self.marks;
        if usize::from(marks) >= MARK_SETS {
            let what = "sets of buildings or cards that this remembers";
            self.too_many(what, usize::from(marks) + 1, MARK_SETS);
            return 0;
        }
        self.marks += 1;
        marks
    }
}

/// What was picked and is still where it was.
pub(super) fn marked(marks: u8, element: ir::Element) -> ir::Set {
    plain(ir::Source::Marked(marks), element)
}

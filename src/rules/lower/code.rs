//! Emits ops, with labels for what is not yet placed, and exits that close what they leave; finds out whether a text takes its
//! own card somewhere (PLY-4).

use super::{Binding, Lowering};
use crate::ir::{Item, ItemId, Lot, Op, Pc, Pred, Reg, SetId, Source};
use crate::tree::{Cond, Num, Value};
use crate::verbs::meaning;
use text::limits::CODE;

impl Lowering<'_> {
    pub(super) fn pc(&self) -> Pc {
        Pc::try_from(self.code.len()).unwrap_or(Pc::MAX)
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label::try_from(self.labels.len() - 1).unwrap_or(Label::MAX)
    }

    /// The label stands for what is emitted next.
    pub(super) fn place(&mut self, label: Label) {
        self.labels[usize::from(label)] = Some(self.pc());
    }

    /// The game has more steps than there is room for.
    pub(super) fn is_full(&self) -> bool {
        self.code.len() > CODE
    }

    /// Puts a value into a register, if one holds it. Answers what then stands for it.
    pub(super) fn store(&mut self, reg: Reg, value: &Value) -> Binding {
        let op = match value {
            Value::Item(item) => Op::SetItem(reg, self.item(item)),
            Value::Number(num) => Op::SetNumber(reg, self.num(num)),
            Value::Truth(cond) => Op::SetTruth(reg, self.pred(cond)),
            Value::Set(set) => return Binding::Set(self.set(set)),
            Value::Numbers(_) | Value::Nothing(_) => {
                unreachable!("they take other registers than one")
            }
        };
        self.emit(op);
        Binding::Reg(reg)
    }

    pub(super) fn require(&mut self, cond: &Cond) {
        let pred = self.pred(cond);
        match self.arena.at_pred(pred) {
            Pred::Always => {}
            Pred::Never => {
                let exit = self.exit();
                self.emit(Op::Jump(exit));
            }
            _ => {
                let exit = self.exit();
                self.emit(Op::Require { pred, exit });
            }
        }
    }

    pub(super) fn number(&mut self, num: &Num) -> Reg {
        let reg = self.register();
        let num = self.num(num);
        self.emit(Op::SetNumber(reg, num));
        reg
    }

    pub(super) fn emit(&mut self, op: Op) {
        if self.code.len() >= CODE {
            if self.code.len() == CODE {
                let span = self.span.1;
                self.too_many("steps of one game", CODE + 1, CODE);
                self.code.push(Op::End);
                self.code_spans.push((0, span));
            }
            return;
        }
        let (file, span) = self.span;
        let file = self.file(file);
        self.code.push(op);
        self.code_spans.push((file, span));
    }

    /// Where to go when something cannot be done: the innermost exit, by a pad that closes the blocks in between.
    pub(super) fn exit(&mut self) -> Label {
        let mut closes = Vec::new();
        for frame in self.frames.iter().rev() {
            match *frame {
                Frame::Close(op) => closes.push(op),
                Frame::Exit(label) | Frame::Way(label) | Frame::Loop { next: label, .. } => {
                    return self.by_pad(closes, label);
                }
            }
        }
        unreachable!("a text is an exit itself")
    }

    /// Where `stop` leads: behind the innermost loop, else to the end of the text or keyword.
    pub(super) fn stop(&mut self) -> Label {
        let mut closes = Vec::new();
        for frame in self.frames.iter().rev() {
            match *frame {
                Frame::Close(op) => closes.push(op),
                Frame::Way(_) => {}
                Frame::Exit(label) => return self.by_pad(closes, label),
                Frame::Loop { list, end, .. } => {
                    closes.push(Op::Forget(list));
                    return self.by_pad(closes, end);
                }
            }
        }
        unreachable!("a text is an exit itself")
    }

    /// A place that closes these blocks on the way to another one.
    fn by_pad(&mut self, closes: Vec<Op>, target: Label) -> Label {
        if closes.is_empty() {
            return target;
        }
        let known = self
            .pads
            .iter()
            .find(|pad| pad.1 == closes && pad.2 == target);
        if let Some((pad, ..)) = known {
            return *pad;
        }
        let pad = self.label();
        self.pads.push((pad, closes, target));
        pad
    }

    /// Emits the pads and puts addresses for labels, from `start` on.
    pub(super) fn finish(&mut self, start: usize, branches: usize) {
        for (pad, closes, target) in std::mem::take(&mut self.pads) {
            self.place(pad);
            closes.into_iter().for_each(|op| self.emit(op));
            self.emit(Op::Jump(target));
        }
        let labels = std::mem::take(&mut self.labels);
        let at = |label: &mut Pc| {
            *label = labels[usize::from(*label)]
                .expect("every label is placed before its text is finished");
        };
        for op in &mut self.code[start..] {
            op.exit_mut().into_iter().for_each(at);
        }
        for branch in &mut self.branches[branches..] {
            at(&mut branch.entry);
        }
        self.shorten(start);
    }

    /// Leads jumps that lead to jumps to where those lead, and notes where a keyword is the last thing of a text.
    fn shorten(&mut self, start: usize) {
        for at in start..self.code.len() {
            let led = |mut to: Pc| {
                // A text that jumps in a circle jumps through each op once at most.
                for _ in start..self.code.len() {
                    // Of a text that is too long, places may be missing.
                    match self.code.get(usize::from(to)) {
                        Some(Op::Jump(further)) => to = *further,
                        _ => break,
                    }
                }
                to
            };
            let mut op = self.code[at];
            op.exit_mut()
                .into_iter()
                .for_each(|exit| *exit = led(*exit));
            if let Op::Over { last, .. } = &mut op {
                *last = self.code.get(at + 1) == Some(&Op::End);
            }
            self.code[at] = op;
        }
    }
}

/// A place in the code that is jumped to, perhaps before it is known. Until the text is finished, jumps hold labels.
pub(super) type Label = Pc;

/// What encloses the code being emitted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Frame {
    /// What cannot go on goes on there.
    Exit(Label),
    /// The same; what stops goes further out.
    Way(Label),
    /// A loop through a list: what cannot go on goes on with the next element, what stops goes on behind it.
    Loop { next: Label, list: Reg, end: Label },
    /// Leaving it emits this.
    Close(Op),
}

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
            Op::Snapshot { list, set: of, .. } => set(register(list), self.holds_own(of, may)),
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
            | Item::OfTurn
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

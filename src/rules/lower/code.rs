//! Emits ops, with labels for what is not yet placed, and exits that close what they leave.

use super::Lowering;
use crate::ir::{Op, Pc, Reg};
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

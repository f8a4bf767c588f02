//! Places in code that is being emitted, and what encloses it.

use crate::ir::{Op, Pc, Reg};

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

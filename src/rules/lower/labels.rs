//! Places in code that is being emitted, and what encloses it.

use crate::rules::ir::{Op, Pc};

/// A place in the code that is jumped to, perhaps before it is known. Until the text is finished, jumps hold labels.
pub(super) type Label = Pc;

/// What encloses the code being emitted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Frame {
    /// What cannot go on goes on there.
    Exit(Label),
    /// Leaving it emits this.
    Close(Op),
}

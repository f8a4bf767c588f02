//! What explanations want to know of a text besides what it does: where it stands, what it costs, what it calls.

use super::ids::{FaceId, Pc, Written};

/// A text that runs, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Its first op. All up to the next text belongs to it.
    pub entry: Pc,
    /// The face that it is on; none for what happens when nothing is left to draw.
    pub face: Option<FaceId>,
    /// Its whole clause.
    pub clause: Written,
    /// Where its own cost is paid, when it has one.
    pub paid: Option<Pc>,
    /// Its own numbers with a star, as printed: each once, the smallest first.
    pub starred: Vec<u16>,
    /// The keywords that are written out in it, outer ones before those inside.
    pub calls: Vec<Call>,
}

/// A keyword that is written out in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    pub keyword: u8,
    /// The op that announces it, whose place is that of the call.
    pub begins: Pc,
    /// The op at which it is over.
    pub over: Pc,
}

impl Origin {
    /// The keywords that are under way at an op, outer ones first.
    pub fn calls_at(&self, at: Pc) -> impl Iterator<Item = &Call> {
        self.calls
            .iter()
            .filter(move |call| call.begins < at && at <= call.over)
    }
}

//! How long something lasts that a text says for a while.

/// When it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Until {
    /// As the next turn of whoever has said it begins, or would begin.
    NextTurn,
    /// With the turn in which it is said.
    ThisTurn,
}

impl Until {
    /// How it is said: `until your next turn`.
    pub fn said(self) -> &'static str {
        match self {
            Until::NextTurn => "until your next turn",
            Until::ThisTurn => "this turn",
        }
    }
}

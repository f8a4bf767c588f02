//! What texts say of who sees whose hand, and of who makes whose decisions.

use crate::{MAX_SEATS, Seats};

/// See the top of the file. Nothing, where no text says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Over {
    /// Whose hands all may see.
    pub(super) open: Seats,
    /// By seat: who else sees that player's hand.
    pub(super) seen_by: [Seats; MAX_SEATS],
    /// By seat: who makes that player's decisions.
    pub(super) led_by: [Seats; MAX_SEATS],
}

impl Over {
    /// Nobody sees anything, and everybody decides for themselves.
    pub(super) const NOBODY: Over = Over {
        open: Seats::NONE,
        seen_by: [Seats::NONE; MAX_SEATS],
        led_by: [Seats::NONE; MAX_SEATS],
    };
}

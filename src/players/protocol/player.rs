//! How messages name players.

use serde::Serialize;

use crate::board::Seat;

/// A player as messages name one: `p1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player(pub Seat);

impl Serialize for Player {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

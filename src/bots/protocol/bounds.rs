//! How much a program may have of games that it moves on by itself.

use serde::Serialize;

use crate::protocol::fault::LONGEST_LINE;

/// How much a program may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Bounds {
    /// Turns after which a game is left.
    pub limit: u32,
    /// States are called by numbers below it, and as many are named in one request.
    pub states: u32,
    /// Drawn games that are kept at a time; copies of one count once.
    pub worlds: usize,
    /// Options that are taken in one state, those included that are taken because there is no other.
    pub steps: usize,
    /// Bytes of a line.
    pub line: usize,
}

impl Bounds {
    /// For a program that has all games to itself.
    pub fn env(limit: u32) -> Bounds {
        Bounds {
            limit,
            states: 4096,
            worlds: 256,
            steps: 100_000,
            line: 1 << 20,
        }
    }

    /// For one that is asked in a game.
    pub fn hosted(limit: u32) -> Bounds {
        Bounds {
            limit,
            states: 256,
            worlds: 64,
            steps: 10_000,
            line: LONGEST_LINE,
        }
    }
}

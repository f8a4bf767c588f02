//! Words for where a building stands in its row, and which one out of several is meant.

/// A side of a building, as everybody sees the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// Whoever has the most of something, or the fewest, among all players or among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extreme {
    /// It is the fewest, not the most.
    pub fewest: bool,
    /// Among players other than `you`.
    pub others: bool,
}

/// Which thing of a set is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The last one in the set's order.
    Last,
    /// Of buildings, the one that stands furthest to that side.
    Leftmost,
    /// The same to the other side.
    Rightmost,
    /// Of buildings, the one that has stood for the longest time (DIS-5).
    Oldest,
    /// The one that came last.
    Newest,
}

impl Side {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }
}

impl Pick {
    /// All of them.
    pub const ALL: [Pick; 5] = [
        Pick::Last,
        Pick::Leftmost,
        Pick::Rightmost,
        Pick::Oldest,
        Pick::Newest,
    ];

    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Pick::Last => "last",
            Pick::Leftmost => "leftmost",
            Pick::Rightmost => "rightmost",
            Pick::Oldest => "oldest",
            Pick::Newest => "newest",
        }
    }
}

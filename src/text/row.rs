//! Words for where a building stands in its row, and which one out of several is meant.

/// An enum, each of whose variants is written in some words; the function that gives them has that name.
#[macro_export]
macro_rules! worded {
    ($(
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident ($said:ident) {
            $($(#[$doc:meta])* $variant:ident = $words:literal,)*
        }
    )+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        $visibility enum $name {
            $(#[doc = concat!("`", $words, "`")] $(#[$doc])* $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: [$name; [$($words),*].len()] = [$($name::$variant),*];

            /// As it is written.
            pub fn $said(self) -> &'static str {
                match self {
                    $($name::$variant => $words,)*
                }
            }
        }
    )+};
}

worded! {
    /// A side of a building, as everybody sees the row.
    pub enum Side (word) {
        Left = "left",
        Right = "right",
    }
}

/// Whoever has the most of something, or the fewest, among all players or among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extreme {
    /// It is the fewest, not the most.
    pub fewest: bool,
    /// Among players other than `you`.
    pub others: bool,
}

worded! {
    /// Which thing of a set is meant.
    pub enum Pick (word) {
        /// The last one in the set's order.
        Last = "last",
        /// Of buildings, the one that stands furthest to that side.
        Leftmost = "leftmost",
        /// The same to the other side.
        Rightmost = "rightmost",
        /// Of buildings, the one that has stood for the longest time (DIS-5).
        Oldest = "oldest",
        /// The one that came last.
        Newest = "newest",
    }
}

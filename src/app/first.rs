//! How the first player is found.

/// See the top of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First {
    /// It is played for.
    Contest,
    Random,
    Me,
}

const FIRSTS: [(&str, First); 3] = [
    ("hfb", First::Contest),
    ("random", First::Random),
    ("me", First::Me),
];

impl First {
    /// The one that is called so.
    pub fn named(name: &str) -> Option<First> {
        FIRSTS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, first)| *first)
    }

    /// What all of them are called.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FIRSTS.iter().map(|(name, _)| *name)
    }
}

//! What a seat cannot know, and how else it might be.

pub(super) mod information_sets;
pub(super) mod landmarks;
pub(super) mod renumber;
mod votes;

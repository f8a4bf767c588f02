//! Every bound of Brink, in one place: what a game, a file or a text may hold.

/// Cards of one game, victory cards included.
pub const CARDS: usize = 500;

/// Card kinds of one game: sets of kinds have a bit for each.
pub const KINDS: usize = 64;

/// Players of one game (SET-1).
pub const PLAYERS: usize = 6;

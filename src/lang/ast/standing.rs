//! Statuses of players that no file declares, by how they are printed.

/// Whoever it holds for shows the hand to all.
pub const OPEN_HANDED: &str = "plays with an open hand";
/// `you` see the hands of those for whom it holds.
pub const SEES_HAND: &str = "see the hand of";
/// `you` decide for those for whom it holds.
pub const DECIDES: &str = "make all decisions of";
/// Both.
pub const SEES_AND_DECIDES: &str = "see the hand and make all decisions of";
/// Whoever it holds for does not win.
pub const CANNOT_WIN: &str = "cannot win";
/// The same, but the last player living wins.
pub const CANNOT_WIN_BUT_LAST: &str = "cannot win except as the only player living";

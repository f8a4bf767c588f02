//! Games with people: a sitting from before the deal to the review, kept games, lessons.

pub mod disclosure;
pub mod drift;
pub mod hints;
pub mod lesson;
pub mod opening;
pub mod preview;
pub mod readers;
pub mod review;
pub mod save;
pub mod screen;
pub mod sitting;
pub mod undo;

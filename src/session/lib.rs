//! Games with people: a sitting from before the deal to the review, kept games, lessons.

pub mod again;
pub mod ahead;
pub mod contest;
pub mod draft;
pub mod drift;
pub mod hints;
pub mod lesson;
pub mod news;
pub mod preview;
pub mod readers;
pub mod review;
pub mod saved;
pub mod screen;
pub mod seating;
pub mod sitting;
pub mod study;
pub mod thought;
pub mod told;

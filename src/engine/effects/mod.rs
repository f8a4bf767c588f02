//! Runs texts: what they do, what comes in its place, and who answers.

pub mod actions;
pub mod deck;
pub mod gate;
pub mod happenings;
pub mod interpreter;
pub mod knowledge;
pub mod listeners;
pub mod offers;
pub mod replacement;
pub mod runner;
pub mod selection;
pub mod triggers;
pub mod verbs;

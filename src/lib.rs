//! A rules engine for card games whose cards are written in plain text.

pub mod base;
pub mod board;
pub mod rules;
pub mod syntax;

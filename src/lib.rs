//! A rules engine for card games whose cards are written in plain text.

pub mod app;
pub mod base;
pub mod board;
pub mod engine;
pub mod rules;
pub mod syntax;
pub mod table;

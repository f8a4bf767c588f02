//! Before the cards are dealt: what has been said, a question, and a list of answers.

mod draw;
mod list;
mod scene;

pub use list::Lobby;

//! Why things are so, or happen, in the words of the cards.

pub mod answer;
pub mod because;
pub mod quote;

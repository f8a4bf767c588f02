//! Text into trees and back: the effect language and the notation. The only floor that sees pest.

pub mod ast;
mod blocks;
mod error;
pub mod notation;
mod parse;
pub mod phrases;
mod print;
pub mod visit;

pub use error::SyntaxError;
pub use parse::{other_deed, other_thing, parse_cond, parse_text};
pub use print::{print, print_cond, print_deed};

#[cfg(test)]
mod properties;

//! Text into trees and back: the effect language and the notation. The only floor that sees pest.

pub mod advice;
pub mod ast;
mod blocks;
mod error;
mod expand;
pub mod notation;
mod parse;
pub mod phrases;
mod print;
mod rows;
mod trees;
pub mod visit;

pub use error::Fault;
pub use expand::expand;
pub use parse::{parse_cond, parse_text, vocabulary};
pub use print::{print, print_clause, print_cond, print_deed, print_statement};

#[cfg(test)]
mod properties;

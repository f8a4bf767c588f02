//! Text into trees and back: the effect language and the notation. The only floor that sees pest.

pub mod ast;
pub mod notation;

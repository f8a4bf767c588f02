//! What is left to chance.

use crate::Value;
use rules::ir::Element;

/// What chance is to decide.
#[derive(Debug, Clone, Copy)]
pub enum Lots<'a> {
    /// Heads or tails.
    Coin,
    /// One to six.
    Die,
    /// One of these things.
    OneOf(Element, &'a [Value]),
}

impl Lots<'_> {
    /// In how many ways it can fall.
    pub fn ways(self) -> u32 {
        match self {
            Lots::Coin => 2,
            Lots::Die => 6,
            Lots::OneOf(_, things) => things.len() as u32,
        }
    }
}

//! What the table remembers for a person.

use std::fmt;
use std::str::FromStr;

/// How much the table reminds the person of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Memory {
    /// Cards that the person knows are shown.
    #[default]
    Assisted,
    /// As at a real table: what lies face down is shown face down, and the log goes back to the last decision only.
    Strict,
}

impl Memory {
    /// The words for them.
    pub const NAMES: [&str; 2] = ["assisted", "strict"];
}

/// No memory is called so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no memory is called `{0}`")]
pub struct NoMemory(String);

impl FromStr for Memory {
    type Err = NoMemory;

    fn from_str(text: &str) -> Result<Memory, NoMemory> {
        match text {
            "assisted" => Ok(Memory::Assisted),
            "strict" => Ok(Memory::Strict),
            _ => Err(NoMemory(text.to_string())),
        }
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Memory::Assisted => "assisted",
            Memory::Strict => "strict",
        })
    }
}

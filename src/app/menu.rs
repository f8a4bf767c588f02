//! How options are shown line by line.

use std::fmt;

use clap::ValueEnum;
use serde::Deserialize;

/// See the top of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Menu {
    /// A card or building first, then what to do with it, then where
    Steps,
    /// All options at once, each with a number
    Whole,
}

impl fmt::Display for Menu {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Menu::Steps => "steps",
            Menu::Whole => "whole",
        })
    }
}

//! A dispute that was settled in the middle of a game (HFB-3): from then on it went on under other rules.

use std::sync::Arc;

use engine::Script;

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Settlement {
    /// After so many choices.
    pub after: usize,
    pub name: String,
    pub value: String,
    /// What was told, one sentence each.
    pub told: Vec<String>,
    /// The rules that hold from then on.
    pub script: Arc<Script>,
}

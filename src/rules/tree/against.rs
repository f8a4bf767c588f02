//! What statuses are cut to.

use lang::ast::Agent;

/// Texts that a status is cut to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    pub agent: Agent,
    pub named: Option<String>,
    /// Of others than the owner of what has the status.
    pub of_others: bool,
}

/// What something may be caused by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A keyword, by number.
    Keyword(usize),
    /// What a card does that is played.
    Actions,
    /// What a building can be used for.
    Abilities,
    /// What happens when nothing is left to draw.
    Crises,
}

impl Cause {
    /// Those that are no keywords, as they are written.
    pub const SORTS: [(&'static str, Cause); 3] = [
        ("action", Cause::Actions),
        ("ability", Cause::Abilities),
        ("crisis", Cause::Crises),
    ];

    pub fn keyword(self) -> Option<usize> {
        match self {
            Cause::Keyword(keyword) => Some(keyword),
            _ => None,
        }
    }
}

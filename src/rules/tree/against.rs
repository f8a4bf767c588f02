//! What statuses are cut to.

use crate::syntax::ast::Agent;

/// Texts that a status is cut to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) struct Against {
    pub(in crate::rules) agent: Agent,
    pub(in crate::rules) named: Option<String>,
    /// Of others than the owner of what has the status.
    pub(in crate::rules) of_others: bool,
}

/// What something may be caused by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum Cause {
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
    /// Those that are no keywords, as they are written, and as they are said.
    pub(in crate::rules) const SORTS: [(&'static str, &'static str, Cause); 3] = [
        ("action", "an action", Cause::Actions),
        ("ability", "an ability", Cause::Abilities),
        ("crisis", "a crisis", Cause::Crises),
    ];

    /// How a cause that is no keyword is said.
    pub(in crate::rules) fn said(self) -> &'static str {
        Cause::SORTS.iter().find(|(.., sort)| *sort == self).map_or("", |(_, said, _)| said)
    }

    pub(in crate::rules) fn keyword(self) -> Option<usize> {
        match self {
            Cause::Keyword(keyword) => Some(keyword),
            _ => None,
        }
    }
}

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

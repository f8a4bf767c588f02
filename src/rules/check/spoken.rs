//! Whom a sentence speaks of without choosing one.

use crate::tree::Local;
use lang::ast;

/// Players that a sentence speaks of, before what is done.
#[derive(Default)]
pub(super) struct Meant {
    /// So much could be called `it` before; who is chosen later is nearer.
    pub(super) depth: usize,
    pub(super) all: Vec<Who>,
    /// What is waited for is done by `you`, and by nobody else.
    pub(super) by_you: bool,
}

/// One of them.
pub(super) enum Who {
    /// Who does what is waited for.
    Provoker,
    /// The player to whom it happens.
    Player(Local),
    /// The owner of what it happens to; kept under a name of its own where that may be gone by then, and whether it was said.
    Owner {
        of: Local,
        kept: Option<(Local, bool)>,
    },
    /// One of a set, chosen where it is said.
    One {
        set: ast::SetExpr,
        local: Local,
        said: bool,
    },
    /// A condition speaks of others, and not of one of them.
    Unclear,
}

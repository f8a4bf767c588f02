//! Clauses that give a status.

use super::{Cond, SetExpr, Word};
use crate::base::Spanned;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasting {
    pub condition: Option<Spanned<Cond>>,
    pub set: SetExpr,
    /// `disabled`, `guarded` or a status that a file declares; or what players cannot do, as it is printed.
    pub status: Word,
    /// In the eyes of which texts; none for all.
    pub against: Vec<Spanned<Against>>,
}

/// The texts that a status is cut to: `abilities`, `actions of other players`, `cards named "X"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    pub agent: Agent,
    pub named: Option<Word>,
    /// Of others than the owner of what has the status.
    pub of_others: bool,
}

/// What sort of text it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Agent {
    /// What a building can be used for.
    Abilities,
    /// What a card does that is played.
    Actions,
    /// All that a card says that is no building.
    Cards,
    /// All that a building says.
    Buildings,
    /// All texts.
    Any,
}

impl Agent {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Agent::Abilities => "abilities",
            Agent::Actions => "actions",
            Agent::Cards => "cards",
            Agent::Buildings => "buildings",
            Agent::Any => "",
        }
    }

    pub const ALL: [Agent; 5] = [Agent::Abilities, Agent::Actions, Agent::Cards, Agent::Buildings, Agent::Any];
}

impl Against {
    /// As it is written, with what the name is said like.
    pub fn said(&self, named: &dyn Fn(&str) -> String) -> String {
        let named = self.named.as_ref().map(|name| format!(" {}", named(&name.node))).unwrap_or_default();
        let of = match (self.of_others, self.agent) {
            (true, Agent::Any) => "other players",
            (true, _) => " of other players",
            (false, _) => "",
        };
        format!("{}{named}{of}", self.agent.word())
    }
}

//! What the parts of a text are told apart by: words and choices that hold no other part.

use text::Spanned;

/// A word or name as it was written.
pub type Word = Spanned<String>;

/// The name under which a text keeps `its owner`, who is asked for before the thing goes away.
pub const OWNER: &str = "holder";

/// A parameter's type. Plural ones are sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParamType {
    Player,
    Building,
    Card,
    Place,
    Number,
    Players,
    Buildings,
    Cards,
    Places,
}

/// How many of the branches of a choice of modes are chosen, none twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Many {
    /// `one`, `two different`
    Exactly(u16),
    /// `up to two different`
    UpTo(u16),
    /// `any number`
    Any,
}

/// The ways of playing a card that a condition can ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Playing {
    /// `played`
    Play,
    /// `replayed`
    Replay,
    /// `played from hand`
    FromHand,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnPart {
    On,
    AtItsStart,
    PastItsStart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    AtLeast,
    AtMost,
    Exactly,
    /// `more than`
    MoreThan,
    /// `fewer than`
    FewerThan,
}

/// How a happening is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Voice {
    /// `revealed by ember`: of `this`
    Short,
    /// `another player builds a building`
    Active,
    /// `a building is built`
    Passive,
}

/// What is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fee {
    /// Cards of the hand are discarded.
    Cards,
    /// Top cards of one's own stacks are discarded.
    Stacked,
    /// Counters that one has are taken off.
    Counters(Word),
}

/// The texts that a status is cut to: `abilities`, `actions of other players`, `cards named "X"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    pub agent: Agent,
    pub named: Option<Word>,
    /// Of others than the owner of what has the status.
    pub of_others: bool,
}

impl Against {
    /// As it is written, with what the name is said like.
    pub fn said(&self, named: &dyn Fn(&str) -> String) -> String {
        let named = self
            .named
            .as_ref()
            .map(|name| format!(" {}", named(&name.node)))
            .unwrap_or_default();
        let of = match (self.of_others, self.agent) {
            (true, Agent::Any) => "other players",
            (true, _) => " of other players",
            (false, _) => "",
        };
        format!("{}{named}{of}", self.agent.word())
    }
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

    pub const ALL: [Agent; 5] = [
        Agent::Abilities,
        Agent::Actions,
        Agent::Cards,
        Agent::Buildings,
        Agent::Any,
    ];
}

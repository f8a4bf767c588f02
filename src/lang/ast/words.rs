//! What the parts of a text are told apart by: words and choices that hold no other part.

use text::{Spanned, or_nothing, worded};

/// A word or name as it was written.
pub type Word = Spanned<String>;

/// The name under which a text keeps `its owner`, who is asked for before the thing goes away.
pub const OWNER: &str = "holder";

/// A counter of whatever sort, and several.
pub const ANY_COUNTERS: [&str; 2] = ["counter", "counters"];

// Statuses of players that no file declares, by how they are printed.

/// Whoever it holds for shows the hand to all.
pub const OPEN_HANDED: &str = "plays with an open hand";
/// `you` see the hands of those for whom it holds.
pub const SEES_HAND: &str = "see the hand of";
/// `you` decide for those for whom it holds.
pub const DECIDES: &str = "make all decisions of";
/// Both.
pub const SEES_AND_DECIDES: &str = "see the hand and make all decisions of";
/// Whoever it holds for does not win.
pub const CANNOT_WIN: &str = "cannot win";
/// The same, but the last player living wins.
pub const CANNOT_WIN_BUT_LAST: &str = "cannot win except as the only player living";

worded! {
/// A parameter's type. Plural ones are sets.
pub enum ParamType (word) {
    Player = "player",
    Building = "building",
    Card = "card",
    Place = "place",
    Number = "number",
    Players = "players",
    Buildings = "buildings",
    Cards = "cards",
    Places = "places",
}

/// The ways of playing a card that a condition can ask about.
pub enum Playing (word) {
    Play = "played",
    Replay = "replayed",
    FromHand = "played from hand",
}

/// In which order `for each` goes through a set, where that is not the set's own.
pub enum Order (word) {
    /// `you` pick the next one each time.
    Chosen = "in chosen order",
    /// Of buildings.
    Oldest = "from the oldest",
    Newest = "from the newest",
}

pub enum TurnPart (word) {
    On = "it is your turn",
    AtItsStart = "it is the start of your turn",
    PastItsStart = "the start of your turn is over",
}

pub enum Compare (word) {
    AtLeast = "at least",
    AtMost = "at most",
    Exactly = "exactly",
    MoreThan = "more than",
    FewerThan = "fewer than",
}

/// What sort of text it is.
pub enum Agent (word) {
    /// What a building can be used for.
    Abilities = "abilities",
    /// What a card does that is played.
    Actions = "actions",
    /// All that a card says that is no building.
    Cards = "cards",
    /// All that a building says.
    Buildings = "buildings",
    /// All texts.
    Any = "",
}
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
        let named = or_nothing(&self.named, |name| format!(" {}", named(&name.node)));
        let of = match (self.of_others, self.agent) {
            (true, Agent::Any) => "other players",
            (true, _) => " of other players",
            (false, _) => "",
        };
        format!("{}{named}{of}", self.agent.word())
    }
}

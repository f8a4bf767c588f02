//! What a program may ask of games that it moves on by itself, and how that is answered.

use serde::{Deserialize, Serialize};

use crate::protocol::{Happened, LONGEST_LINE, Offered, Player, Table};
use board::Seat;

/// What is asked. States are games that the program calls by numbers of its own. A request is carried out as a whole, or not at all.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Games are dealt: the number of each, and its seed.
    Reset { games: Vec<(u32, u64)> },
    /// Games are drawn of those that a seat cannot tell from a state, or from the game that the program is asked in.
    #[schemars(transform = needs_state)]
    Worlds {
        #[serde(deserialize_with = "Option::deserialize")]
        state: Option<u32>,
        seat: Player,
        /// The same seed draws the same games.
        seed: u64,
        /// A state for each.
        into: Vec<u32>,
    },
    /// Copies of states: from which, to which.
    Clone { copies: Vec<(u32, u32)> },
    /// Options are taken: in which state, the number that they have among all options of the game.
    Apply { steps: Vec<(u32, u32)> },
    /// The same by their numbers in the decision.
    Pick { steps: Vec<(u32, u32)> },
    /// So many of the options that were taken last are taken back.
    Undo { steps: Vec<(u32, u32)> },
    /// How these states are.
    Outcome { states: Vec<u32> },
    /// Their options, with labels.
    Options { states: Vec<u32> },
    /// The table of each, as that seat sees it.
    View { views: Vec<(u32, Player)> },
    /// The same in numbers.
    Observe { views: Vec<(u32, Player)> },
    /// These states are not needed any more.
    Drop { states: Vec<u32> },
}

/// `state` is said even where it is null.
fn needs_state(schema: &mut schemars::Schema) {
    if let Some(required) = schema
        .get_mut("required")
        .and_then(|keys| keys.as_array_mut())
    {
        required.push("state".into());
    }
}

impl Request {
    /// How many states it names, the same one several times, too.
    pub fn named(&self) -> usize {
        match self {
            Request::Reset { games } => games.len(),
            Request::Worlds { into, .. } => into.len(),
            Request::Clone { copies: steps }
            | Request::Apply { steps }
            | Request::Pick { steps }
            | Request::Undo { steps } => steps.len(),
            Request::Outcome { states }
            | Request::Options { states }
            | Request::Drop { states } => states.len(),
            Request::View { views } | Request::Observe { views } => views.len(),
        }
    }

    /// The words for what may be asked, each with its keys.
    pub const KINDS: [(&'static str, &'static [&'static str]); 11] = [
        ("reset", &["games"]),
        ("worlds", &["state", "seat", "seed", "into"]),
        ("clone", &["copies"]),
        ("apply", &["steps"]),
        ("pick", &["steps"]),
        ("undo", &["steps"]),
        ("outcome", &["states"]),
        ("options", &["states"]),
        ("view", &["views"]),
        ("observe", &["views"]),
        ("drop", &["states"]),
    ];
}

/// How it is answered.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Answer {
    /// The states that it was about, as they are now, in the order of the request.
    States {
        states: Vec<Report>,
    },
    Options {
        states: Vec<StateOptions>,
    },
    Views {
        views: Vec<StateView>,
    },
    Observations {
        views: Vec<StateObservation>,
    },
    /// Nothing has been done.
    Refused {
        code: &'static str,
        message: String,
    },
}

/// A state as it is.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Report {
    pub state: u32,
    /// Who is asked; `None` when it is over.
    pub seat: Option<Player>,
    /// Whose decision it is.
    #[serde(rename = "for")]
    pub of: Option<Player>,
    /// Turns begun.
    pub turn: u32,
    /// The numbers of the options among all of the game, in their order; `None` for what is more than has one.
    pub actions: Vec<Option<u32>>,
    /// How it has ended.
    pub over: Option<Over>,
    /// What the seat that is asked sees, two hexadecimal digits a number, for programs that want that.
    pub observation: Option<String>,
    /// What has happened since the last report, by seat as that may know it, for programs that want that.
    pub events: Option<Vec<Vec<Happened>>>,
}

/// How a game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Over {
    pub winner: Option<Player>,
    /// Nobody has won.
    pub draw: bool,
    /// It is left because it has had too many turns.
    pub unfinished: bool,
}

/// The options of a state.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct StateOptions {
    pub state: u32,
    pub options: Vec<Offered>,
}

/// A table as a seat sees it.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct StateView {
    pub state: u32,
    pub seat: Player,
    pub view: Table,
}

/// The same in numbers.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct StateObservation {
    pub state: u32,
    pub seat: Player,
    /// Two hexadecimal digits each.
    pub observation: String,
}

/// Why a request is not carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Refusal {
    #[error("there is no state {0}: a state must be dealt, drawn or copied first")]
    NoState(u32),
    #[error("the number {number} is too high: states are numbered 0 to {}", .most - 1)]
    TooMany { number: u32, most: u32 },
    #[error("a request names at most {most} states: send several requests")]
    TooMuch { most: u32 },
    #[error("the state {0} is named twice in one request: send a request for each step")]
    Twice(u32),
    #[error("the game in state {0} is over: there is no decision")]
    Over(u32),
    #[error(
        "the action {action} is not offered in the state {state}: choose one from `actions` of its report"
    )]
    NoAction { state: u32, action: u32 },
    #[error("the state {state} has no option {option}; its {options} options are numbered from 0")]
    NoOption {
        state: u32,
        option: u32,
        options: usize,
    },
    #[error("{steps} steps cannot be undone in the state {state}: you took only {taken}")]
    NoStep {
        state: u32,
        steps: u32,
        taken: usize,
    },
    #[error("{most} options were taken in the state {state}: that is the limit for one state")]
    TooFar { state: u32, most: usize },
    #[error(
        "that would replay {again} options, and a request replays at most {most}: undo fewer states at a time, or keep copies"
    )]
    #[strum(serialize = "too-much")]
    TooMuchAgain { again: usize, most: usize },
    #[error("{seat} is not in this game of {players}")]
    NoSeat { seat: Seat, players: u8 },
    #[error("you cannot see what another seat knows: draw for {0}, your own seat")]
    NotYours(Seat),
    #[error("you have no decision to make now: name a state")]
    NoGame,
    #[error("you cannot deal games here: draw worlds of the game you are playing")]
    NoDeals,
    #[error("at most {most} drawn games can exist at a time: drop some first")]
    TooManyWorlds { most: usize },
}

impl Refusal {
    /// A word for programs.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Answer {
        Answer::Refused {
            code: refusal.code(),
            message: refusal.to_string(),
        }
    }
}

/// How much a program may have of games that it moves on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Bounds {
    /// Turns after which a game is left.
    pub limit: u32,
    /// States are called by numbers below it, and as many are named in one request.
    pub states: u32,
    /// Drawn games that are kept at a time; copies of one count once.
    pub worlds: usize,
    /// Options that are taken in one state, those included that are taken because there is no other.
    pub steps: usize,
    /// Bytes of a line.
    pub line: usize,
}

impl Bounds {
    /// For a program that has all games to itself.
    pub fn env(limit: u32) -> Bounds {
        Bounds {
            limit,
            states: 4096,
            worlds: 256,
            steps: 100_000,
            line: 1 << 20,
        }
    }

    /// For one that is asked in a game.
    pub fn hosted(limit: u32) -> Bounds {
        Bounds {
            limit,
            states: 256,
            worlds: 64,
            steps: 10_000,
            line: LONGEST_LINE,
        }
    }
}

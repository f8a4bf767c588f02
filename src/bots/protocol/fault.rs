//! How a program loses a game without playing it: each fault with its code and its sentence.

/// Bytes that a line of a program may have, without its end.
pub const LONGEST_LINE: usize = 64 * 1024;

/// Why a program has lost its game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Fault {
    /// It could not be started: why.
    #[error("it cannot be started: {0}")]
    NotStarted(String),
    /// It is not running any more: its status.
    #[error("it has ended ({0})")]
    Ended(String),
    /// It runs, but nothing can come from it any more.
    #[error("it has closed its output")]
    Closed,
    /// Milliseconds.
    #[error("it has not said hello within {0} ms")]
    NoHello(u128),
    /// What it has called itself when it was started before, and now.
    #[error("it was `{before}` when it was started before, and calls itself `{now}` now")]
    Changed { before: String, now: String },
    /// Milliseconds.
    #[error("it has not answered within {0} ms")]
    MoveTime(u128),
    /// Milliseconds.
    #[error("it has used up its {0} ms for the game")]
    GameTime(u128),
    #[error("it sent a line of more than {LONGEST_LINE} bytes")]
    TooLong,
    #[error("it sent what is no text in UTF-8")]
    NotUtf8,
    /// The beginning of the line.
    #[error("it sent what is no JSON: `{0}`")]
    NotJson(String),
    /// What is wrong with it.
    #[error("it sent JSON that is no message: {0}")]
    NotAMessage(String),
    /// The message that it had to send.
    #[error("it had to answer with `{0}` and sent another message")]
    Unexpected(&'static str),
    #[error("it answered the decision {answered} when the decision {asked} was asked")]
    WrongId { asked: u64, answered: u64 },
    #[error("it chose the option {option} of {options}; they are counted from 0")]
    NoOption { option: u64, options: usize },
    /// So many choices in one turn.
    #[error("it made more than {0} choices in one turn")]
    Stalled(u32),
}

impl Fault {
    /// A word for programs.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}

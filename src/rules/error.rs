//! What is wrong with a file, a recipe or a setting: one fault each, at its place, with the next step.

pub(crate) use crate::fault_name::FaultName;
pub(crate) use crate::report::{Fault, Report};
pub(crate) use crate::suggestions::{Help, list, meant, near};
use lang::phrases::Fix;
use text::{Happening, Span};

/// What can be wrong. What is said of one thing alone is worded at its place, what several say stands here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// What is said of one thing alone.
    Plain {
        name: FaultName,
        reason: String,
        label: String,
        help: Help,
    },
    /// A text that cannot be read, where it stands in one, and what to write in the place of the clause.
    Syntax {
        error: lang::Fault,
        within: Option<Span>,
        fix: Option<Box<Fix>>,
    },
    Unknown {
        what: &'static str,
        name: String,
        help: Help,
    },
    Twice {
        name: String,
        first: String,
    },
    WrongType {
        wanted: &'static str,
        found: &'static str,
    },
    Miscounted {
        found: String,
        wanted: String,
    },
    Several {
        name: String,
        found: &'static str,
    },
    NotASet {
        name: String,
    },
    Misplaced {
        what: &'static str,
        place: &'static str,
        help: &'static str,
    },
    NothingForIt,
    NothingForThem,
    Decided {
        always: bool,
        help: &'static str,
    },
    Unused {
        name: String,
    },
    LeftOut {
        name: String,
    },
    LooseBrace,
    Rebound {
        name: String,
    },
    Recursion {
        name: String,
        through: Vec<String>,
    },
    AsksTooMuch {
        what: String,
        most: u64,
    },
    CallsTooDeep {
        name: String,
        most: usize,
        through: Vec<String>,
    },
    WrittenOut {
        name: String,
        count: u64,
        most: u64,
        through: Vec<String>,
    },
    RunsTooLong {
        steps: u64,
        most: u32,
    },
    WrongArguments {
        keyword: String,
        wanted: String,
        usage: String,
    },
    WrongPreposition {
        keyword: String,
        preposition: String,
        usage: String,
    },
    LateCost,
    NotACost,
    NamelessAbility,
    SameBranch {
        label: String,
    },
    HiddenLasting,
    SettledLater {
        own: String,
        read: String,
    },
    Tells {
        to_all: bool,
        own: bool,
    },
    AsksUnasked {
        name: String,
    },
    NeverHappens {
        name: String,
        moment: Happening,
    },
    Away {
        help: &'static str,
    },
    SwapsNothing,
    SecondClause {
        what: &'static str,
    },
    MissingClause {
        place: String,
        what: &'static str,
    },
    ReadingsMeet {
        both: String,
    },
    ReadsOtherwise {
        what: &'static str,
    },
    NotSettled,
    TooManyRegisters {
        most: usize,
    },
    TooMany {
        what: &'static str,
        count: usize,
        most: usize,
    },
    /// Kinds of a draft are missing, or there are more or fewer of them than it draws.
    WrongDraft {
        recipe: String,
        wanted: usize,
        found: usize,
    },
}

impl Problem {
    pub(crate) fn new(
        name: FaultName,
        reason: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<Help>,
    ) -> Problem {
        let (reason, label, help) = (reason.into(), label.into(), help.into());
        Problem::Plain {
            name,
            reason,
            label,
            help,
        }
    }

    pub(crate) fn syntax(error: lang::Fault, within: Option<Span>) -> Problem {
        let fix = None;
        Problem::Syntax { error, within, fix }
    }

    /// Nothing of these is called so.
    pub(crate) fn unknown<'a>(
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Problem {
        let (name, help) = (name.to_string(), near(name, known));
        Problem::Unknown { what, name, help }
    }

    pub(crate) fn twice(name: &str, first: impl Into<String>) -> Problem {
        let (name, first) = (name.to_string(), first.into());
        Problem::Twice { name, first }
    }

    /// A file that lacks a key.
    pub(crate) fn missing_key(key: &str, place: &str) -> Problem {
        Problem::new(
            FaultName::MissingKey,
            format!("{place} lacks `{key}`"),
            format!("expected `{key}` in here"),
            format!("write `{key} = ...`"),
        )
    }

    /// The word that is wrong, and what to write in its place, where there is no doubt.
    pub(crate) fn replacement(&self) -> Option<(&str, &str)> {
        match self {
            Problem::Unknown { help, .. } | Problem::Plain { help, .. } => help.replacement(),
            Problem::Miscounted { found, wanted } => Some((found, wanted)),
            _ => None,
        }
    }
}

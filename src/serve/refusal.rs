//! Why something was refused: nothing has changed by it.

use serde::Serialize;

/// A refusal, with a name for programs and a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    pub code: &'static str,
    pub message: String,
    pub help: Option<String>,
}

impl Refusal {
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal {
            code,
            message: message.into(),
            help: None,
        }
    }

    pub fn with_help(self, help: impl Into<String>) -> Refusal {
        Refusal {
            help: Some(help.into()),
            ..self
        }
    }

    pub fn not_now(message: &str) -> Refusal {
        Refusal::new("not-now", message)
    }

    pub fn broken(message: impl Into<String>) -> Refusal {
        Refusal::new("broken", message)
    }

    pub fn late() -> Refusal {
        Refusal::new(
            "late",
            "This was asked before; it is answered or taken back already.",
        )
    }

    pub fn watching() -> Refusal {
        Refusal::new(
            "watching",
            "You look on here: only those who sit at the table can do that.",
        )
    }

    /// The disk, or the system, does not do what it should. What is wrong with it is no affair of players.
    pub fn busy() -> Refusal {
        Refusal::new("busy", "The server cannot keep that now.").with_help("try again in a moment")
    }
}

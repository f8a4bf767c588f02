//! Games of people on several machines: a server with one page, each seat's view to its seat alone, and nothing lost.

mod bots;
mod gate;
mod hall;
mod http;
mod import;
mod lessons;
mod limits;
mod listeners;
mod new_game;
mod pages;
mod records;
mod replay;
pub mod room;
mod slot;
mod socket;
pub mod store;
pub mod token;
pub mod wire;
mod worker;
mod workshop;

use serde::Serialize;

pub use gate::{Gate, public};
pub use hall::{Entry, Hall};
pub use http::serve;
pub use listeners::Out;
pub use new_game::{ChairWanted, Wanted};
pub use replay::{of_ruling, show, shown};
pub use worker::{MEMORY, TIME, Workers, work};

/// The bots that sit down here, and what people call them. None thinks for long.
pub const BOTS: [(&str, &str); 4] = [
    ("random", "random"),
    ("cautious", "easy"),
    ("greedy", "medium"),
    ("ismcts:500ms", "strong"),
];

/// Why something was refused, and nothing changed: with a name for programs and a sentence for people.
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

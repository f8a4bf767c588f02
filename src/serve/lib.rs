//! Games of people on several machines: a server with one page, each seat's view to its seat alone, and nothing lost.

mod bots;
mod exhibition;
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

use std::borrow::Cow;

use rules::Report;
use serde::{Deserialize, Serialize};

pub use gate::{Gate, public};
pub use hall::{Entry, Hall};
pub use http::serve;
pub use listeners::Out;
pub use new_game::{ChairRequest, GameRequest};
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    pub code: Cow<'static, str>,
    pub message: String,
    pub help: Option<String>,
}

impl Refusal {
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal {
            code: code.into(),
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

    /// What is asked for is wrong.
    pub fn bad(message: impl Into<String>) -> Refusal {
        Refusal::new("bad-request", message)
    }

    pub fn too_large(message: impl Into<String>) -> Refusal {
        Refusal::new("too-large", message)
    }

    pub fn not_now(message: impl Into<String>) -> Refusal {
        Refusal::new("not-now", message)
    }

    pub fn broken(message: impl Into<String>) -> Refusal {
        Refusal::new("broken", message)
    }

    pub fn late() -> Refusal {
        Refusal::new(
            "late",
            "This question is closed: it was already answered or undone.",
        )
    }

    pub fn watching() -> Refusal {
        Refusal::new(
            "watching",
            "You are a spectator: only players at the table can do that.",
        )
    }

    /// The disk, or the system, does not do what it should. What is wrong with it is no affair of players.
    pub fn busy() -> Refusal {
        Refusal::new("busy", "The server cannot do that now.").with_help("try again in a moment")
    }
}

/// What is wrong with cards or settings, in one sentence; `POST /api/check` tells what stands in files with its place.
impl From<Report> for Refusal {
    fn from(report: Report) -> Refusal {
        let Some(fault) = report.faults.first() else {
            return Refusal::bad("the cards cannot be played").with_help("choose other cards");
        };
        let help = match (fault.place(), miette::Diagnostic::help(fault)) {
            (Some(_), _) => {
                "use the card workshop or `/api/check` to see every fault with its place".into()
            }
            (None, Some(help)) => help.to_string(),
            (None, None) => "ask for something else".to_string(),
        };
        Refusal::bad(fault.to_string()).with_help(help)
    }
}

/// The system does not do what it should: nobody is told more of it.
impl From<token::NoChance> for Refusal {
    fn from(_: token::NoChance) -> Refusal {
        Refusal::busy()
    }
}

impl From<store::Fault> for Refusal {
    fn from(_: store::Fault) -> Refusal {
        Refusal::busy()
    }
}

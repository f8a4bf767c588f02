//! Rules act on the board: decisions, turns, texts, lasting effects, triggers, chance.

mod act;
mod applies;
mod cause;
mod chance;
mod eval;
mod game;
mod goals;
mod lasting;
mod listed;
mod moment;
mod options;
mod reads;
mod refusal;
mod run;
mod script;
mod sets;
mod setup;
mod state;
mod unknown;
mod why;

pub use applies::Applies;
pub use cause::Cause;
pub use chance::{Chance, Words};
pub use eval::{GONE, Value, place_value};
pub use game::{Choice, Game, NotOffered};
pub use options::{Menu, Verb};
pub use reads::Reads;
pub use refusal::{Clause, Refusal, Unchosen, raised_from};
pub use run::{Ran, Watch};
pub use script::Script;
pub use setup::{BuildingSetup, Setup, StackedSetup};
pub use state::{Asked, CardSet, FrameKind, Outcome, State};
pub use unknown::Worlds;
pub use why::Reason;

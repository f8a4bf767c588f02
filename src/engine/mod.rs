//! Rules act on the board: decisions, turns, texts, lasting effects, triggers, chance.

mod audit;
mod eval;
mod explain;
mod play;
mod program;
mod state;
mod worlds;

pub use audit::Audited;
pub use explain::applies::Applies;
pub use explain::forbidding::{Forbidding, Said};
pub use explain::giving::{Clause, StarClause, stars_of};
pub use explain::goals::{Goal, Way};
pub use explain::purpose::Purpose;
pub use explain::reason::Reason;
pub use explain::refusal::{Refusal, Unchosen};
pub use play::choice::{Choice, NotOffered};
pub use play::disputed::NotNow;
pub use play::game::Game;
pub use play::lots::Lots;
pub use play::options::{Menu, Verb};
pub use play::run::{Ran, Watch};
pub use play::setup::{BuildingSetup, Setup, StackedSetup};
pub use program::reads::Reads;
pub use program::script::Script;
pub use state::cause::Cause;
pub use state::chance::{Chance, Words};
pub use state::frame::{FrameKind, Stars};
pub use state::value::{GONE, Value, place_of, place_value};
pub use state::{Asked, Outcome, State};
pub use worlds::information_sets::Worlds;

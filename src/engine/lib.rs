//! Rules act on the board: decisions, turns, texts, lasting effects, triggers, chance.

mod audit;
mod effects;
mod eval;
mod explain;
mod play;
mod program;
mod state;
mod worlds;

pub use audit::Audited;
pub use effects::runner::AllAsked;
pub use effects::runner::Watch;
pub use explain::goals::won_at_start;
pub use play::decision::{Choice, NotOffered};
pub use play::game::Effort;
pub use play::game::Game;
pub use play::setup::{BuildingSetup, Setup, StackedSetup};
pub use program::script::Script;
pub use state::chance::{Chance, Words};
pub use state::{Outcome, State};
pub use worlds::information_sets::Worlds;
pub use worlds::landmarks::{Landmarks, Moved};

// Told in terms of the lowered program: for what speaks of games in this library.
#[doc(hidden)]
pub use effects::runner::Ran;
#[doc(hidden)]
pub use effects::selection::Lots;
#[doc(hidden)]
pub use explain::applies::{Applies, Stands};
#[doc(hidden)]
pub use explain::forbidding::{ClauseSite, Forbidding};
#[doc(hidden)]
pub use explain::giving::{Clause, Overruled, StarClause, stars_of};
#[doc(hidden)]
pub use explain::goals::Reason;
#[doc(hidden)]
pub use explain::goals::{Goal, Met, Way, goals_on, tallied};
#[doc(hidden)]
pub use explain::purpose::Purpose;
#[doc(hidden)]
pub use explain::refusal::{Refusal, Unchosen};
#[doc(hidden)]
pub use play::decision::Declined;
#[doc(hidden)]
pub use play::game::NotNow;
#[doc(hidden)]
pub use play::menu::{Menu, Verb};
#[doc(hidden)]
pub use program::reads::Reads;
#[doc(hidden)]
pub use state::Asked;
#[doc(hidden)]
pub use state::cause::Cause;
#[doc(hidden)]
pub use state::frame::{FrameKind, Stars};
#[doc(hidden)]
pub use state::value::{GONE, Value, place_of, place_value};

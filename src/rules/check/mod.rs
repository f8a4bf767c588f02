//! Checks texts: finds every name, settles every type, and says all that can be wrong before a game.

mod cond;
mod face;
mod item;
mod recursion;
mod scope;
mod set;
mod step;

pub(super) use face::{In, action, building, crisis, keyword, switch, tally};
pub(super) use recursion::recursion;
use scope::{Place, Scope};

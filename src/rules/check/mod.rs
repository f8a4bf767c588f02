//! Checks texts: finds every name, settles every type, and says all that can be wrong before a game.

mod calls;
mod cond;
mod face;
mod instead;
mod item;
mod scope;
mod secrecy;
mod sentence;
mod set;
mod step;

pub(super) use calls::calls;
pub(super) use face::{In, action, building, crisis, keyword, switch, tally};
use scope::{Place, Scope};
pub(super) use secrecy::secrecy;

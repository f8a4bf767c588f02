//! Checks texts: finds every name, settles every type, and says all that can be wrong before a game.

mod alters;
mod aside;
mod bearing;
mod branches;
mod buildings;
mod calls;
mod cond;
mod face;
mod file;
mod happening;
mod idle;
mod instead;
mod item;
mod kept;
mod lasting;
mod laws;
mod mark;
mod meant;
mod named;
mod paradox;
mod pending;
mod scope;
mod secrecy;
mod secret_choices;
mod sentence;
mod set;
mod spoken;
mod step;
mod tally;

pub(super) use calls::calls;
pub(super) use face::{action, building, keyword};
pub(super) use file::In;
pub(super) use mark::mark;
use scope::{Place, Scope};
pub(super) use secrecy::secrecy;
pub(super) use tally::{crisis, switch, tally};
